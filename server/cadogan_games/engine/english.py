"""Makes the English text of a rule from its groups and relations. Odd rules bring their own text."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import reduce
from operator import or_

from cadogan_games.engine.actions import Action
from cadogan_games.engine.groups import Group
from cadogan_games.engine.piles import Piles
from cadogan_games.engine.plays import Play
from cadogan_games.engine.refusals import cited, refusal_of, some_of
from cadogan_games.engine.relations import never, one_of


def text_of(rule: Play | Action, index: Piles) -> str:
    """Return the rule's text, such as "the top card of a column or the waste goes home, of the same suit one rank
    higher"."""
    if rule.text:
        return rule.text
    if isinstance(rule, Action):
        return refusal_of(rule.find).english
    sources = either(article(index.group(id)) for id in rule.sources)
    return f"{rule.what} of {sources} goes {_where(rule, index)}"


def with_numbers(rule: Play | Action, index: Piles) -> str:
    """Return the rule's text behind its numbers in part 4 of the sheet."""
    return cited(rule.numbers, text_of(rule, index))


# fmt: off
NAMES_OF_PILES = (
    "angle", "auxiliary", "bed", "column", "corner", "fan", "foundation", "help", "left row", "packet", "pile", "rampart",
    "right row", "river", "shutter", "wing",
)
# fmt: on
"""Endings of the names of groups that are named after one of their piles. Other groups are named as a whole, like the
valley."""


def article(group: Group) -> str:
    """Return the words for one pile of a group or its place: the waste, a column, the Bouquet, a pile of the valley."""
    if _named_after_a_pile(group):
        return f"{'an' if group.name[0].lower() in 'aeiou' else 'a'} {group.name}"
    return f"a pile of the {group.name}" if group.kind == "tableau" and group.size > 1 else f"the {group.name}"


def _named_after_a_pile(group: Group) -> bool:
    return group.size > 1 and group.kind != "reserve" and group.name.lower().endswith(NAMES_OF_PILES)


def either(words: Iterable[str]) -> str:
    """Join alternatives: a, b or c."""
    *others, last = dict.fromkeys(words)
    return f"{', '.join(others)} or {last}" if others else last


def _where(play: Play, index: Piles) -> str:
    """Return where the cards go (home, on another pile, or into a space) and which cards fit there."""
    groups = [index.group(id) for id in play.targets]
    built_on = [group for group in groups if any((play.onto or group.accepts).on)]
    home = all(group.kind == "foundation" for group in groups) and play.onto is not never
    spaces = _spaces(play, groups)
    into = either(f"{some_of(cards)} into {_space(there, index)}" for cards, there in spaces.items()) if spaces else ""
    if built_on:
        built = reduce(one_of, ((play.onto or group.accepts).english for group in built_on))
        where = "home" if home else f"on {either(map(article, built_on))}"
        return f"{where}, {built}" + (f", or {into}" if into and not home else "")
    if home and spaces:
        return f"home, {some_of(reduce(or_, spaces))}"
    if len(spaces) == 1:
        ((cards, there),) = spaces.items()
        return f"into {_space(there, index)}, {some_of(cards)}"
    return into or "nowhere"


def _spaces(play: Play, groups: Sequence[Group]) -> dict[int, list[Group]]:
    """Return the sets of cards that spaces take, each with the groups whose spaces take it."""
    found: dict[int, list[Group]] = {}
    for group in groups:
        cards = reduce(or_, group.bases()) if play.space is None else play.space
        if cards:
            found.setdefault(cards, []).append(group)
    return found


def _space(targets: Sequence[Group], index: Piles) -> str:
    """Return the words for a space of these groups; they name the group if other groups have spaces too."""
    if sum(group.kind in ("tableau", "reserve") for group in index.groups) < 2:
        return "a space"
    return either(
        f"an empty {group.name}" if _named_after_a_pile(group) else f"a space of the {group.name}" for group in targets
    )
