"""What a line of rules says, in English, made from its groups and relations. Odd lines bring their own words."""

from __future__ import annotations

from collections.abc import Iterable

from cadogan_games.engine.actions import Action
from cadogan_games.engine.cards import NOTHING
from cadogan_games.engine.groups import Group
from cadogan_games.engine.piles import Piles
from cadogan_games.engine.plays import Play
from cadogan_games.engine.refusals import cited, refusal_of, some_of
from cadogan_games.engine.relations import never


def rule_of(line: Play | Action, index: Piles) -> str:
    """The rule: the top card of a column or the waste goes home, of the same suit one rank higher."""
    if line.rule:
        return line.rule
    if isinstance(line, Action):
        return refusal_of(line.find).english
    sources = either(article(index.group(id)) for id in line.sources)
    return f"{line.what} of {sources} goes {_where(line, index)}"


def with_numbers(line: Play | Action, index: Piles) -> str:
    """The rule behind its numbers in part 4 of the sheet."""
    return cited(line.line, rule_of(line, index))


NAMES_OF_PILES = (
    *(
        "angle",
        "auxiliary",
        "bed",
        "column",
        "corner",
        "fan",
        "foundation",
        "help",
        "packet",
        "pile",
        "rampart",
        "wing",
    ),
    *("left row", "right row"),
)
"""How the names of groups end that are named after one of their piles; others have the name of all together: the valley."""


def article(group: Group) -> str:
    """One pile of a group, or where it lies: the waste, a column, the Bouquet, the valley."""
    if group.size == 1 or group.kind == "reserve" or not group.name.lower().endswith(NAMES_OF_PILES):
        return f"the {group.name}"
    return f"{'an' if group.name[0].lower() in 'aeiou' else 'a'} {group.name}"


def either(words: Iterable[str]) -> str:
    """Words of which one will do: a, b or c."""
    *others, last = dict.fromkeys(words)
    return f"{', '.join(others)} or {last}" if others else last


def _where(play: Play, index: Piles) -> str:
    """Where the cards go: home, or on another pile, or into a space; and what fits there."""
    groups = [index.group(id) for id in play.targets]
    home = all(group.kind == "foundation" for group in groups)
    built = either((play.onto or group.accepts).english for group in groups)
    spaces = NOTHING
    for group in groups:
        for base in group.bases():
            spaces |= base if play.space is None else play.space
    if play.onto is never:
        return f"into a space, {some_of(spaces)}" if spaces else "nowhere"
    where = "home" if home else f"on {either(map(article, groups))}"
    return f"{where}, {built}" + (f", or {some_of(spaces)} into a space" if spaces and not home else "")
