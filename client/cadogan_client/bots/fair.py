"""The fair bot: plays as somebody does who knows the rules and doesn't think far."""

from __future__ import annotations

from collections.abc import Sequence

from cadogan_client.bots.allrounder import Allrounder
from cadogan_client.bots.malice import MaliceFair
from cadogan_client.bots.policy import Move, View

SLIP = 0.1
"""How often it does not look, and takes any move."""

HOME, UNCOVER, BRING, OFFER, SHIFT, LAST = 5, 4, 3, 2, 1, 0
"""What a move is good for, the best first: a card home, one turned up, one brought into play, the stock, the rest."""

ACTIONS = {"discard": HOME, "redeal": LAST, "grace": LAST, "exchange": LAST}


class Fair(Allrounder):
    """Sends home what it can, turns up what lies face down, brings cards into play, then turns the stock."""

    duellist = MaliceFair

    def pick(self, view: View, moves: Sequence[Move], fresh: Sequence[Move]) -> Move | None:
        """Return one of the most useful moves."""
        if self.random.random() >= SLIP:
            uses = [use_of(view, move) for move in fresh]
            most = max(uses)
            fresh = [move for move, use in zip(fresh, uses, strict=True) if use == most]
        return self.random.choice(fresh)


def use_of(view: View, move: Move) -> int:
    """Return what a move is good for."""
    if isinstance(move[0], str):
        return ACTIONS.get(move[0], OFFER)
    src, dst, n = move
    cards, kinds = view.piles[src], view.kinds
    if kinds[src] in ("foundation", "discard"):
        return LAST
    if kinds[dst] in ("foundation", "discard"):
        return HOME
    if kinds[dst] == "reserve":
        return LAST  # a free cell is for when nothing else is left
    if len(cards) > n and cards[-n - 1] < 0:
        return UNCOVER
    if kinds[src] != kinds[dst]:
        return BRING
    return SHIFT
