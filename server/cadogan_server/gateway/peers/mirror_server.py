"""A link by which another node follows a room of this one, as that node's spectators get it."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from itertools import count

from pydantic import ValidationError

from cadogan_protocol.errors import CloseCode
from cadogan_protocol.messages import Joined, Message
from cadogan_server.delivery import describe
from cadogan_server.delivery.frame import TEXT, frame_of, framed
from cadogan_server.delivery.outbox import Outbox, Reply
from cadogan_server.delivery.viewer import Moving, Place
from cadogan_server.gateway.sockets.socket import Socket
from cadogan_server.hosting.hub import Hub
from cadogan_server.mirrors.follower import Follower
from cadogan_server.mirrors.messages import Attendance, Following, Notice
from cadogan_server.rooms.refused import Refused
from cadogan_server.services import Services
from cadogan_server.store.log.room_leases import Elsewhere
from cadogan_server.telemetry.log_lines import about

logger = logging.getLogger(__name__)

ROOM_SECONDS = 5.0
"""Within this the other node has said which room it follows."""

ONLY = 1
"""Stands for the id of the request to join: there was none."""

_numbers = count(1)


class MirrorConnection:
    """One link of another node, from its first word to its end.

    Args:
        services: the server's parts.
        node: the id of the other node.
        outbox: the way back.
        close: closes the link with a code and a reason.
        hand_over: gives the link to the node of the room, with what was said, where that is another worker of this machine;
            returns whether it was.
    """

    def __init__(
        self,
        services: Services,
        node: str,
        outbox: Outbox,
        close: Callable[[int, str], None],
        hand_over: Callable[[str, bytes | str], Awaitable[bool]],
    ) -> None:
        self._services = services
        self._node = node
        self._outbox = outbox
        self._close = close
        self._hand_over = hand_over
        self._hub: Hub | None = None
        # No player has an id like this; and a node may follow a room by two links, where who comes later is shown more.
        self._follower = Follower(f"node {node} {next(_numbers)}", outbox, None, self, tell=self._tell)

    async def serve(self, connection: Socket) -> None:
        """Let that node follow the room that it names, until one side closes.

        Raises:
            ConnectionClosed: one has.
            TimeoutError: it names none.
        """
        async with asyncio.timeout(ROOM_SECONDS):
            await (connection.hear if connection.parcel is None else connection.hear_first)(self._begin)
        while True:
            await connection.hear(self._attend)

    def gone(self) -> None:
        """The link is closed."""
        hub, self._hub = self._hub, None
        if hub is not None:
            hub.leave(self._follower)
        del self._follower  # which holds this: a cycle would wait for the collector

    async def _begin(self, data: bytes | str) -> None:
        try:
            following = Following.model_validate_json(data)
            hub = await self._services.finder.find(following.room)
            hub.room.must_let_watch()
        except Elsewhere as elsewhere:
            if not await self._hand_over(elsewhere.node, data):
                self._close(CloseCode.GOING_AWAY, str(elsewhere))
        except Refused as refused:
            self.send(describe.refusal(refused))
            self.close_after(CloseCode.GOING_AWAY, "nothing is shown")
        except ValidationError:
            self._close(CloseCode.PROTOCOL_ERROR, "this follows no room")
        else:
            self._hub = hub
            logger.debug("node %s follows the room", self._node, extra=about(hub.code))
            now = self._services.clock.real()
            self.send(Joined(re=ONLY, room=hub.code, role="spectator", layout=hub.layout, now=now))
            hub.enter(self._follower, following.last)
            hub.attend(self._follower, Attendance(came=following.watching))
            self._tell(Notice(shown=True))

    async def _attend(self, data: bytes | str) -> None:
        if self._hub is not None:
            self._hub.attend(self._follower, Attendance.model_validate_json(data))

    # ---- what the room does with it ----------------------------------------------------------------------------------

    def _tell(self, notice: Notice) -> None:
        text = notice.model_dump_json(exclude_unset=True).encode()
        self._services.journal.send(self._outbox, Reply(framed(TEXT, text)))

    def send(self, message: Message) -> None:
        """Send a message to all who look on there."""
        self._services.journal.send(self._outbox, Reply(frame_of(message)))

    def put_out(self) -> None:
        """The room shows that node nothing more."""
        self._hub = None
        self.close_after(CloseCode.GOING_AWAY, "the room is not shown any more")

    def hold(self) -> None:
        """Nothing that comes from there needs to wait for the room, which goes to another node."""

    async def follow(self, moving: Moving | None, *, anew: bool = False) -> None:
        """The room has gone to another node: the one that follows it looks for it there."""
        self._hub = None
        self.close_after(CloseCode.GOING_AWAY, "the room has gone to another node")

    def move_to(self, place: Place) -> None:
        """Never called: who follows is where the room is."""
        raise AssertionError(f"room {place.code} is here already")

    def close_after(self, code: int, reason: str) -> None:
        """Close the link once what has been sent until now is on its way."""
        self._services.journal.then(lambda: self._close(code, reason))
