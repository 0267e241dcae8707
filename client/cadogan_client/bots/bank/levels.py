"""Russian Bank, in three levels: what must be played, then the reserve, then room among the houses, then the stock."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import ClassVar

from cadogan_client.bots.policy import RANKS, Move, Policy, View

STOP: Move = ("stop",)

SPACES_KEPT = 1
"""The empty houses that the good bot does not give to cards of its stock, while its reserve has cards."""


class BankLevel(Policy):
    """A policy for Russian Bank. It makes the best play that it notices; otherwise it turns a card, and lays it off.

    Attributes:
        notices: the chance to notice a play at a look, 0 to 1. An overlooked play may have been compulsory.
        watches: the chance to notice an error of the opponent.
        plans: true if it moves cards among the houses, to empty one or to bare a card that goes home.
    """

    notices: ClassVar[float] = 1.0
    watches: ClassVar[float] = 0.95
    plans: ClassVar[bool] = True

    def __init__(self, random: Random) -> None:
        super().__init__(random)
        self._looked: tuple[int, ...] = ()

    def choose(self, view: View, moves: Sequence[Move]) -> Move | None:
        """Return the move to make, or None only if no move is legal. The bot never resigns."""
        own = [move for move in moves if move != STOP]
        if not own:
            return None
        worth = {move: worth for move in own if (worth := self._worth(view, move)) > 0}
        noticed = [move for move in worth if self.random.random() < self.notices]
        if noticed:
            return max(noticed, key=lambda move: (worth[move], self.random.random()))
        last = [move for move in own if isinstance(move[0], str) or view.group_of[move[1]] == "waste"]
        ends = [move for move in last if isinstance(move[0], str) or ends_turn(view, move)]
        return self.random.choice(ends or list(worth) or own)

    def calls(self, view: View, moves: Sequence[Move]) -> Move | None:
        """Return the call of "stop!", or None. The table shows whoever looks closely whether there was an error; the
        counter only saves the bot the trouble. It looks once at each move."""
        counts = dict(zip(view.counter_names, view.counters, strict=True))
        look = (counts["plays"], counts["barren"], counts["seat"])
        if STOP not in moves or look == self._looked:
            return None
        self._looked = look
        return STOP if counts["_error"] and self.random.random() < self.watches else None

    def _worth(self, view: View, move: Move) -> float:
        """Return what a play is worth: 0 for one that gains nothing."""
        if isinstance(move[0], str):
            return 0.0
        src, dst, _ = move
        source, target = view.group_of[src], view.group_of[dst]
        if target == "foundations":
            return 100.0 if source == "reserve" else 90.0
        if target != "houses":
            return 0.0 if ends_turn(view, move) else {"reserve": 70.0, "stock": 60.0}.get(source, 20.0)
        onto = bool(view.piles[dst])
        if source == "reserve":
            return 80.0 if onto else 65.0
        if source == "stock":
            return self._of_stock(view, onto=onto)
        return self._of_house(view, src, onto=onto) if self.plans else 0.0

    def _of_stock(self, view: View, *, onto: bool) -> float:
        if onto:
            return 50.0
        spaces = sum(not pile for pile, group in zip(view.piles, view.group_of, strict=True) if group == "houses")
        return 0.0 if self.plans and spaces <= SPACES_KEPT else 40.0

    def _of_house(self, view: View, src: int, *, onto: bool) -> float:
        """A card that goes to another house: it empties its own, or bares a card that goes home."""
        if not onto:
            return 0.0
        pile = view.piles[src]
        if len(pile) == 1:
            return 75.0
        return 72.0 if goes_home(view, pile[-2]) else 0.0


class BankEasy(BankLevel):
    """Overlooks a play in six, hardly ever stops anybody, and leaves the houses as they are."""

    notices = 0.83
    watches = 0.25
    plans = False


class BankFair(BankLevel):
    """Overlooks a play now and then, and more errors than it sees."""

    notices = 0.93
    watches = 0.5


class BankGood(BankLevel):
    """Overlooks nothing, and hardly any error."""


def ends_turn(view: View, move: Move) -> bool:
    """Return True if a move lays a card on the own waste."""
    return view.group_of[move[1]] == "waste" and view.owner_of[move[1]] == view.owner_of[move[0]] is not None


def goes_home(view: View, card: int) -> bool:
    """Return True if a foundation takes a card now."""
    suit, rank = divmod(card, RANKS)
    first = view.group_of.index("foundations")
    return rank in [len(view.piles[first + 2 * suit + n]) for n in (0, 1)]
