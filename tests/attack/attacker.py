"""The attackers: many sockets from one or several addresses, in a process of their own that lets others go first.

`tests.attack.suffered` starts it. It prints `ready`, begins when it gets a line, and at the end prints in JSON the
number of its requests and of each kind of answer.
"""

from __future__ import annotations

import asyncio
import json
import os
import sys
from collections import Counter
from collections.abc import Awaitable, Callable, Iterable, Sequence
from contextlib import suppress
from itertools import count
from pathlib import Path
from random import Random
from time import monotonic
from typing import Any

import msgpack
from websockets.frames import Frame, Opcode

from cadogan_protocol.codec import Format
from cadogan_protocol.messages import Moved, Step
from cadogan_server.open_files import raise_open_files
from tests.fuzz.connection import RawConnection, called, request, upgrade

NICE = 10
"""The niceness of the attackers: they take the processor only when nobody else wants it, because the server's work is
measured and not theirs. If the system has a way to wait for that altogether, they use it."""

LEAST = 19
"""The niceness of the attackers' session, the highest."""

AUTOGROUP = Path("/proc/self/autogroup")
"""Takes the niceness of this process's session, if Linux shares processors out by sessions."""

LOOK_SECONDS = 0.1
"""The time in seconds between two checks if the answers that a flood waits for have come."""

MOST = 1_000_000
"""The number of requests after which a flood ends, however long it was to last."""

OPENING = upgrade(Format.MSGPACK)


class Attackers:
    """The state that all sockets of a flood share.

    Args:
        port: the server's port.
        addresses: the addresses of the attackers.
        must: answers that must all have come before the flood ends, however slow the machine is.

    Attributes:
        tried: the number of requests, connections or frames.
        answers: the number of each kind of answer: the type of a message, the code of a refusal, a close code, an HTTP status.
        prey: the code of a room, if the flood needs one.
        preys: the ends of the paths of many rooms, behind `/picture/`; the codes of tables at which sockets play.
        tokens: by number of a socket, the player that it is from its beginning.
        waits: true if the flood goes on until some answers have come.
        trap: the port at which the attackers listen, and nobody may call; 0: there is none.
    """

    def __init__(self, port: int, addresses: list[str], must: Iterable[str] = ()) -> None:
        self.port = port
        self.addresses = addresses
        self.tried = 0
        self.answers: Counter[str] = Counter()
        self.prey = ""
        self.preys: list[str] = []
        self.tokens: dict[int, str] = {}
        self.trap = 0
        self._must = set(must)
        self.waits = bool(self._must)
        self._until = 0.0

    @property
    def over(self) -> bool:
        """True if it is time to stop."""
        return self.tried >= MOST or (monotonic() > self._until and self._must <= self.answers.keys())

    async def flood(self, act: Callable[[Guest], Awaitable[None]], sockets: int, seconds: float, ahead: int) -> None:
        """Let `count` sockets, from all addresses in turn, act again and again until the time is up."""
        self._until = monotonic() + seconds
        guests = [Guest(self, self.addresses[number % len(self.addresses)], number) for number in range(sockets)]
        tasks = [asyncio.create_task(guest.act(act, ahead)) for guest in guests]
        _, late = await asyncio.wait(tasks, timeout=seconds)
        while late and not self.over:
            _, late = await asyncio.wait(late, timeout=LOOK_SECONDS)
        for task in late:
            task.cancel()
        for result in await asyncio.gather(*tasks, return_exceptions=True):
            if isinstance(result, Exception):
                raise result


class Guest:
    """One socket of an attacker, opened again whenever it has been closed.

    Attributes:
        line: the connection that is open now.
        number: the number of the socket, from 0.
        random: of this socket alone, so that a flood can be repeated.
    """

    def __init__(self, all: Attackers, address: str, number: int) -> None:
        self.all = all
        self.address = address
        self.random = Random(number)
        self.line: RawConnection
        self.number = number
        self._token = all.tokens.get(number)
        self._ids = count(1)

    async def act(self, act: Callable[[Guest], Awaitable[None]], ahead: int) -> None:
        """Open a line and do something with it, over and over."""
        while not self.all.over:
            try:
                async with called(self.all.port, self.address, ahead) as self.line:
                    await act(self)
            except OSError as error:
                self.all.answers[type(error).__name__] += 1
            except TimeoutError:
                self.all.answers["silence"] += 1
            await asyncio.sleep(0)

    async def roam(self, pages: Sequence[str], acts: Sequence[Callable[[Guest, str], Awaitable[object]]]) -> None:
        """Read one of these pages of the API about a prey; of four sockets three come in, and act on preys until a line ends."""
        if self.number % 4 == 3:
            self.all.tried += 1
            page = self.random.choice(pages).format(id=self.random.choice(self.all.preys))
            await self.line.send(request(f"/api/v1/{page}"))
            await self.status()
            return
        answered: object = await self.come_in()
        while answered:
            prey = self.random.choice(self.all.preys)
            answered = await self.random.choice(acts)(self, prey)

    async def come_in(self, *, known: bool = True, opening: bytes = OPENING) -> bool:
        """Open a WebSocket and say hello, with the token in `known` if there is one."""
        await self.line.send(opening)
        if await self.status() != "101":
            return False
        token = {"token": self._token} if known and self._token else {}
        welcome = await self.ask("hello", name=f"Eve {self.number}", **token)
        if welcome is None or welcome.get("type") != "welcome":
            return False
        self._token = welcome["token"]
        self.all.tokens[self.number] = welcome["token"]
        return True

    async def status(self) -> str:
        """Return the status of an HTTP answer, or "" if there is none. Every status but 101 is counted."""
        head = await self.line.head()
        status = head[9:12].decode()
        if status != "101":
            self.all.answers[f"HTTP {status}" if status else "closed without a word"] += 1
        return status

    async def ask(self, kind: str, **fields: Any) -> Any:
        """Send a request and return its answer, or None if the socket is closed."""
        await self.post({"type": kind, "id": next(self._ids), **fields})
        return await self.hear()

    async def play(self, move: Any) -> Any:
        """Make a move and return its answer."""
        await self.post(["m", next(self._ids), move])
        return await self.hear()

    async def post(self, message: Any) -> None:
        """Send a message."""
        self.all.tried += 1
        await self.line.send(framed(msgpack.packb(message)))

    async def hear(self) -> Any:
        """Count the next message that answers something and return it, or None if the socket is closed."""
        while (frame := await self.line.frame()) is not None:
            opcode, payload = frame
            if opcode == Opcode.CLOSE:
                self.all.answers[f"closed with {int.from_bytes(payload[:2])}"] += 1
                return None
            if opcode == Opcode.PING:
                await self.line.send(Frame(Opcode.PONG, payload).serialize(mask=True))
                continue
            message = msgpack.unpackb(payload, strict_map_key=False)
            if isinstance(message, list):
                if message[0] in (Step.tag, Moved.tag):
                    self.all.answers["moved"] += 1
                    return message
            elif message["type"] == "error" or "re" in message:
                self.all.answers[
                    message.get("code", message["type"]) if message["type"] == "error" else message["type"]
                ] += 1
                return message
        return None


def framed(payload: bytes) -> bytes:
    """Return a binary frame as a client sends it."""
    return Frame(Opcode.BINARY, payload).serialize(mask=True)


def let_others_go_first() -> None:
    """Take the processor only when nobody else wants it."""
    with suppress(OSError):
        os.nice(NICE)
    # Linux shares processors out by sessions (autogroup), and the store has a session of its own. So the attackers
    # get one too, and its niceness.
    with suppress(OSError):
        os.setsid()
        AUTOGROUP.write_text(str(LEAST))
    with suppress(AttributeError, OSError):
        os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0))


async def attack(name: str, port: int, addresses: list[str], seconds: float, must: Iterable[str]) -> Attackers:
    """Prepare at the usual priority, wait for a line, and flood the server until the time is up."""
    from tests.attack.floods import FLOODS

    flood = FLOODS[name]
    attackers = Attackers(port, addresses, must)
    if flood.prepare is not None:
        await flood.prepare(attackers)
        attackers.tried = 0
        attackers.answers.clear()
    if not attackers.waits:  # else no time is measured, and the attackers take the processor like anybody
        let_others_go_first()
    print("ready", flush=True)
    await asyncio.to_thread(sys.stdin.readline)
    await attackers.flood(flood.act, flood.sockets, seconds, flood.ahead)
    return attackers


def main(name: str, port: str, addresses: str, seconds: str, *must: str) -> None:
    """Attack, and print the result."""
    raise_open_files()
    done = asyncio.run(attack(name, int(port), addresses.split(","), float(seconds), must))
    print(json.dumps({"tried": done.tried, "answers": done.answers}), flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
