"""Dead ends: positions in which some card can never get out, found without a search.

The check assumes that a card which was ever free to be built on stays so, that a space once there stays, and that
stock and waste give any card at any time. If even then some card stays where it is for want of a place, the position
is lost.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from cadogan_games.engine.auto import Local
from cadogan_games.engine.cards import ALL, BIT, DOWN, JOKER
from cadogan_games.engine.game import Game
from cadogan_games.engine.goals import cards_home
from cadogan_games.engine.groups import Group
from cadogan_games.engine.plays import Play
from cadogan_games.engine.relations import Relation

FREE, HOME, COLUMN = range(3)
"""Ways to count the cards of a pile: each is available at any time, they are home, or each has to move before the next."""
KINDS = {"foundation": HOME, "tableau": COLUMN, "reserve": COLUMN, "stock": FREE, "waste": FREE}
"""The way to count the cards of each kind of group."""


@dataclass(frozen=True)
class DeadEnds:
    """The facts in the definition of a game about cards that can't get out.

    Attributes:
        kinds: for each pile how its cards count.
        on: for each card, the set of cards that may be laid on it.
        follows: for each card, the set of cards that may follow it on a foundation.
        first: the set of cards that may begin a foundation.
        holds: for each card, the set of cards that move together with it when they lie on it.
        space: for each pile, the set of cards that may go into it while it is empty.
        returns: true if cards come back from the foundations.
    """

    kinds: tuple[int, ...]
    on: tuple[int, ...]
    follows: tuple[int, ...]
    first: int
    holds: tuple[int, ...]
    space: tuple[int, ...]
    returns: bool


def dead_ends_of(game: Game) -> DeadEnds | None:
    """Return what a game's definition says about cards that can't get out; None if it does not say that all cards must go
    home, or that nothing but plain moves brings cards out of columns."""
    goal = game.definition.goal
    if goal.progress is not cards_home or goal.most is not None or goal.won is not None:
        return None
    if not all(action.turns or action.returns for action in game.actions.values()):
        return None
    autos = game.definition.auto
    if not all(isinstance(auto, Local) and (auto.turns_up or auto.refills) for auto in autos):
        return None
    plays = [rule for rule in (*game.forced, *game.moves) if isinstance(rule, Play)]
    if any(play.then is not None or not (play.only_top or play.runs) for play in plays):
        return None
    groups = game.index.groups
    if any(group.wants is not None or group.owned or group.kind not in KINDS for group in groups):
        return None
    homes = {group.id for group in groups if group.kind == "foundation"}
    follows = _united(play.onto or game.group(id).accepts for play in plays for id in play.targets if id in homes)
    return DeadEnds(
        kinds=tuple(KINDS[group.kind] for group in groups for _ in range(group.size)),
        on=_united(play.onto or game.group(id).accepts for play in plays for id in play.targets if id not in homes),
        follows=follows,
        first=_first(game, plays, homes),
        holds=_united(relation for play in plays for relation in play.runs),
        space=tuple(_into_space(game, plays, group, pile) for group in groups for pile in range(group.size)),
        returns=any(homes & set(play.sources) for play in plays),
    )


def _united(relations: Iterable[Relation]) -> tuple[int, ...]:
    """Return for each card the set of cards that one of some relations lets lie on it."""
    on = [0] * JOKER
    for relation in set(relations):
        for card in range(JOKER):
            on[card] |= relation.on[card]
    return tuple(on)


def _first(game: Game, plays: list[Play], homes: set[str]) -> int:
    """Return the set of cards that may begin a foundation."""
    first = 0
    for id in homes:
        for base in game.group(id).bases():
            first |= base
        for play in plays:
            if id in play.targets:
                first |= play.space or 0
    return first


def _into_space(game: Game, plays: list[Play], group: Group, pile: int) -> int:
    """Return the set of cards that a pile of a group, counted from 0 in it, takes while it is empty."""
    if any(isinstance(auto, Local) and auto.refills == group.id for auto in game.definition.auto):
        return ALL
    space = 0
    for play in plays:
        if group.id in play.targets:
            space |= group.bases()[pile] if play.space is None else play.space
    return space


class DeadEndFinder:
    """Finds dead ends of a game."""

    def __init__(self, dead_ends: DeadEnds) -> None:
        self._known = dead_ends
        self._on = [*dead_ends.on, *[0] * (2 * DOWN - JOKER)]
        self._holds = [*dead_ends.holds, *[0] * (2 * DOWN - JOKER)]
        # The sets of all cards, of those that are home, that foundations take, that are available, that have a place.
        self._home = self._wanted = self._free = self._places = 0
        self._all = 0
        self._left: dict[int, int] = {}

    def is_dead(self, piles: Sequence[Sequence[int]]) -> bool:
        """True if some card can never get home from where it lies, whatever the moves."""
        self._home, self._wanted, self._free, self._places = 0, self._known.first, 0, 0
        self._left = {}
        self._all = 0
        for pile, cards in enumerate(piles):
            for card in cards:
                self._all |= BIT[card % DOWN]
            self._look(pile, cards)
        grown = True
        while grown:
            grown = self._bring_home()
            for pile in self._left:
                grown = self._lay_off(pile, piles[pile]) or grown
        return self._home != self._all

    def _look(self, pile: int, cards: Sequence[int]) -> None:
        """Note what a pile offers at first."""
        kind = self._known.kinds[pile]
        if kind == HOME:
            for card in cards:
                self._take_home(card)
        elif kind == FREE:
            for card in cards:
                self._free_up(card)
        else:
            self._left[pile] = len(cards)
            self._show(pile, cards)

    def _show(self, pile: int, cards: Sequence[int]) -> None:
        """Note the card on which a column now ends, or its space."""
        left = self._left[pile]
        if left:
            self._free_up(cards[left - 1])
        else:
            self._places |= self._known.space[pile]

    def _free_up(self, card: int) -> None:
        """Note that a card is available, to move and to be built on."""
        self._free |= BIT[card % DOWN]
        self._places |= self._on[card % DOWN]

    def _take_home(self, card: int) -> None:
        """Note that a card is home."""
        self._home |= BIT[card]
        self._wanted |= self._known.follows[card]
        if self._known.returns:
            self._places |= self._on[card]

    def _bring_home(self) -> bool:
        """Take home all cards that are available and wanted. Return True if there was one."""
        grown = False
        while fresh := self._free & self._wanted & ~self._home:
            self._take_home(fresh.bit_length() - 1)
            grown = True
        return grown

    def _lay_off(self, pile: int, cards: Sequence[int]) -> bool:
        """Lay off the cards of a column as far as there are places. Return True if there was one."""
        before = self._left[pile]
        while count := self._movable(cards, self._left[pile]):
            for _ in range(count):
                self._left[pile] -= 1
                self._show(pile, cards)
        return self._left[pile] < before

    def _movable(self, cards: Sequence[int], left: int) -> int:
        """Return how many cards at the end of a column, of which `left` remain, can be laid off together; 0: none."""
        for count in range(1, left + 1):
            card = cards[left - count] % DOWN
            if self._places & BIT[card] or (count == 1 and self._home & BIT[card]):
                return count
            if count == left or not self._holds[cards[left - count - 1]] & BIT[card]:
                break
        return 0
