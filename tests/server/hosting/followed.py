"""A stage whose room is mirrored at another node. Each spectator watches twice, at the owner and at the mirror."""

from __future__ import annotations

from collections.abc import Sequence
from copy import deepcopy
from dataclasses import dataclass

from cadogan_protocol.codec import Format
from cadogan_protocol.messages import Joined, Message
from cadogan_server.delivery.frame import frame_of, payload
from cadogan_server.delivery.outbox import Outbox
from cadogan_server.delivery.viewer import ViewedRoom, Viewer
from cadogan_server.mirrors.messages import Notice, SpectatorReport
from cadogan_server.mirrors.mirror import Mirror
from cadogan_server.mirrors.remote_mirror import RemoteMirror
from tests.server.hosting.stage import FakeJournal, SlowClient, Stage, payloads
from tests.server.replica import Replica


class LinkEnd:
    """The bus to which the owner writes and from which the mirror reads."""

    def __init__(self, mirror: Mirror) -> None:
        self.mirror = mirror
        self.writes = 0
        self.shown: list[bytes] = []
        self.closed = False
        self.up = True

    def write(self, frames: Sequence[bytes]) -> bool:
        self.writes += 1
        if self.up:
            self.shown += payloads(b"".join(frames))
            for payload in payloads(b"".join(frames)):
                self.mirror.receive(payload.decode() if payload.startswith(b"{") else payload)
            self.mirror.pass_on()
        return True

    def overflow(self) -> None:
        raise AssertionError("a link takes everything here")

    def send(self, message: Message) -> None:
        self.mirror.receive(payload(frame_of(message)))

    def put_out(self) -> None:
        self.closed = True

    def move_to(self, place: ViewedRoom) -> None:
        raise AssertionError(place.code)

    def set_out(self) -> None:
        raise AssertionError("nothing comes through it")

    async def follow(self, moving: object, *, anew: bool = False) -> None:
        raise AssertionError("the room goes nowhere")

    def close_after(self, code: int, reason: str) -> None:
        self.closed = True


@dataclass
class Pair:
    """A spectator in two places."""

    here: Viewer
    there: Viewer
    clients: tuple[SlowClient, SlowClient]


class Forgetful(Replica):
    """A spectator that ignores all messages."""

    def apply(self, message: Message) -> None:
        pass


class Followed:
    """A stage, and a mirror of its room at another node."""

    def __init__(self, stage: Stage) -> None:
        self.stage = stage
        self.journal = FakeJournal()
        self.mirrors: list[Mirror] = []
        self.links: list[LinkEnd] = []
        self.pairs: list[Pair] = []
        self.follow()

    @property
    def mirror(self) -> Mirror:
        """The mirror that newcomers are shown: a new one if the last was superseded."""
        if self.mirrors[-1].superseded:
            self.follow()
        return self.mirrors[-1]

    def follow(self) -> None:
        """Let the other node begin to mirror the room."""
        self.mirrors.append(Mirror("ABCDEF", self.journal.bus, lambda: self.stage.now, lambda mirror: None))
        self.connect(self.mirrors[-1])

    def connect(self, mirror: Mirror) -> LinkEnd:
        """Open a mirror's link: the first one, or one after a loss."""
        link = LinkEnd(mirror)
        self.links.append(link)
        hub, request = self.stage.hub, mirror.request()

        def tell(notice: Notice) -> None:
            mirror.receive(notice.model_dump_json(exclude_unset=True))

        outbox = Outbox(link, Format.MSGPACK, link.overflow, bound=1 << 20)
        remote = RemoteMirror(f"node {len(self.links)}", outbox, None, link, tell=tell)
        link.send(Joined(re=1, room=hub.code, role="spectator", layout=hub.layout, now=0))
        hub.enter(remote, request.last)
        hub.attendance.attend(remote, SpectatorReport(came=request.watching))
        self.release()
        tell(Notice(shown=True))
        return link

    def cut(self) -> None:
        """Cut the link of the only mirror."""
        (remote,) = self.stage.hub.attendance.remote_mirrors
        self.links[-1].up = False
        self.stage.hub.leave(remote)

    def release(self) -> None:
        """Send all frames that wait."""
        self.stage.journal.release()
        self.journal.release()

    def look_on(self, name: str, fmt: Format, before: Replica | None = None, late: int = 0) -> Pair:
        """Let a spectator come in at both places at once, in the same state.

        The state is that of a viewer who was here `before`, and has missed everything since then and `late` messages
        before. If the other node has only begun to mirror the room, the state there is new.
        """
        self.release()
        mirror = self.mirror
        known = before if before is not None and mirror is self.mirrors[0] else Replica()
        last = {stream: max(0, seq - late) for stream, seq in known.seqs.items()}
        clients = SlowClient(fmt), SlowClient(fmt)
        for client in clients:
            client.replica = Forgetful() if late else deepcopy(known)
        here, there = [
            Viewer(name + where, Outbox(client, fmt, client.overflow, bound=2000), None, client)
            for where, client in zip(("", " there"), clients, strict=True)
        ]
        self.stage.clients[here] = clients[0]
        pair = Pair(here, there, clients)
        self.stage.hub.enter(here, last)
        mirror.enter(there, last)
        self.release()
        self.pairs.append(pair)
        return pair

    def check(self) -> None:
        """Check that both places were sent the same bytes."""
        self.release()
        for pair in self.pairs:
            here, there = pair.clients
            assert there.bytes == here.bytes
            assert there.closed == here.closed

    def check_last(self) -> None:
        """Check the same for the latest newcomer."""
        self.pairs = self.pairs[-1:]
        self.check()
