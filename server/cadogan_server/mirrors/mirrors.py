"""All rooms that this node mirrors: each over one link to its owner, for all its spectators here.

A room may change its owner, because that node has ended or has handed the room over. Then the mirror follows the room
at its new owner, or this node recovers it like any other. Spectators stay, and see where the room continues.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Protocol

from cadogan_protocol.errors import RETRY
from cadogan_protocol.messages import Error
from cadogan_server.clock import Clock
from cadogan_server.delivery import describe
from cadogan_server.delivery.bus import Bus
from cadogan_server.delivery.feed import MessageMissing
from cadogan_server.mirrors.messages import MirrorRequest, SpectatorReport
from cadogan_server.mirrors.mirror import Mirror, OwnRoom, Rejected
from cadogan_server.rooms.refused import Refused
from cadogan_server.store import STORE_AWAY
from cadogan_server.store.nodes.elsewhere import Elsewhere
from cadogan_server.telemetry.log_lines import about

logger = logging.getLogger(__name__)

SHOWN_SECONDS = 3.0
"""Seconds for an owner to show its room. After that, a client that waits is refused."""

TELL_SECONDS = 0.1
"""Seconds between two messages to the owners about the spectators here."""

AGAIN_SECONDS = 0.25
"""Seconds before the second attempt to find a room whose owner is gone. Each wait doubles, up to `RARELY_SECONDS`."""

RARELY_SECONDS = 2.0
"""The longest wait, in seconds, between two such attempts."""

STEADY_SECONDS = 5.0
"""Seconds that a link must have lasted to be replaced at once when it breaks."""


class NoLink(Exception):
    """A node can't be reached, or shows nothing of a room; the message says why."""


class LinkLost(Exception):
    """Nothing more comes through a link; the message says why."""


class Link(Protocol):
    """A connection to the owner of a room, through which it is mirrored."""

    async def receive(self) -> bytes | str:
        """Return the next message.

        Raises:
            LinkLost: there will be none.
        """

    async def say(self, message: SpectatorReport) -> None:
        """Send the owner a message. A failure raises nothing."""

    async def close(self) -> None:
        """Stop mirroring."""


class Mirrors:
    """The mirrors of this node.

    Args:
        bus: the way to the sockets.
        clock: the node's clock.
        find: returns a room that this node has or recovers; raises `Elsewhere` if another node has it, or `Refused`.
        connect: opens a link to a node and sends it the first message; raises `NoLink`.
        linger: seconds that a room stays mirrored after its last spectator here has gone.
    """

    def __init__(
        self,
        bus: Bus,
        clock: Clock,
        find: Callable[[str], Awaitable[OwnRoom]],
        connect: Callable[[str, MirrorRequest], Awaitable[Link]],
        linger: float,
    ) -> None:
        self._bus = bus
        self._clock = clock
        self._find = find
        self._connect = connect
        self._linger = linger
        self._current: dict[str, Mirror] = {}
        """By room code: the mirror for newcomers."""
        self._tasks: dict[Mirror, asyncio.Task[None]] = {}
        self._waited_for: dict[Mirror, asyncio.Future[None]] = {}
        """Done when a mirror has something to show; fails if it never will."""
        self._links: dict[Mirror, Link] = {}
        self._lingering: dict[Mirror, asyncio.TimerHandle] = {}
        self._loop = asyncio.get_running_loop()
        self._telling: asyncio.Task[None] | None = None
        self.frames = 0
        """The number of messages that have come for spectators here."""
        self.lost = 0
        """The number of links that have broken."""

    def __len__(self) -> int:
        """The number of mirrors."""
        return len(self._tasks)

    @property
    def watchers(self) -> int:
        """The number of spectators at these mirrors, without previews."""
        return sum(mirror.audience.watchers for mirror in self._tasks)

    def get(self, code: str) -> Mirror | None:
        """Return the mirror of a room if it exists and can be shown; else None."""
        mirror = self._current.get(code)
        if mirror is None or not mirror.shown:
            return None
        if mirror.superseded or mirror.is_outdated(self._clock.real()):
            del self._current[code]
            self._changed(mirror)
            return None
        return mirror

    async def of(self, code: str, node: str) -> Mirror:
        """Return the mirror of another node's room, opened if needed.

        Raises:
            NoLink: that node can't be reached, or shows nothing.
            Refused: nobody may watch the room.
        """
        found = self.get(code)
        if found is not None:
            return found
        mirror = self._current.get(code)
        if mirror is None:
            mirror = self._current[code] = Mirror(code, self._bus, self._clock.now, self._changed)
            self._waited_for[mirror] = self._loop.create_future()
            self._tasks[mirror] = asyncio.create_task(self._keep(mirror, node), name=f"mirror {code}")
            if self._telling is None:
                self._telling = asyncio.create_task(self._report_spectators(), name="spectators of mirrors")
        try:
            async with asyncio.timeout(SHOWN_SECONDS):
                await asyncio.shield(self._waited_for[mirror])
        except TimeoutError as error:
            raise NoLink(f"node {node} shows nothing of room {code}") from error
        finally:
            self._changed(mirror)  # a client that has waited may watch or not
        if mirror not in self._tasks:
            raise NoLink(f"room {code} has just gone from node {node}")
        return mirror

    def come_here(self, room: OwnRoom) -> None:
        """Move the spectators here to a room that has come to this node.

        This happens at once, as a stopped node does not close its link.
        """
        for mirror in [mirror for mirror in self._tasks if mirror.code == room.code]:
            if self._current.get(room.code) is mirror:
                del self._current[room.code]
            mirror.move_to(room)
            self._tasks[mirror].cancel()

    def tell_pauses_while_held(self) -> None:
        """Tell spectators here of paused rooms at once, because this node holds all frames."""
        for mirror in self._tasks:
            mirror.tell_pause_while_held()

    def send_people_away(self, reason: str) -> None:
        """Close the sockets of all spectators here, because this node shows them nothing for now."""
        for mirror in list(self._tasks):
            mirror.send_away(reason)

    async def stop(self) -> None:
        """Close all mirrors."""
        tasks = [*self._tasks.values(), *([self._telling] if self._telling else [])]
        for timer in self._lingering.values():
            timer.cancel()
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    # ---- spectators --------------------------------------------------------------------------------------------------

    def _changed(self, mirror: Mirror) -> None:
        """Close a mirror without spectators after a while, or at once if it gets no newcomers."""
        timer = self._lingering.pop(mirror, None)
        if timer is not None:
            timer.cancel()
        if mirror.audience.watching or mirror not in self._tasks:
            return
        if self._current.get(mirror.code) is mirror:
            self._lingering[mirror] = self._loop.call_later(self._linger, self._let_go, mirror)
        else:
            self._tasks[mirror].cancel()

    def _let_go(self, mirror: Mirror) -> None:
        del self._lingering[mirror], self._current[mirror.code]
        self._tasks[mirror].cancel()

    async def _report_spectators(self) -> None:
        while True:
            await asyncio.sleep(TELL_SECONDS)
            await self._tell_all()

    async def _tell_all(self) -> None:
        for mirror, link in list(self._links.items()):
            report = mirror.report()
            if report is not None:
                await link.say(report)

    # ---- links to owners ---------------------------------------------------------------------------------------------

    async def _keep(self, mirror: Mirror, node: str) -> None:
        """Mirror a room at each of its owners in turn, until nobody watches or the room is no more."""
        owner: str | None = node
        wait = 0.0
        try:
            while True:
                began = self._loop.time()
                try:
                    if owner is None:
                        mirror.move_to(await self._find(mirror.code))
                        return
                    await self._keep_up(mirror, owner)
                except Elsewhere as elsewhere:
                    owner = elsewhere.node
                    continue
                except Rejected as rejected:
                    if not self._goes_on(mirror, rejected.error):
                        return
                except Refused as refused:
                    if not self._goes_on(mirror, describe.refusal(refused)):
                        return
                except (NoLink, *STORE_AWAY) as error:
                    logger.info("a room can't be mirrored: %s", error, extra=about(mirror.code))
                    if not mirror.shown:
                        self._waited_for[mirror].set_exception(NoLink(str(error)))
                        return
                if not mirror.audience.watching and mirror.shown:
                    return
                owner, wait = None, 0.0 if self._loop.time() - began > STEADY_SECONDS else wait
                await asyncio.sleep(wait)
                wait = min(max(AGAIN_SECONDS, 2 * wait), RARELY_SECONDS)
        except Exception:
            logger.exception("a room can't be mirrored", extra=about(mirror.code))
            mirror.audience.send_away("this room can't be shown here just now; come back")
        finally:
            self._drop(mirror)

    async def _keep_up(self, mirror: Mirror, node: str) -> None:
        """Mirror a room from a node for as long as that node shows it.

        Raises:
            NoLink: the node can't be reached.
            Rejected: it shows nothing, or nothing more.
        """
        link = await self._connect(node, mirror.request())
        self._links[mirror] = link
        is_scheduled = False

        def pass_on() -> None:
            nonlocal is_scheduled
            is_scheduled = False
            mirror.pass_on()

        try:
            while True:
                mirror.receive(await link.receive())
                self.frames += 1
                if mirror.shown and not self._waited_for[mirror].done():
                    self._waited_for[mirror].set_result(None)
                if not is_scheduled:  # once for all messages that came together: between them this task does not pause
                    is_scheduled = True
                    self._loop.call_soon(pass_on)
        except (LinkLost, MessageMissing) as lost:
            self.lost += 1
            logger.info("a room is no longer mirrored from node %s: %s", node, lost, extra=about(mirror.code))
        finally:
            del self._links[mirror]
            await link.close()

    def _goes_on(self, mirror: Mirror, error: Error) -> bool:
        """Return True if the room may be looked for again after this error. Otherwise give the error to the clients that wait
        or watch.
        """
        if not mirror.shown:
            self._waited_for[mirror].set_exception(Refused(error.code, error.message, wait=error.wait))
            return False
        if RETRY.get(error.code, False):
            return True
        mirror.audience.dismiss(error)
        return False

    def _drop(self, mirror: Mirror) -> None:
        self._tasks.pop(mirror, None)
        timer = self._lingering.pop(mirror, None)
        if timer is not None:
            timer.cancel()
        if self._current.get(mirror.code) is mirror:
            del self._current[mirror.code]
        waited_for = self._waited_for.pop(mirror)
        if not waited_for.done():
            waited_for.set_exception(NoLink(f"room {mirror.code} is mirrored no more"))
        waited_for.exception()  # so that asyncio does not log it as never retrieved if nobody waits
