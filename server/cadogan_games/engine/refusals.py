"""Why something is refused: a value with a name, what it speaks of, and its English.

A test that can be in a player's way has a `refusal`: `refused` gives it one.

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
    """Something that a refusal speaks of by its id and its name in English: a group of piles, or the game."""

    id: str
    name: str


Value = int | str | tuple[int, ...] | Named
"""What a refusal speaks of: a number, a word, cards, or what has a name."""

Test = TypeVar("Test", bound=Callable[..., Any])


@dataclass(frozen=True)
class Refusal:
    """Why something is refused.

    `name` says which rule forbids it, for whoever speaks another language; `english` is how that reads after "not possible: ",
    with the names of `values` in braces. `numbers` are those of the rule's lines in part 4 of the sheet, as in "1, 2".
    `text` is the rule in English where that says more than the reason. Both are empty where no rule is broken.
    `action` is the action that isn't possible at all, if it is about one.
    """

    name: str
    english: str
    values: Mapping[str, Value] = field(default_factory=dict)
    numbers: str = ""
    text: str = ""
    action: str = ""

    @property
    def reason(self) -> str:
        """The refusal in English, without the rule that it comes from."""
        return _as_sentence(self._said)

    @property
    def sentence(self) -> str:
        """The refusal in English, with the rule that it comes from."""
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
        """The same, with the rule that it comes from."""
        return replace(self, numbers=numbers, text=text)

    def of_action(self, action: str, numbers: str) -> Refusal:
        """The same, as the reason why a whole action isn't possible now."""
        return replace(self, action=action, numbers=numbers)


def cited(numbers: str, text: str) -> str:
    """A rule as it is cited: its English, behind its numbers if it has any."""
    return f"{numbers}: {text}" if numbers else text


def refused(name: str, english: str, **values: Value) -> Callable[[Test], Test]:
    """Gives a test its refusal: what is said where it fails."""

    def give(test: Test) -> Test:
        test.refusal = Refusal(name, english, values)  # type: ignore[attr-defined]
        return test

    return give


def refusal_of(test: Callable[..., Any]) -> Refusal:
    """What is said where a test fails."""
    refusal: Refusal = test.refusal  # type: ignore[attr-defined]
    return refusal


def some_of(cards: int | Sequence[int]) -> str:
    """A set of cards in words: all of a rank, or their names, or how they begin."""
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
