"""The true state of a room, and the part of it that each role may know. Only this module looks into the server."""

from __future__ import annotations

from collections.abc import Iterable

from cadogan_games.engine.cards import DOWN
from cadogan_games.engine.events import FLIP, ORDER, SHIFT, Event
from cadogan_games.engine.table import Table
from cadogan_server.rooms.kinds.duel import Duel
from cadogan_server.rooms.kinds.shared import SharedTable
from cadogan_server.rooms.room import Room
from tests.server.core import race_of

OTHERS = 65
"""In a race with the option for fair spectators, the others see a board as stream OTHERS + seat."""


class Seen:
    """For a race's deal: the racers that have seen each card, and the redeal that last shuffled each card of each board.

    It gives each card of the deal a number and moves the numbers along with the events of the tables.
    """

    def __init__(self, room: Room) -> None:
        self.room = room
        count = iter(range(1000))
        dealt = [[next(count) for _ in pile] for pile in next(iter(race_of(room).racers.values())).table.piles]
        self._logs = dict.fromkeys(race_of(room).racers, 0)
        self._ids = {seat: [pile[:] for pile in dealt] for seat in race_of(room).racers}
        self._shuffled: dict[int, dict[int, int]] = {seat: {} for seat in race_of(room).racers}
        self._redeal = dict.fromkeys(race_of(room).racers, 0)
        self._by: dict[int, dict[int, int]] = {seat: {} for seat in race_of(room).racers}
        self._before: dict[int, list[tuple[int, list[list[int]], int, dict[int, int]]]] = {
            s: [] for s in race_of(room).racers
        }
        for seat in race_of(room).racers:
            self._look(seat)

    def after_a_move(self, seat: int) -> None:
        """Bring one board up to date after a move; each intermediate state counts as seen too."""
        table, ids = race_of(self.room).racers[seat].table, self._ids[seat]
        kept = [pile[:] for pile in ids]
        self._before[seat].append((self._logs[seat], kept, self._redeal[seat], dict(self._shuffled[seat])))
        for event in table.log[self._logs[seat] :]:
            if event[0] == SHIFT:
                _, src, i, dst, j, cards, turned, _ = event
                moved = [ids[src].pop(i) for _ in cards]
                ids[dst][j:j] = reversed(moved) if turned else moved
                if turned:
                    self._note(seat, ids[dst][j : j + len(cards)], cards)
            elif event[0] == FLIP:
                _, place, i, card = event
                self._note(seat, [ids[place][i]], [card])
            elif event[0] == ORDER:
                _, place, before, after, number = event
                left = list(zip(before, ids[place], strict=True))
                ids[place] = [
                    left.pop(next(k for k, (c, _) in enumerate(left) if (c ^ d) % DOWN == 0))[1] for d in after
                ]
                if number:
                    self._redeal[seat] = number
                    self._shuffled[seat].update(dict.fromkeys(ids[place], int(number)))
                self._note(seat, ids[place], after)
        self._logs[seat] = len(table.log)
        self._look(seat)

    def after_undo(self, seat: int) -> None:
        """Note that the last move on a board was undone. Cards that were seen stay seen."""
        self._logs[seat], self._ids[seat], self._redeal[seat], self._shuffled[seat] = self._before[seat].pop()
        self._look(seat)

    def may_show(self, seat: int) -> list[list[bool]]:
        """True if all remaining racers have seen the cards of a board, each since the redeal that shuffled it there."""
        seen = [self._by[each] for each in race_of(self.room).racers if not self.room.mode.is_done(each)]
        if self.room.state.phase == "finished" or not seen:
            return [[True] * len(pile) for pile in self._ids[seat]]
        known, since = set(seen[0]).intersection(*seen[1:]), self._shuffled[seat]
        if since:
            known = {card for card in known if all(each[card] >= since.get(card, 0) for each in seen)}
        return [[card in known for card in pile] for pile in self._ids[seat]]

    def _look(self, seat: int) -> None:
        for ids, pile in zip(self._ids[seat], race_of(self.room).racers[seat].table.piles, strict=True):
            self._note(seat, ids, pile)

    def _note(self, seat: int, ids: list[int], cards: list[int] | tuple[int, ...]) -> None:
        for card, face in zip(ids, cards, strict=True):
            if face < DOWN:
                self._by[seat][card] = max(self._redeal[seat], self._by[seat].get(card, 0))


Faces = list[list[int | None]]
"""The face of each card of each pile if it may be known, else None."""


def face_up(table: Table) -> Faces:
    """Return the face-up cards of a table."""
    return [[card if card < DOWN else None for card in pile] for pile in table.piles]


def seen_by_all(seen: Seen, seat: int) -> Faces:
    """Return the cards of a racer's board that all remaining racers have seen."""
    up = face_up(race_of(seen.room).racers[seat].table)
    return [
        [face if may else None for face, may in zip(pile, known, strict=True)]
        for pile, known in zip(up, seen.may_show(seat), strict=True)
    ]


def table_of(room: Room) -> Table | None:
    """Return the one table of a room; None before the deal, and in a race."""
    mode = room.mode
    if isinstance(mode, Duel | SharedTable):
        return mode.table if mode.views.streams else None
    return None


def without_hands(room: Room, seat: int | None) -> Faces:
    """Return what one seat, or with None a spectator, may know of the one table of a room: no hand but its own."""
    table = table_of(room)
    assert table is not None
    faces = face_up(table)
    for group in room.state.game.index.groups:
        for pile, place in zip(room.state.game.indexes(group.id), group.places, strict=True):
            if group.owned and place.owner != seat and room.state.phase != "finished":
                faces[pile] = [None] * len(faces[pile])
    return faces


Laid = set[tuple[int | None, int]]
"""Faces, each with the only seat that sees the pile on which it was laid; None: all see it."""


def laid_open(room: Room, events: Iterable[Event]) -> Laid:
    """Return the faces that these events of such a table have revealed, and to which seat."""
    owners = room.state.game.owners
    return {(owners[event[3]], card) for event in events if event[0] == SHIFT for card in event[5] if card < DOWN}
