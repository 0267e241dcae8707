"""Broken input for a running server, through real sockets: it must stay up, answer as documented, and serve others.

Four connections at once send broken requests, broken frames and broken messages. Meanwhile a player in a quiet room
must be answered all the time. At the end the server's log must show no fault, and its memory must not have grown
without end.
"""

from __future__ import annotations

import asyncio
import re
from collections import deque
from collections.abc import Iterable, Mapping
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from time import monotonic
from typing import Any

from websockets.exceptions import ConnectionClosed
from websockets.frames import Frame, Opcode

from cadogan_games import catalogue
from cadogan_protocol.api import ENDPOINTS, PREFIX
from cadogan_protocol.applying import after_step
from cadogan_protocol.codec import BadMessage, Format, decode_server, to_wire
from cadogan_protocol.errors import CloseCode, ErrorCode
from cadogan_protocol.messages import Error, Hello, Joined, Message, Moved, Ping, Play, Pong, Step, Undo
from cadogan_server.gateway.sockets.handshake import OPEN, SECURITY
from tests.fuzz.connection import KEY, RawConnection, called, request, upgrade
from tests.fuzz.corpus import messages
from tests.fuzz.figures import Figures, shape
from tests.fuzz.mutate import misshapen, misspelt, spoilt, written
from tests.fuzz.server import Victim, victim
from tests.server.wire import dial

CONNECTIONS = 4
"""The number of connections open at once, without the quiet room's."""

MOST_GROWTH = 100.0
"""The growth in MB that a server may show since the first quarter of a run. Rooms, players and boards take less, a leak
takes more."""

STATUSES = {101, 200, 304, 400, 401, 403, 404, 405, 414, 426, 429, 431, 503, 505}
"""The allowed statuses of answers; 500 is not among them. A player's own data needs a token (401), and requests may
come too fast (429)."""

PATHS = (
    *(
        "/",
        "/r/ABCDEF",
        "/healthz",
        "/api/v1/games",
        "/api/v1/rooms",
        "/api/v1/layouts",
        "/ws",
        "/metrics",
        "/no/such.file",
    ),
    *("/%00", "/%ff%fe", "//[::1", "/?" + "&a=1" * 500, "/api/v1/boards/klondike?metric=races&count=5"),
    *(
        "/api/v1/openapi.json",
        "/api/v1/me",
        "/api/v1/me/history?cursor=%00",
        "/api/v1/rooms/AAAAAA?key=%ff",
        "/api/v1/daily/0-0-0",
    ),
    *(
        "/api/v1/replays/AAAAAA/text",
        "/api/v1/events/rooms/AAAAAA",
        "/api/v1/games?" + "&".join(f"a{n}" for n in range(999)),
    ),
    *("/api/v1/boards/klondike?metric=luck", "/api/v1/boards/klondike?count=" + "9" * 5000),
    *(f"{PREFIX}{re.sub(r'{[a-z]+}', '%ff!', endpoint.path)}" for endpoint in ENDPOINTS),
)

REQUESTS = (
    *map(request, PATHS),
    request("/index.html", "Accept-Encoding: gzip", 'If-None-Match: "x"'),
    request("/ws", "Upgrade: websocket", "Connection: Upgrade", KEY, "Origin: https://evil.example"),
    request("/", *(f"X-{number}: x" for number in range(120))),
    b"POST /api/v1/rooms HTTP/1.1\r\nHost: cards.example\r\nContent-Length: 5\r\n\r\nhello",
    b"PUT / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n",
    *(
        request("/api/v1/rooms") + early
        for early in (b"\x89\x80\0\0\0\0", b"\x88\x80\0\0\0\0", b"\x82\xff" + b"\xff" * 8)
    ),
    b"GET / HTTP/1.0\r\n\r\n",
    b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
    b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n",
)

CLOSES = (
    *(b"", b"\x03", b"\x03\xe8", b"\x03\xe9bye", b"\x03\xed", b"\x03\xee"),
    *(b"\x00\x00", b"\x0f\xa0", b"\xff\xff", b"\x03\xe8\xff\xff"),
)
"""Contents of close frames; most of them are forbidden."""


async def fuzz_gateway(seconds: float, number: int, figures: Figures, least: int = 0, share: int = 1) -> None:
    """Send broken input to a new server until the time is up and at least `least` cases are done, and note its answers.
    The input is made of this share of the corpus."""
    with TemporaryDirectory(prefix="cadogan-fuzz-") as folder, victim(Path(folder)) as server:
        attack = Attack(server.port, messages(number, share), figures, least)
        attack.until = monotonic() + seconds
        quiet = asyncio.create_task(attack.play_quietly())
        lines = asyncio.gather(*(attack.run(Random(f"{number} {each}")) for each in range(CONNECTIONS)))
        await asyncio.sleep(seconds / 4)
        before = server.megabytes()
        await lines
        await quiet
        _look_at(server, before, figures)


def _look_at(server: Victim, before: float, figures: Figures) -> None:
    """Note the state of the server after the run."""
    now, most = server.megabytes(), server.megabytes("VmHWM")
    figures.notes.append(
        f"the server's memory: {before:.0f} MB after a quarter, {now:.0f} MB at the end, {most:.0f} MB at most"
    )
    if now > before + MOST_GROWTH:
        figures.fault(f"the server grew from {before:.0f} MB to {now:.0f} MB")
    if not server.alive:
        figures.fault(f"the server ended with exit code {server.process.returncode}")
    for complaint in server.complaints:
        figures.fault(f"in the log: {complaint}")


def carries(head: bytes, headers: Mapping[str, str]) -> bool:
    """Return whether the head of an answer has all of these headers."""
    return all(f"{name}: {value}".encode() in head for name, value in headers.items())


class Attack:
    """The state that all connections share.

    Args:
        port: the server's port.
        corpus: valid messages, of which broken ones are made.
        figures: the figures to which the results are added.
        least: the smallest number of cases.

    Attributes:
        until: the earliest moment to stop, by `monotonic`.
    """

    def __init__(self, port: int, corpus: Iterable[Message], figures: Figures, least: int = 0) -> None:
        self._port = port
        self._figures = figures
        self.until = 0.0
        self._least = least
        self._wires = [to_wire(message) for message in corpus]
        self._frames = {fmt: [written(wire, fmt) for wire in self._wires] for fmt in Format}
        self._codes: deque[str] = deque(["ABCDEF"], maxlen=8)

    @property
    def _over(self) -> bool:
        enough = monotonic() > self.until and self._figures.cases.total() >= self._least
        return enough or self._figures.hopeless

    # ---- the quiet room ----------------------------------------------------------------------------------------------

    async def play_quietly(self) -> None:
        """Play in a separate room, and expect answers."""
        answered, longest = 0, 0.0
        try:
            async with dial(self._port) as wire:
                await (await wire.hello("Quiet")).create("klondike", time_limit=0, rated=False)
                await wire.ready()
                await wire.the(Moved)
                random = Random(0)
                while not self._over:
                    asked = monotonic()
                    move = random.choice(wire.moves) if wire.moves and random.random() < 0.8 else None
                    answer = await (wire.ask(Undo) if move is None else wire.play(move))
                    longest = max(longest, monotonic() - asked)
                    answered += 1
                    if isinstance(answer, Error) and answer.code is not ErrorCode.NOTHING_TO_UNDO:
                        self._figures.fault(f"the quiet room was refused {move}: {answer.message}")
                    await asyncio.sleep(0.02)
        except (TimeoutError, ConnectionClosed, OSError) as error:
            self._figures.fault(f"the quiet room got no answer: {type(error).__name__} {error}")
        self._figures.notes.append(
            f"the quiet room: {answered} requests answered, the longest wait {1000 * longest:.0f} ms"
        )

    # ---- one connection after the other ------------------------------------------------------------------------------------

    async def run(self, random: Random) -> None:
        """Open one connection after the other, and send something broken through each."""
        while not self._over:
            way = random.choice((self._request, self._request, self._raw_frames, self._talk))
            sent = bytearray()
            try:
                async with called(self._port) as connection:
                    await way(connection, random, sent)
            except TimeoutError:
                self._figures.fault(f"no answer to {way.__name__}", bytes(sent))
            except (ValueError, BadMessage) as error:
                self._figures.fault(f"{error} from {way.__name__}", bytes(sent))
            except OSError as error:
                self._figures.fault(f"the server takes no connection: {error}")
                return

    async def _request(self, connection: RawConnection, random: Random, sent: bytearray) -> None:
        """Send something that is not a request, or an upgrade request with small faults."""
        whole = [*REQUESTS, *(upgrade(fmt, forwarded(random)) for fmt in Format)]
        data = random.choice(whole)
        if random.random() < 0.9:
            data = spoilt(data, whole, random)
        if b"\r\n\r\n" not in data:
            data += b"\r\n\r\n"
        sent += data
        self._figures.cases["gateway: a request"] += 1
        await connection.send(data)
        head = await connection.head()
        status = head.split(b" ")[1:2]
        answer = int(status[0]) if head.startswith(b"HTTP/1.1 ") and status and status[0].isdigit() else None
        self._figures.answers[f"HTTP {answer}"] += 1
        if answer not in STATUSES:
            self._figures.fault(f"a request is answered with {head[:100]!r}", data)
        elif answer != 101 and not any(carries(head, {**SECURITY, **more}) for more in ({}, OPEN)):
            self._figures.fault(f"the answer {answer} lacks headers", data)

    async def _raw_frames(self, connection: RawConnection, random: Random, sent: bytearray) -> None:
        """Send frames that the standard forbids, and allowed ones in an odd order."""
        fmt = random.choice(list(Format))
        if not await self._open(connection, fmt, random):
            return
        ours = random.random() < 0.7
        if ours:
            sent += _message(fmt, Hello(id=1, name="Anna"))
        for _ in range(random.randrange(1, 6)):
            sent += self._raw_frame(fmt, random)
        if random.random() < 0.5:
            sent[:] = spoilt(bytes(sent), [bytes(sent)], random)
        self._figures.cases["gateway: frames"] += 1
        await connection.send(bytes(sent))
        if random.random() < 0.3:
            return  # and close the connection in the middle of a frame
        connection.hang_up()
        while (frame := await connection.frame()) is not None:
            self.check(*frame, fmt, bytes(sent), echoes=True)

    def _raw_frame(self, fmt: Format, random: Random) -> bytes:
        opcode = random.choice((0, 1, 2, 2, 1, 8, 9, 10, 3, 7, 11, 15))
        noise = random.randbytes(random.choice((1, 125, 126, 300)))
        payload = random.choice((b"", b"\xff", random.choice(self._frames[fmt]), noise))
        if opcode == Opcode.CLOSE and random.random() < 0.8:
            payload = random.choice(CLOSES)
        length = len(payload) if random.random() < 0.8 else random.choice((0, 16385, 2**31, 2**63 - 1, 2**64 - 1))
        reserved = random.choice((0x10, 0x20, 0x40)) if random.random() < 0.1 else 0
        first = opcode | (0x80 if random.random() < 0.7 else 0) | reserved
        masked = 0x80 if random.random() < 0.9 else 0
        if length < 126:
            head = bytes((first, masked | length))
        elif length < 1 << 16:
            head = bytes((first, masked | 126)) + length.to_bytes(2)
        else:
            head = bytes((first, masked | 127)) + length.to_bytes(8)
        return head + (bytes(4) if masked else b"") + payload  # a mask of zeros leaves the payload as it is

    async def _talk(self, connection: RawConnection, random: Random, sent: bytearray) -> None:
        """Send whole frames: some messages are right, most have faults, and a ping between them is answered."""
        fmt = random.choice(list(Format))
        if not await self._open(connection, fmt, random):
            return
        moves: tuple[Any, ...] = ()
        ids = iter(range(1, 10_000))
        await connection.send(_message(fmt, Hello(id=next(ids), name=f"Anna {random.randrange(100)}")))
        for _ in range(random.randrange(5, 40)):
            if self._over:
                return
            data = self._nearly(self._likely(next(ids), moves, random), fmt, random)
            sent[:] = data
            self._figures.cases["gateway: a message"] += 1
            ping = next(ids) + 20_000
            await connection.send(_frame(fmt, data) + _message(fmt, Ping(id=ping)))
            while True:
                frame = await connection.frame()
                message = None if frame is None else self.check(*frame, fmt, data)
                if message is None:
                    return
                if isinstance(message, Moved):
                    moves = message.moves
                if isinstance(message, Step):
                    moves = after_step(moves, message.gone, message.added)
                if isinstance(message, Joined):
                    self._codes.append(message.room)
                if isinstance(message, Pong) and message.re == ping:
                    break

    def _nearly(self, wire: Any, fmt: Format, random: Random) -> bytes:
        """Return a request as bytes. Two out of three have a fault."""
        match random.choice(("right", "right", "misshapen", "misshapen", "misspelt", "spoilt")):
            case "misshapen":
                return written(misshapen(wire, random), fmt)
            case "misspelt" if fmt is Format.JSON:
                return misspelt(wire, random)
            case "spoilt":
                return spoilt(written(wire, fmt), self._frames[fmt], random)
        return written(wire, fmt)

    def _likely(self, id: int, moves: tuple[Any, ...], random: Random) -> Any:
        """Return a request that a server would probably carry out."""
        code = random.choice(self._codes)
        few = {"seats": random.choice((1, 2, 8)), "time_limit": random.choice((0, 1, 900))}
        match random.randrange(14):
            case 0 | 1:
                return {"type": "create", "id": id, "game": random.choice(catalogue.ids()), "rules": few}
            case 2:
                role = random.choice(("player", "spectator"))
                return {
                    "type": "join",
                    "id": id,
                    "room": code,
                    "role": role,
                    "last": {"0": 1, "1": random.choice((0, 5))},
                }
            case 3 | 4:
                return {"type": "ready", "id": id, "nonce": random.randbytes(16).hex()}
            case 5 | 6 | 7 if moves:
                return to_wire(Play(id=id, move=random.choice(moves)))
            case 8:
                return {"type": random.choice(("undo", "stand", "leave", "rematch", "vote", "propose")), "id": id}
            case 9:
                return {"type": random.choice(("list_games", "list_rooms")), "id": id}
            case 10:
                game = random.choice(catalogue.ids())
                return {"type": "get_leaderboard", "id": id, "game": game, "metric": "wins", "count": 20}
            case 11:
                return {"type": random.choice(("get_replay", "join")), "id": id, "room": code}
            case 12:
                return {"type": random.choice(("unseat", "seat_bots")), "id": id, "seat": 0}
            case _:
                return random.choice(self._wires)

    # ---- the answers -------------------------------------------------------------------------------------------------

    async def _open(self, connection: RawConnection, fmt: Format, random: Random) -> bool:
        await connection.send(upgrade(fmt, forwarded(random)))
        head = await connection.head()
        opened = head.startswith(b"HTTP/1.1 101 ")
        if not opened:
            self._figures.fault(f"a handshake that is right is answered with {head[:100]!r}")
        return opened

    def check(self, opcode: int, payload: bytes, fmt: Format, sent: bytes, echoes: bool = False) -> Message | None:
        """Return the message of a frame; None if it closes the socket. Note an answer that is not documented.

        Args:
            opcode: the frame's opcode.
            payload: the frame's payload.
            fmt: the format of the socket.
            sent: the data that the frame answers.
            echoes: true if the code of a close frame may be one that was sent.
        """
        if opcode == Opcode.CLOSE:
            code = int.from_bytes(payload[:2])
            known = code in list(CloseCode)
            self._figures.answers[f"closed with {code}" if known else "closed with an echo"] += 1
            if not known and not echoes:
                self._figures.fault(f"the socket is closed with {code}, which is not documented", sent)
            return None
        if opcode in (Opcode.PING, Opcode.PONG):
            return Pong(re=1, now=0)
        message = decode_server(payload if opcode == Opcode.BINARY else payload.decode(), fmt)
        if isinstance(message, Error):
            self._figures.answers[f"{message.code}: {shape(message.message)}"] += 1
            if message.code is ErrorCode.INTERNAL:
                self._figures.fault("an error of the server's own", sent)
        else:
            self._figures.answers[type(message).__name__] += 1
        return message


def forwarded(random: Random) -> str:
    """Return the header in which a proxy names the address of a client."""
    return f"X-Forwarded-For: 10.{random.randrange(256)}.{random.randrange(256)}.{random.randrange(256)}"


def _frame(fmt: Format, payload: bytes) -> bytes:
    """Return a frame as a client sends it."""
    return Frame(Opcode.BINARY if fmt is Format.MSGPACK else Opcode.TEXT, payload).serialize(mask=True)


def _message(fmt: Format, message: Message) -> bytes:
    """Return the frame of a message."""
    return _frame(fmt, written(to_wire(message), fmt))
