"""Plans for games in which whole runs go home, such as Spider: the bot tries lines of moves.

A single move gains nothing there: one run moves away so that another fits, and only several moves together empty a
column. So the bot tries lines in its head, by the rules that it has learned from the legal moves so far, and plays the
line that leads to the best table. Where all cards lie open it looks again after some moves, for a line that is better still.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from cadogan_client.bots.policy import Move, View
from cadogan_client.bots.runs.building import Building, Step
from cadogan_client.bots.runs.columns import Columns, Weights
from cadogan_client.bots.runs.lines import Line, Lines, Piles

MOST_JOINS = 6
"""The largest number of ways in which one card goes on another (step of rank, likeness of suits). With more, nearly every
card would go on nearly every column, and there would be too many lines to try."""


STRICT_JOINS = 4
"""The largest number of such ways where building is strict."""
FEW = 2
"""The largest number of suits that are few."""


class Care(NamedTuple):
    """How a game is planned.

    Attributes:
        weights: what counts how much.
        nodes: how many moves the good bot tries in its head before it plays the best line found.
        width: how many positions it goes on from at a time.
        ahead: after how many moves of a line it looks for a better one.
    """

    weights: Weights
    nodes: int
    width: int
    ahead: int


FEW_SUITS = Care(
    Weights(
        hidden=(-140, -91, -59, -38, -25, -16),
        unknown=60,
        in_suit=80,
        longer=5,
        mixed=20,
        broken=-40,
        space=120,
        home=196,
        step=10,
    ),
    nodes=500,
    width=5,
    ahead=999,
)
"""With one or two suits, or where cards are built in suit alone. The weights were found by trial, over ten deals each of
seven games with runs."""
MORE_SUITS = Care(
    Weights(
        hidden=(-292, -219, -180, -201, -337, -111),
        unknown=-8,
        in_suit=121,
        longer=17,
        mixed=23,
        broken=26,
        space=161,
        home=228,
        step=2,
        equal=9,
        king_on=-37,
        king_base=23,
        run_over_hidden=-26,
        sequence_over_hidden=38,
        deeper=2,
        ace_on_top=-18,
        one_run=17,
    ),
    nodes=700,
    width=8,
    ahead=999,
)
"""With more suits. Order in suit is worth more there, and what lies out of order costs less. These weights and those below
were found by the cross-entropy method, in a program in C++ that models this bot and is not part of the repository: these by
some 18,000 games on 1,140 deals of Spider with four suits, those by some 5,000 on 350 deals of Mrs. Mop. None is a deal of
the reports."""
OPEN = Care(
    Weights(
        hidden=(0,),
        unknown=0,
        in_suit=119,
        longer=9,
        mixed=17,
        broken=-43,
        space=157,
        home=284,
        step=1,
        king_on=-5,
        king_base=26,
        deeper=-2,
        ace_on_top=-8,
        one_run=28,
    ),
    nodes=24000,
    width=40,
    ahead=8,
)
"""With more suits where all cards lie open, so that lines of any length can be foreseen."""


class Runs:
    """Plans for one table on which whole runs go home, and the rules learned for it.

    In other games it costs next to nothing.

    Args:
        share: the moves to try, as a share of what the good bot tries.
    """

    def __init__(self, share: float = 1.0) -> None:
        self._share = share
        self._building = Building()
        self._care: Care | None = None
        self._lines: Lines | None = None
        self._filling = False
        self._plan: list[Move] = []
        self._worth = 0
        self._made = 0
        self._expected: Piles = ()

    def look(self, view: View, moves: Sequence[Move]) -> None:
        """Learn from the legal moves: if single cards go home, which cards go on which, and which move together."""
        self._building.look(view, moves)

    @property
    def at_hand(self) -> bool:
        """True if, as far as was seen, whole runs go home here and some trials are enough to find good lines."""
        building = self._building
        return building.whole and not building.single and len(building.joins) <= MOST_JOINS

    @property
    def loose(self) -> bool:
        """True if nearly every card goes on nearly every column, as in Aracnida, where equal ranks go on each other too."""
        return self.at_hand and len(self._building.joins) > STRICT_JOINS

    def choose(self, view: View, fresh: Sequence[Move]) -> Move | None:
        """Return the next move of the best line.

        If there is no line, return an action that takes a run home or brings new cards, else None.
        """
        now = tuple(tuple(view.piles[column]) for column in self._building.columns)
        actions = sorted((move for move in fresh if isinstance(move[0], str)), key=len)
        if actions and (self._filling or len(actions[-1]) > 1):
            self._filling = False
            return actions[-1]  # an action that names a pile takes a run home
        stock = _cards(view, "stock") > 0
        lines, care = self._prepared(now, stock)
        if not self._filling and (move := self._next_of_line(now, fresh, _cards(view, "foundation"), lines, care)):
            return move
        if actions:
            return actions[0]
        self._filling = stock and not all(now)
        return self._fill(now, fresh, lines) if self._filling else None

    def _prepared(self, now: Piles, stock: bool) -> tuple[Lines, Care]:
        """Return what finds lines at this table, and how."""
        few = len(self._building.suits) <= FEW or not self._building.any_suit
        hidden = stock or any(pile and pile[0] < 0 for pile in now)
        care = FEW_SUITS if few else MORE_SUITS if hidden else OPEN
        if self._lines is None or care is not self._care:
            self._lines, self._care = Lines(self._building, Columns(care.weights, self._building.homes)), care
            self._plan = []
        return self._lines, care

    def _next_of_line(self, now: Piles, fresh: Sequence[Move], home: int, lines: Lines, care: Care) -> Move | None:
        """Return the next move of the line that is being played, or of a better one."""
        if now != self._expected or not self._plan or self._plan[0] not in fresh:
            self._plan = []
        if not self._plan or self._made >= care.ahead:
            self._made = 0
            first = [self._index(move) for move in fresh if self._is_between_columns(move)]
            nodes, width = (max(1, round(self._share * most)) for most in (care.nodes, care.width))
            line = lines.best(now, first, nodes, width)
            if line is not None:
                self._take(line, home, care.weights)
        if not self._plan:
            return None
        move = self._plan.pop(0)
        self._made += 1
        self._expected = lines.after(now, self._index(move))
        return move

    def _take(self, line: Line, home: int, weights: Weights) -> None:
        """Take a line for the plan, unless the rest of the present one leads to a better position. `home` cards are home."""
        worth = line.worth + weights.home * home
        if not self._plan or worth - weights.step * len(line.steps) > self._worth - weights.step * len(self._plan):
            columns = self._building.columns
            self._plan, self._worth = [(columns[src], columns[dst], n) for src, dst, n in line.steps], worth

    def _fill(self, now: Piles, fresh: Sequence[Move], lines: Lines) -> Move | None:
        """Return the cheapest move that fills a space. No row is dealt while there is a space."""
        fills = []
        for move in fresh:
            if self._is_between_columns(move):
                src, dst, n = self._index(move)
                if not now[dst] and n < len(now[src]):
                    fills.append((lines.worth(lines.after(now, (src, dst, n))), move))
        return max(fills)[1] if fills else None

    def _is_between_columns(self, move: Move) -> bool:
        columns = self._building.columns
        return len(move) == 3 and move[0] in columns and move[1] in columns

    def _index(self, move: Move) -> Step:
        columns = self._building.columns
        return columns.index(move[0]), columns.index(move[1]), move[2]


def _cards(view: View, kind: str) -> int:
    """Return how many cards lie in the piles of a kind."""
    return sum(len(pile) for pile, other in zip(view.piles, view.kinds, strict=True) if other == kind)
