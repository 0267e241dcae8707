"""The worth of a move: the worth of the two piles that it changes, before and after, as far as a player sees it."""

from __future__ import annotations

from collections.abc import Sequence

from cadogan_client.bots.gains import Gains
from cadogan_client.bots.needs import FAR, Needs
from cadogan_client.bots.pairs import Pairs
from cadogan_client.bots.policy import RANKS, Move, View

# The weights were found by trial, over 34 games of all families.

HOME = 40.0
"""The worth of a card on a foundation or a discard pile."""
HIDDEN = 9.0
"""The cost of a card face down in the tableau."""
BURIED = 0.35
"""The cost, for each step of need, of a card under one that is needed later."""
JOIN = 4.0
"""The worth of two neighbours in suit and sequence."""
READY = 4.0
"""The worth of a card that is the last of its pile and next to go home. Cards that go home later count less, by the
square of their need."""
SPACE = 4.0
"""The worth of an empty pile of the tableau that takes any card."""
CLOSED_SPACE = 0.5
"""The worth of an empty pile that takes only a few cards, such as kings."""
LOOSE = {"waste": 3.0, "reserve": 7.0, "hand": 3.0}
"""The cost of a card in these groups, which is not yet in play."""
KEPT_OPEN = 1.0
"""The worth of a card in a reserve that nothing refills. It is at hand there, and would be in the way on the tableau."""
PARTNER = 3.0
"""In games with pairs, the worth of each partner that an uncovered card has among the open cards."""

ACTIONS = {"discard": HOME, "turn": 2.0, "reveal": 2.0, "deal": -0.5, "redeal": -6.0, "grace": -8.0, "exchange": -4.0}
"""The worth of an action by itself."""

OTHER_ACTION = 0.75
"""The worth of any other action."""


class Worth:
    """Weighs the moves of one race, by the rules learned so far.

    Every player sees which cards go home, are turned up, or come into play. Insight shows how cards should lie so that
    later ones can go home.

    Args:
        insight: the weight of the finer points, 0 for none to 1 for all.
    """

    def __init__(self, insight: float) -> None:
        self._insight = insight
        self.needs = Needs()
        self._pairs = Pairs()
        self._gains = Gains()
        self._space = SPACE
        self._kinds: list[str] = []
        self._loose = LOOSE
        self._tableau: list[int] = []
        self._lifted: dict[tuple[int, int], float] = {}

    def look(self, view: View, moves: Sequence[Move]) -> None:
        """Look at the table and learn from the legal moves, before any of them is weighed."""
        self.needs.look(view, moves)
        self._pairs.look(view, moves)
        self._gains.look(view)
        if not self._kinds:
            self._look_at_kinds(view.kinds)
        self._look_at_spaces(view, moves)
        self._lifted.clear()

    def note_move(self, move: Move) -> None:
        """Note that this move is made now."""
        self._gains.note_move(move)

    def _look_at_kinds(self, kinds: list[str]) -> None:
        """Look at the kinds of piles. Without a stock, nothing replaces a card of the reserve."""
        self._kinds = kinds
        self._tableau = [i for i, kind in enumerate(kinds) if kind == "tableau"]
        if "stock" not in kinds:
            self._loose = LOOSE | {"reserve": -KEPT_OPEN}

    def _look_at_spaces(self, view: View, moves: Sequence[Move]) -> None:
        """Find out if an empty pile takes any card: that is so if most of the open cards may go there."""
        piles = view.piles
        space = next((i for i in self._tableau if not piles[i]), None)
        if space is None:
            return
        tops = sum(1 for i in self._tableau if piles[i] and piles[i][-1] >= 0)
        takers = {move[0] for move in moves if len(move) == 3 and move[1] == space and view.kinds[move[0]] == "tableau"}
        self._space = SPACE if len(takers) >= tops / 2 else CLOSED_SPACE

    def weigh(self, view: View, move: Move) -> float:
        """Return the worth of a move."""
        if isinstance(move[0], str):
            return self._weigh_action(view, move)
        src, dst, n = move
        a, b = view.piles[src], view.piles[dst]
        kinds = view.kinds
        worth = self._without(view, src, n) - self._without(view, src, 0)
        worth += self._pile(kinds[dst], b + a[-n:]) - self._without(view, dst, 0)
        if len(a) > n and a[-n - 1] < 0 and kinds[src] != "stock":
            worth += HIDDEN  # it will be turned up
        if not b and len(a) == n and view.group_of[src] == view.group_of[dst]:
            worth -= HOME  # a whole pile goes into another space, which changes nothing
        return worth

    def _weigh_action(self, view: View, move: Move) -> float:
        worth = ACTIONS[move[0]] if move[0] in ACTIONS else OTHER_ACTION + HOME * self._gains.of(move)
        for spot in move[1:]:
            pile = spot if isinstance(spot, int) else spot[0]
            cards = view.piles[pile]
            worth += self._pile(view.kinds[pile], cards[:-1]) - self._pile(view.kinds[pile], cards)
            if len(cards) > 1:
                worth += self._insight * PARTNER * self._pairs.partners(cards[-2])
        return worth

    def _without(self, view: View, pile: int, n: int) -> float:
        """Return the worth of a pile without its last n cards.

        It is cached for one choice, since many moves need the same value.
        """
        worth = self._lifted.get((pile, n))
        if worth is None:
            cards = view.piles[pile]
            worth = self._lifted[pile, n] = self._pile(view.kinds[pile], cards[:-n] if n else cards)
        return worth

    def _pile(self, kind: str, cards: list[int]) -> float:
        """Return the worth of a pile."""
        if kind in ("foundation", "discard"):
            return HOME * len(cards)
        if kind == "tableau":
            return self._column(cards) if cards else self._insight * self._space
        if cards and kind in self._loose:
            return self._ready(cards[-1]) - self._loose[kind] * len(cards)
        return 0.0

    def _ready(self, card: int) -> float:
        """Return the worth of a card as the last of its pile. It is high if the card is needed soon."""
        if card < 0:
            return 0.0
        need = self.needs.of[card]
        return self._insight * (READY / need**2) if need < FAR else 0.0

    def _column(self, cards: list[int]) -> float:
        """Return the worth of a tableau pile. Cards built on a card do not bury it, since they move together."""
        of = self.needs.of
        worth = self._ready(cards[-1])
        above, latest, beyond = -99, 0, 0
        for card in reversed(cards):
            if card < 0:
                worth -= HIDDEN
                continue
            need = of[card]
            if card % RANKS - above % RANKS not in (1, -1) or above < 0:
                beyond = latest
            elif above // RANKS == card // RANKS:
                worth += self._insight * JOIN
            if need < beyond:
                worth -= self._insight * (BURIED * (beyond - need))
            latest = max(latest, need)
            above = card
        return worth
