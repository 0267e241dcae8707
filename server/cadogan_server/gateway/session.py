"""One socket's conversation: from a frame that came in to what the room or the store does about it."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from importlib.metadata import version

from cadogan_games.catalogue import CatalogueError, UnknownGame
from cadogan_protocol.codec import BadMessage, Format, decode_client, decode_play
from cadogan_protocol.errors import RETRY, CloseCode, ErrorCode
from cadogan_protocol.limits import MOST_BAD
from cadogan_protocol.messages import Error, Hello, Message, Play, Stand, Undo, Welcome
from cadogan_server.gateway.handlers import HANDLERS
from cadogan_server.gateway.limits import LARGE, Limits
from cadogan_server.live.frame import SharedAnswer, frame_of
from cadogan_server.live.names import shown
from cadogan_server.live.outbox import Outbox, Reply
from cadogan_server.live.presence import Presence
from cadogan_server.rooms.refused import Refused
from cadogan_server.services import Services
from cadogan_server.store import STORE_AWAY
from cadogan_server.store.origins import Origin, unknown
from cadogan_server.store.players import Player

logger = logging.getLogger(__name__)

VERSION = version("cadogan")

PAUSE = 0.5
"""Seconds for which nothing more is read of a socket that has sent too much. To read and refuse all that a flood brings would
keep the server busier than the flood its sender."""

AWAY = "the store does not answer just now; try again soon"

PAUSED = "the store has been away for so long that all rooms are paused, their clocks too; they go on when it is back"

REPLACED = "another server has taken over the rooms of this one; nothing can be done here any more"


class Session:
    """One socket's conversation.

    Args:
        services: the server's parts.
        outbox: the way back.
        address: where the socket comes from.
        limits: what its address may have.
        close: closes the socket with a code and a reason.

    Attributes:
        limits: the same.
        player: who this is, once `hello` has been said.
        first_request: the id of that `hello`.
        program: the kind of bot that it named there; "" for a person.
        token: by which the player is known, to be handed on to another device of theirs.
        origin: gives the marks that its address and browser leave in a room.
        presence: the room that this socket is in.
    """

    def __init__(
        self,
        services: Services,
        outbox: Outbox,
        address: str,
        limits: Limits,
        close: Callable[[int, str], None],
    ) -> None:
        self.services = services
        self.outbox = outbox
        self.address = address
        self.limits = limits
        self.player: Player | None = None
        self.first_request = 0
        self.program = ""
        self.origin: Origin = unknown
        self.token = ""
        self.presence: Presence | None = None
        self._bucket = limits.bucket()
        self._close = close
        self._bad = 0
        self._unread = 0

    async def receive(self, data: bytes | str) -> None:
        """Do what a frame asks for, and answer it."""
        request: int | None = None
        too_fast = False
        self.services.stats.messages += 1
        try:
            message = decode_client(data, self.outbox.fmt)
            request = message.id
            self._must_not_be_too_fast(message)
            done = self._dispatch(message)
            if done is not None:
                await done
            self._bad = 0
            if not isinstance(message, Play):
                await self._taken()
        except BadMessage as bad:
            self._refuse(bad.re, bad.code, bad.message)
            self._count_bad()
            too_fast = self._is_too_fast()
        except Refused as refused:
            self._refuse(request, refused.code, refused.message, refused.wait)
            too_fast = refused.code is ErrorCode.TOO_FAST
            if too_fast:
                self._count_bad()
        except CatalogueError as error:
            code = ErrorCode.UNKNOWN_GAME if isinstance(error, UnknownGame) else ErrorCode.BAD_OPTION
            self._refuse(request, code, str(error))
        except STORE_AWAY as error:
            logger.warning("the store does not answer: %s", error)
            self._refuse(request, ErrorCode.STORE_DOWN, AWAY)
        except Exception:
            self._failed(request)
        finally:
            if self._unread:
                await self._taken()
                self.limits.unread.give_back(self.address, self._unread)
                self._unread = 0
        if too_fast:
            await self._pause()

    def plays(self) -> bool:
        """Whether this is somebody whose game is going on. To sit in lobbies is cheap: who floods us with new rooms sits there."""
        presence = self.presence
        return presence is not None and presence.viewer.seat is not None and presence.hub.room.phase == "running"

    def receive_now(self, data: bytes) -> bool:
        """Do what a frame asks for where that is a move, by far the most frequent message; else return False, and have
        done nothing."""
        if self.presence is None or self.presence.viewer.seat is None or self.outbox.fmt is not Format.MSGPACK:
            return False
        play = decode_play(data)
        if play is None or self.services.journal.full or not self._bucket.take():
            return False
        request, move = play
        self.services.stats.messages += 1
        try:
            self._count(however_many=True)
            self.presence.hub.play(self.presence.viewer.seat, move, request)
            self._bad = 0
        except Refused as refused:
            self._refuse(request, refused.code, refused.message, refused.wait)
        except Exception:
            self._failed(request)
        return True

    def send(self, message: Message) -> None:
        """Send an answer, after all that has been written until now."""
        self.services.journal.send(self.outbox, Reply(frame_of(message, self.outbox.fmt)))

    def send_large(self, answer: SharedAnswer, request: int) -> None:
        """Send an answer that many ask for, as `send` does.

        Raises:
            Refused: its address, or all together, have as many yet to read as they may.
        """
        size = answer.size(self.outbox.fmt)
        if size > LARGE:
            self.limits.unread.take(self.address, size)
            self._unread += size
        self.services.journal.send(self.outbox, Reply(answer.frame(self.outbox.fmt, request)))

    async def _taken(self) -> None:
        """Wait until the socket has taken what was answered: who asks and does not read is not read any further.

        Otherwise answers of any size would pile up, all in one batch. A move's answer is small, and moves are many.
        """
        released = asyncio.Event()
        self.services.journal.then(released.set)
        await released.wait()
        await self.outbox.free()

    async def _pause(self) -> None:
        await asyncio.sleep(PAUSE)

    def close_after(self, code: int, reason: str) -> None:
        """Close the socket once what has been sent until now is on its way."""
        self.services.journal.then(lambda: self._close(code, reason))

    def put_out(self) -> None:
        """The room has let this socket go."""
        self.presence = None

    def gone(self) -> None:
        """The socket is closed."""
        if self.presence is not None:
            self.presence.hub.leave(self.presence.viewer)
            self.presence = None

    def _dispatch(self, message: Message) -> Awaitable[None] | None:
        if self.player is None:
            return self._hello(message)
        handler = HANDLERS.get(type(message))
        if handler is None:
            raise Refused(ErrorCode.BAD_MESSAGE, "you have said hello already")
        if handler.reads and not self.player.bot:
            self.limits.reads.take(self.address)
        if handler.writes and self.services.journal.full:
            raise Refused(ErrorCode.STORE_DOWN, REPLACED if self.services.journal.replaced else PAUSED)
        return handler.handle(self, message)

    def _failed(self, request: int | None) -> None:
        logger.exception("a request failed")
        self._refuse(request, ErrorCode.INTERNAL, "something went wrong here; the server's log says what")

    def _is_too_fast(self) -> bool:
        """Count what was no message as one; return whether there are too many."""
        try:
            self._must_not_be_too_fast()
        except Refused:
            return True
        return False

    def _must_not_be_too_fast(self, message: Message | None = None) -> None:
        if not self._bucket.take():
            raise Refused(ErrorCode.TOO_FAST, "you send faster than this server allows; wait a moment", wait=1)
        self._count(however_many=isinstance(message, (Play, Undo, Stand)))

    def _count(self, *, however_many: bool) -> None:
        """Count a message among those of its address; raise Refused where there are too many."""
        if self.player is None or not self.player.bot:  # ours all come from this machine
            self.limits.messages.take(self.address, however_many=however_many)

    def _refuse(self, request: int | None, code: ErrorCode, text: str, wait: int | None = None) -> None:
        self.services.stats.refusals[code] += 1
        self.send(Error(re=request, code=code, message=text, retry=RETRY[code], wait=wait))

    def _count_bad(self) -> None:
        self._bad += 1
        if self._bad >= MOST_BAD:
            self.close_after(CloseCode.TOO_MANY_ERRORS, "too many bad messages in a row")

    async def _hello(self, message: Message) -> None:
        if not isinstance(message, Hello):
            self.close_after(CloseCode.NO_HELLO, "say hello first")
            raise Refused(ErrorCode.NO_HELLO, "the first message of a socket must be `hello`")
        name: str | None = shown(message.name)
        token = message.token
        if message.ticket is not None:
            self.limits.reads.take(self.address)
            name, token = None, self.services.tickets.take(message.ticket)
            if token is None:
                raise Refused(ErrorCode.BAD_TOKEN, "this ticket was used before, or is too old; ask for a new one")
        if token is None:
            assert name is not None
            self.limits.players.take(self.address)
            self.player, token = self.services.players.welcome(name)
        else:
            if not self.services.players.remembers(token):
                self.limits.reads.take(self.address)
            self.player = await self.services.players.recognise(token, name)
            if self.player is None:
                raise Refused(ErrorCode.BAD_TOKEN, "nobody is known by this token; say hello without one")
        self.token = token
        self.first_request = message.id
        self.program = message.program or ""
        self.origin = self.services.origins.of(self.address, message.browser)
        self.services.openings.greet(self.player.id, message.id)
        self.send(
            Welcome(
                re=message.id,
                player=self.player.id,
                name=self.player.name,
                token=token,
                server=VERSION,
                now=self.services.clock.real(),
            )
        )
