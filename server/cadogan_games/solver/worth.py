"""Values a position: the sum of a value for each pile, by a few ideas that hold in most games.

Cards on foundations are good, and so are spaces and cards in sequence, above all in long runs that go home whole.
Cards that lie face down are bad, the lowest of a column most, and so is a card that lies on one which must go home before
it.
"""

from __future__ import annotations

from collections.abc import Sequence

from cadogan_games.engine.cards import ALL, BIT, DOWN, JOKER, members, suit_of
from cadogan_games.engine.game import Game
from cadogan_games.engine.plays import Play
from cadogan_games.engine.relations import Relation
from cadogan_games.engine.table import Table

HOME = 20
"""The value of a card on a foundation."""
FACE_DOWN = (-14, -9, -6, -4, -3, -2)
"""The values of a column's cards that lie face down, the lowest first; the last value counts for all further ones too. So
short columns are cleared first."""
IN_RUN = 8
"""The value of a card that lies in sequence and moves together with the card under it."""
IN_SEQUENCE = 2
"""The value of a card that lies in sequence but does not move together with the card under it."""
LONGER = 2
"""Added for each further card of a run, in games in which cards go home only by whole runs."""
OUT = -4
"""The value of a card that lies face up on another, but not in sequence."""
OVER_EARLIER = -5
"""Added for a card that lies over a card of its suit which goes home earlier."""
SPACE, CELL = 12, 6
"""The values of an empty column and of an empty cell, if any card may go there."""
NEVER_HOME = 99
"""The order of a card that no foundation takes."""
MOST_KNOWN = 1 << 16
"""The number of contents of a group's piles whose values are kept. When there are more, they are forgotten."""

BUILT, COLUMN, STORE, IDLE = range(4)
"""Ways to count a group: as foundations, columns, cells, or not at all."""


class Worth:
    """The values of the piles by their contents, for a table and what can become of it.

    Attributes:
        veils: true if a card that a move turns up is to be valued as a card that nobody knows.
    """

    def __init__(self, table: Table) -> None:
        game = table.game
        assert isinstance(game, Game)
        self.veils = False
        order = _order_of_going_home(game, table)
        self._groups: list[GroupWorth] = []
        for group in game.index.groups:
            kind = {"foundation": BUILT, "discard": BUILT, "tableau": COLUMN, "reserve": STORE}.get(group.kind, IDLE)
            plays = [rule for rule in (*game.forced, *game.moves) if isinstance(rule, Play)]
            runs = [relation for play in plays if group.id in play.sources for relation in play.runs]
            taken = group.bases()[0]
            for play in plays:
                if group.id in play.targets and play.space is not None:
                    taken |= play.space
            space = (SPACE if kind == COLUMN else CELL) * len(members(taken & ALL)) // JOKER
            self._groups += [GroupWorth(kind, group.accepts, runs, space, order)] * group.size

    def of(self, pile: int, content: bytes) -> int:
        """Return the value of a pile with this content."""
        return self._groups[pile].of(content)


class GroupWorth:
    """The values of the piles of one group."""

    def __init__(self, kind: int, accepts: Relation, runs: Sequence[Relation], space: int, order: list[int]) -> None:
        self._kind = kind
        self._space = space
        self._order = order
        self._longer = LONGER if min(order) == NEVER_HOME else 0
        self._accepts = [*accepts.on, *[0] * (2 * DOWN)]
        merged = [0] * (3 * DOWN)
        for relation in runs or [accepts]:
            for card in range(JOKER):
                merged[card] |= relation.on[card]
        self._moves_on = merged
        self._known: dict[bytes, int] = {}

    def of(self, content: bytes) -> int:
        """Return the value of a pile with this content."""
        found = self._known.get(content)
        if found is None:
            if len(self._known) >= MOST_KNOWN:
                self._known.clear()
            found = self._known[content] = self._valued(content)
        return found

    def _valued(self, content: bytes) -> int:
        if self._kind == BUILT:
            return HOME * len(content)
        if self._kind == IDLE:
            return 0
        if not content:
            return self._space
        value, hidden, length = 0, 0, 0
        below = 2 * DOWN
        for card in content:
            if card >= DOWN:
                value += FACE_DOWN[min(hidden, len(FACE_DOWN) - 1)]
                hidden += 1
            elif self._moves_on[below] & BIT[card]:
                length += 1
                value += IN_RUN + self._longer * length
            else:
                length = 0
                if self._accepts[below] & BIT[card]:
                    value += IN_SEQUENCE
                elif below < DOWN:
                    value += OUT
            below = card
        return value + OVER_EARLIER * self._over_earlier(content)

    def _over_earlier(self, content: bytes) -> int:
        """Return the number of cards that lie over a card of their suit which goes home earlier."""
        earliest = [NEVER_HOME] * 5
        count = 0
        for card in content:
            bare = card % DOWN
            suit, order = suit_of(bare), self._order[bare]
            if earliest[suit] < order:
                count += 1
            else:
                earliest[suit] = order
        return count


def _order_of_going_home(game: Game, table: Table) -> list[int]:
    """Return for each card after how many others, at least, it can go on a foundation."""
    order = [NEVER_HOME] * (JOKER + 1)
    for group in game.index.groups:
        if group.kind != "foundation":
            continue
        first = 0
        for base in group.bases():
            first |= base
        for pile in table.group(group.id):
            if pile:
                first |= BIT[pile[0] % DOWN]
        after, known = 0, 0
        while first:
            known |= first
            following = 0
            for card in members(first):
                order[card] = min(order[card], after)
                if card < JOKER:
                    following |= group.accepts.on[card]
            first = following & ~known
            after += 1
    return order
