"""A player's socket whose room another node has: its frames go there and back, and nothing of them is read on the way.

The node where a socket arrives keeps it, and opens a connection of its own to the room's node, at `PATH` of the port that all
use. A request there carries who the player is, sealed with a secret that lies in the store (`seals.py`): nobody else can say that
without a token. From then on the room's node speaks with the player as if the socket were its own, and may itself hand it on
when the player goes to another room. Who only looks on stays where the socket has arrived: `mirror_client.py`.

A room may go to another node itself, while its own ends (`nodes/handover.py`). Its node then closes the connection with
`MOVED`, and says in the reason where the room is and how much it has dealt with of what came. The node with the socket goes
after the room, or has it now, and says again what was not dealt with: the socket stays open, and whoever is behind it is shown
the room anew.

Nodes of different versions may meet while one after the other is renewed. Each says in its lease which version of all this it
speaks (`SPEAKS`), and in each request; one that is not understood is refused with a reason.
"""

from __future__ import annotations

import asyncio
import json
import logging
from collections import deque
from collections.abc import Awaitable, Callable, Iterable, Sequence
from contextlib import suppress
from functools import partial
from http import HTTPStatus
from typing import Any, NamedTuple

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidStatus, WebSocketException
from websockets.typing import Subprotocol

from cadogan_protocol.codec import Format
from cadogan_protocol.errors import CloseCode, ErrorCode
from cadogan_protocol.messages import Error
from cadogan_server.delivery.frame import frame_of, frame_with
from cadogan_server.delivery.outbox import Outbox, Reply
from cadogan_server.delivery.viewer import Moving
from cadogan_server.gateway.relays.pulse import Pulse
from cadogan_server.gateway.relays.seals import Seals
from cadogan_server.store.nodes.node_lease import LeaseLost
from cadogan_server.store.people.players import Player

logger = logging.getLogger(__name__)

OnMoved = Callable[[Moving, list[bytes | str]], None]
"""Told where a room has gone, and what is to be said again there."""

PATH = "/node"
"""Where nodes connect to each other."""

HEADER = "X-Cadogan-Socket"
"""The header of the request that says whose socket is handed on."""

FOLLOWER = "X-Cadogan-Follower"
"""The header of one by which a node follows a room, that says which node it is."""

FOLLOWS = "X-Cadogan-Follows"
"""The header that says after which room such a socket goes."""

ROOMS = "X-Cadogan-Rooms"
"""The header of a request by which a node hands rooms over."""

VERSION = "X-Cadogan-Speaks"
"""The header that says what version of all this a node speaks; those before the first say nothing."""

SPEAKS = "1"
"""This node's. Whoever changes what nodes say to each other raises it."""

UNDERSTOOD = ("", "1")
"""Versions in which a socket is handed on as in this one. Rooms are handed over in the very same version only."""

MOVED = 4900
"""The close code of a connection whose room has gone to another node. No client ever sees it."""

UNHEARD = 64
"""Of so many of the last messages of a socket it is known what they were, in case its room goes to another node."""

LINES = 32
"""So often a node is asked for by its port, behind which other workers may be."""

OPEN_SECONDS = 1.0
"""A node that does not answer within this may have ended."""

ANSWER_SECONDS = 20.0
"""For so long the answer to one question may take, say a long replay."""

SILENT_SECONDS = 5.0
"""For so long it is then not taken to be there, unless it renews its lease."""

GONE = "the server that had this room is gone; come back, nothing is lost"

SILENT = Error(
    code=ErrorCode.BUSY,
    message="the server that has this room does not answer just now; if it stays silent you are sent to another",
    retry=True,
)
"""Told to relayed players while their room's node may stand still."""

RENEWED = "the server is being renewed; come back at once, nothing is lost"


class NoRelay(Exception):
    """Another node can't be reached; says why."""


class OtherVersion(NoRelay):
    """Another node does not understand this one, or the other way round."""


class _OtherWorker(NoRelay):
    """One of those that listen at the same port has answered, and another was meant."""


class _Stale(NoRelay):
    """The node does not take the headers: they are too old for it, or for another."""


REFUSALS: dict[int, type[NoRelay]] = {
    HTTPStatus.CONFLICT: OtherVersion,
    HTTPStatus.MISDIRECTED_REQUEST: _OtherWorker,
    HTTPStatus.FORBIDDEN: _Stale,
}


class Passenger(NamedTuple):
    """Whose socket is handed on.

    Attributes:
        player: who it is.
        first_request: the id of the player's `hello`.
        program: the kind of bot that was named there; "" for a person.
        address: where the socket comes from.
        browser: what was named there.
        page_origin: the origin of the page that has opened the socket; "" where none has.
    """

    player: Player
    first_request: int
    program: str
    address: str
    browser: str | None
    page_origin: str

    def pack(self) -> list[Any]:
        """Return this as JSON and msgpack carry it."""
        return [list(self.player), *self[1:]]

    @classmethod
    def unpack(cls, told: Sequence[Any]) -> Passenger:
        """Return what was carried so."""
        (id, name, hashes, bot), *others = told
        return cls(Player(id, name, tuple(hashes), bot), *others)


def nobody(address: str) -> Passenger:
    """Return who a socket is that is no player's, from this address."""
    return Passenger(Player("", "", ()), 0, "", address, None, "")


class Relay:
    """The way of one socket to another node.

    Args:
        connection: to that node.
        outbox: of the socket.
        close: closes the socket with a code and a reason.
        moved: called when the room has gone to another node, with what is to be said again there; where that is not known any
            more, the socket is closed.
    """

    def __init__(
        self, connection: ClientConnection, outbox: Outbox, close: Callable[[int, str], None], moved: OnMoved
    ) -> None:
        self._connection = connection
        self._outbox = outbox
        self._close = close
        self._moved = moved
        self._sent = 0
        self._last: deque[bytes | str] = deque(maxlen=UNHEARD)
        self._task = asyncio.create_task(self._back(), name="relay")

    @property
    def listens(self) -> bool:
        """Whether what the node says is read: not while the socket takes nothing."""
        return not self._outbox.blocked

    def on_ended(self, then: Callable[[], None]) -> None:
        """Have something called when this relay has ended."""
        self._task.add_done_callback(lambda _: then())

    async def ping(self) -> None:
        """Return when the node has answered a ping.

        Raises:
            websockets.exceptions.ConnectionClosed: the connection is closed.
        """
        await (await self._connection.ping())

    def tell_silent(self) -> None:
        """Tell the player that the node does not answer, by an `error` that answers nothing."""
        self._outbox.write([Reply(frame_of(SILENT, self._outbox.fmt))])

    def give_up(self) -> None:
        """Wait no longer for a node that does not answer: the player is sent away."""
        self._connection.transport.abort()

    async def send(self, data: bytes | str) -> None:
        """Hand on what has come from the socket, once the other side takes it."""
        self._sent += 1
        self._last.append(data)
        with suppress(ConnectionClosed):  # `_back` learns of it too
            await self._connection.send(data)

    async def stop(self) -> None:
        """The socket is gone. This is called once."""
        self._task.cancel()
        del self._task  # a cancelled task holds its frame, and that this: a cycle would wait for the collector
        await self._connection.close()

    async def _back(self) -> None:
        """Hand back what comes, until the other side has closed."""
        try:
            while True:
                data = await self._connection.recv()
                self._outbox.write([Reply(frame_with(data))])
                await self._outbox.free()
        except ConnectionClosed as closed:
            if closed.rcvd is None:
                self._close(CloseCode.GOING_AWAY, GONE)
            elif closed.rcvd.code == MOVED:
                self._go_after(closed.rcvd.reason)
            else:
                self._close(closed.rcvd.code, closed.rcvd.reason)

    def _go_after(self, reason: str) -> None:
        moving, heard = read_reason(reason)
        unheard = self._sent - heard
        if unheard > len(self._last):
            self._close(CloseCode.RENEWED, RENEWED)
        else:
            self._moved(moving, list(self._last)[len(self._last) - unheard :])


class Relays:
    """Makes relays to the other nodes.

    Args:
        me: the id of this node.
        says: returns what a node says of itself, where it says anything.
        nodes: returns the ids of all nodes that live.
        seals: prove to other nodes that this is one.
        learn: looks anew for which nodes live.
        is_sibling: whether a node is another worker behind the port of this one.

    Attributes:
        me: the same.
    """

    def __init__(
        self,
        me: str,
        says: Callable[[str, str], str | None],
        nodes: Callable[[], Iterable[str]],
        seals: Seals,
        learn: Callable[[], Awaitable[None]],
        is_sibling: Callable[[str], bool],
    ) -> None:
        self.me = me
        self._says = says
        self._nodes = nodes
        self._is_sibling = is_sibling
        self._seals = seals
        self._learn = learn
        self._silent: dict[str, float] = {}
        self._pulses: dict[str, Pulse] = {}

    async def open(
        self,
        node: str,
        passenger: Passenger,
        outbox: Outbox,
        close: Callable[[int, str], None],
        moved: OnMoved,
        moving: Moving | None = None,
    ) -> Relay:
        """Return a way to a node for somebody, who may be `moving` there with a room.

        Raises:
            OtherVersion: the node speaks another version.
            NoRelay: the node can't be reached.
            redis.RedisError: the store does not answer.
        """
        told = {HEADER: passenger.pack()}
        if moving is not None:
            told[FOLLOWS] = list(moving[1:])
        relay = Relay(await self._connected(node, outbox.fmt, told), outbox, close, moved)
        pulse = self._pulses.setdefault(node, Pulse(partial(self._note_silent, node)))
        pulse.add(relay)
        relay.on_ended(lambda: self._unwatch(node, pulse, relay))
        return relay

    async def ask(self, node: str, passenger: Passenger, data: bytes | str, fmt: Format) -> bytes | str:
        """Return what a node answers to one question of somebody, who is in no room there.

        Raises:
            NoRelay: the node can't be reached, or does not answer.
            redis.RedisError: the store does not answer.
        """
        connection = await self._connected(node, fmt, {HEADER: passenger.pack()})
        try:
            async with asyncio.timeout(ANSWER_SECONDS):
                await connection.send(data)
                return await connection.recv()
        except (ConnectionClosed, TimeoutError) as error:
            raise NoRelay(f"node {node} does not answer: {error or 'it takes too long'}") from error
        finally:
            await connection.close()

    async def follow(self, node: str, how: dict[str, Any]) -> ClientConnection:
        """Return a connection to a node, by which this one says who it is, to follow a room there; made as `how` says.

        Raises:
            NoRelay: the node can't be reached.
            redis.RedisError: the store does not answer.
        """
        return await self._connected(node, Format.MSGPACK, {FOLLOWER: [FOLLOWER, self.me]}, **how)

    async def line(self, node: str) -> ClientConnection:
        """Return a connection on which rooms can be handed over to a node.

        Raises:
            OtherVersion: the node speaks another version.
            NoRelay: the node can't be reached.
            redis.RedisError: the store does not answer.
        """
        for _ in range(LINES):
            try:
                return await self._connected(node, Format.JSON, {ROOMS: []})
            except _OtherWorker as error:
                last = error
        raise last

    def willing(self) -> list[str]:
        """Return the ids of the other nodes to which rooms may be handed over."""
        return [
            node
            for node in self._nodes()
            if node != self.me
            and self.answers(node)
            and self._says(node, "speaks") == SPEAKS
            and not self._says(node, "leaves")
        ]

    async def _connected(self, node: str, fmt: Format, told: dict[str, list[Any]], **more: Any) -> ClientConnection:
        """Connect to a node with headers that tell it something. A node that takes none of them, since this one has not learnt yet
        what it says in its lease, is asked once more."""
        try:
            return await self._connect(node, fmt, told, **more)
        except _Stale:
            with suppress(LeaseLost):
                await self._learn()
            return await self._connect(node, fmt, told, **more)

    async def _connect(self, node: str, fmt: Format, told: dict[str, list[Any]], **more: Any) -> ClientConnection:
        if self._says(node, "address") is None:  # it may have begun a moment ago, and have a room already
            with suppress(LeaseLost):
                await self._learn()
        speaks, where = self._says(node, "speaks") or "", self._says(node, "address")
        if speaks not in UNDERSTOOD:
            raise OtherVersion(f"node {node} speaks version {speaks} with others, and this one {SPEAKS}")
        if where is None:
            raise NoRelay(f"node {node} has no address")
        headers = {purpose: await self._seals.seal(purpose, node, each) for purpose, each in told.items()}
        how: dict[str, Any] = {
            "subprotocols": [Subprotocol(fmt.value)],
            "additional_headers": {**headers, VERSION: SPEAKS},
            "compression": None,
            "max_size": None,
            "open_timeout": OPEN_SECONDS,
            "close_timeout": OPEN_SECONDS,
            "proxy": None,
        }
        try:
            return await connect(where + PATH, **how | more)
        except InvalidStatus as refused:
            answer = refused.response
            why = f"node {node} at {where} answers {answer.status_code}: {(answer.body or b'').decode(errors='replace').strip()}"
            raise REFUSALS.get(answer.status_code, NoRelay)(why) from refused
        except (OSError, TimeoutError, WebSocketException) as error:
            self._note_silent(node)
            raise NoRelay(f"node {node} at {where} can't be reached: {error}") from error

    def _note_silent(self, node: str) -> None:
        self._silent[node] = asyncio.get_running_loop().time() + SILENT_SECONDS

    def _unwatch(self, node: str, pulse: Pulse, relay: Relay) -> None:
        pulse.remove(relay)
        if not pulse.watches and self._pulses.get(node) is pulse:
            del self._pulses[node]

    async def arrived(self, header: str) -> Passenger | None:
        """Return whose socket another node hands on to here; None where no node does.

        Raises:
            redis.RedisError: the store does not answer.
        """
        told = await self._opened(HEADER, header)
        return Passenger.unpack(told[1:]) if told is not None else None

    async def follower(self, header: str) -> str | None:
        """Return which node wants to follow a room of this one; None where none does.

        Raises:
            redis.RedisError: the store does not answer.
        """
        told = await self._opened(FOLLOWER, header)
        if told is None or len(told) != 3 or told[1] != FOLLOWER:
            return None
        return str(told[2])

    async def follows(self, header: str) -> Moving | None:
        """Return with which room a socket comes that is handed on to this node, or to one behind its port; None where with none.

        Raises:
            redis.RedisError: the store does not answer.
        """
        told = await self._opened(FOLLOWS, header)
        return Moving(*told) if told is not None else None

    async def hands_over(self, header: str) -> bool | None:
        """Whether it is another node that wants to hand over rooms to this one; None where it means one behind the same port.

        Raises:
            redis.RedisError: the store does not answer.
        """
        sealed = await self._seals.open(ROOMS, header)
        if sealed is None:
            return False
        if self._is_sibling(sealed.node):
            return None
        return sealed.node == self.me and await self._seals.use(sealed)

    async def _opened(self, purpose: str, header: str) -> list[Any] | None:
        """Return for which node a header is and what it says, where that is this node or one behind its port; it is used then."""
        sealed = await self._seals.open(purpose, header)
        if sealed is None or not self._is_here(sealed.node) or not await self._seals.use(sealed):
            return None
        return [sealed.node, *sealed.told]

    def _is_here(self, node: str) -> bool:
        return node == self.me or self._is_sibling(node)

    def answers(self, node: str) -> bool:
        """Whether a node is taken to be there: it has an address, and was not found silent a moment ago."""
        silent_until = self._silent.get(node, 0)
        return self._says(node, "address") is not None and silent_until < asyncio.get_running_loop().time()


def reason_of(moving: Moving, heard: int) -> str:
    """Return the reason of a close frame with `MOVED`: how a socket goes after its room, and how many of its messages were dealt
    with."""
    return json.dumps([*moving, heard], separators=(",", ":"))


def read_reason(reason: str) -> tuple[Moving, int]:
    """Return what the reason of such a frame says."""
    *moving, heard = json.loads(reason)
    return Moving(*moving), heard
