"""Worth of a column where whole runs go home."""

from __future__ import annotations

from typing import NamedTuple

from cadogan_client.bots.policy import RANKS

MOST_KEPT = 50_000
"""The largest number of columns whose worth is cached."""

KING = RANKS - 1

Pile = tuple[int, ...]


class Weights(NamedTuple):
    """The weight of each point. A point without a weight is not looked at.

    Attributes:
        hidden: the worth of the cards face down, the lowest first; the last one counts for all further ones too. So
            short columns are cleared first.
        unknown: the worth of a card of any kind that is about to be turned up.
        in_suit: the worth of a card on the next higher one of its suit.
        longer: added for each further card of such a run: long runs go home.
        mixed: the worth of a card on the next higher one of another suit.
        broken: the worth of a card on anything else.
        equal: the worth of a card on another of its rank, where such cards are built on each other; else as `broken`.
        space: the worth of an empty column. A larger worth would make a bot keep its spaces instead of using them.
        home: the worth of a card that has gone home.
        whole: the worth of a whole suit in order where nothing goes home.
        step: the cost of each move of a line.
        king_on, king_base: added for a king on another card, which only a space can take away, and for one at the bottom.
        run_over_hidden, sequence_over_hidden: added in columns with hidden cards for each run in suit, and for each
            sequence of any suits.
        deeper: for a column of n + 1 runs, n times n of this is added: the lower ones wait for the higher ones.
        ace_on_top: added for an ace at the end of a column, on which nothing goes.
        one_run: added for a column that is one run in suit.
    """

    hidden: tuple[int, ...]
    unknown: int
    in_suit: int
    longer: int
    mixed: int
    broken: int
    space: int
    home: int
    step: int
    equal: int | None = None
    whole: int = 1200
    king_on: int = 0
    king_base: int = 0
    run_over_hidden: int = 0
    sequence_over_hidden: int = 0
    deeper: int = 0
    ace_on_top: int = 0
    one_run: int = 0


class Columns:
    """The worth of the columns of one table. It is cached, because lines share most columns.

    Args:
        weights: what counts how much.
        goes_home: true if a whole suit in order leaves its column.
    """

    def __init__(self, weights: Weights, goes_home: bool) -> None:
        self.weights = weights
        self._goes_home = goes_home
        self._known: dict[Pile, tuple[int, int, bool]] = {}

    def look(self, pile: Pile) -> tuple[int, int, bool]:
        """Return the worth of a column, a hash of its cards, and whether a whole suit at its end goes home."""
        known = self._known.get(pile)
        if known is None:
            if len(self._known) >= MOST_KEPT:
                self._known.clear()
            whole = ends_whole(pile)
            worth = column_worth(pile, self.weights)
            if whole and not self._goes_home:
                worth += self.weights.whole
            known = self._known[pile] = (worth, hash(pile), whole and self._goes_home)
        return known


def ends_whole(pile: Pile) -> bool:
    """Return True if a column ends with a whole suit in order."""
    if len(pile) < RANKS or pile[-1] < 0 or pile[-1] % RANKS:
        return False
    return pile[-RANKS:] == tuple(range(pile[-1] + KING, pile[-1] - 1, -1))


def column_worth(pile: Pile, weights: Weights) -> int:
    """Return the worth of a column by itself."""
    if not pile:
        return weights.space
    covered = sum(card < 0 for card in pile[:-1])
    worth, runs, sequences = _faces(pile[covered:], weights, bool(covered))
    hidden = weights.hidden
    worth += sum(hidden[:covered]) + hidden[-1] * max(0, covered - len(hidden))
    if covered:
        worth += weights.run_over_hidden * runs + weights.sequence_over_hidden * sequences
    elif runs == 1:
        worth += weights.one_run
    return worth + weights.deeper * (runs - 1) ** 2


def _faces(cards: Pile, weights: Weights, covers: bool) -> tuple[int, int, int]:
    """Return the worth of a column's open cards, the number of their runs in suit, and of their sequences.

    A card that is about to be turned up counts too. `covers` is true if there are hidden cards below.
    """
    first = cards[0]
    if first < 0:
        return weights.unknown, 1, 1
    worth, runs, sequences, in_run = 0, 1, 1, 0
    if first % RANKS == KING:
        worth += weights.king_on if covers else weights.king_base
    below = first
    for card in cards[1:]:
        step = below % RANKS - card % RANKS
        if step == 1 and below // RANKS == card // RANKS:
            in_run += 1
            worth += weights.in_suit + weights.longer * in_run
        else:
            runs, in_run = runs + 1, 0
            if step == 1:
                worth += weights.mixed
            elif step == 0 and weights.equal is not None:
                worth += weights.equal
            else:
                sequences += 1
                worth += weights.broken + (weights.king_on if card % RANKS == KING else 0)
        below = card
    if below % RANKS == 0:
        worth += weights.ace_on_top
    return worth, runs, sequences
