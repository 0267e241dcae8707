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
    """The pack in hand, first card first, and the table it is dealt to. `pack` is the whole pack in the order of a
    numbered deal; by default the seed shuffles it."""

    def __init__(self, table: Table, pack: list[int] | None = None) -> None:
        self.table = table
        self.pack: list[int] = pack or []
        self._shuffles = 0
        if pack is None:
            self.shuffle()

    def shuffle(self, cards: Iterable[int] | None = None) -> None:
        """Shuffle the whole pack, or only `cards` from their standard order, by the seed's next shuffle, and take it in
        hand."""
        pack = self.table.game.pack if cards is None else sorted(cards)
        self.pack = shuffled(pack, self.table.seed, self._shuffles)
        self._shuffles += 1

    def begin_with(self, cards: Iterable[int]) -> None:
        """Take only these cards instead of the whole pack, by the seed's first shuffle. Call it before anything is
        dealt."""
        self._shuffles = 0
        self.shuffle(cards)

    def next(self) -> int:
        """Take the next card off the pack and return it. Raises BadDeal if none is left."""
        if not self.pack:
            raise BadDeal(f"the deal asks for more cards than the {len(self.table.game.pack)} of the pack")
        return self.pack.pop(0)

    def first_of(self, cards: int) -> int:
        """Take the first card of a set out of the pack and return it. Raises BadDeal if the pack has none."""
        i = next((i for i, c in enumerate(self.pack) if cards >> c & 1), None)
        if i is None:
            raise BadDeal(f"the deal sets out {some_of(cards)}, and none is left in the pack")
        return self.pack.pop(i)

    def lay(self, card: int, pile: int, *, down: bool = False) -> None:
        """Lay a card on a pile, face up unless `down`."""
        self.table.piles[pile].append(card + DOWN if down else card)

    def piles(self, id: str) -> range:
        """The numbers of a group's piles."""
        return self.table.game.indexes(id)


Step = Callable[[Dealer], None]
"""One step of the deal."""


def set_out(group: str, cards: Sequence[int]) -> Step:
    """Take the first card of each pile's set out of the pack and lay it there, pile by pile of a group."""

    def step(dealer: Dealer) -> None:
        for pile, mask in zip(dealer.piles(group), cards, strict=True):
            dealer.lay(dealer.first_of(mask), pile)

    return step


def along(group: str, first: int, last: int, *, down: bool = False) -> Step:
    """Deal one card to each pile of a group from pile `first` to pile `last`, which may lie before it. Piles count from 0."""

    def step(dealer: Dealer) -> None:
        piles = dealer.piles(group)
        for n in range(first, last + 1) if first <= last else range(first, last - 1, -1):
            dealer.lay(dealer.next(), piles[n], down=down)

    return step


def rounds(group: str, count: int | None = None, *, down: bool = False) -> Step:
    """Deal `count` cards to each pile of a group, in rows: one to each pile, then the next. By default deal all that
    are left."""

    def step(dealer: Dealer) -> None:
        piles = dealer.piles(group)
        for n in range(len(dealer.pack) if count is None else count * len(piles)):
            dealer.lay(dealer.next(), piles[n % len(piles)], down=down)

    return step


def round_passing(group: str, *homes: str, passing: int = ALL) -> Step:
    """Deal one card to each pile of a group, but send cards home first.

    A card of the set `passing` that one of the homes takes goes there at once. The next card is then dealt to the same
    pile.
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
    """Deal `count` cards to the first pile of a group, the last on top."""

    def step(dealer: Dealer) -> None:
        for _ in range(count):
            dealer.lay(dealer.next(), dealer.piles(group)[0])

    return step


def packets(group: str, count: int) -> Step:
    """Deal `count` cards together to each pile of a group in turn, the last on top, until the pack or the piles are
    used up."""

    def step(dealer: Dealer) -> None:
        for pile in dealer.piles(group):
            for _ in range(min(count, len(dealer.pack))):
                dealer.lay(dealer.next(), pile)

    return step


def triangle(group: str, rows: int | None = None, *, down: bool = True) -> Step:
    """Klondike's deal: row n deals one card face up to pile n and one to each pile after it, face down unless told
    otherwise. There are as many rows as piles unless `rows` says otherwise."""

    def step(dealer: Dealer) -> None:
        piles = dealer.piles(group)
        for n, open_pile in enumerate(piles[:rows]):
            dealer.lay(dealer.next(), open_pile)
            for pile in piles[n + 1 :]:
                dealer.lay(dealer.next(), pile, down=down)

    return step


def to_the_bottom(group: str, cards: int) -> Step:
    """Lay the cards of a set beneath the others, in each pile of a group. Both keep their order."""

    def step(dealer: Dealer) -> None:
        for pile in dealer.piles(group):
            dealer.table.piles[pile].sort(key=lambda card: not cards >> card & 1)

    return step


def rest(group: str = "stock", *, down: bool = True) -> Step:
    """Lay all remaining cards on a group's first pile, face down unless told otherwise. The next card of the pack ends
    on top."""

    def step(dealer: Dealer) -> None:
        pile = dealer.piles(group)[0]
        while dealer.pack:
            dealer.lay(dealer.pack.pop(), pile, down=down)

    return step


def then(act: Callable[[Table], None]) -> Step:
    """Call a function with the table after the cards are laid, for example to deal a first row from the stock or to set
    a counter."""
    return lambda dealer: act(dealer.table)
