"""An observer that knows a room only by its effects, and notices their gaps."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from cadogan_protocol.applying import after_events
from cadogan_protocol.games import TableState
from cadogan_protocol.messages import RoomUpdate
from cadogan_server.delivery import describe
from cadogan_server.delivery.describe import Volatile
from cadogan_server.rooms.effects import Awaited, BoardChanged, Dealt, Opened, Progressed, RoomChanged
from cadogan_server.rooms.room import Room

TOLD = set(RoomUpdate.model_fields) - {"type", "seq"}
"""The fields of a room's state that an update can tell."""

STANDING = ("state", "progress", "penalty", "moves", "ended")
"""The fields of a seat that `Progressed` tells."""

Choices = dict[int, Any]


class Onlooker:
    """Watches a room from its start on. Each `see` runs a command and compares the room with its effects."""

    def __init__(self, room: Room) -> None:
        self.room = room
        self.log = room.take_outcome().records
        self.boards = self._boards()

    def see(self, by: int | None, act: Callable[..., object], *args: object) -> None:
        """Let the player of seat `by`, or the clock, do something in the room, and check that its effects tell of it all.

        Raises:
            Refused: as the room does; then nothing may have happened but what was due by the clock.
        """
        state, choices, occupants = self._state(), self._choices(), set(self.room.state.occupants)
        open_to = {seat: self.room.mode.views.seen_by(seat) for seat in (None, *occupants)}
        try:
            act(*args)
        finally:
            records, effects, _ = self.room.take_outcome()
            self.log += records
            fields = [name for effect in effects if isinstance(effect, RoomChanged) for name in effect.fields]
            assert set(fields) <= TOLD
            progressed = {effect.seat for effect in effects if isinstance(effect, Progressed)}
            self._check_state(state, set(fields), progressed)
            dealt = any(isinstance(effect, Dealt) for effect in effects)
            over = state["phase"] != "finished" == self.room.state.phase
            awaited = {effect.seat for effect in effects if isinstance(effect, Awaited)}
            assert awaited <= set(self.room.state.occupants)
            if not dealt and not over:
                now = self._choices()
                assert {seat for seat in now if now[seat] != choices.get(seat) and seat != by} <= awaited
            if any(
                self.room.mode.views.seen_by(seat) != open_to[seat]
                for seat in (None, *occupants & set(self.room.state.occupants))
            ):
                assert dealt or any(isinstance(effect, Opened) for effect in effects)
            if dealt:
                self.boards = self._boards()
            else:
                self._follow([effect for effect in effects if isinstance(effect, BoardChanged)])

    def come_again(self, now: int) -> None:
        """Let another server recover the room, and watch it there as a newcomer, who is shown all of it."""
        self.room.reopen(now)
        self.log += self.room.take_outcome().records
        self.boards = self._boards()

    def _check_state(self, before: dict[str, Any], told: set[str], progressed: set[int]) -> None:
        after = self._state()
        assert {name for name in TOLD - {"seats"} if before[name] != after[name]} <= told
        if "seats" in told:
            return
        assert [seat["seat"] for seat in before["seats"]] == [seat["seat"] for seat in after["seats"]]
        for was, now in zip(before["seats"], after["seats"], strict=True):
            changed = {name for name in now if now[name] != was[name]}
            assert changed <= set(STANDING)
            assert not changed or now["seat"] in progressed, (was, now)

    def _follow(self, changes: list[BoardChanged]) -> None:
        for change in changes:
            piles, counters = after_events(
                self.boards[change.stream].piles, self.boards[change.stream].counters, change.events
            )
            self.boards[change.stream] = TableState(piles=piles, counters=counters)
        assert self.boards == self._boards()

    def _state(self) -> dict[str, Any]:
        return describe.state(self.room, Volatile(), self.room.state.created.at).model_dump()

    def _boards(self) -> dict[int, TableState]:
        return {stream: self.room.mode.views.board(stream) for stream in self.room.mode.views.streams}

    def _choices(self) -> Choices:
        if self.room.state.phase not in ("running", "finished"):
            return {}
        return {seat: self.room.mode.choices(seat) for seat in self.room.state.occupants}
