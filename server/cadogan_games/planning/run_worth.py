"""How promising a position looks to a player who knows no hidden cards, where cards go home only by whole runs.

The value of a position is the sum of the values of its piles. A column is good for cards that lie in sequence, and bad
for hidden cards, for what lies over them, and for cards out of sequence. All that is dealt from the stock lies out of
sequence at first, so a card that is still in the stock is worth much.

The weights were found by the cross-entropy method: a program of its own played thousands of deals of Spider with one
and two suits, none of which is a deal of the reports.
"""

from __future__ import annotations

from cadogan_games.engine.cards import DOWN, suit_of
from cadogan_games.engine.table import Table
from cadogan_games.solver.worth import MOST_KNOWN, Worth

SCALE = 10
"""All values are tenths, so that they are whole numbers."""
HIDDEN = (-402, -241, -162, -129, -167, -48)
"""The values of the hidden cards of a column, the lowest first; the last one counts for all further ones too."""
UNKNOWN = -10
"""The value of a card that is about to be turned up."""
IN_SUIT = 80
"""The value of a card on the next higher one of its suit."""
LONGER = 8
"""Added for each further card of such a run."""
MIXED = 18
"""The value of a card on the next higher one of another suit."""
BROKEN = -66
"""The value of a card on any other."""
KING_ON = -2
"""Added for a king on another card, from where only a space can take it."""
KING_BASE = 16
"""The value of a king at the bottom of its column."""
RUN_OVER_HIDDEN, SEQUENCE_OVER_HIDDEN = -14, -34
"""Added in columns with hidden cards for each run in suit, and for each sequence of any suits."""
DEEPER = 1
"""Added for each two runs in suit of a column, as the lower one waits for the higher one to go away."""
ACE_ON_TOP = -7
"""Added for an ace at the end of a column, on which nothing goes."""
ONE_RUN = 19
"""Added for a column that is one run in suit."""
SPACE = 182
"""The value of an empty column."""
UNFILLED = -600
"""The same while spaces have to be filled, because cards are to be dealt."""
HOME = 167
"""The value of a card at home."""
ROW = 2158
"""The value of a whole row in the stock."""

BUILT, COLUMN, STOCK, IDLE = range(4)
"""How a pile counts."""
KING, RANKS = 12, 13


class RunWorth(Worth):
    """The values of the piles of one table by their contents.

    Args:
        table: any position of the table.
        fills: values spaces as what has to be filled before cards can be dealt.
    """

    def __init__(self, table: Table, fills: bool = False) -> None:
        super().__init__(table)
        self.veils = True
        kinds = {"foundation": BUILT, "tableau": COLUMN, "stock": STOCK}
        self._kinds: list[int] = [kinds.get(group.kind, IDLE) for group in table.game.group_of]
        self._space = UNFILLED if fills else SPACE
        self._in_stock = ROW // max(1, self._kinds.count(COLUMN))
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
            return HOME * len(content)
        return self._in_stock * len(content) if kind == STOCK else 0

    def _column(self, content: bytes) -> int:
        """Return the value of a column."""
        if not content:
            return self._space
        last = len(content) - 1
        value, hidden, runs, sequences, in_run = 0, 0, 0, 0, 0
        below = -1
        for place, card in enumerate(content):
            if card >= DOWN:
                if place == last:
                    value += UNKNOWN
                    runs, sequences = runs + 1, sequences + 1
                else:
                    value += HIDDEN[min(hidden, len(HIDDEN) - 1)]
                    hidden += 1
                continue
            rank = card % RANKS
            if below < 0:
                runs = sequences = 1
                if rank == KING:
                    value += KING_ON if hidden else KING_BASE
            elif below - card == 1 and suit_of(below) == suit_of(card):
                in_run += 1
                value += IN_SUIT + LONGER * in_run
            else:
                runs, in_run = runs + 1, 0
                if below % RANKS - rank == 1:
                    value += MIXED
                else:
                    sequences += 1
                    value += BROKEN + (KING_ON if rank == KING else 0)
            below = card
        if hidden:
            value += RUN_OVER_HIDDEN * runs + SEQUENCE_OVER_HIDDEN * sequences
        elif runs == 1:
            value += ONE_RUN
        if below >= 0 and below % RANKS == 0 and content[last] < DOWN:
            value += ACE_ON_TOP
        return value + DEEPER * (runs - 1) * (runs - 1)
