"""Why something is refused: a value with a name, what it speaks of, and its English.

A rule that can be in a player's way has a `refusal`: `refused` gives it one.

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

Value = int | str | tuple[int, ...]
"""What a refusal speaks of: a number, a word, or cards."""

Rule = TypeVar("Rule", bound=Callable[..., Any])


@dataclass(frozen=True)
class Refusal:
    """Why something is refused.

    `name` says which rule forbids it, for whoever speaks another language; `english` is how that reads after "not possible: ",
    with the names of `values` in braces. `line` has the numbers that the rule has in part 4 of the sheet, as in "1, 2", `rule`
    its English where that says more than the reason; both are empty where no line is broken. `action` is the action that isn't
    possible at all, if it is about one.
    """

    name: str
    english: str
    values: Mapping[str, Value] = field(default_factory=dict)
    line: str = ""
    rule: str = ""
    action: str = ""

    @property
    def sentence(self) -> str:
        """The refusal in English, with the rule that it comes from."""
        text = self.english
        if self.values:
            text = text.format_map({name: _in_words(value) for name, value in self.values.items()})
        if self.action:
            text = f"{self.action.replace('_', ' ')} is not possible: {text}"
        elif self.rule:
            text += f" ({cited(self.line, self.rule)})"
        elif self.line:
            text += f" ({self.line})"
        return text[:1].upper() + text[1:] + "."

    def of(self, line: str, rule: str) -> Refusal:
        """The same, with the line of rules that it comes from."""
        return replace(self, line=line, rule=rule)

    def of_action(self, action: str, line: str) -> Refusal:
        """The same, as the reason why a whole action isn't possible now."""
        return replace(self, action=action, line=line)


def cited(line: str, rule: str) -> str:
    """A rule as it is cited: its English, behind its numbers if it has any."""
    return f"{line}: {rule}" if line else rule


def refused(name: str, english: str, **values: Value) -> Callable[[Rule], Rule]:
    """Gives a rule its refusal: what is said where it isn't kept."""

    def give(rule: Rule) -> Rule:
        rule.refusal = Refusal(name, english, values)  # type: ignore[attr-defined]
        return rule

    return give


def refusal_of(rule: Callable[..., Any]) -> Refusal:
    """What is said where a rule isn't kept."""
    refusal: Refusal = rule.refusal  # type: ignore[attr-defined]
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
    return some_of(value) if isinstance(value, tuple) else str(value)
