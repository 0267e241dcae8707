"""The quiet room: two players and one spectator, each from another network."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from math import ceil
from random import Random
from time import perf_counter
from typing import Any, Self

import msgpack
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from tests.leaks.ear import Ear

PACE = 0.05
"""The time in seconds from one move of a player to the next, if the answer has come by then."""

ENDLESS = {"passes": "unlimited", "returns": True}
"""Options of Klondike under which there is always a move."""


@dataclass
class Felt:
    """The figures of the room.

    Attributes:
        waits: the milliseconds from sending each move to its answer with the next legal moves.
        wrong: the faults: a refusal, a closed socket, the news that the store is away.
    """

    waits: list[float] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)

    def percentile(self, share: float) -> float:
        """Return the wait in milliseconds that this share of the moves did not exceed; 0 if none was answered."""
        ordered = sorted(self.waits)
        return ordered[ceil(share * len(ordered)) - 1] if ordered else 0.0

    @classmethod
    def together(cls, pieces: Iterable[Felt]) -> Felt:
        """Return the figures of several pieces of time as one."""
        felt = cls()
        for piece in pieces:
            felt.waits += piece.waits
            felt.wrong += piece.wrong
        return felt

    @property
    def figures(self) -> dict[str, Any]:
        """The figures as numbers."""
        shares = {"p50": 0.5, "p99": 0.99, "longest": 1.0}
        return {name: round(self.percentile(share), 1) for name, share in shares.items()} | {
            "moves": len(self.waits),
            "wrong": self.wrong,
        }


class Quiet:
    """The room, from the moment when its cards are dealt."""

    def __init__(self, port: int) -> None:
        self._stack = AsyncExitStack()
        self._players = [Ear("Ann", port, "127.3.1.1"), Ear("Bea", port, "127.3.2.1")]
        self._watcher = Ear("Wanda", port, "127.3.3.1")
        self._random = Random(0)

    async def __aenter__(self) -> Self:
        ann, bea = self._players
        for ear in (ann, bea, self._watcher):
            await self._stack.enter_async_context(ear)
        await ann.create("klondike", {"time_limit": 0, "rated": False, "undo": "free"}, ENDLESS)
        await bea.join(ann.code)
        await self._watcher.join(ann.code, "spectator")
        for ear in self._players:
            await ear.ask("ready")
        while not (ann.moves and bea.moves):
            await asyncio.sleep(0.01)
            await asyncio.gather(ann.catch_up(), bea.catch_up())
        return self

    async def __aexit__(self, *_: object) -> None:
        await self._stack.aclose()

    async def play(self, seconds: float) -> Felt:
        """Play for `seconds`, and return the figures."""
        felt, until = Felt(), perf_counter() + seconds
        await asyncio.gather(
            *(self._steadily(ear, self._move, until, felt) for ear in self._players),
            self._steadily(self._watcher, self._watch, until, felt),
        )
        return felt

    async def _steadily(self, ear: Ear, act: Any, until: float, felt: Felt) -> None:
        """Do something every `PACE` seconds. Note faults, and let others go on."""
        due = perf_counter()
        try:
            while due < until:
                await asyncio.sleep(max(0.0, due - perf_counter()))
                await act(ear, felt)
                self._look(ear, felt)
                due = max(due + PACE, perf_counter())
        except TimeoutError:
            felt.wrong.append(f"{ear.name} gets no answer")
        except (ConnectionClosed, InvalidHandshake, OSError) as error:
            felt.wrong.append(f"{ear.name} is cut off: {error}")

    async def _move(self, ear: Ear, felt: Felt) -> None:
        sent = perf_counter()
        # Now and then a move is taken back, so that the game does not come to its end.
        undo = not ear.moves or self._random.random() < 0.1
        answer = await (ear.ask("undo") if undo else ear.play(self._random.choice(ear.moves)))
        if isinstance(answer, list):
            felt.waits.append(1000 * (perf_counter() - sent))
        elif answer["code"] != "nothing_to_undo":
            felt.wrong.append(f"{ear.name} is refused: {answer['code']}, {answer['message']}")

    async def _watch(self, ear: Ear, _: Felt) -> None:
        await ear.catch_up()

    def _look(self, ear: Ear, felt: Felt) -> None:
        """Note if anybody was told that the store is away."""
        for data in ear.heard:
            message = msgpack.unpackb(data, strict_map_key=False) if b"safe" in data else {}
            if message.get("safe") is False:
                felt.wrong.append(f"{ear.name} is told that the store is away")
        ear.heard.clear()
