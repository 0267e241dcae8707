"""The mirrors of a node: one link for each room, whose loss its spectators do not see."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence

import pytest

from cadogan_protocol.codec import Format
from cadogan_protocol.messages import Error
from cadogan_server.clock import Clock
from cadogan_server.delivery.outbox import Outbox
from cadogan_server.delivery.viewer import Viewer
from cadogan_server.mirrors.messages import MirrorRequest, Notice, SpectatorReport
from cadogan_server.mirrors.mirror import Mirror, OwnRoom
from cadogan_server.mirrors.mirrors import LinkLost, Mirrors
from cadogan_server.mirrors.remote_mirror import RemoteMirror, notice_frame
from cadogan_server.store.nodes.elsewhere import Elsewhere
from tests.server.hosting.stage import FakeJournal, SlowClient, Stage, payloads
from tests.server.waiting import soon


class QueuedLink(SlowClient):
    """A link whose messages wait until the mirror takes them."""

    def __init__(self) -> None:
        super().__init__(Format.MSGPACK)
        self.messages: asyncio.Queue[bytes | str | None] = asyncio.Queue()
        self.said: list[SpectatorReport] = []

    def take(self, frames: Sequence[bytes]) -> None:
        for payload in payloads(b"".join(frames)):
            self.messages.put_nowait(payload.decode() if payload.startswith(b"{") else payload)

    async def receive(self) -> bytes | str:
        message = await self.messages.get()
        if message is None:
            raise LinkLost("it was cut")
        return message

    async def say(self, message: SpectatorReport) -> None:
        self.said.append(message)

    async def close(self) -> None:
        self.closed = True


class Nodes:
    """The owner of a room, and a node with mirrors."""

    def __init__(self) -> None:
        self.stage = Stage()
        self.journal = FakeJournal()
        self.links: list[QueuedLink] = []
        self.requests: list[MirrorRequest] = []
        self.mirrors = Mirrors(self.journal.bus, Clock(), self.find, self.connect, linger=60)

    async def find(self, code: str) -> OwnRoom:
        raise Elsewhere(code, "owner")

    async def connect(self, node: str, request: MirrorRequest) -> QueuedLink:
        assert node == "owner"
        link = QueuedLink()
        self.links.append(link)
        self.requests.append(request)

        def tell(notice: Notice) -> None:
            link.take([notice_frame(notice)])

        outbox = Outbox(link, Format.MSGPACK, link.overflow, bound=1 << 20)
        self.stage.hub.enter(RemoteMirror(f"node {len(self.links)}", outbox, None, link, tell=tell), request.last)
        self.stage.journal.release()
        tell(Notice(shown=True))
        return link

    def watch(self, mirror: Mirror, player: str) -> SlowClient:
        client = SlowClient(Format.MSGPACK)
        mirror.enter(Viewer(player, Outbox(client, client.fmt, client.overflow, bound=2000), None, client), {})
        self.journal.release()
        return client


@pytest.fixture
async def nodes() -> AsyncIterator[Nodes]:
    them = Nodes()
    yield them
    await them.mirrors.stop()


async def test_all_spectators_of_a_room_share_one_link_and_are_reported(nodes: Nodes) -> None:
    one, two = await asyncio.gather(*(nodes.mirrors.of("ABCDEF", "owner") for _ in range(2)))
    assert one is two
    for player in ("eve", "mallory"):
        nodes.watch(one, player)
    assert (len(nodes.mirrors), nodes.mirrors.watchers, len(nodes.links)) == (1, 2, 1)
    (link,) = nodes.links
    await soon(lambda: link.said)
    assert link.said == [SpectatorReport(came={"eve": False, "mallory": False})]


async def test_a_lost_link_is_replaced_and_its_spectators_stay(nodes: Nodes) -> None:
    mirror = await nodes.mirrors.of("ABCDEF", "owner")
    client = nodes.watch(mirror, "eve")
    nodes.links[0].messages.put_nowait(None)
    await soon(lambda: len(nodes.links) == 2)
    assert (nodes.links[0].closed, nodes.mirrors.lost, client.closed) == (True, 1, False)
    assert nodes.requests[1].watching == {"eve": False}
    assert nodes.requests[1].last


async def test_spectators_are_told_or_sent_away_while_their_node_holds(nodes: Nodes) -> None:
    mirror = await nodes.mirrors.of("ABCDEF", "owner")
    client = nodes.watch(mirror, "eve")
    nodes.stage.hub.pause()
    nodes.stage.journal.release()
    await soon(lambda: mirror.room.paused)
    nodes.mirrors.tell_pauses_while_held()
    assert client.kinds[-1] is Error
    nodes.mirrors.send_people_away("come back")
    assert client.closed
    assert nodes.mirrors.watchers == 0
