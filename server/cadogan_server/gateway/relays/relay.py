"""A relay: carries the frames of a player's socket to the owner of the room and back, without reading them.

The node where a socket arrives keeps it, and opens its own connection to the room's owner, at `PATH` on the port that
all clients use. The request names the player, sealed with a secret that lies in the store (`seals.py`): only a node can
do that without a token. From then on the owner talks to the player as if the socket were its own, and may relay it
further when the player goes to another room. Spectators stay where their sockets arrived (`mirror_client.py`).

The room itself may be handed over, for example when its node shuts down (`nodes/handover.py`). The old owner then
closes the connection with `MOVED`. The reason says where the room is and how many messages it has handled. The node
with the socket connects to the new owner, or is the new owner, and repeats the messages that were not handled. The
socket stays open, and its player is shown the room anew.

Nodes of different versions may meet during a rolling upgrade. Each says in its lease and in each request which version
of this protocol it speaks (`SPEAKS`). A version that is not understood is refused with a reason.
"""

from __future__ import annotations

import asyncio
import json
import logging
from collections import deque
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from functools import partial
from http import HTTPStatus
from typing import Any, NamedTuple

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidStatus, WebSocketException
from websockets.protocol import Event
from websockets.typing import Subprotocol

from cadogan_protocol.codec import Format
from cadogan_protocol.errors import CloseCode, ErrorCode
from cadogan_protocol.messages import Error
from cadogan_server.delivery.frame import frame_of, frame_with
from cadogan_server.delivery.outbox import Outbox
from cadogan_server.delivery.reply import Reply
from cadogan_server.delivery.viewer import Moving
from cadogan_server.gateway.relays.pulse import Pulse
from cadogan_server.gateway.relays.seals import Seals
from cadogan_server.store.nodes.node_lease import LeaseLost
from cadogan_server.store.people.players import Player

logger = logging.getLogger(__name__)

OnMoved = Callable[[Moving, list[bytes | str]], None]
"""Called with the new place of a room and the messages to repeat there."""

PATH = "/node"
"""Path where nodes connect to each other."""

HEADER = "X-Cadogan-Socket"
"""Request header that names the player whose socket is relayed."""

MIRROR, MIRROR_TOO = "X-Cadogan-Follower", "X-Cadogan-RemoteMirror"
"""Request headers that name the node that mirrors a room. Both are sent, as some earlier versions know one and some the
other."""

FOLLOWS = "X-Cadogan-Follows"
"""Request header that names the handed-over room that a relayed socket follows."""

ROOMS = "X-Cadogan-Rooms"
"""Header of a request for handing rooms over."""

VERSION = "X-Cadogan-Speaks"
"""Header with the version of this protocol that a node speaks. Nodes before the first version send none."""

SPEAKS = "1"
"""This node's version. Raise it with every change of the messages and headers between nodes."""

UNDERSTOOD = ("", "1")
"""Versions whose relays work like this one's. Handovers need exactly the same version."""

MOVED = 4900
"""Close code of a relay whose room was handed over. No client ever sees it."""

REMEMBERED = 64
"""Messages of a socket that are remembered, to be repeated if its room is handed over."""

LINK_ATTEMPTS = 32
"""Attempts to reach a certain node through a port that several workers share."""

OPENED_AT_ONCE = 32
"""Connections to one node that are made at a time. A node accepts them one by one (`sockets/listener.py`); beyond its queue they
would be dropped, and take a second more."""

OPEN_SECONDS = 1.0
"""Seconds to connect, after which a node may have ended."""

ANSWER_SECONDS = 20.0
"""Seconds that the answer to one question may take, such as a long replay."""

SILENT_SECONDS = 5.0
"""Seconds for which a node that was found silent counts as absent."""

AGAIN_SECONDS = 0.3
"""Seconds to connect to a node that counts as absent: its players wait for another one."""

GONE = "the server that had this room is gone; come back, nothing is lost"

SILENT = Error(
    code=ErrorCode.BUSY,
    message="the server that has this room does not answer just now; if it stays silent you are sent to another",
    retry=True,
)
"""Sent to relayed players while the owner may hang."""

RENEWED = "the server is being updated; come back at once, nothing is lost"


class NoRelay(Exception):
    """Another node can't be reached. The message says why."""


class OtherVersion(NoRelay):
    """This node and another one don't understand each other."""


class _OtherWorker(NoRelay):
    """Another worker than the wanted one has answered at their common port."""


class _Stale(NoRelay):
    """The node refuses the headers as too old or meant for another node."""


REFUSALS: dict[int, type[NoRelay]] = {
    HTTPStatus.CONFLICT: OtherVersion,
    HTTPStatus.MISDIRECTED_REQUEST: _OtherWorker,
    HTTPStatus.FORBIDDEN: _Stale,
}


class Passenger(NamedTuple):
    """The player whose socket is relayed.

    Attributes:
        player: id of the player.
        first_request: id of the player's `hello` message.
        program: kind of bot that `hello` named; "" for a person.
        address: address that the socket counts for.
        browser: browser mark that `hello` named.
        page_origin: web origin of the page that opened the socket; "" if none.
    """

    player: Player
    first_request: int
    program: str
    address: str
    browser: str | None
    page_origin: str

    def pack(self) -> list[Any]:
        """Return the fields as a list for JSON and msgpack."""
        return [list(self.player), *self[1:]]

    @classmethod
    def unpack(cls, fields: Sequence[Any]) -> Passenger:
        """Return the passenger that `pack` has packed."""
        (id, name, hashes, bot), *others = fields
        return cls(Player(id, name, tuple(hashes), bot), *others)


def nobody(address: str) -> Passenger:
    """Return the passenger for a socket without a player, from this address."""
    return Passenger(Player("", "", ()), 0, "", address, None, "")


class NodeConnection(ClientConnection):
    """A connection that ends as soon as the other node has closed it by a frame. Otherwise it would wait until that node has read
    the answer and closed its end too, and a busy node's players would be on the way for as long."""

    def process_event(self, event: Event) -> None:
        """Process what has come, the answer to a closing frame being written already."""
        super().process_event(event)
        if self.protocol.close_rcvd is not None:
            self.transport.close()


class Relay:
    """The relay of one socket to another node.

    Args:
        connection: connection to that node.
        outbox: outbox of the socket.
        close: closes the socket with a code and a reason.
        moved: called when the room was handed over, with the messages to repeat there. If these are no longer known,
            the socket is closed instead.
    """

    def __init__(
        self, connection: ClientConnection, outbox: Outbox, close: Callable[[int, str], None], moved: OnMoved
    ) -> None:
        self._connection = connection
        self._outbox = outbox
        self._close = close
        self._moved = moved
        self._sent = 0
        self._last: deque[bytes | str] = deque(maxlen=REMEMBERED)
        self._task = asyncio.create_task(self._back(), name="relay")

    @property
    def listens(self) -> bool:
        """True while input from the node is read, which stops while the socket takes nothing."""
        return not self._outbox.blocked

    def on_ended(self, then: Callable[[], None]) -> None:
        """Call this when the relay has ended."""
        self._task.add_done_callback(lambda _: then())

    async def ping(self) -> None:
        """Wait until the node has answered a ping.

        Raises:
            websockets.exceptions.ConnectionClosed: the connection is closed.
        """
        await (await self._connection.ping())

    def tell_silent(self) -> None:
        """Tell the player that the node does not answer, by an `error` that answers no request."""
        self._outbox.write([Reply(frame_of(SILENT, self._outbox.fmt))])

    def give_up(self) -> None:
        """Stop waiting for a node that does not answer, and close the player's socket."""
        self._connection.transport.abort()

    async def send(self, data: bytes | str) -> None:
        """Relay a message of the socket, once the other side takes it."""
        self._sent += 1
        self._last.append(data)
        with suppress(ConnectionClosed):  # `_back` notices too
            await self._connection.send(data)

    async def stop(self) -> None:
        """End the relay: the socket is gone. This is called once."""
        self._task.cancel()
        del self._task  # a cancelled task refers to its frame, and so to this object: a cycle for the collector
        await self._connection.close()

    async def _back(self) -> None:
        """Relay what the node sends until it has closed the connection."""
        try:
            while True:
                data = await self._connection.recv()
                self._outbox.write([Reply(frame_with(data))])
                while (free := self._outbox.free()) is not None:
                    await free
        except ConnectionClosed as closed:
            if closed.rcvd is None:
                self._close(CloseCode.GOING_AWAY, GONE)
            elif closed.rcvd.code == MOVED:
                self._go_after(closed.rcvd.reason)
            else:
                self._close(closed.rcvd.code, closed.rcvd.reason)

    def _go_after(self, reason: str) -> None:
        moving, handled = read_reason(reason)
        unhandled = self._sent - handled
        if unhandled > len(self._last):
            self._close(CloseCode.RENEWED, RENEWED)
        else:
            self._moved(moving, list(self._last)[len(self._last) - unhandled :])


class Relays:
    """Opens relays and other connections to the other nodes.

    Args:
        me: id of this node.
        says: returns an item of a node's description of itself, if there is one.
        nodes: returns the ids of all living nodes.
        seals: proves to other nodes that this is a node.
        learn: refreshes the living nodes.
        is_sibling: returns True if a node is another worker behind this node's port.

    Attributes:
        me: id of this node.
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
        self._turns: dict[str, asyncio.Semaphore] = {}
        self._pulses: dict[str, Pulse] = {}

    @property
    def pinged(self) -> list[str]:
        """Ids of the nodes that are pinged, because something is relayed there."""
        return list(self._pulses)

    async def open(
        self,
        node: str,
        passenger: Passenger,
        outbox: Outbox,
        close: Callable[[int, str], None],
        moved: OnMoved,
        moving: Moving | None = None,
    ) -> Relay:
        """Open a relay to a node for a player, who may be `moving` there with a room.

        Raises:
            OtherVersion: the node speaks another version.
            NoRelay: the node can't be reached.
            redis.RedisError: the store does not answer.
        """
        contents = {HEADER: passenger.pack()}
        if moving is not None:
            contents[FOLLOWS] = list(moving[1:])
        relay = Relay(await self._connected(node, outbox.fmt, contents), outbox, close, moved)
        pulse = self._pulses.setdefault(node, Pulse(partial(self._note_silent, node)))
        pulse.add(relay)
        relay.on_ended(lambda: self._unwatch(node, pulse, relay))
        return relay

    async def ask(self, node: str, passenger: Passenger, data: bytes | str, fmt: Format) -> bytes | str:
        """Return a node's answer to one question of a player who is in no room there.

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
            raise NoRelay(f"node {node} does not answer: {str(error) or 'it takes too long'}") from error
        finally:
            await connection.close()

    async def mirror(self, node: str, how: dict[str, Any]) -> ClientConnection:
        """Return a connection for mirroring a room of a node, made with the options in `how`.

        Raises:
            NoRelay: the node can't be reached.
            redis.RedisError: the store does not answer.
        """
        return await self._connected(
            node, Format.MSGPACK, {name: [name, self.me] for name in (MIRROR, MIRROR_TOO)}, **how
        )

    async def handover_link(self, node: str) -> ClientConnection:
        """Return a connection for handing rooms over to a node.

        Raises:
            OtherVersion: the node speaks another version.
            NoRelay: the node can't be reached.
            redis.RedisError: the store does not answer.
        """
        for _ in range(LINK_ATTEMPTS):
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

    async def _connected(self, node: str, fmt: Format, contents: dict[str, list[Any]], **more: Any) -> ClientConnection:
        """Connect to a node with sealed headers of these contents. If the node refuses them, because this one does not know
        its current lease, try once more."""
        try:
            return await self._connect(node, fmt, contents, **more)
        except _Stale:
            with suppress(LeaseLost):
                await self._learn()
            return await self._connect(node, fmt, contents, **more)

    async def _connect(self, node: str, fmt: Format, contents: dict[str, list[Any]], **more: Any) -> ClientConnection:
        if self._says(node, "address") is None:  # it may have started a moment ago, and own a room already
            with suppress(LeaseLost):
                await self._learn()
        speaks, where = self._says(node, "speaks") or "", self._says(node, "address")
        if speaks not in UNDERSTOOD:
            raise OtherVersion(f"node {node} speaks version {speaks} with others, and this one {SPEAKS}")
        if where is None:
            raise NoRelay(f"node {node} has no address")
        headers = {purpose: await self._seals.seal(purpose, node, each) for purpose, each in contents.items()}
        how: dict[str, Any] = {
            "subprotocols": [Subprotocol(fmt.value)],
            "additional_headers": {**headers, VERSION: SPEAKS},
            "compression": None,
            "max_size": None,
            "open_timeout": OPEN_SECONDS if self.answers(node) else AGAIN_SECONDS,
            "close_timeout": OPEN_SECONDS,
            "proxy": None,
            "create_connection": NodeConnection,
        }
        try:
            async with self._turn(node):
                return await connect(where + PATH, **how | more)
        except InvalidStatus as refused:
            answer = refused.response
            why = f"node {node} at {where} answers {answer.status_code}: {(answer.body or b'').decode(errors='replace').strip()}"
            raise REFUSALS.get(answer.status_code, NoRelay)(why) from refused
        except (OSError, TimeoutError, WebSocketException) as error:
            if not isinstance(error, TimeoutError) or node not in self._pulses:  # else its pulse knows better
                self._note_silent(node)
            raise NoRelay(f"node {node} at {where} can't be reached: {error}") from error

    def _turn(self, node: str) -> asyncio.Semaphore:
        """Return what lets only some connections to a node be made at a time."""
        if node not in self._turns:
            living = set(self._nodes())
            self._turns = {other: turn for other, turn in self._turns.items() if other in living}
            self._turns[node] = asyncio.Semaphore(OPENED_AT_ONCE)
        return self._turns[node]

    def forget_silence(self) -> None:
        """Count the nodes that were found silent as present again."""
        self._silent.clear()

    def _note_silent(self, node: str) -> None:
        self._silent[node] = asyncio.get_running_loop().time() + SILENT_SECONDS

    def _unwatch(self, node: str, pulse: Pulse, relay: Relay) -> None:
        pulse.remove(relay)
        if not pulse.watches and self._pulses.get(node) is pulse:
            del self._pulses[node]

    async def arrived(self, header: str) -> Passenger | None:
        """Return the player whose socket another node relays here; None if the header is not valid.

        Raises:
            redis.RedisError: the store does not answer.
        """
        opened = await self._opened(HEADER, header)
        return Passenger.unpack(opened[1:]) if opened is not None else None

    async def mirroring(self, headers: Mapping[str, str]) -> str | None:
        """Return the id of the node that wants to mirror a room of this one; None if no header says so.

        Raises:
            redis.RedisError: the store does not answer.
        """
        for name in (MIRROR, MIRROR_TOO):
            opened = await self._opened(name, headers.get(name, ""))
            if opened is not None and len(opened) == 3 and opened[1] == name:
                return str(opened[2])
        return None

    async def follows(self, header: str) -> Moving | None:
        """Return the handed-over room that a relayed socket follows to this node, or to one behind its port; None
        without one.

        Raises:
            redis.RedisError: the store does not answer.
        """
        opened = await self._opened(FOLLOWS, header)
        return Moving(*opened) if opened is not None else None

    async def hands_over(self, header: str) -> bool | None:
        """Return True if another node wants to hand rooms over to this one; None if it means another worker behind the
        same port.

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
        """Return the target node of a header and its content, if the target is this node or one behind its port. The
        header is used up."""
        sealed = await self._seals.open(purpose, header)
        if sealed is None or not self._is_here(sealed.node) or not await self._seals.use(sealed):
            return None
        return [sealed.node, *sealed.content]

    def _is_here(self, node: str) -> bool:
        return node == self.me or self._is_sibling(node)

    def answers(self, node: str) -> bool:
        """Return True if a node counts as present: it has an address, and was not found silent a moment ago."""
        silent_until = self._silent.get(node, 0)
        return self._says(node, "address") is not None and silent_until < asyncio.get_running_loop().time()


def reason_of(moving: Moving, handled: int) -> str:
    """Return the reason of a close frame with `MOVED`: where the room is, and how many messages of the socket were
    handled."""
    return json.dumps([*moving, handled], separators=(",", ":"))


def read_reason(reason: str) -> tuple[Moving, int]:
    """Parse the reason of such a close frame."""
    *moving, handled = json.loads(reason)
    return Moving(*moving), handled
