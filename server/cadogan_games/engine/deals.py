"""The deal: steps that take cards from the shuffled pack and lay them on the table."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from cadogan_games.engine.auto import taker
from cadogan_games.engine.cards import ALL, DOWN
from cadogan_games.engine.refusals import some_of
from cadogan_games.engine.shuffle import shuffled
from cadogan_games.engine.table import Table


class BadDeal(ValueError):
    """A deal asks for a card that the pack does not have."""


class Dealer:
    """The pack in hand, first card first, and the table it is dealt to."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.pack: list[int] = []
        self._shuffles = 0
        self.shuffle()

    def shuffle(self, cards: Iterable[int] | None = None) -> None:
        """Takes the whole pack, or just these cards from their standard order, in the order of the seed's next shuffle."""
        pack = self.table.game.pack if cards is None else sorted(cards)
        self.pack = shuffled(pack, self.table.seed, self._shuffles)
        self._shuffles += 1

    def begin_with(self, cards: Iterable[int]) -> None:
        """Before anything is dealt: takes just these cards instead of the whole pack, in the order of the seed's first shuffle."""
        self._shuffles = 0
        self.shuffle(cards)

    def next(self) -> int:
        """The next card of the pack, which is taken from it. Raises BadDeal where none is left."""
        if not self.pack:
            raise BadDeal(f"the deal asks for more cards than the {len(self.table.game.pack)} of the pack")
        return self.pack.pop(0)

    def first_of(self, cards: int) -> int:
        """The first card met from the top that is in a set; it is taken out of the pack. Raises BadDeal where none is."""
        i = next((i for i, c in enumerate(self.pack) if cards >> c & 1), None)
        if i is None:
            raise BadDeal(f"the deal sets out {some_of(cards)}, and none is left in the pack")
        return self.pack.pop(i)

    def lay(self, card: int, pile: int, *, down: bool = False) -> None:
        """Lays a card on a pile."""
        self.table.piles[pile].append(card + DOWN if down else card)

    def piles(self, id: str) -> range:
        """The numbers of a group's piles."""
        return self.table.game.indexes(id)


Step = Callable[[Dealer], None]
"""One step of the deal."""


def set_out(group: str, cards: Sequence[int]) -> Step:
    """For each pile of a group, in order, the first card met of its set is taken out of the pack and laid there."""

    def step(dealer: Dealer) -> None:
        for pile, mask in zip(dealer.piles(group), cards, strict=True):
            dealer.lay(dealer.first_of(mask), pile)

    return step


def rounds(group: str, count: int | None = None, *, down: bool = False) -> Step:
    """So many cards to each pile of a group, in rows: one to each pile, then the next. By default all that are left."""

    def step(dealer: Dealer) -> None:
        piles = dealer.piles(group)
        for n in range(len(dealer.pack) if count is None else count * len(piles)):
            dealer.lay(dealer.next(), piles[n % len(piles)], down=down)

    return step


def round_passing(group: str, *homes: str, passing: int = ALL) -> Step:
    """One card to each pile of a group; a card of the set `passing` that one of the homes takes goes there at once instead.

    Then the next card is dealt to the same pile.
    """

    def step(dealer: Dealer) -> None:
        for pile in dealer.piles(group):
            card = dealer.next()
            while passing >> card & 1 and (home := taker(dealer.table, card, *homes)) is not None:
                dealer.lay(card, home)
                card = dealer.next()
            dealer.lay(card, pile)

    return step


def to_first(group: str, count: int = 1) -> Step:
    """So many cards to the first pile of a group, the last on top."""

    def step(dealer: Dealer) -> None:
        for _ in range(count):
            dealer.lay(dealer.next(), dealer.piles(group)[0])

    return step


def packets(group: str, count: int) -> Step:
    """So many cards together to each pile of a group in turn, the last on top, until the pack or the piles are used up."""

    def step(dealer: Dealer) -> None:
        for pile in dealer.piles(group):
            for _ in range(min(count, len(dealer.pack))):
                dealer.lay(dealer.next(), pile)

    return step


def triangle(group: str) -> Step:
    """Klondike's deal: row n gives one card face up to pile n and one face down to each pile after it."""

    def step(dealer: Dealer) -> None:
        piles = dealer.piles(group)
        for n, open_pile in enumerate(piles):
            dealer.lay(dealer.next(), open_pile)
            for pile in piles[n + 1 :]:
                dealer.lay(dealer.next(), pile, down=True)

    return step


def rest(group: str = "stock", *, down: bool = True) -> Step:
    """All cards left go to a group's first pile, face down, so that the next card of the pack lies on top."""

    def step(dealer: Dealer) -> None:
        pile = dealer.piles(group)[0]
        while dealer.pack:
            dealer.lay(dealer.pack.pop(), pile, down=down)

    return step


def then(act: Callable[[Table], None]) -> Step:
    """What the table does itself once cards are laid: a first row dealt from the stock, a counter set."""
    return lambda dealer: act(dealer.table)
