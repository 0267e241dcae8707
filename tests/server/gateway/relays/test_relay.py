"""Relays between nodes: the headers of a request, the choice of nodes, and the meaning of refusals."""

from __future__ import annotations

import asyncio
import gc
import weakref
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from http import HTTPStatus
from typing import Any, cast

import pytest
from websockets.asyncio.client import connect
from websockets.asyncio.server import ServerConnection, serve
from websockets.datastructures import Headers
from websockets.exceptions import ConnectionClosed
from websockets.http11 import Request, Response
from websockets.typing import Subprotocol

from cadogan_protocol.codec import Format, decode_server
from cadogan_protocol.errors import CloseCode, ErrorCode
from cadogan_protocol.messages import Error
from cadogan_server.delivery.frame import payloads
from cadogan_server.delivery.outbox import Outbox
from cadogan_server.delivery.viewer import Moving
from cadogan_server.gateway.relays.relay import (
    ANSWER_SECONDS,
    FOLLOWS,
    GONE,
    HEADER,
    LINK_ATTEMPTS,
    MIRROR,
    MIRROR_TOO,
    MOVED,
    OPEN_SECONDS,
    OPENED_AT_ONCE,
    PATH,
    REMEMBERED,
    RENEWED,
    ROOMS,
    SILENT_SECONDS,
    SPEAKS,
    VERSION,
    NodeConnection,
    NoRelay,
    OtherVersion,
    Passenger,
    Relay,
    Relays,
    nobody,
    read_reason,
    reason_of,
)
from cadogan_server.gateway.relays.seals import WATCHWORD, Seals
from cadogan_server.store.nodes.node_lease import LeaseLost
from cadogan_server.store.people.players import Player
from tests.faults.tcp_proxy import tcp_proxy
from tests.server.pipe import Pipe
from tests.server.waiting import soon, until

ANNA = Passenger(Player("p", "Anna", ("hash",), True), 7, "good", "10.0.0.1", "mark", "https://example.org")

Handler = Callable[[ServerConnection], Awaitable[None]]
Answer = Callable[[ServerConnection, Request], Response | None]


class Place:
    """A set of nodes that know each other's announcements. `learned` counts their look-ups; `news` is what the next one
    finds."""

    def __init__(self) -> None:
        self.said: dict[str, dict[str, str]] = {}
        self.news: dict[str, str] = {}
        self.seals: dict[str, Seals] = {}
        self.learned = 0
        self.lost = False

    def says(self, node: str, what: str) -> str | None:
        return self.said.get(node, {}).get(what)

    async def learn(self) -> None:
        self.learned += 1
        self.said.setdefault("there", {}).update(self.news)
        if self.lost:
            raise LeaseLost

    def node(self, me: str, *siblings: str) -> Relays:
        async def secret() -> bytes:
            return b"secret"

        def say(words: str) -> None:
            self.said.setdefault(me, {})[WATCHWORD] = words

        self.seals[me] = Seals(me, self.says, say, lambda: list(self.said), secret, PATH)
        return Relays(me, self.says, lambda: list(self.said), self.seals[me], self.learn, siblings.__contains__)


class Ends:
    """The end of a relay at a player's socket: it notes frames and the close."""

    def __init__(self, fmt: Format = Format.MSGPACK) -> None:
        self.pipe = Pipe()
        self.outbox = Outbox(self.pipe, fmt, lambda: None, 1 << 24)
        self.closed: list[tuple[int, str]] = []
        self.moved: list[Moving] = []

    def close(self, code: int, reason: str) -> None:
        self.closed.append((code, reason))

    def follow(self, moving: Moving, again: list[bytes | str]) -> None:
        self.moved.append(moving)


async def wait(connection: ServerConnection) -> None:
    await connection.wait_closed()


@asynccontextmanager
async def place(talk: Handler = wait, answer: Answer = lambda *_: None) -> AsyncIterator[tuple[Place, Relays, Relays]]:
    """Yield two nodes. One announces that it listens, and talks or answers as given."""
    known = Place()
    here, there = known.node("here"), known.node("there")
    async with serve(
        talk,
        "127.0.0.1",
        0,
        process_request=answer,
        subprotocols=[Subprotocol(fmt.value) for fmt in Format],
        max_size=None,
    ) as server:
        port = next(iter(server.sockets)).getsockname()[1]
        known.said["there"] |= {"address": f"ws://127.0.0.1:{port}", "speaks": SPEAKS}
        yield known, here, there


async def opened(here: Relays, ends: Ends, moving: Moving | None = None) -> Relay:
    return await here.open("there", ANNA, ends.outbox, ends.close, ends.follow, moving)


# ---- the headers of a request ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("moving", [None, Moving("there", "ABCDEF", watches=True, preview=False)])
async def test_a_relays_header_names_the_player_and_the_followed_room(moving: Moving | None) -> None:
    requests: list[Request] = []
    async with place(answer=lambda _, request: requests.append(request)) as (_, here, there):
        relay = await opened(here, Ends(), moving)
        await relay.stop()
        (request,) = requests
        assert (request.path, request.headers[VERSION]) == (PATH, SPEAKS)
        assert request.headers["Sec-WebSocket-Protocol"] == Format.MSGPACK.value
        assert "Sec-WebSocket-Extensions" not in request.headers, "compressed messages are not compressed again"
        assert await there.arrived(request.headers[HEADER]) == ANNA
        assert await there.arrived(request.headers[HEADER]) is None, "a header is good for once"
        assert (FOLLOWS in request.headers) == (moving is not None)
        assert await there.follows(request.headers.get(FOLLOWS, "")) == moving


async def test_a_header_for_another_node_brings_nobody_here() -> None:
    known = Place()
    here, there, worker = known.node("here"), known.node("there"), known.node("worker", "there")
    for arrives in (here, worker):
        header = await known.seals["here"].seal(HEADER, "there", ANNA.pack())
        assert await arrives.arrived(header) == (ANNA if arrives is worker else None)
    assert await there.arrived("") is None
    assert await there.follows("") is None
    assert await there.mirroring({}) is None


async def test_a_node_that_mirrors_a_room_names_itself() -> None:
    requests: list[Request] = []
    async with place(answer=lambda _, request: requests.append(request)) as (known, here, there):
        connection = await here.mirror("there", {"max_queue": 3, "subprotocols": [Subprotocol(Format.JSON.value)]})
        await connection.close()
        assert requests[0].headers["Sec-WebSocket-Protocol"] == Format.JSON.value, "the caller chooses the options"
        for name in ("X-Cadogan-Follower", "X-Cadogan-RemoteMirror"):
            assert await there.mirroring({name: requests[0].headers[name]}) == "here", (
                "the form that some earlier versions know"
            )
        await (await here.mirror("there", {})).close()
        assert requests[1].headers["Sec-WebSocket-Protocol"] == Format.MSGPACK.value
        for told in (["x", "here"], [MIRROR], [MIRROR, "here", "more"], [MIRROR_TOO, "here"], []):
            assert await there.mirroring({MIRROR: await known.seals["here"].seal(MIRROR, "there", told)}) is None, told


async def test_a_handover_header_is_accepted_only_by_the_intended_node() -> None:
    known = Place()
    here, there, worker = known.node("here"), known.node("there"), known.node("worker", "there")
    header = await known.seals["here"].seal(ROOMS, "there", [])
    assert await here.hands_over(header) is False
    assert await worker.hands_over(header) is None, "the header is for another worker behind the port"
    assert [await there.hands_over(header) for _ in range(2)] == [True, False]
    assert await there.hands_over("") is False


def test_a_socket_without_a_player_counts_for_its_address() -> None:
    assert nobody("10.0.0.1") == (("", "", (), False), 0, "", "10.0.0.1", None, "")


# ---- the choice of nodes ---------------------------------------------------------------------------------------------


async def test_rooms_may_go_to_nodes_that_answer_speak_the_same_and_stay() -> None:
    known = Place()
    here = known.node("here")
    good = {"address": "ws://there", "speaks": SPEAKS}
    known.said |= {"here": good, "b": good, "leaves": good | {"leaves": "1"}, "c": good}
    known.said |= {"old": {"address": "ws://old"}, "newer": good | {"speaks": "2"}, "silent": {"speaks": SPEAKS}}
    assert here.willing() == ["b", "c"]
    assert here.me == "here"
    assert here.answers("old")
    assert not here.answers("silent")
    assert not here.answers("unknown")


async def test_a_node_that_started_a_moment_ago_is_found() -> None:
    async with place() as (known, here, _):
        known.news, known.said["there"] = known.said["there"], {}
        relay = await opened(here, Ends())
        assert known.learned == 1
        await relay.stop()
        await (await opened(here, Ends())).stop()
        assert known.learned == 1, "the node is known now"


@pytest.mark.parametrize("lost", [False, True])
async def test_a_node_without_an_address_is_not_reached(lost: bool) -> None:
    known = Place()
    here, known.lost = known.node("here"), lost
    with pytest.raises(NoRelay, match=r"^node there has no address$"):
        await opened(here, Ends())
    assert known.learned == 1


async def test_a_node_that_speaks_another_version_is_not_asked() -> None:
    async with place() as (known, here, _):
        known.said["there"]["speaks"] = "9"
        with pytest.raises(OtherVersion, match=f"^node there speaks version 9 with others, and this one {SPEAKS}$"):
            await opened(here, Ends())
        del known.said["there"]["speaks"]  # as before the first version that announces it
        await (await opened(here, Ends())).stop()


async def test_a_node_that_takes_no_connection_counts_as_absent_for_a_while(monkeypatch: pytest.MonkeyPatch) -> None:
    async with tcp_proxy(0) as between:
        known = Place()
        here, _ = known.node("here"), known.node("there")
        known.said["there"] |= {"address": f"ws://127.0.0.1:{between.port}", "speaks": SPEAKS}
        between.refuses = True
        assert here.willing() == ["there"]
        with pytest.raises(NoRelay, match=rf"^node there at ws://127\.0\.0\.1:{between.port} can't be reached: "):
            await opened(here, Ends())
        assert not here.answers("there")
        assert here.willing() == []
        loop = asyncio.get_running_loop()
        now = loop.time()
        for later, answers in ((SILENT_SECONDS - 1, False), (SILENT_SECONDS + 1, True)):
            monkeypatch.setattr(loop, "time", lambda later=later: now + later)
            assert here.answers("there") is answers
        monkeypatch.undo()


async def test_connections_to_a_node_are_made_some_at_a_time() -> None:
    """Beyond the queue of connections that a node accepts, the system drops them, and each takes a second more."""
    coming = most = 0

    async def answer(_: ServerConnection, __: Request) -> None:
        nonlocal coming, most
        coming += 1
        most = max(most, coming)
        for _turn in range(20):  # others come meanwhile
            await asyncio.sleep(0)
        coming -= 1

    async with place(answer=cast(Answer, answer)) as (known, here, _):
        relays = await asyncio.gather(*(opened(here, Ends()) for _ in range(3 * OPENED_AT_ONCE)))
        assert 1 < most <= OPENED_AT_ONCE
        known.said["other"] = known.said["there"]
        ends = Ends()
        relays.append(await here.open("other", ANNA, ends.outbox, ends.close, ends.follow))
        assert here.pinged == ["there", "other"]
        await asyncio.gather(*(relay.stop() for relay in relays))


async def test_a_node_with_relays_that_takes_no_further_one_counts_as_absent() -> None:
    async with tcp_proxy(0) as between, place() as (known, here, _):
        between.to = int(known.said["there"]["address"].rpartition(":")[2])
        known.said["there"]["address"] = f"ws://127.0.0.1:{between.port}"
        relay = await opened(here, Ends())
        between.refuses = True
        with pytest.raises(NoRelay, match="can't be reached"):
            await opened(here, Ends())
        assert not here.answers("there")
        await relay.stop()


async def test_a_node_that_hangs_is_waited_for_a_second() -> None:
    async with tcp_proxy(0) as between, place() as (known, here, _):
        between.to = int(known.said["there"]["address"].rpartition(":")[2])
        between.open.clear()
        known.said["there"]["address"] = f"ws://127.0.0.1:{between.port}"
        began = asyncio.get_running_loop().time()
        with pytest.raises(NoRelay, match="can't be reached"):
            await opened(here, Ends())
        assert asyncio.get_running_loop().time() - began < 5 * OPEN_SECONDS
        assert not here.answers("there")
        between.open.set()


# ---- the meaning of refusals -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("status", "error"),
    [(HTTPStatus.CONFLICT, OtherVersion), (HTTPStatus.SERVICE_UNAVAILABLE, NoRelay), (HTTPStatus.FORBIDDEN, NoRelay)],
)
async def test_a_refusal_is_told_as_the_node_says_it(status: HTTPStatus, error: type[NoRelay]) -> None:
    def refuse(connection: ServerConnection, request: Request) -> Response:
        return connection.respond(status, "not \N{SNOWMAN} today\n")

    async with place(answer=refuse) as (known, here, _):
        with pytest.raises(error) as caught:
            await opened(here, Ends())
        where = known.said["there"]["address"]
        assert str(caught.value) == f"node there at {where} answers {status.value}: not \N{SNOWMAN} today"
        assert isinstance(caught.value, OtherVersion) == (error is OtherVersion)
        assert here.answers("there"), "the node is there, and refuses"


@pytest.mark.parametrize(("body", "told"), [(b"", "500:"), (b"no \xff\n", "500: no \N{REPLACEMENT CHARACTER}")])
async def test_a_refusal_without_a_text_is_told_too(body: bytes, told: str) -> None:
    def refuse(connection: ServerConnection, request: Request) -> Response:
        return Response(500, "Internal Server Error", Headers({"Content-Length": str(len(body))}), body)

    async with place(answer=refuse) as (_, here, _):
        with pytest.raises(NoRelay) as caught:
            await opened(here, Ends())
        assert str(caught.value).endswith(f" answers {told} " if not body else f" answers {told}")


@pytest.mark.parametrize("lost", [False, True])
async def test_a_node_that_finds_a_header_too_old_is_asked_anew(lost: bool) -> None:
    requests: list[Request] = []

    def refuse_first(connection: ServerConnection, request: Request) -> Response | None:
        requests.append(request)
        return connection.respond(HTTPStatus.FORBIDDEN, "too old\n") if len(requests) == 1 else None

    async with place(answer=refuse_first) as (known, here, there):
        known.lost = lost
        await (await here.mirror("there", {"subprotocols": [Subprotocol(Format.JSON.value)]})).close()
        assert known.learned == 1
        assert await there.mirroring(requests[1].headers) == "here"
        assert requests[1].headers["Sec-WebSocket-Protocol"] == Format.JSON.value


@pytest.mark.parametrize("others", [LINK_ATTEMPTS - 1, LINK_ATTEMPTS])
async def test_the_wanted_worker_behind_a_common_port_is_tried_for(others: int) -> None:
    requests: list[Request] = []

    def sibling_first(connection: ServerConnection, request: Request) -> Response | None:
        requests.append(request)
        return connection.respond(HTTPStatus.MISDIRECTED_REQUEST, "no\n") if len(requests) <= others else None

    async with place(answer=sibling_first) as (_, here, there):
        if others < LINK_ATTEMPTS:
            connection = await here.handover_link("there")
            assert connection.subprotocol == Format.JSON.value
            await connection.close()
            assert await there.hands_over(requests[-1].headers[ROOMS]) is True
        else:
            with pytest.raises(NoRelay, match="answers 421: no"):
                await here.handover_link("there")
        assert len(requests) == LINK_ATTEMPTS


# ---- one question ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("fmt", Format)
async def test_a_question_is_answered_and_its_connection_closed(fmt: Format) -> None:
    closed: list[int | None] = []
    requests: list[Request] = []

    async def answer(connection: ServerConnection) -> None:
        asked = await connection.recv()
        await connection.send(asked * 2_000_000)
        await connection.wait_closed()
        closed.append(connection.close_code)

    async with place(answer, lambda _, request: requests.append(request)) as (_, here, there):
        data = b"?" if fmt is Format.MSGPACK else "?"
        assert await here.ask("there", ANNA, data, fmt) == data * 2_000_000
        await soon(lambda: closed)
        assert closed == [1000]
        assert requests[0].headers["Sec-WebSocket-Protocol"] == fmt.value
        assert await there.arrived(requests[0].headers[HEADER]) == ANNA


async def test_a_node_that_is_gone_before_it_answers_is_told() -> None:
    async def go(connection: ServerConnection) -> None:
        await connection.recv()
        connection.transport.abort()

    async with place(go) as (_, here, _):
        with pytest.raises(NoRelay, match="node there does not answer: no close frame"):
            await here.ask("there", ANNA, b"?", Format.MSGPACK)


async def test_a_node_that_does_not_answer_in_time_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    loop = asyncio.get_running_loop()
    time = loop.time

    async def let_time_pass(connection: ServerConnection) -> None:
        await connection.recv()
        monkeypatch.setattr(loop, "time", lambda: time() + ANSWER_SECONDS)
        await connection.wait_closed()

    async with place(let_time_pass) as (_, here, _):
        with pytest.raises(NoRelay, match=r"^node there does not answer: it takes too long$"):
            await here.ask("there", ANNA, b"?", Format.MSGPACK)
        monkeypatch.undo()


# ---- one socket ------------------------------------------------------------------------------------------------------


async def test_frames_go_both_ways_whatever_their_size() -> None:
    async def echo(connection: ServerConnection) -> None:
        async for message in connection:
            await connection.send(message)

    async with place(echo) as (_, here, _):
        ends = Ends()
        relay = await opened(here, ends)
        large = b"x" * 3_000_000
        await relay.send(large)
        await relay.send("text")
        await until(lambda: b"text" in ends.pipe.taken)
        assert large in ends.pipe.taken
        assert b"".join((b"\x81", b"\x04", b"text")) in ends.pipe.taken
        await relay.stop()


async def test_a_socket_that_takes_nothing_lets_the_node_wait() -> None:
    async def talk(connection: ServerConnection) -> None:
        for number in range(3):
            await connection.send(b"message %d" % number)
        await connection.wait_closed()

    async with place(talk) as (_, here, _):
        ends = Ends()
        ends.pipe.open = False
        relay = await opened(here, ends)
        await soon(lambda: ends.outbox.blocked)
        for _ in range(2):
            await relay.ping()  # all three have arrived by then
        assert [relay.listens, ends.outbox.blocked] == [False, True]
        assert (b"message 0" in ends.pipe.taken, b"message 1" in ends.pipe.taken) == (True, False)
        assert ends.outbox.waiting == 0, "nothing is queued here, since the node waits"
        ends.pipe.open = True
        ends.outbox.drained()
        await soon(lambda: b"message 2" in ends.pipe.taken)
        assert relay.listens
        await relay.stop()


async def test_a_frame_sent_to_a_node_that_is_gone_fails_quietly() -> None:
    async def go(connection: ServerConnection) -> None:
        await connection.close(CloseCode.REPLACED, "elsewhere")

    async with place(go) as (_, here, _):
        ends, ended = Ends(), asyncio.Event()
        relay = await opened(here, ends)
        relay.on_ended(ended.set)
        await ended.wait()
        await relay.send(b"late")
        assert ends.closed == [(CloseCode.REPLACED, "elsewhere")]
        with pytest.raises(ConnectionClosed):
            await relay.ping()


@pytest.mark.parametrize("fmt", Format)
async def test_a_relay_that_is_given_up_sends_its_player_away(fmt: Format) -> None:
    async with place() as (_, here, _):
        ends = Ends(fmt)
        relay = await opened(here, ends)
        relay.tell_silent()
        (told,) = payloads(ends.pipe.taken)
        error = decode_server(told if fmt is Format.MSGPACK else told.decode(), fmt)
        assert isinstance(error, Error)
        assert (error.code, error.re, error.retry) == (ErrorCode.BUSY, None, True)
        relay.give_up()
        await soon(lambda: ends.closed)
        assert ends.closed == [(CloseCode.GOING_AWAY, GONE)]


async def test_a_socket_follows_its_room_as_the_node_says() -> None:
    moving = Moving("elsewhere", "ABCDEF", watches=False, preview=False)

    async def move(connection: ServerConnection) -> None:
        await connection.close(MOVED, reason_of(moving, 0))

    async with place(move) as (_, here, _):
        ends = Ends()
        await opened(here, ends)
        await soon(lambda: ends.moved)
        assert (ends.moved, ends.closed) == ([moving], [])


async def test_nothing_is_left_of_a_relay_that_has_ended() -> None:
    closed: list[ServerConnection] = []

    async def talk(connection: ServerConnection) -> None:
        await connection.wait_closed()
        closed.append(connection)

    async with place(talk) as (_, here, _):
        relays = [await opened(here, Ends()) for _ in range(2)]
        known = weakref.WeakSet(relays)
        await relays.pop().stop()
        await soon(lambda: len(closed) == 1)
        assert here.pinged == ["there"], "it is pinged for the other relay"
        await relays.pop().stop()
        await soon(lambda: len(closed) == 2)
        gc.collect()
        assert len(known) == 0
        assert here.pinged == [], "a node without relays is not pinged"


async def test_a_node_that_stands_still_is_found_out_and_counts_as_absent() -> None:
    async with tcp_proxy(0) as between, place() as (known, here, _):
        between.to = int(known.said["there"]["address"].rpartition(":")[2])
        known.said["there"]["address"] = f"ws://127.0.0.1:{between.port}"
        one, other = Ends(), Ends()
        for ends in (one, other):
            await opened(here, ends)
        between.open.clear()
        await until(lambda: one.closed and other.closed)
        for ends in (one, other):
            assert ErrorCode.BUSY.value.encode() in ends.pipe.taken, "the client was told before"
            assert ends.closed[0][0] == CloseCode.GOING_AWAY
        assert not here.answers("there")
        between.open.set()


MOVING = Moving("another node", "ABCDEF", watches=False, preview=True)


class Told:
    """The end of a relay: the close code and reason, or the room's new node and the messages to repeat there."""

    def __init__(self) -> None:
        self.close: tuple[int, str] | None = None
        self.moved: tuple[Moving, list[bytes | str]] | None = None
        self.ended = asyncio.Event()

    def on_close(self, code: int, reason: str) -> None:
        self.close = code, reason
        self.ended.set()

    def on_moved(self, moving: Moving, again: list[bytes | str]) -> None:
        self.moved = moving, again
        self.ended.set()


@asynccontextmanager
async def relayed(sent: int, end: Callable[[ServerConnection], object]) -> AsyncIterator[Told]:
    """Return a relay that has sent `sent` messages, numbered from 0, to a node that then ends the connection."""
    told, pipe = Told(), Pipe()

    async def node(connection: ServerConnection) -> None:
        for _ in range(sent):
            await connection.recv()
        await connection.send(b"an answer")
        await end(connection)  # type: ignore[misc]

    async with serve(node, "127.0.0.1", 0) as server:
        port = next(iter(server.sockets)).getsockname()[1]
        connection = await connect(f"ws://127.0.0.1:{port}", proxy=None)
        outbox = Outbox(pipe, Format.MSGPACK, lambda: None, 1000)
        relay = Relay(connection, outbox, told.on_close, told.on_moved)
        for number in range(sent):
            await relay.send(b"%d" % number)
        await told.ended.wait()
        assert b"an answer" in pipe.taken
        yield told
        await relay.stop()


@pytest.mark.parametrize(
    ("sent", "heard", "again"),
    [
        (3, 3, []),
        (3, 2, [b"2"]),
        (3, 0, [b"0", b"1", b"2"]),
        (0, 0, []),
        (REMEMBERED + 5, 5, [b"%d" % number for number in range(5, REMEMBERED + 5)]),
        (REMEMBERED + 5, REMEMBERED + 5, []),
    ],
)
async def test_unhandled_messages_are_handed_on_to_the_rooms_new_node(
    sent: int, heard: int, again: list[bytes]
) -> None:
    async with relayed(sent, lambda node: node.close(MOVED, reason_of(MOVING, heard))) as told:
        assert told.moved == (MOVING, again)
        assert told.close is None


async def test_a_socket_follows_its_room_before_the_node_has_read_the_answer() -> None:
    """A busy node reads late, and closes its end only then."""
    told, done = Told(), asyncio.Event()

    async def move(connection: ServerConnection) -> None:
        connection.transport.pause_reading()
        connection.protocol.send_close(MOVED, reason_of(MOVING, 0))
        connection.send_data()
        await done.wait()
        connection.transport.abort()

    patient: dict[str, Any] = {"ping_interval": None, "close_timeout": None}
    async with serve(move, "127.0.0.1", 0, **patient) as server:
        url = f"ws://127.0.0.1:{next(iter(server.sockets)).getsockname()[1]}"
        connection = await connect(url, proxy=None, create_connection=NodeConnection, **patient)
        Relay(connection, Outbox(Pipe(), Format.MSGPACK, lambda: None, 1000), told.on_close, told.on_moved)
        await soon(lambda: told.moved)
        assert (told.moved, told.close) == ((MOVING, []), None)
        done.set()


async def test_a_socket_with_too_many_unhandled_messages_must_come_back() -> None:
    sent = REMEMBERED + 1
    async with relayed(sent, lambda node: node.close(MOVED, reason_of(MOVING, 0))) as told:
        assert told.close == (CloseCode.RENEWED, RENEWED)
        assert told.moved is None


async def test_a_socket_is_closed_as_the_rooms_node_has_closed_it() -> None:
    async with relayed(1, lambda node: node.close(CloseCode.REPLACED, "came back elsewhere")) as told:
        assert told.close == (CloseCode.REPLACED, "came back elsewhere")


async def test_a_node_that_is_gone_without_a_word_sends_its_players_back() -> None:
    async def gone(node: ServerConnection) -> None:
        node.transport.abort()

    async with relayed(1, gone) as told:
        assert told.close is not None
        assert told.close[0] == CloseCode.GOING_AWAY


def test_a_rooms_new_node_survives_the_close_frame() -> None:
    assert read_reason(reason_of(MOVING, 7)) == (MOVING, 7)
