"""Players who go on through any trouble of the server, and remember every acknowledgement."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

from websockets.exceptions import ConnectionClosed

from cadogan_protocol.codec import encode
from cadogan_protocol.errors import ErrorCode
from cadogan_protocol.messages import Error, Moved, Play, Ready, Step
from tests.server.wire import Wire, dial


class Player:
    """A player who makes any legal move until the connection breaks, and comes back to the same seat.

    Attributes:
        told: the number of moves that the server has acknowledged.
        open: the last move and its request, if no answer has come.

    Args:
        most: moves after which a player only listens until the connection breaks; 0 for no limit.
    """

    def __init__(self, name: str, seed: int, most: int = 0) -> None:
        self.name = name
        self.token: str | None = None
        self.told = 0
        self.open: tuple[int, tuple[Any, ...]] | None = None
        self.seqs: dict[int, int] = {}
        self.board: Any = None
        self.next_id = 1
        self._chance = random.Random(seed)
        self._most = most

    async def play(self, port: int, code: str, on_told: Callable[[], None]) -> tuple[int, str] | None:
        """Come in, check that the state is as told, and play until the connection breaks. Return the close code, if one came."""
        try:
            async with dial(port, first_id=self.next_id) as wire:
                await self.come_back(wire, code)
                before = self.told
                while True:
                    while not wire.moves or 0 < self._most <= self.told - before:
                        await wire.next()
                    self.open = next(wire.ids), self._chance.choice(wire.moves)
                    self.next_id = self.open[0] + 1
                    await self._ask_again(wire)
                    on_told()
        except ConnectionClosed as closed:
            return (closed.rcvd.code, closed.rcvd.reason) if closed.rcvd else None

    async def come_back(self, wire: Wire, code: str) -> None:
        """Come in, and check that every acknowledged move is there, and no other but the last one sent."""
        await (await wire.hello(self.name, self.token)).join(code, last=self.seqs)
        self.token = wire.token
        assert wire.seat is not None
        stream = 1 + wire.seat
        room = await wire.state(lambda room: room.phase != "countdown" or bool(self.seqs))
        if room.phase == "lobby":
            await wire.ask(Ready)
        await wire.phase("running")
        while stream not in wire.boards or not any(isinstance(message, Moved) for message in wire.log):
            await wire.next()
        assert all(wire.seqs[number] > seq for number, seq in self.seqs.items()), "an old number was given again"
        moves = wire.room.seats[wire.seat].moves if wire.room else -1
        if self.open is None or moves == self.told:
            assert moves == self.told
            assert self.board in (None, wire.boards[stream]) or wire.room.kind != "race"  # type: ignore[union-attr]
        if self.open is not None:
            assert moves in (self.told, self.told + 1)
            await self._ask_again(wire)
        assert wire.room is not None
        assert wire.room.seats[wire.seat].moves == self.told
        self.next_id = next(wire.ids)

    async def _ask_again(self, wire: Wire) -> None:
        """Send the open request, perhaps for a second time, and note the state after its answer."""
        assert self.open is not None
        assert wire.seat is not None
        request, move = self.open
        await wire.connection.send(encode(Play(id=request, move=move), wire.fmt))
        answer = await wire.answer(request)
        if isinstance(answer, Error) and wire.room is not None and wire.room.kind == "shared":
            # Another player was faster, or the round is over: nothing has changed by it. At a table by turns nobody can be faster.
            assert wire.room.clock is None or wire.room.clock.seat is None, answer
            assert answer.code in (ErrorCode.ILLEGAL_MOVE, ErrorCode.WRONG_PHASE), answer
            self.open = None
            return
        assert isinstance(answer, Step | Moved), answer
        self.told, self.open = self.told + 1, None
        self.seqs, self.board = dict(wire.seqs), wire.boards[1 + wire.seat]
