"""Refusals as values: a name, the things that the refusal mentions, and its English.

A test that can stop a player has a `refusal`, given by `refused`:

    @refused("stock_empty", "the stock is empty")
    def stock_has_cards(table: Table) -> bool:
        ...

This is the only place where a refusal becomes a sentence.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, TypeVar

from cadogan_games.engine.cards import ALL, members, rank_of, spoken


@dataclass(frozen=True)
class Named:
    """A group of piles or the game, as a refusal mentions it: by its id and its name in English."""

    id: str
    name: str


Value = int | str | tuple[int, ...] | Named
"""A value that a refusal mentions: a number, a word, cards, or something with a name."""

Test = TypeVar("Test", bound=Callable[..., Any])


@dataclass(frozen=True)
class Refusal:
    """The reason why something is refused.

    `name` identifies the rule that forbids it, for clients in other languages. `english` is the text after "not
    possible: ", with the names of `values` in braces. `numbers` are the numbers of the rule's lines in part 4 of the
    sheet, as in "1, 2". `text` is the rule in English if that says more than the reason. Both are empty if no rule is
    broken. `action` is the name of an action that is not possible at all, if the refusal is about one.
    """

    name: str
    english: str
    values: Mapping[str, Value] = field(default_factory=dict)
    numbers: str = ""
    text: str = ""
    action: str = ""

    @property
    def reason(self) -> str:
        """The refusal in English, without the rule behind it."""
        return _as_sentence(self._said)

    @property
    def sentence(self) -> str:
        """The refusal in English, with the rule behind it."""
        if self.action:
            return self.reason
        rule = cited(self.numbers, self.text) if self.text else self.numbers
        return _as_sentence(f"{self._said} ({rule})" if rule else self._said)

    @property
    def _said(self) -> str:
        text = self.english
        if self.values:
            text = text.format_map({name: _in_words(value) for name, value in self.values.items()})
        return f"{self.action.replace('_', ' ')} is not possible: {text}" if self.action else text

    def of(self, numbers: str, text: str) -> Refusal:
        """Return the same refusal with the rule behind it."""
        return replace(self, numbers=numbers, text=text)

    def of_action(self, action: str, numbers: str) -> Refusal:
        """Return the same refusal as the reason why a whole action is not possible now."""
        return replace(self, action=action, numbers=numbers)


def cited(numbers: str, text: str) -> str:
    """Return a rule as refusals cite it: its English, behind its numbers if it has any."""
    return f"{numbers}: {text}" if numbers else text


def refused(name: str, english: str, **values: Value) -> Callable[[Test], Test]:
    """Decorate a test with its refusal, which players are given when the test fails."""

    def give(test: Test) -> Test:
        test.refusal = Refusal(name, english, values)  # type: ignore[attr-defined]
        return test

    return give


def refusal_of(test: Callable[..., Any]) -> Refusal:
    """Return the refusal of a test."""
    refusal: Refusal = test.refusal  # type: ignore[attr-defined]
    return refusal


def some_of(cards: int | Sequence[int]) -> str:
    """Return a set of cards in words: all of a rank, their names, or the first few."""
    listed = members(cards) if isinstance(cards, int) else list(cards)
    if len(listed) >= ALL.bit_count():
        return "any card"
    if len({rank_of(c) for c in listed}) == 1 and len(listed) == 4:
        return "any " + spoken(listed[0])[:-1]
    if len(listed) > 6:
        return ", ".join(spoken(c) for c in listed[:4]) + " or others"
    return " or ".join(spoken(c) for c in listed)


def _in_words(value: Value) -> str:
    if isinstance(value, Named):
        return value.name
    return some_of(value) if isinstance(value, tuple) else str(value)


def _as_sentence(text: str) -> str:
    return text[:1].upper() + text[1:] + "."
