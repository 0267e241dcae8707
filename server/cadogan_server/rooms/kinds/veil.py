"""The cards of a deal that the racers have seen, and so may be shown on others' boards while the race runs.

All racers have the same deal, so a rival's board shows what lies under one's own cards, and a spectator may be a racer
under another name. A card of a board is therefore shown to others only once every racer who still plays has seen it on
a board of their own; until then its place shows `VEILED`. A card is identified by its place right after the deal.

A shuffled redeal puts the cards that it gathers in a new order, and any two of them come in the same order for
everybody who makes the redeal of that number. So they are shown again only once all racers who still play have made it
too, and have seen them since.

Moves stay visible, and so do conclusions from them, say from the foundation on which a veiled card is laid.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Mapping, Sequence

from cadogan_games.engine.cards import DOWN
from cadogan_games.engine.events import FLIP, ORDER, SHIFT, Event
from cadogan_games.engine.table import Table
from cadogan_protocol.moves import SHOWN, VEILED, TableEvent

FACE = DOWN - 1
"""Mask of a card's suit and rank."""

NEVER = -1
"""Stands for the number of a shuffled redeal: the card has not been seen at all."""

Mark = int
"""A card and the number of the last shuffled redeal that has ordered it on a board: `card + cards * number`."""


class Veil:
    """Follows the boards of a race by their events.

    Args:
        tables: the racers' tables right after the deal, by seat. They are only read.

    Attributes:
        has_opened: true if `opened` has something new to return.
    """

    __slots__ = ("_before", "_cards", "_dealt", "_made", "_marks", "_open", "_opened", "_seen", "_tables", "has_opened")

    def __init__(self, tables: Mapping[int, Table]) -> None:
        self._tables = dict(tables)
        piles = next(iter(self._tables.values())).piles
        marks = iter(range(sum(map(len, piles))))
        self._dealt = [[next(marks) for _ in pile] for pile in piles]
        self._cards = sum(map(len, piles))
        self._marks: dict[int, list[list[Mark]]] = dict.fromkeys(self._tables, self._dealt)
        """By seat: the cards of each pile. Until a racer's first move it is the deal itself, which all share."""
        self._made = dict.fromkeys(self._tables, 0)
        """By seat: the number of the last shuffled redeal."""
        self._seen = {seat: array("i", (NEVER,)) * self._cards for seat in self._tables}
        """By seat of racers who still play, for each card: the last shuffled redeal after which it was seen."""
        self._before: dict[int, list[tuple[list[Mark], int]]] = {}
        """By seat: the marks of the pile and the number of the shuffled redeal before each re-ordering, so that it can
        be taken back.
        """
        self._open: set[Mark] = set()
        """Cards that everybody may see where they lie face up."""
        self._opened: list[Mark] = []
        """Cards that became open since the last call of `opened`."""
        for seat in self._tables:
            self._look(seat)
        self._opened.clear()
        self.has_opened = False

    # ---- the racers' moves -------------------------------------------------------------------------------------------

    def show(
        self, seat: int, events: Sequence[Event], shown: Sequence[TableEvent], *, back: bool
    ) -> tuple[bool, tuple[TableEvent, ...]]:
        """Note the events on a racer's table, which the racer sees as `shown`; `back`: a move was taken back.

        Returns True if the racer has learned something (saw a card for the first time, or made a shuffled redeal), and
        the events as others see them.
        """
        marks = self._marks[seat]
        if marks is self._dealt:
            marks = self._marks[seat] = [pile[:] for pile in marks]
        faces: list[tuple[int, Sequence[Mark]]] = []  # the events that show faces, and the marks of those faces
        learned = shuffled = False
        for number, event in enumerate(events):
            kind = event[0]
            if kind == SHIFT:
                _, src, i, dst, j, cards, turned, on_top = event
                pile = marks[src]
                end = i + len(cards)
                moved = pile[i:end]
                del pile[i:end]
                if turned:
                    moved.reverse()
                    learned |= self._see(seat, moved, cards)
                if on_top:
                    marks[dst] += moved
                else:
                    marks[dst][j:j] = moved
                if shown[number][0]:  # a packet that shows the same in both places needs no faces
                    faces.append((number, moved))
            elif kind == FLIP:
                _, place, i, card = event
                flipped = (marks[place][i],)
                learned |= self._see(seat, flipped, (card,))
                faces.append((number, flipped))
            elif kind == ORDER:
                _, place, _, after, redeal = event
                ordered = marks[place] = self._put_back(seat) if back else self._ordered(seat, event)
                learned |= self._see(seat, ordered, after)
                shuffled |= redeal > 0 and not back
                faces.append((number, ordered[:]))
        if shuffled:
            self._look(seat)
        return learned or shuffled, self._veiled(shown, faces) if faces else tuple(shown)

    def leave(self, seat: int) -> None:
        """Note that a racer plays no more: cards open without waiting for this one. A second call does nothing."""
        if self._seen.pop(seat, None) is not None:
            for card in range(self._cards):
                self._open_as_seen(card)

    # ---- views for others --------------------------------------------------------------------------------------------

    def piles(self, seat: int, piles: Sequence[Sequence[int]]) -> tuple[tuple[int, ...], ...]:
        """Return the piles of a board, given as its racer sees them, as others see them."""
        return tuple(tuple(map(self._shown, *both)) for both in zip(piles, self._marks[seat], strict=True))

    def _veiled(self, shown: Sequence[TableEvent], faces: list[tuple[int, Sequence[Mark]]]) -> tuple[TableEvent, ...]:
        """Return events that the racer sees as `shown` as others see them, once all of them have happened."""
        veiled, known = list(shown), self._open.issuperset
        for number, moved in faces:
            if not known(moved):
                veiled[number] = self._masked(shown[number], moved)
        return tuple(veiled)

    def opened(self, but: int | None = None) -> list[tuple[int, list[TableEvent]]]:
        """Return what became visible since the last call: for each seat but one, events for others."""
        opened, self._opened, self.has_opened = set(self._opened), [], False
        found: list[tuple[int, list[TableEvent]]] = []
        for seat, table in self._tables.items() if opened else ():
            if seat != but:
                news: list[TableEvent] = []
                for place, marks in enumerate(self._marks[seat]):
                    if not opened.isdisjoint(marks):
                        pile = table.piles[place]
                        news += [
                            (SHOWN, place, i, pile[i])
                            for i, mark in enumerate(marks)
                            if mark in opened and pile[i] < DOWN
                        ]
                if news:
                    found.append((seat, news))
        return found

    def _masked(self, event: TableEvent, moved: Sequence[Mark]) -> TableEvent:
        *head, faces = event
        if isinstance(faces, int):
            return (*head, self._shown(faces, moved[0]))
        return (*head, tuple(map(self._shown, faces, moved)))

    def _shown(self, face: int, mark: Mark) -> int:
        return face if face < 0 or mark in self._open else VEILED

    # ---- marks of seen cards -----------------------------------------------------------------------------------------

    def _look(self, seat: int) -> None:
        """See everything that lies face up on a racer's table."""
        for pile, marks in zip(self._tables[seat].piles, self._marks[seat], strict=True):
            self._see(seat, marks, pile)

    def _see(self, seat: int, marks: Iterable[Mark], cards: Iterable[int]) -> bool:
        """Note that a racer sees those of these cards that lie face up; return True if one of them is new."""
        seen = self._seen.get(seat)
        if seen is None:
            return False
        made, news, span = self._made[seat], False, self._cards
        for mark, face in zip(marks, cards):  # noqa: B905 (as many as there are marks)
            if face < DOWN and seen[card := mark % span] < made:
                seen[card] = made
                self._open_as_seen(card)
                news = True
        return news

    def _open_as_seen(self, card: int) -> None:
        """Open a card up to the last shuffled redeal after which all racers who still play have seen it."""
        least = min([seen[card] for seen in self._seen.values()], default=max(self._made.values()))
        for mark in range(card, card + self._cards * (least + 1), self._cards):
            if mark not in self._open:
                self._open.add(mark)
                self._opened.append(mark)
                self.has_opened = True

    def _ordered(self, seat: int, event: Event) -> list[Mark]:
        """Return the marks of a pile in its new order. Copies of a card keep their order among themselves."""
        _, place, before, after, number = event
        old = self._marks[seat][place]
        self._before.setdefault(seat, []).append((old, self._made[seat]))
        by_face: dict[int, list[Mark]] = {}
        for mark, card in zip(reversed(old), reversed(before), strict=True):
            by_face.setdefault(card & FACE, []).append(mark)
        new = [by_face[card & FACE].pop() for card in after]
        if number:
            self._made[seat] = number
            new = [mark % self._cards + self._cards * number for mark in new]
        return new

    def _put_back(self, seat: int) -> list[Mark]:
        """Return the marks of the pile that was ordered last, in the order before."""
        marks, self._made[seat] = self._before[seat].pop()
        return marks
