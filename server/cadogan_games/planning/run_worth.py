"""Values a position for a player who knows no hidden cards, in games whose cards go home only by whole runs.

The value of a position is the sum of the values of its piles. A column is good for cards that lie in sequence, and bad
for hidden cards, for the cards over them, and for cards out of sequence. Every card that the stock deals lies out of
sequence at first, so a card that is still in the stock is worth much.

The weights were found by the cross-entropy method, on deals that are not in the reports. Thousands of deals of Spider gave
the weights for one and two suits. Two hundred thousand games of Spiderette gave those for more suits (28 rounds of 24
players, who all played the same 300 deals; cards turned up, runs home and games won were counted). The programs for it play
by the same rules, were written in C++ for speed, and are not part of the repository, so no command of it finds these weights
anew. Spider with four suits, Will o' the Wisp and Aracnida use those of Spiderette. Commands measure how often all of them
win: see the bots' README.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from cadogan_games.engine.cards import DOWN, suit_of
from cadogan_games.engine.table import Table
from cadogan_games.solver.worth import MOST_KNOWN, Worth

SCALE = 10
"""All values are tenths, so that they are whole numbers."""


class Weights(NamedTuple):
    """The values of the features of a pile.

    Attributes:
        hidden: the values of the hidden cards of a column, the lowest first; the last one counts for all further ones too.
        unknown: the value of a card that is about to be turned up.
        in_suit: the value of a card on the next higher one of its suit.
        longer: added for each further card of such a run.
        mixed: the value of a card on the next higher one of another suit.
        broken: the value of a card on any other.
        king_on: added for a king on another card, from where only a space can take it.
        king_base: the value of a king at the bottom of its column.
        run_over_hidden: added in columns with hidden cards for each run in suit.
        sequence_over_hidden: added there for each sequence of any suits.
        deeper: added for each two runs in suit of a column, as the lower one waits for the higher one to go away.
        ace_on_top: added for an ace at the end of a column, on which nothing goes.
        one_run: added for a column that is one run in suit.
        space: the value of an empty column.
        home: the value of a card at home.
        row: the value of a whole row in the stock.
    """

    hidden: tuple[int, ...]
    unknown: int
    in_suit: int
    longer: int
    mixed: int
    broken: int
    king_on: int
    king_base: int
    run_over_hidden: int
    sequence_over_hidden: int
    deeper: int
    ace_on_top: int
    one_run: int
    space: int
    home: int
    row: int


FEW_SUITS = Weights(
    hidden=(-402, -241, -162, -129, -167, -48),
    unknown=-10,
    in_suit=80,
    longer=8,
    mixed=18,
    broken=-66,
    king_on=-2,
    king_base=16,
    run_over_hidden=-14,
    sequence_over_hidden=-34,
    deeper=1,
    ace_on_top=-7,
    one_run=19,
    space=182,
    home=167,
    row=2158,
)
"""The weights for packs of one or two suits."""
MORE_SUITS = Weights(
    hidden=(-267, -166, -171, -179, -322, -92),
    unknown=-12,
    in_suit=127,
    longer=14,
    mixed=17,
    broken=9,
    king_on=-11,
    king_base=20,
    run_over_hidden=-13,
    sequence_over_hidden=9,
    deeper=1,
    ace_on_top=-13,
    one_run=12,
    space=240,
    home=181,
    row=2836,
)
"""The weights for packs of more suits: order in suit is worth more there, and a broken column costs less."""
FEW = 2
"""The largest number of suits that are few."""
UNFILLED = -600
"""The value of a space while spaces have to be filled, because cards are to be dealt."""

BUILT, COLUMN, STOCK, IDLE = range(4)
"""Ways to count a pile."""
KING, RANKS = 12, 13


def suits_in(pack: Sequence[int]) -> int:
    """Return how many suits these cards are of."""
    return len({suit_of(card % DOWN) for card in pack})


def has_few_suits(pack: Sequence[int]) -> bool:
    """Return True if these cards are of one or two suits."""
    return suits_in(pack) <= FEW


def weights_for(pack: Sequence[int]) -> Weights:
    """Return the weights for a game with these cards."""
    return FEW_SUITS if has_few_suits(pack) else MORE_SUITS


class RunWorth(Worth):
    """The values of the piles of one table by their contents.

    Args:
        table: any position of the table.
        fills: values spaces as what has to be filled before cards can be dealt.
        weights: what counts how much; by default as the game's number of suits has it.
    """

    def __init__(self, table: Table, fills: bool = False, weights: Weights | None = None) -> None:
        super().__init__(table)
        self._weights = weights_for(table.game.pack) if weights is None else weights
        self.veils = True
        kinds = {"foundation": BUILT, "tableau": COLUMN, "stock": STOCK}
        self._kinds: list[int] = [kinds.get(group.kind, IDLE) for group in table.game.group_of]
        self._space = UNFILLED if fills else self._weights.space
        self._in_stock = self._weights.row // max(1, self._kinds.count(COLUMN))
        self._columns: dict[bytes, int] = {}

    def of(self, pile: int, content: bytes) -> int:
        """Return the value of a pile with this content."""
        kind = self._kinds[pile]
        if kind == COLUMN:
            found = self._columns.get(content)
            if found is None:
                if len(self._columns) >= MOST_KNOWN:
                    self._columns.clear()
                found = self._columns[content] = self._column(content)
            return found
        if kind == BUILT:
            return self._weights.home * len(content)
        return self._in_stock * len(content) if kind == STOCK else 0

    def _column(self, content: bytes) -> int:
        """Return the value of a column."""
        if not content:
            return self._space
        weights = self._weights
        last = len(content) - 1
        value, hidden, runs, sequences, in_run = 0, 0, 0, 0, 0
        below = -1
        for place, card in enumerate(content):
            if card >= DOWN:
                if place == last:
                    value += weights.unknown
                    runs, sequences = runs + 1, sequences + 1
                else:
                    value += weights.hidden[min(hidden, len(weights.hidden) - 1)]
                    hidden += 1
                continue
            rank = card % RANKS
            if below < 0:
                runs = sequences = 1
                if rank == KING:
                    value += weights.king_on if hidden else weights.king_base
            elif below - card == 1 and suit_of(below) == suit_of(card):
                in_run += 1
                value += weights.in_suit + weights.longer * in_run
            else:
                runs, in_run = runs + 1, 0
                if below % RANKS - rank == 1:
                    value += weights.mixed
                else:
                    sequences += 1
                    value += weights.broken + (weights.king_on if rank == KING else 0)
            below = card
        if hidden:
            value += weights.run_over_hidden * runs + weights.sequence_over_hidden * sequences
        elif runs == 1:
            value += weights.one_run
        if below >= 0 and below % RANKS == 0 and content[last] < DOWN:
            value += weights.ace_on_top
        return value + weights.deeper * (runs - 1) * (runs - 1)
