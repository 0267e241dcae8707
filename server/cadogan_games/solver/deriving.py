"""Derives the canonical form of a game from its definition.

Things that the definition tells apart stay apart: piles of different groups, with different bases or limits; suits that
a relation or a set of cards tells apart. But definitions also hold functions, into which nothing can look. So each
symmetry that the rest allows is tried on positions of the game: with piles or suits exchanged, a position must lead to
the same positions, by the keys that the symmetry would give. It is dropped if one of them differs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Any

from cadogan_games.engine.cards import DOWN, JOKER, suit_of
from cadogan_games.engine.conditions import stock_has_cards
from cadogan_games.engine.game import Game
from cadogan_games.engine.plays import Play
from cadogan_games.engine.shuffle import shuffled
from cadogan_games.engine.table import Move, Rules, Table
from cadogan_games.solver.dead_ends import dead_ends_of
from cadogan_games.solver.dominance import dominance_of
from cadogan_games.solver.form import AS_THEY_ARE, Form, Late, plain_form
from cadogan_games.solver.keys import Keys
from cadogan_games.solver.moves import Moves
from cadogan_games.solver.samples import samples
from cadogan_games.solver.tables import copied, rewind
from cadogan_games.solver.talon import talon_of

SUITS_ALIKE = (((0, 1, 2, 3),), ((0, 3), (1, 2)), ((0, 3),), ((1, 2),))
"""The ways in which suits may be alike, the most promising first."""
ENGINE = "cadogan_games.engine"
"""The package whose functions treat all piles of a group alike."""
FEWEST = 12
"""The number of late positions that are needed to try symmetries of late positions."""
SALT = b"cadogan solver exchange"
"""Makes the shuffles of exchanges differ from all others."""

Change = Callable[[Table, int], None]
"""Changes a position into one that should be as good. The number of the position makes each change a different one."""


@lru_cache(maxsize=500)
def form_of(game: Game) -> Form:
    """Return the canonical form of a game's positions."""
    form = plain_form(game.pile_count, len(game.counter_names))
    known = samples(game)
    for index in _countless(game):
        counted = tuple(each for each in form.counted if each != index)
        form = _tried(form, replace(form, counted=counted), _other_value(index, known), known)
    for group in game.index.groups:
        if group.kind == "discard":
            out = frozenset(game.indexes(group.id))
            form = _tried(form, replace(form, left_out=form.left_out | out), _mix(out), known)
    for suits in SUITS_ALIKE:
        cards = _cards(suits)
        if _suits_are_alike(game, cards):
            found = _tried(form, replace(form, cards=cards), _relabel(cards), known)
            if found is not form:
                form = found
                break
    for piles in _alike(game, late=False):
        alike = _with(form.alike, piles)
        form = _tried(form, replace(form, alike=alike, alike_late=alike), _exchange(piles), known)
    form = _with_late(game, form, known)
    return replace(form, talon=talon_of(game), dominance=dominance_of(game), dead_ends=dead_ends_of(game))


def rough_form(game: Rules, form: Form) -> Form:
    """Return a form with all columns alike, and the same otherwise. In games that deal rows to the columns it gives one key
    to positions that differ, though they are about equally good."""
    columns = [game.first[group.id] if group.kind == "tableau" else -1 for group in game.group_of]
    return replace(
        form,
        alike=tuple(first if first >= 0 else number for first, number in zip(columns, form.alike, strict=True)),
        alike_late=tuple(
            first if first >= 0 else number for first, number in zip(columns, form.alike_late, strict=True)
        ),
    )


def _with_late(game: Game, form: Form, known: Sequence[Table]) -> Form:
    """Return the form, with the piles added that are alike in late positions only."""
    late = _late(game)
    if late is None:
        return form
    known = [table for table in known if is_late(table, late)]
    found = replace(form, late=late)
    for piles in _alike(game, late=True):
        if len({form.alike[pile] for pile in piles}) > 1 and len(known) >= FEWEST:
            found = _tried(found, replace(found, alike_late=_with(found.alike_late, piles)), _exchange(piles), known)
    return form if found.alike_late == form.alike else found


def _tried(form: Form, candidate: Form, change: Change, known: Sequence[Table]) -> Form:
    """Return the candidate if each known position and the changed one lead to the same positions; otherwise the form."""
    walks: dict[bytes, _Walk] = {}
    for number, table in enumerate(known):
        walk = walks.get(table.seed)
        if walk is None:
            walk = walks[table.seed] = _Walk(copied(table), candidate)
        changed = copied(table)
        change(changed, number)
        if walk.leads_to(table) != walk.leads_to(changed):
            return form
    return candidate


class _Walk:
    """Walks on a table from positions of one deal. Its keys know the piles of earlier positions, most of which come
    again."""

    def __init__(self, table: Table, form: Form) -> None:
        self._table = table
        self._keys = Keys(table, form)
        self._moves = Moves(table)

    def leads_to(self, position: Table) -> tuple[int, int, bool, set[int]]:
        """Return a position's key and progress, whether it is won, and the keys of all positions one move further."""
        table, keys, moves = self._table, self._keys, self._moves
        for pile, cards in zip(table.piles, position.piles, strict=True):
            pile[:] = cards
        table.counters[:] = position.counters
        table.changed()
        keys.begin()
        rules: dict[Move, Any] = {}
        here, found = keys.key, set[int]()
        for move in moves.find(table, rules):
            moves.do(table, move, rules.get(move))
            found.add(keys.advance(0))
            rewind(table, 0)
            keys.retreat(here, 0)
        return here, table.progress, table.won, found


# ---- symmetries that the definition allows ---------------------------------------------------------------------------


def _alike(game: Game, *, late: bool) -> Iterator[tuple[int, ...]]:
    """Yield sets of piles of one group with the same base and limit, about which no function of the game itself decides.

    In `late` positions rules that need cards in the stock decide nothing.
    """
    told_apart = set[str]()
    for rule in (*game.forced, *game.moves):
        if isinstance(rule, Play) and not (late and (stock_has_cards in rule.when or rule.sources == ("stock",))):
            if _is_own(rule.free):
                told_apart.update(rule.sources)
            if _is_own(rule.where):
                told_apart.update((*rule.sources, *rule.targets))
    for group in game.index.groups:
        if group.kind in ("fixed", "stock", "discard") or group.owned or group.id in told_apart:
            continue
        if group.wants is not None or group.in_play is not None:
            continue
        same: dict[tuple[int, int], list[int]] = {}
        for pile, *facts in zip(game.indexes(group.id), group.bases(), group.limits(), strict=True):
            same.setdefault((facts[0], facts[1]), []).append(pile)
        yield from (tuple(piles) for piles in same.values() if len(piles) > 1)


def _is_own(function: object) -> bool:
    """True if a game module defines this function. Those of the engine treat all piles of a group alike."""
    return not (getattr(function, "__module__", None) or ENGINE).startswith(ENGINE)


def _countless(game: Game) -> Iterator[int]:
    """Yield the indexes of counters that may only count: what decides between equal boards, and redeals without limit."""
    if game.penalty_index is not None:
        yield game.penalty_index
    redeal = game.actions.get("redeal")
    if redeal is not None and redeal.times is None and "redeals" in game.counter_index:
        yield game.counter_index["redeals"]


def _suits_are_alike(game: Game, cards: bytes) -> bool:
    """True if no relation and no set of cards in the definition tells two cards apart that the map makes one."""
    plays = [rule for rule in (*game.forced, *game.moves) if isinstance(rule, Play)]
    relations = {group.accepts for group in game.index.groups}
    relations |= {relation for play in plays for relation in (play.onto, *play.runs) if relation is not None}
    sets = {base for group in game.index.groups for base in group.bases()}
    sets |= {play.space for play in plays if play.space is not None}
    for card in range(JOKER):
        twin = cards[card]
        if any(relation.on[card] != relation.on[twin] for relation in relations):
            return False
        if any(members >> card & 1 != members >> twin & 1 for members in sets):
            return False
        if any(on >> card & 1 != on >> twin & 1 for relation in relations for on in relation.on):
            return False
    return True


def _late(game: Game) -> Late | None:
    """Return the late positions of a game: each action needs cards in the stock, or one of a number of redeals."""
    spent: list[tuple[int, int]] = []
    stock = -1
    for action in game.actions.values():
        if action.times is not None:
            spent.append((game.counter_index["redeals"], action.times))
        elif stock_has_cards in action.when:
            stock = game.first["stock"]
        else:
            return None
    return Late(stock, tuple(spent)) if game.actions else None


def is_late(table: Table, late: Late) -> bool:
    """True if a position is a late one."""
    return not (late.stock >= 0 and table.piles[late.stock]) and all(
        table.counters[index] >= limit for index, limit in late.spent
    )


def _with(alike: Sequence[int], piles: Sequence[int]) -> tuple[int, ...]:
    """Return the numbers of the piles' classes with these piles in one."""
    return tuple(piles[0] if pile in piles else number for pile, number in enumerate(alike))


def _cards(suits: Sequence[Sequence[int]]) -> bytes:
    """Return the map of cards by which each set of suits becomes its first suit."""
    first = {suit: each[0] for each in suits for suit in each}

    def standing_for(card: int) -> int:
        bare = card % DOWN
        if bare >= JOKER:
            return card
        return card + 13 * (first.get(suit_of(bare), suit_of(bare)) - suit_of(bare))

    return bytes([*map(standing_for, range(2 * DOWN)), *range(2 * DOWN, len(AS_THEY_ARE))])


# ---- exchanges -------------------------------------------------------------------------------------------------------


def _exchange(piles: Sequence[int]) -> Change:
    """Return the change that exchanges the contents of some piles."""

    def change(table: Table, number: int) -> None:
        contents = [table.piles[pile][:] for pile in piles]
        for pile, other in zip(piles, shuffled(range(len(piles)), SALT, number), strict=True):
            table.piles[pile][:] = contents[other]

    return change


def _mix(piles: frozenset[int]) -> Change:
    """Return the change that puts the cards of each of these piles into another order."""

    def change(table: Table, number: int) -> None:
        for pile in piles:
            table.piles[pile][:] = shuffled(table.piles[pile], SALT, number)

    return change


def _relabel(cards: bytes) -> Change:
    """Return the change that exchanges cards, wherever they lie, that the map makes one."""

    def change(table: Table, number: int) -> None:
        places: dict[int, list[tuple[int, int]]] = {}
        for pile, content in enumerate(table.piles):
            for place, card in enumerate(content):
                places.setdefault(cards[card % DOWN], []).append((pile, place))
        for stands, each in places.items():
            there = [table.piles[pile][place] % DOWN for pile, place in each]
            for (pile, place), card in zip(each, shuffled(there, SALT, number * JOKER + stands), strict=True):
                table.piles[pile][place] += card - table.piles[pile][place] % DOWN

    return change


def _other_value(index: int, known: Sequence[Table]) -> Change:
    """Return the change that gives a counter another of the values that it has in known positions."""
    values = sorted({table.counters[index] for table in known})

    def change(table: Table, number: int) -> None:
        table.counters[index] = values[number % len(values)]

    return change
