"""Dominances: moves that a search need not try, because another move is at least as good.

Three of them are derived from a game's definition. All hold only where moves depend on top cards and runs alone.

- A card goes home at once, as the only move, if nobody can need it later: each card that could be laid on it is home or
  can follow it home, and so on downwards.
- Part of a run moves to a card that is as good a place as the one it leaves only if that one can go home next.
- A card comes back from a foundation only if another can be laid on it next.

A position that can be won can be won without the other moves, in as few moves.
"""

from __future__ import annotations

from dataclasses import dataclass

from cadogan_games.engine.actions import Action
from cadogan_games.engine.auto import Local
from cadogan_games.engine.cards import BIT, DOWN, JOKER, members
from cadogan_games.engine.conditions import (
    RedealsLeft,
    RoomToMove,
    above_base,
    is_the_waste,
    stock_and_waste_are_empty,
    stock_has_cards,
    stock_is_empty,
    waste_has_cards,
)
from cadogan_games.engine.game import Game
from cadogan_games.engine.goals import cards_home
from cadogan_games.engine.groups import NO_LIMIT, Group
from cadogan_games.engine.plays import Play
from cadogan_games.engine.table import Move, Table

EMPTY = 2 * DOWN
"""The index of an empty pile in look-up tables by top card."""
NEVER = -1


@dataclass(frozen=True)
class Dominance:
    """The facts in the definition of a game by which some moves need not be tried.

    Attributes:
        homes: the piles of the foundations.
        columns: the piles among which runs move and parts of runs need not.
        risky: the piles from which a card never goes home as the only move.
        upto: for each card on top of a foundation, the set of the cards of its chain up to the next one.
        first: the set of the cards that foundations begin with.
        chain: for each card, the number of its chain.
        copies: the number of foundations that each chain has.
        needs: for each card, the set of cards that must be home, or be the next to go home, if it is to go home at once.
        on: for each card, the set of cards that may be laid on it in play.
        goes: for each card, the set of cards that a foundation takes on it.
        free_turns: true if the stock is turned card by card, for ever.
    """

    homes: tuple[int, ...]
    columns: tuple[int, ...]
    risky: tuple[int, ...]
    upto: tuple[int, ...]
    first: int
    chain: tuple[int, ...]
    copies: int
    needs: tuple[int, ...]
    on: tuple[int, ...]
    goes: tuple[int, ...]
    free_turns: bool


def dominance_of(game: Game) -> Dominance | None:
    """Return what a game's definition says about moves that need not be tried, or None if it does not show that moves
    depend on top cards and runs alone."""
    goal = game.definition.goal
    if goal.progress is not cards_home or goal.most is not None or goal.won is not None or game.forced:
        return None
    if not all(isinstance(auto, Local) and auto.turns_up for auto in game.definition.auto):
        return None
    if not all(map(_is_plain_action, game.actions.values())) or not all(map(_is_plain_group, game.index.groups)):
        return None
    plays = [rule for rule in game.moves if isinstance(rule, Play)]
    if not all(map(_is_plain, plays)):
        return None
    homes = {group.id for group in game.index.groups if group.kind == "foundation"}
    if not _all_go_home(game, plays, homes):
        return None
    goes, first = _chains(game, homes)
    return None if goes is None else _made(game, plays, homes, goes, first)


def _is_plain_action(action: Action) -> bool:
    """True if an action turns cards of the stock or turns the waste over, and no more."""
    limits = tuple(condition for condition in action.when if isinstance(condition, RedealsLeft))
    if action.returns:
        return action.when == (stock_is_empty, waste_has_cards, *limits)
    return action.turns > 0 and action.when == (stock_has_cards,)


def _is_plain_group(group: Group) -> bool:
    """True if top cards alone decide what the piles of a group give and take."""
    if group.wants is not None or group.in_play is not None or group.owned:
        return False
    return group.kind in ("foundation", "stock", "waste") or (
        group.kind in ("tableau", "reserve") and not group.in_order
    )


def _is_plain(play: Play) -> bool:
    """True if a rule depends on top cards and runs alone, or on room besides. Fewer cards in stock and waste, or more room,
    never forbid it."""
    return (
        (play.only_top or bool(play.runs))
        and all(condition in (stock_and_waste_are_empty, stock_is_empty) for condition in play.when)
        and play.free in (None, is_the_waste, above_base)
        and (play.where is None or isinstance(play.where, RoomToMove))
        and play.then is None
        and not play.turned
        and "stock" not in play.sources + play.targets
    )


def _all_go_home(game: Game, plays: list[Play], homes: set[str]) -> bool:
    """True if the top card of each pile may go home whenever a foundation takes it."""
    sources = set[str]()
    for play in plays:
        if homes & set(play.targets):
            if homes != set(play.targets) or homes & set(play.sources) or not play.only_top or play.when:
                return False
            if play.free is not None or play.onto is not None or play.space is not None:
                return False
            sources.update(play.sources)
    return all(group.kind in ("foundation", "stock") or group.id in sources for group in game.index.groups)


def _chains(game: Game, homes: set[str]) -> tuple[list[int] | None, int]:
    """Return for each card the set of cards that foundations take on it, and the set of cards that they begin with; None
    if a card may go home to more than one place in the order."""
    groups = [game.group(id) for id in homes]
    goes = [0] * JOKER
    first = 0
    for group in groups:
        for card in range(JOKER):
            goes[card] |= group.accepts.on[card]
        for base in group.bases():
            first |= base
    if any(group.accepts.on != groups[0].accepts.on for group in groups) or any(len(members(on)) > 1 for on in goes):
        return None, 0
    after = 0
    for on in goes:
        if after & on:
            return None, 0
        after |= on
    # A card without one before it begins a chain; where the deal sets the first cards out, bases do not say so.
    begins = sum(1 << card for card in range(JOKER) if not after >> card & 1)
    return (None, 0) if first & ~begins or not begins else (goes, begins)


def _made(game: Game, plays: list[Play], homes: set[str], goes: list[int], first: int) -> Dominance | None:
    chain, upto, before = [0] * JOKER, [0] * JOKER, [NEVER] * JOKER
    for number, root in enumerate(members(first)):
        card, passed = root, 1 << root
        while True:
            chain[card] = number
            upto[card] = passed | goes[card]
            if not goes[card]:
                break
            before[members(goes[card])[0]] = card
            card = members(goes[card])[0]
            passed |= 1 << card
    amounts = {game.pack.count(card) for card in set(game.pack)}
    piles = tuple(pile for id in homes for pile in game.indexes(id))
    # Cards of the pack that no chain has, such as jokers, never go home.
    if len(amounts) != 1 or any(card >= JOKER for card in game.pack):
        return None
    copies = max(amounts)
    if len(piles) != copies * len(members(first)):
        return None
    on = _laid_on(game, plays, homes)
    turns = max((action.turns for action in game.actions.values()), default=0)
    free = turns == 1 and any(action.returns and action.times is None for action in game.actions.values())
    risky = [
        pile for group in game.index.groups if group.kind == "waste" and turns > 1 for pile in game.indexes(group.id)
    ]
    return Dominance(
        homes=piles,
        columns=tuple(_columns(game, plays, homes)),
        risky=tuple(risky),
        upto=tuple(upto),
        first=first,
        chain=tuple(chain),
        copies=copies,
        needs=tuple(_needs(card, before, on) for card in range(JOKER)),
        on=tuple(on),
        goes=tuple(goes),
        free_turns=free,
    )


def _laid_on(game: Game, plays: list[Play], homes: set[str]) -> list[int]:
    """Return for each card the set of cards that may be laid on it in play, or lie on it in a run."""
    on = [0] * JOKER
    for play in plays:
        relations = list(play.runs)
        if not homes & set(play.targets):
            relations += [play.onto or game.group(id).accepts for id in play.targets]
        for relation in relations:
            for card in range(JOKER):
                on[card] |= relation.on[card]
    return on


def _needs(card: int, before: list[int], on: list[int]) -> int:
    """Return the set of a card, the cards before it in its chain, those that may be laid on one of them, and so on."""
    found, waiting = 1 << card, [card]
    while waiting:
        here = waiting.pop()
        further = on[here] | (1 << before[here] if before[here] != NEVER else 0)
        for each in members(further & ~found):
            found |= 1 << each
            waiting.append(each)
    return found


def _columns(game: Game, plays: list[Play], homes: set[str]) -> list[int]:
    """Return the piles of groups whose cards move by runs, only among these piles and home, by the relation by which they
    are laid."""
    found: list[int] = []
    for group in game.index.groups:
        if group.kind != "tableau" or any(limit < NO_LIMIT for limit in group.limits()):
            continue
        moves = [play for play in plays if group.id in play.sources and not homes & set(play.targets)]
        # Each place in a run must be as good as another for all cards that are laid there. Where longer runs need more room
        # it is not: a card with a short run on it can move when one with a long run can't.
        if moves and all(
            play.targets == (group.id,)
            and play.onto is None
            and not play.when
            and play.free is None
            and play.where is None
            and len(play.runs) == 1
            and play.runs[0].on == group.accepts.on
            for play in moves
        ):
            found += game.indexes(group.id)
    return found


class Sparing:
    """Spares a search the moves that it need not try, by a game's dominance."""

    def __init__(self, table: Table, dominance: Dominance) -> None:
        piles = len(table.piles)
        self._homes = list(dominance.homes)
        self._is_home = [pile in dominance.homes for pile in range(piles)]
        self._is_column = [pile in dominance.columns for pile in range(piles)]
        self._is_risky = [pile in dominance.risky for pile in range(piles)]
        self._upto = list(dominance.upto)
        self._first = dominance.first
        self._chain = list(dominance.chain)
        self._copies = dominance.copies
        self._needs = list(dominance.needs)
        self._on = [*dominance.on, *[0] * (EMPTY + 1 - JOKER)]
        self._goes = [*dominance.goes, *[0] * (EMPTY + 1 - JOKER)]
        self._chains = len(members(dominance.first))
        self._free_turns = dominance.free_turns
        self._stock: int = table.game.first.get("stock", -1)

    def spared(self, table: Table, found: list[Move]) -> list[Move]:
        """Return the moves of a position that are worth trying: a part of `found`, or `found` itself."""
        piles, is_home = table.piles, self._is_home
        ready = wanted = -1
        useful = 0
        worth: list[Move] = []
        for move in found:
            if len(move) < 3 or isinstance(move[0], str):
                worth.append(move)
                continue
            src: int = move[0]
            dst: int = move[1]
            n: int = move[2]
            source = piles[src]
            if is_home[dst]:
                if not self._is_risky[src] and (len(move) == 3 or self._free_turns or move[3] == len(source)):
                    if ready < 0:
                        ready = self._ready(piles)
                    if not self._needs[self._card(piles, move)] & ~ready:
                        return [move]
            elif is_home[src]:
                if useful == 0:
                    useful = self._useful(table)
                if not self._is_worth_returning(piles, src, useful):
                    continue
            elif self._is_column[src] and n < len(source) and piles[dst]:
                under = source[-n - 1]
                if under < DOWN and self._on[under] & BIT[source[-n]] and self._on[under] == self._on[piles[dst][-1]]:
                    if wanted < 0:
                        wanted = self._wanted(piles)
                    if not wanted & BIT[under]:
                        continue
            worth.append(move)
        return worth

    def _card(self, piles: list[list[int]], move: Move) -> int:
        """Return the card that a move takes home: a pile's top card, or one that is turned up first."""
        source = piles[move[0]]
        if len(move) == 3:
            return source[-1]
        pointer: int = move[3]
        turned = len(source)
        return source[pointer - 1] if pointer <= turned else piles[self._stock][turned - pointer] - DOWN

    def _ready(self, piles: list[list[int]]) -> int:
        """Return the set of the cards that are home in all copies, or can go home next in all copies that are not."""
        ready = self._first
        if self._copies == 1:
            for home in self._homes:
                if piles[home]:
                    ready |= self._upto[piles[home][-1]]
            return ready
        begun = [0] * self._chains
        least = [-1] * self._chains
        for home in self._homes:
            if piles[home]:
                top = piles[home][-1]
                number = self._chain[top]
                begun[number] += 1
                least[number] &= self._upto[top]
        for number in range(self._chains):
            if begun[number] == self._copies:
                ready |= least[number]
        return ready

    def _wanted(self, piles: list[list[int]]) -> int:
        """Return the set of the cards that foundations take now."""
        wanted = self._first
        for home in self._homes:
            if piles[home]:
                wanted |= self._goes[piles[home][-1]]
        return wanted

    def _useful(self, table: Table) -> int:
        """Return the set of cards that could soon be laid on another card. These are all cards that lie face up or in the
        stock, and the cards on foundations on which one of those could be laid."""
        useful = 0
        for pile, cards in enumerate(table.piles):
            if self._is_home[pile]:
                continue
            if table.game.group_of[pile].kind in ("stock", "waste"):
                for card in cards:
                    useful |= BIT[card % DOWN]
                continue
            for card in reversed(cards):
                if card >= DOWN:
                    break
                useful |= BIT[card]
        grown = True
        while grown:
            grown = False
            for home in self._homes:
                for card in table.piles[home]:
                    if not useful & BIT[card] and self._on[card] & useful:
                        useful |= BIT[card]
                        grown = True
        return useful

    def _is_worth_returning(self, piles: list[list[int]], home: int, useful: int) -> bool:
        """True if a useful card could be laid on one of a foundation's cards."""
        for card in reversed(piles[home]):  # noqa: SIM110 (any() takes a generator, which is slower)
            if self._on[card] & useful:
                return True
        return False
