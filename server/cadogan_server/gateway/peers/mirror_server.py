"""The owner's end of a mirror link: shows a room of this node to a mirror as if to a spectator."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from itertools import count

from pydantic import ValidationError

from cadogan_protocol.errors import CloseCode
from cadogan_protocol.messages import Joined, Message
from cadogan_server.delivery import describe
from cadogan_server.delivery.frame import frame_of
from cadogan_server.delivery.outbox import Outbox
from cadogan_server.delivery.reply import Reply
from cadogan_server.delivery.viewer import Moving, ViewedRoom
from cadogan_server.gateway.sockets.socket import Socket
from cadogan_server.hosting.hub import Hub
from cadogan_server.mirrors.messages import MirrorRequest, Notice, SpectatorReport
from cadogan_server.mirrors.remote_mirror import RemoteMirror, notice_frame
from cadogan_server.parts.services import Services
from cadogan_server.rooms.refused import Refused
from cadogan_server.store.nodes.elsewhere import Elsewhere
from cadogan_server.telemetry.log_lines import about

logger = logging.getLogger(__name__)

ROOM_SECONDS = 5.0
"""Seconds within which the other node must say which room it mirrors."""

ONLY = 1
"""Stands for the id of a `join` request, as a mirror sends none."""

_numbers = count(1)


class MirrorConnection:
    """One mirror link, from its first message to its end.

    Args:
        services: the server's parts.
        node: id of the other node.
        outbox: outbox of the link.
        close: closes the link with a code and a reason.
        hand_over: gives the link and its first message to the room's owner if that is another worker of this machine;
            returns True if so.
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
        # No player has such an id. A node may mirror one room over two links; they get different ids.
        self._mirror = RemoteMirror(f"node {node} {next(_numbers)}", outbox, None, self, tell=self._tell)

    async def serve(self, connection: Socket) -> None:
        """Show the other node the room that it names, until one side closes.

        Raises:
            ConnectionClosed: a side has closed the link.
            TimeoutError: the node names no room.
        """
        async with asyncio.timeout(ROOM_SECONDS):
            await (connection.hear if connection.parcel is None else connection.hear_first)(self._begin)
        while True:
            await connection.hear(self._attend)

    def gone(self) -> None:
        """Note that the link is closed."""
        hub, self._hub = self._hub, None
        if hub is not None:
            hub.leave(self._mirror)
        del self._mirror  # it refers to this object: a cycle would wait for the collector

    async def _begin(self, data: bytes | str) -> None:
        try:
            request = MirrorRequest.model_validate_json(data)
            hub = await self._services.rooms.finder.find(request.room)
            hub.room.state.must_let_watch()
        except Elsewhere as elsewhere:
            if not await self._hand_over(elsewhere.node, data):
                self._close(CloseCode.GOING_AWAY, str(elsewhere))
        except Refused as refused:
            self.send(describe.refusal(refused))
            self.close_after(CloseCode.GOING_AWAY, "nothing is shown")
        except ValidationError:
            self._close(CloseCode.PROTOCOL_ERROR, "this names no room to mirror")
        else:
            self._hub = hub
            logger.debug("node %s mirrors the room", self._node, extra=about(hub.code))
            now = self._services.clock.real()
            self.send(Joined(re=ONLY, room=hub.code, role="spectator", layout=hub.layout, now=now))
            hub.enter(self._mirror, request.last)
            hub.attendance.attend(self._mirror, SpectatorReport(came=request.watching))
            self._tell(Notice(shown=True))

    async def _attend(self, data: bytes | str) -> None:
        if self._hub is not None:
            self._hub.attendance.attend(self._mirror, SpectatorReport.model_validate_json(data))

    # ---- called by the room ------------------------------------------------------------------------------------------

    def _tell(self, notice: Notice) -> None:
        self._services.bus.send(self._outbox, notice_frame(notice))

    def send(self, message: Message) -> None:
        """Send a message to all spectators there."""
        self._services.bus.send(self._outbox, Reply(frame_of(message)))

    def put_out(self) -> None:
        """Close the link: the room may not be shown any more."""
        self._hub = None
        self.close_after(CloseCode.GOING_AWAY, "the room is not shown any more")

    def set_out(self) -> None:
        """Do nothing: no input from a mirror has to wait for a room that is being handed over."""

    async def follow(self, moving: Moving | None, *, anew: bool = False) -> None:
        """Close the link: the room was handed over, and the mirror finds the new owner by itself."""
        self._hub = None
        self.close_after(CloseCode.GOING_AWAY, "the room has gone to another node")

    def move_to(self, room: ViewedRoom) -> None:
        """Raise AssertionError: a mirror link always leads to the room's owner."""
        raise AssertionError(f"room {room.code} is here already")

    def close_after(self, code: int, reason: str) -> None:
        """Close the link once everything sent so far has left."""
        self._services.bus.then(lambda: self._close(code, reason))
