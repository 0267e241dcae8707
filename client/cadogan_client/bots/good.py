"""The good bot: thinks a few moves ahead and takes what improves the table most."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from cadogan_client.bots.ahead import EFFORT, NOTHING, Mark, Step, think
from cadogan_client.bots.allrounder import Allrounder
from cadogan_client.bots.laws import UNKNOWN, Laws, Pile
from cadogan_client.bots.malice import MaliceGood
from cadogan_client.bots.needs import FAR, Needs
from cadogan_client.bots.pairs import Pairs
from cadogan_client.bots.policy import RANKS, Move, View

# The weights were found by trial, over 34 games of all families.

HOME = 40.0
"""The worth of a card on a foundation or a discard pile."""
HIDDEN = 9.0
"""What a card face down in the tableau costs."""
BURIED = 0.35
"""What it costs, for each step of need, that a card lies under one that is needed later."""
JOIN = 4.0
"""The worth of two neighbours in suit that follow each other."""
READY = 4.0
"""The worth of a card that is the last of its pile and next to go home; of later ones less, by the square of their need."""
SPACE = 4.0
"""The worth of an empty pile of the tableau that takes any card."""
CLOSED_SPACE = 0.5
"""The worth of one that takes but a few, such as kings."""
LOOSE = {"waste": 3.0, "reserve": 7.0, "hand": 3.0}
"""What a card costs that lies there, not yet brought into play."""
OPEN_RESERVE = 2.5
"""What a card costs in a reserve into which cards may be laid."""
KEPT_OPEN = 1.0
"""The worth of a card in a reserve that nothing fills again: there it is at hand, and on the tableau it would be in the way."""
PARTNER = 3.0
"""Where pairs are taken off, the worth of a partner that an uncovered card has among the open ones."""
MOST_WEIGHED = 150
"""Of more moves than this it looks at a sample, so as not to think for ever."""

ACTIONS = {"discard": HOME, "turn": 2.0, "reveal": 2.0, "deal": 0.1, "redeal": 0.0, "grace": -8.0, "exchange": -4.0}
"""What an action is worth by itself."""

OTHER_ACTION = 0.75
"""What any other action is worth."""

FILLED = (UNKNOWN,)
"""A pile that will be filled at once when it is empty."""
RESTLESS = 1.0
"""The longer nothing was gained, the less is an empty pile worth: by so much for each move, if no redeal is to come."""
REAL = 0.5
"""What a plan has to gain when nothing was gained for long."""
LONG = 300
"""After so many moves without any gain it gives up."""
REDEALS = "redeals"
"""The counter of games that have any."""
WAITING = ("turn", "redeal")
"""Actions for whose sake plans can wait where there are redeals."""
BRING_NOTHING = ("exchange", "grace")
"""Actions that bring no new cards."""


class Good(Allrounder):
    """Weighs positions by what each pile is worth, and takes the first move of the best plan that it finds by a short search.

    It brings cards home, turns up what lies face down, and does not bury what is needed soon. When no plan gains more, it
    turns, deals or redeals: rather that than shuffle cards about. Where what is turned comes again, it plans but a move at a
    time until the redeals are over. It never goes back to a position it has been in. When
    it has gained nothing for long, only actions that bring new cards and plans that gain something keep it from giving up.
    """

    duellist = MaliceGood

    def __init__(self, random: Random) -> None:
        super().__init__(random)
        self._needs = Needs()
        self._pairs = Pairs()
        self._laws: Laws | None = None
        self.plan: list[Step] = []
        """The moves it is about to make, the one chosen last first."""
        self._again = False
        self._restless = RESTLESS
        self._space = SPACE
        self._loose = LOOSE
        self._kinds: list[str] = []
        self._tableau: list[int] = []
        self._marks: list[dict[Pile, Mark]] = []

    @property
    def gives_up(self) -> bool:
        """Whether nothing was gained for so long that it stops trying."""
        return self.memory.idle > LONG

    def pick(self, view: View, moves: Sequence[Move], fresh: Sequence[Move]) -> Move | None:
        """Return the next move of the plan, or of a new one, or an action; None to give up."""
        if self._laws is None:
            self._laws = Laws(view)
            self._look_at_kinds(view.kinds)
            self._look_at_redeals(view.counter_names)
        self._pairs.look(view, moves)
        self._needs.look(view, moves)
        self._laws.look(view, moves)
        self._look_at_spaces(view, moves)
        self._look_at_reserve(moves)
        best = self._planned(fresh) or self._choose(view, self._laws, fresh)
        if best is not None:
            self._laws.take(view, best)
        return best

    def _planned(self, fresh: Sequence[Move]) -> Move | None:
        """Return the next move of the plan, if all went as it was thought."""
        if len(self.plan) > 1 and self.memory.here == self.plan[0][1] and self.plan[1][0] in fresh:
            del self.plan[0]
            return self.plan[0][0]
        self.plan = []
        return None

    def _choose(self, view: View, laws: Laws, fresh: Sequence[Move]) -> Move | None:
        """Return the best action, or the first move of the best plan if that gains more."""
        weary, chance = self.memory.weary, self.random.random
        actions = [move for move in fresh if isinstance(move[0], str)]
        plain = [move for move in fresh if not isinstance(move[0], str)]
        if weary:
            actions = [move for move in actions if move[0] not in BRING_NOTHING]
        elif len(plain) == 1 and not actions:
            return plain[0]
        for marks in self._marks:
            marks.clear()
        worth, best = REAL if weary else NOTHING, None
        for move in self._sample(actions):
            value = self._weigh_action(view, move) + 0.01 * chance()
            if best is None or value > worth:
                worth, best = value, move
        if plain:
            piles = [tuple(pile) for pile in view.piles]
            effort = 0 if self._patient(view, actions) else EFFORT
            gain, plan = think(piles, self._sample(plain), laws, self._mark, self.memory.been, chance, effort)
            if gain > worth:
                self.plan = plan
                return plan[0][0]
        return best

    def _patient(self, view: View, actions: list[Move]) -> bool:
        """Whether it is better to turn than to make a plan of several moves.

        That is so where what is turned comes again by a redeal; and where several cards could go home in the same place and
        some of them lie in a reserve under others, so that any haste takes that place from those.
        """
        names = {move[0] for move in actions}
        if self._again and not names.isdisjoint(WAITING):
            return True
        if "turn" not in names:
            return False
        buried = any(len(pile) > 1 and kind == "reserve" for pile, kind in zip(view.piles, view.kinds, strict=True))
        return buried and self._needs.mixed

    def _sample(self, moves: list[Move]) -> list[Move]:
        return self.random.sample(moves, MOST_WEIGHED) if len(moves) > MOST_WEIGHED else moves

    def _mark(self, pile: int, cards: Pile) -> Mark:
        """Return by which number a pile is known, and what it is worth. The thoughts about one move ask the same often."""
        marks = self._marks[pile]
        mark = marks.get(cards)
        if mark is None:
            mark = marks[cards] = hash((pile, *cards)), self._pile(self._kinds[pile], cards)
        return mark

    def _look_at_kinds(self, kinds: list[str]) -> None:
        """See what the table is made of: where there is no stock, nothing takes the place of a card of the reserve."""
        self._kinds = kinds
        self._marks = [{} for _ in kinds]
        self._tableau = [i for i, kind in enumerate(kinds) if kind == "tableau"]
        if "stock" not in kinds:
            self._loose = LOOSE | {"reserve": -KEPT_OPEN}

    def _look_at_redeals(self, counter_names: Sequence[str]) -> None:
        """See whether redeals are counted: then there is time to wait for what was not taken."""
        if REDEALS in counter_names:
            self._again, self._restless = True, 0.0

    def _look_at_spaces(self, view: View, moves: Sequence[Move]) -> None:
        """See whether an empty pile takes any card: whether most of the cards that lie open may go there."""
        piles = view.piles
        space = next((i for i in self._tableau if not piles[i]), None)
        if space is None:
            return
        tops = sum(1 for i in self._tableau if piles[i] and piles[i][-1] >= 0)
        takers = {move[0] for move in moves if len(move) == 3 and move[1] == space and view.kinds[move[0]] == "tableau"}
        self._space = SPACE if len(takers) >= tops / 2 else CLOSED_SPACE

    def _look_at_reserve(self, moves: Sequence[Move]) -> None:
        """See whether cards are laid into the reserve: then one there is no worse than on the waste, but in nobody's way."""
        if self._loose["reserve"] > OPEN_RESERVE:
            kinds = self._kinds
            if any(not isinstance(move[0], str) and kinds[move[1]] == "reserve" for move in moves):
                self._loose = self._loose | {"reserve": OPEN_RESERVE}

    def _weigh_action(self, view: View, move: Move) -> float:
        worth = ACTIONS.get(move[0], OTHER_ACTION)
        for spot in move[1:]:
            pile = spot if isinstance(spot, int) else spot[0]
            cards = view.piles[pile]
            worth += self._pile(view.kinds[pile], cards[:-1]) - self._pile(view.kinds[pile], cards)
            if len(cards) > 1:
                worth += PARTNER * self._pairs.partners(cards[-2])
        return worth

    def _pile(self, kind: str, cards: Sequence[int]) -> float:
        """Return what a pile is worth as it lies there."""
        if kind in ("foundation", "discard"):
            return HOME * len(cards)
        if kind == "tableau":
            return self._column(cards) if cards and cards != FILLED else self._space - self._restless * self.memory.idle
        if cards and kind in self._loose and cards[-1] != UNKNOWN:
            return self._ready(cards[-1]) - self._loose[kind] * len(cards)
        return 0.0

    def _ready(self, card: int) -> float:
        """Return what it is worth that a card is the last of its pile: much, if it is needed soon."""
        if card < 0 or card == UNKNOWN:
            return 0.0
        need = self._needs.of[card]
        return READY / need**2 if need < FAR else 0.0

    def _column(self, cards: Sequence[int]) -> float:
        """Return what a tableau pile is worth. A card is not buried by those that were built on it: they move together."""
        of = self._needs.of
        worth = self._ready(cards[-1])
        above, latest, beyond = -99, 0, 0
        for card in reversed(cards):
            if card < 0:
                worth -= HIDDEN
                continue
            if card == UNKNOWN:
                continue  # anything may be turned up
            need = of[card]
            if card % RANKS - above % RANKS not in (1, -1) or above < 0:
                beyond = latest
            elif above // RANKS == card // RANKS:
                worth += JOIN
            if need < beyond:
                worth -= BURIED * (beyond - need)
            latest = max(latest, need)
            above = card
        return worth
