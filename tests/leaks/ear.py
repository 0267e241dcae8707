"""A listener: it has its own socket and decoder, and keeps every byte that it received.

It is written from PROTOCOL.md alone and uses neither our client nor our models, so that a mistake in those cannot hide
a leak.
"""

from __future__ import annotations

import asyncio
import json
from itertools import count
from typing import Any, Self

import msgpack
from websockets.asyncio.client import ClientConnection, connect
from websockets.typing import Subprotocol

PATIENCE = 30.0
"""The time in seconds after which a listener gives up. Nothing is measured by it."""


class Ear:
    """A player, spectator or stranger.

    Attributes:
        heard: every message as it was received.
        piles: for each board's stream, the piles as this listener sees them.
        faces: for each board's stream, every face that was shown since `forget`.
        seqs: the number of the last message of each stream.
        seat: the listener's seat, or None.
        key: the key of a room by link, if this listener has been given it.
    """

    def __init__(self, name: str, port: int, address: str = "127.0.0.1") -> None:
        self.name = name
        self.heard: list[bytes] = []
        self.piles: dict[int, list[list[int]]] = {}
        self.faces: dict[int, set[int]] = {}
        self.seqs: dict[int, int] = {}
        self.moves: list[Any] = []
        self.seat: int | None = None
        self.code = ""
        self.key: str | None = None
        self.token = ""
        self.phase = ""
        self._port = port
        self._address = address
        self._ids = count(1)
        self._line: ClientConnection | None = None

    async def __aenter__(self) -> Self:
        await self.dial()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.hang_up()

    async def dial(self) -> None:
        """Open a socket and introduce the player, with the earlier token if there is one."""
        url = f"ws://127.0.0.1:{self._port}/ws"
        self._line = await connect(
            url,
            subprotocols=[Subprotocol("cadogan.2.msgpack")],
            compression=None,
            max_size=None,
            local_addr=(self._address, 0),
        )
        token = {"token": self.token} if self.token else {}
        welcome = await self.ask("hello", name=self.name, **token)
        assert welcome["type"] == "welcome", welcome
        self.token = welcome["token"]

    async def hang_up(self) -> None:
        """Close the socket."""
        if self._line is not None:
            await self._line.close()

    async def create(self, game: str, rules: dict[str, Any], options: dict[str, Any] | None = None) -> Self:
        """Open a room."""
        return self._joined(await self.ask("create", game=game, rules=rules, options=options or {}))

    async def join(
        self, code: str, role: str = "player", last: dict[int, int] | None = None, key: str | None = None
    ) -> Self:
        """Enter a room."""
        seen = {str(stream): seq for stream, seq in (last or {}).items()}
        return self._joined(await self.ask("join", room=code, role=role, last=seen, **({"key": key} if key else {})))

    async def refused(self, kind: str, **fields: Any) -> str:
        """Ask for something forbidden; return the code of the refusal."""
        answer = await self.ask(kind, **fields)
        assert answer["type"] == "error", answer
        return str(answer["code"])

    async def ask(self, kind: str, **fields: Any) -> Any:
        """Send a request and return its answer."""
        id = next(self._ids)
        await self._send({"type": kind, "id": id, **fields})
        return await self._answer(id)

    async def play(self, move: Any) -> Any:
        """Make a move."""
        id = next(self._ids)
        await self._send(["m", id, move])
        return await self._answer(id)

    async def catch_up(self) -> None:
        """Take all messages that the server has sent until now. The answer to a request comes after all earlier messages."""
        await self.ask("ping")

    async def told(self, kind: str) -> Any:
        """Return the first message of a type that this listener has received since the last `heard.clear()`, or wait for one."""
        looked = 0
        async with asyncio.timeout(PATIENCE):
            while True:
                for data in self.heard[looked:]:
                    message = msgpack.unpackb(data, strict_map_key=False)
                    if isinstance(message, dict) and message["type"] == kind:
                        return message
                looked = len(self.heard)
                await self._take_next()

    def forget(self) -> None:
        """Forget the faces shown so far."""
        self.faces = {stream: set() for stream in self.piles}

    async def _send(self, message: Any) -> None:
        assert self._line is not None
        await self._line.send(msgpack.packb(message))

    async def _answer(self, id: int) -> Any:
        async with asyncio.timeout(PATIENCE):
            while True:
                message = await self._take_next()
                re = message.get("re") if isinstance(message, dict) else message[1] if message[0] in (2, 3) else None
                if re == id:
                    return message

    async def _take_next(self) -> Any:
        assert self._line is not None
        data = await self._line.recv(decode=False)
        self.heard.append(bytes(data))
        return self._take(msgpack.unpackb(data, strict_map_key=False))

    def _joined(self, answer: Any) -> Self:
        assert answer["type"] == "joined", answer
        self.code, self.seat, self.key = answer["room"], answer.get("seat"), answer.get("key") or self.key
        return self

    def _take(self, message: Any) -> Any:
        if isinstance(message, list):
            if message[0] == 1:
                _, stream, seq, _, *events = message
                self._change(stream, seq, events)
            elif message[0] == 2:
                _, _, seq, _, gone, added, _, *events = message
                assert self.seat is not None
                self._change(1 + self.seat, seq, events)
                self.moves = [move for place, move in enumerate(self.moves) if place not in gone] + added
            elif message[0] == 3:
                self.moves = message[3]
        elif message["type"] == "board":
            stream = message["stream"]
            self.seqs[stream], self.piles[stream] = message["seq"], message["table"]["piles"]
            for pile in message["table"]["piles"]:
                self._note(stream, pile)
        elif message["type"] == "room":
            self.phase = message["state"]["phase"]
        elif message["type"] == "update":
            self.phase = message.get("phase", self.phase)
        return message

    def _change(self, stream: int, seq: int, events: list[list[Any]]) -> None:
        """Take a message of a board's stream. The message has its number modulo 128."""
        self.seqs[stream] += 1
        assert seq == self.seqs[stream] % 128, f"{self.name}: stream {stream} has {seq} instead of {self.seqs[stream]}"
        for event in events:
            self._apply(stream, event)

    def _apply(self, stream: int, event: list[Any]) -> None:
        piles = self.piles[stream]
        match event:
            case [0, src, dst, n]:
                at = len(piles[src]) - n
                moved = piles[src][at:]
                del piles[src][at:]
                piles[dst] += moved
            case [1, src, dst, cards]:
                del piles[src][len(piles[src]) - len(cards) :]
                piles[dst] += cards
                self._note(stream, cards)
            case [2, src, i, dst, j, cards]:
                del piles[src][i : i + len(cards)]
                piles[dst][j:j] = cards
                self._note(stream, cards)
            case [3, pile, i, card]:
                piles[pile][i] = card
                self._note(stream, [card])
            case [4, pile, cards]:
                piles[pile] = cards
                self._note(stream, cards)
            case [5, _, _]:
                pass
            case _:
                raise AssertionError(f"{event} is no event that PROTOCOL.md knows")

    def _note(self, stream: int, cards: list[int]) -> None:
        self.faces.setdefault(stream, set()).update(card for card in cards if card >= 0)


class Reader(Ear):
    """A reader of a room's events over HTTP, which has no token and can send no requests.

    Args:
        name: the reader's name.
        port: the server's port.
        beside: a spectator with a socket, who receives the same.
    """

    def __init__(self, name: str, port: int, beside: Ear) -> None:
        super().__init__(name, port)
        self._beside = beside
        self._events: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def dial(self) -> None:
        """Do nothing: the first request opens a connection."""

    async def hang_up(self) -> None:
        """Stop reading."""
        if self._events is not None:
            self._events[1].close()

    async def join(
        self, code: str, role: str = "spectator", last: dict[int, int] | None = None, key: str | None = None
    ) -> Self:
        """Read the events of a room, from the one after `last`."""
        self._events = reader, writer = await asyncio.open_connection("127.0.0.1", self._port)
        seen = ",".join(f"{stream}:{seq}" for stream, seq in (last or {}).items())
        path = f"/api/v1/events/rooms/{code}"
        writer.write(f"GET {path} HTTP/1.1\r\nHost: cards.example\r\nLast-Event-ID: {seen}\r\n\r\n".encode())
        async with asyncio.timeout(PATIENCE):
            head = await reader.readuntil(b"\r\n\r\n")
        assert head.startswith(b"HTTP/1.1 200 "), head
        self.code = code
        return self

    async def catch_up(self) -> None:
        """Take everything that the spectator `beside` has received. That one has caught up before."""
        assert self._events is not None
        async with asyncio.timeout(PATIENCE):
            while any(self.seqs.get(stream, -1) < seq for stream, seq in self._beside.seqs.items()):
                event = await self._events[0].readuntil(b"\n\n")
                self.heard.append(event)
                lines = [line for line in event.decode().splitlines() if line.startswith("data: ")]
                for line in lines:
                    self._take(json.loads(line.removeprefix("data: ")))
