"""A bot's memory of a game. It keeps the bot from going round in circles, and brings each game to an end."""

from __future__ import annotations

from collections.abc import Sequence

from cadogan_client.bots.policy import RANKS, Move, View

PATIENCE = 40
"""The number of moves without any gain after which a bot gives up, plus twice the cards of stock and waste."""

MANY_ROUNDS = 4
"""The number of redeals after which the stock seems to turn without end. Rules that limit redeals allow three at most."""

REDEAL = "redeal"
"""The action that begins another round of the stock."""


class Memory:
    """The earlier positions of one game, the moves tried in each, and the number of moves since the last gain.

    A position is known by its piles, and by those counters that sometimes go down. A counter that only goes up, such as
    the number of redeals, would make every position look new.

    Args:
        patience: the moves without any gain before it is weary, as a share of `PATIENCE` plus twice the cards of stock and waste.
    """

    def __init__(self, patience: float = 1.0) -> None:
        self._patience = patience
        self._tried: dict[int, set[Move]] = {}
        self._falling: set[int] = set()
        self._counters: list[int] = []
        self._hashes: list[int] = []
        self._salt = 0
        self._here = 0
        self._best: int | None = None
        self._idle = 0
        self._rounds = self._redeals = 0

    def arrive(self, view: View) -> None:
        """Note the current position of the game."""
        for i, (now, before) in enumerate(zip(view.counters, self._counters, strict=False)):
            if now < before:
                self._falling.add(i)
        self._counters = view.counters[:]
        self._hashes = [hash((i, *pile)) for i, pile in enumerate(view.piles)]
        self._salt = hash(tuple(view.counters[i] for i in sorted(self._falling)))
        self._here = sum(self._hashes) ^ self._salt
        self._measure(view)

    @property
    def weary(self) -> bool:
        """True if nothing has been gained for so many moves that it is time to give up."""
        return self._idle > self._limit

    @property
    def restless(self) -> bool:
        """True if a round of the stock has gained nothing, in a game that seems to allow any number of rounds."""
        return self._rounds >= 1 and self._redeals >= MANY_ROUNDS

    def fresh(self, view: View, moves: Sequence[Move]) -> list[Move]:
        """Return the moves that have not been tried here and that do not lead back to an earlier position."""
        tried = self._tried.setdefault(self._here, set())
        return [move for move in moves if move not in tried and not self._leads_back(view, move)]

    def note_move(self, move: Move) -> None:
        """Note that this move is made now."""
        self._tried[self._here].add(move)
        if move[0] == REDEAL:
            self._rounds += 1
            self._redeals += 1

    def _leads_back(self, view: View, move: Move) -> bool:
        if len(move) != 3 or isinstance(move[0], str):
            return False
        src, dst, n = move
        a, b = view.piles[src], view.piles[dst]
        if len(a) > n and a[-n - 1] < 0:
            return False  # a card is turned up, so the position is new
        there = self._here ^ self._salt
        there += hash((src, *a[:-n])) - self._hashes[src] + hash((dst, *b, *a[-n:])) - self._hashes[dst]
        return there ^ self._salt in self._tried

    def _measure(self, view: View) -> None:
        """Note if anything was gained: cards home, cards turned up, joined in suit, or brought into play."""
        gained, loose = 0, 0
        for kind, pile in zip(view.kinds, view.piles, strict=True):
            if kind in ("foundation", "discard"):
                gained += 4 * len(pile)
            elif kind in ("stock", "waste"):
                loose += len(pile)
            else:
                gained += _ordered(pile)
        self._limit = self._patience * (PATIENCE + 2 * loose)
        if self._best is None or gained - loose > self._best:
            self._best = gained - loose
            self._idle = self._rounds = 0
        else:
            self._idle += 1


def _ordered(pile: list[int]) -> int:
    """Return the number of cards that lie in suit on the next rank, less two for each card face down."""
    found = 0
    below = -9
    for card in pile:
        if card < 0:
            found -= 2
        elif (card - below == 1 or below - card == 1) and card // RANKS == below // RANKS:
            found += 1
        below = card
    return found
