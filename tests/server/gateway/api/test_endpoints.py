"""What is read over HTTP, at /api/v1."""

from __future__ import annotations

import asyncio
import json
import re
import socket
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any

from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from cadogan_protocol.api import ENDPOINTS, PREFIX
from cadogan_protocol.codec import Format
from cadogan_protocol.documents.openapi import openapi, refusals
from cadogan_protocol.limits import MAX_RACERS
from cadogan_protocol.messages import Delta, Leave, Stand, Undo
from cadogan_protocol.rooms import ListedRoom
from cadogan_protocol.streams import OTHERS
from cadogan_server.app import Running
from cadogan_server.delivery.frame import frame_of
from cadogan_server.gateway.api.events import KEPT, EventStream, ListEvents, as_events, last_seen
from cadogan_server.settings import Events
from cadogan_server.store import keys
from tests.server.conftest import Serve
from tests.server.fetching import Answer, fetch
from tests.server.gateway.limits.test_limits import begun
from tests.server.reading import nobody_reads, reading
from tests.server.waiting import soon
from tests.server.wire import PATIENCE, Wire, dial

DOCUMENT = openapi()


def must_fit(path: str, answer: Answer) -> None:
    """See that an answer is one that the document describes at a path."""
    told, body = answer
    said = DOCUMENT["paths"][PREFIX + path]["get"]["responses"][str(told.status)]
    (kind,) = said["content"]
    assert told.headers["Content-Type"].partition(";")[0] == kind
    schema = {**said["content"][kind]["schema"], "components": DOCUMENT["components"]}
    Draft202012Validator(schema).validate(body.decode() if schema.get("type") == "string" else json.loads(body))
    for name in said.get("headers", ()):
        assert name == "Link" or told.headers[name], (path, name)


async def raced(anna: Wire, **rules: Any) -> str:
    """Let somebody race alone and give up; return the room's code."""
    await begun(anna, **rules)
    await anna.play(anna.moves[0])
    await anna.ask(Stand)
    await anna.phase("finished")
    return anna.code


async def test_every_path_answers_as_the_document_says(server: Running) -> None:
    async with dial(server.port) as anna, dial(server.port) as bob:
        code = await raced(await anna.hello("Anna"))
        await begun(await bob.hello("Bob"))
        mine = {"Authorization": f"Bearer {anna.token}"}
        parts = {"game": "klondike", "code": code, "player": anna.player, "day": server.services.store.days.today}
        for endpoint in ENDPOINTS:
            path = PREFIX + endpoint.path.format(**parts)
            if endpoint.events is None:
                answer = await fetch(server, path, **(mine if endpoint.token != "no" else {}))
                assert answer[0].status == 200, (path, answer[1])
                must_fit(endpoint.path, answer)
            else:
                async with reading(server.port, path) as stream:
                    assert stream.status == 200
                    for name in ("joined", "room", "board") if "joined" in endpoint.events else ("rooms",):
                        event = await stream.until(name)
                        schema = {"$ref": f"#/components/schemas/{endpoint.events[name].__name__}"}
                        Draft202012Validator({**schema, "components": DOCUMENT["components"]}).validate(event.data)
        room = json.loads((await fetch(server, f"{PREFIX}/rooms/{bob.code.lower()}"))[1])
        assert (room["state"]["phase"], [board["seat"] for board in room["boards"]]) == ("running", [0])
        assert room["boards"][0]["table"]["piles"]
        history = json.loads((await fetch(server, f"{PREFIX}/me/history", **mine))[1])
        assert [game["room"] for game in history["games"]] == [code]
        assert "watchers" not in room["state"] or room["state"]["watchers"] == 0


LONG = "A" * 7000


REFUSED: tuple[tuple[str, int, str, str], ...] = (
    ("/games/none", 404, "unknown_game", "none"),
    ("/games/" + LONG, 404, "unknown_game", "…"),
    ("/games?cursor=none", 400, "bad_parameter", "cursor"),
    ("/games?count=0", 400, "bad_parameter", "at least 1"),
    ("/games?kind=sport", 400, "bad_parameter", '"race"'),
    ("/rooms?cursor=ten", 400, "bad_parameter", "cursor"),
    ("/rooms?page=-1", 400, "bad_parameter", "no parameter"),
    ("/rooms?gane=klondike", 400, "bad_parameter", "did you mean `game`"),
    ("/rooms?count=1&count=2", 400, "bad_parameter", "twice"),
    ("/rooms?" + "&".join(f"a{i}=1" for i in range(300)), 400, "bad_parameter", "fewer"),
    ("/rooms/AAAAAA", 404, "unknown_room", "AAAAAA"),
    ("/rooms/A", 404, "unknown_room", '"A"'),
    ("/rooms/" + LONG, 404, "unknown_room", "…"),
    ("/rooms/%00%00%00", 404, "unknown_room", "can't be"),
    ("/replays/AAAAAA", 404, "unknown_room", "AAAAAA"),
    ("/events/rooms/AAAAAA", 404, "unknown_room", "AAAAAA"),
    ("/boards/none", 404, "unknown_game", "none"),
    ("/boards/klondike?cursor=-1", 400, "bad_parameter", "cursor"),
    ("/boards/klondike?count=101", 400, "bad_parameter", "at most 100"),
    ("/boards/klondike?option=draw", 400, "bad_option", "NAME=VALUE"),
    ("/boards/klondike?view=around", 401, "bad_token", "needs a player"),
    ("/players/nobody", 404, "unknown_player", "nobody"),
    ("/players/" + LONG, 404, "unknown_player", "…"),
    ("/me", 401, "bad_token", "Bearer"),
    ("/me/history", 401, "bad_token", "Bearer"),
    ("/daily/yesterday", 400, "bad_parameter", "yesterday"),
    ("/daily/9999-12-31", 404, "unknown_path", "9999-12-31"),
    ("/daily/9999-12-31/contests", 400, "bad_message", "9999-12-31"),
    ("/daily/2026-11-21/contests?count=-1", 400, "bad_parameter", "count"),
    ("/roms", 404, "unknown_path", f"did you mean {PREFIX}/rooms"),
)


async def test_what_can_not_be_answered_says_why(server: Running) -> None:
    for path, status, code, word in REFUSED:
        answer, body = await fetch(server, PREFIX + path)
        told = json.loads(body)
        assert (answer.status, told["status"], told["code"]) == (status, status, code), told
        assert answer.headers["Content-Type"] == "application/problem+json"
        assert (word in told["detail"], len(told["detail"]) < 300) == (True, True), told
        assert (told["title"], told["instance"]) == (answer.reason, f"{PREFIX}{path}".partition("?")[0][:200])
        for endpoint in ENDPOINTS:
            if endpoint.path == path.partition("?")[0]:
                assert code in refusals(endpoint)[status]


async def test_the_first_lines_of_its_page_run(server: Running) -> None:
    page = (Path(__file__).parents[4] / "protocol" / "API.md").read_text("utf-8")
    commands = re.findall(r"^    curl (?:-N )?http://localhost:8000(\S+)$", page, re.MULTILINE)[:3]
    assert page.index("curl") < page.index("##")
    for path in commands:
        async with reading(server.port, path) as stream:
            assert stream.status == 200
    assert [path.partition("/v1/")[2] for path in commands] == ["games/klondike", "rooms", "events/rooms"]
    answer, body = await fetch(server, f"{PREFIX}/players/{'A' * 10_000}")
    assert (answer.status, b"8,192 bytes" in body) == (414, True)


async def test_a_token_is_asked_for_and_looked_at(server: Running) -> None:
    async with dial(server.port) as anna:
        await raced(await anna.hello("Anna"))
        for given in ("Bearer nobody.secret", f"Basic {anna.token}", "Bearer " + "x" * 5000, f"Bearer {anna.token}x"):
            answer, body = await fetch(server, f"{PREFIX}/me", Authorization=given)
            assert (answer.status, json.loads(body)["code"]) == (401, "bad_token")
            assert answer.headers["WWW-Authenticate"].startswith("Bearer")
        answer, body = await fetch(server, f"{PREFIX}/me", Authorization=f"Bearer {anna.token}")
        assert (answer.headers["Cache-Control"], answer.headers["Vary"]) == ("private, no-cache", "Authorization")
        assert json.loads(body) == {"player": anna.player, "name": "Anna", "passkeys": []}
        seen = await fetch(server, f"{PREFIX}/players/{anna.player}")
        assert (json.loads(seen[1])["name"], anna.token in seen[1].decode()) == ("Anna", False)


async def test_what_has_not_changed_is_not_sent_again(server: Running) -> None:
    for path in ("/games", "/daily", "/rooms", "/games/klondike"):
        answer, body = await fetch(server, PREFIX + path)
        tag = answer.headers["ETag"]
        assert body
        for known in (tag, f"W/{tag}", f'"other", {tag}', "*"):
            again, nothing = await fetch(server, PREFIX + path, If_None_Match=known)
            assert (again.status, nothing, again.headers["ETag"]) == (304, b"", tag), path
        assert (await fetch(server, PREFIX + path, If_None_Match='"other"'))[0].status == 200
        head, nothing = await fetch(server, PREFIX + path, "HEAD")
        assert (head.status, nothing, head.headers["Content-Length"]) == (200, b"", str(len(body)))


async def test_pages_of_other_sites_may_ask_with_a_token(server: Running) -> None:
    answer, body = await fetch(
        server, f"{PREFIX}/me", "OPTIONS", Origin="https://x.example", Access_Control_Request_Headers="authorization"
    )
    assert (answer.status, body) == (204, b"")
    assert answer.headers["Access-Control-Allow-Origin"] == "*"
    assert "Authorization" in answer.headers["Access-Control-Allow-Headers"]
    answer, body = await fetch(server, f"{PREFIX}/rooms", "DELETE")
    assert (answer.status, answer.headers["Allow"]) == (405, "GET, HEAD, OPTIONS")
    assert json.loads(body)["code"] == "bad_method"
    assert "RateLimit" in answer.headers["Access-Control-Expose-Headers"]


async def test_how_much_may_still_be_asked_is_said(serve: Serve) -> None:
    async with serve(reads_per_address=0.5, behind_proxy=True) as server:
        left = []
        for _ in range(3):
            answer, body = await fetch(server, f"{PREFIX}/boards/klondike", X_Forwarded_For="10.0.0.1")
            left.append((answer.status, answer.headers["RateLimit-Policy"], answer.headers["RateLimit"]))
        assert left == [
            (200, '"reads";q=2;w=4', '"reads";r=1;t=2'),
            (200, '"reads";q=2;w=4', '"reads";r=0;t=4'),
            (429, '"reads";q=2;w=4', '"reads";r=0;t=4'),
        ]
        told = json.loads(body)
        assert (answer.headers["Retry-After"], told["wait"], told["retry"]) == ("2", 2, True)
        must_fit("/boards/{game}", (answer, body))
        assert (await fetch(server, f"{PREFIX}/rooms", X_Forwarded_For="10.0.0.2"))[0].status == 200


async def test_lists_go_on_from_page_to_page(server: Running) -> None:
    board = server.services.store.opened.connections.upkeep
    await board.zadd(keys.board("klondike", "wins"), {f"p{number:03}": 300 - number // 2 for number in range(150)})
    path, ranks, players = f"{PREFIX}/boards/klondike?metric=wins&count=35", [], []
    pages = 0
    while path:
        answer, body = await fetch(server, path)
        page = json.loads(body)
        ranks += [row["rank"] for row in page["rows"]]
        players += [row["player"] for row in page["rows"]]
        path = answer.headers["Link"][1:].partition(">")[0] if answer.headers["Link"] else ""
        assert (f"cursor={page['next']}" in path) if path else "next" not in page
        pages += 1
    assert (pages, len(set(players))) == (5, 150)
    assert ranks == [2 * (number // 2) + 1 for number in range(150)]
    games, path = [], f"{PREFIX}/games?count=100&kind=race"
    while path:
        answer, body = await fetch(server, path)
        games += [game["id"] for game in json.loads(body)["games"]]
        path = answer.headers["Link"][1:].partition(">")[0] if answer.headers["Link"] else ""
    whole = json.loads((await fetch(server, f"{PREFIX}/games"))[1])["games"]
    assert games == [game["id"] for game in whole if game["kind"] == "race"]


# ---- streams of events -----------------------------------------------------------------------------------------------


async def test_events_tell_a_race_as_a_spectator_sees_it_and_resume(server: Running) -> None:
    async with dial(server.port) as anna, dial(server.port, Format.JSON) as olga:
        await begun(await anna.hello("Anna"))
        path = f"{PREFIX}/events/rooms/{anna.code}"
        await (await olga.hello("Olga")).join(anna.code, "spectator")
        async with reading(server.port, path) as first:
            assert (first.status, first.headers["content-type"]) == (200, "text/event-stream")
            assert (first.headers["access-control-allow-origin"], first.headers["cache-control"]) == ("*", "no-store")
            board = await first.until("board")
            await anna.play(anna.moves[0])
            delta = await first.until("delta")
        await olga.the(Delta)
        told = [json.loads(text) for text in olga.raw]
        assert board.data == next(said for said in told if isinstance(said, dict) and said["type"] == "board")
        assert delta.data == next(said for said in told if isinstance(said, list) and said[0] == Delta.tag)
        await anna.play(anna.moves[0])
        async with reading(server.port, path, Last_Event_ID=delta.id) as again:
            names = []
            while "delta" not in names and (event := await again.next()):
                names.append(event.name)
            assert {*names} <= {"joined", "update", "delta"}, "neither the room nor the board is told anew"
        for unknown in ("0:99999999", "x", "1" * 5000):
            async with reading(server.port, path, Last_Event_ID=unknown) as other:
                assert (await other.until("board")).data["seq"] == board.data["seq"] + 2
        await anna.ask(Stand)
        async with reading(server.port, path) as last:
            assert (await last.until("room")).data["state"]["results"]["rows"][0]["name"] == "Anna"
            assert server.services.rooms.registry.close(anna.code, "tidied up")
            farewell = await last.until("end")
            assert ("tidied up" in farewell.data["reason"], farewell.data["reconnect"]) == (True, False)
            assert await last.whole() == b""


def test_each_message_of_a_batch_is_an_event_with_its_own_id() -> None:
    """Also in a race of so many that the streams of their boards have three digits."""
    board = OTHERS + MAX_RACERS - 1
    frames = [frame_of(Delta(stream=board, seq=41 + number, change=1, events=()), Format.JSON) for number in range(3)]
    told = as_events(b"".join(frames), f"0:7,{board}:40")
    assert told.data.count(b"event: delta\n") == 3
    assert last_seen(told.id) == {0: 7, board: 43}
    assert b"id: " + told.id.encode() in told.data


async def test_who_may_not_watch_gets_no_events(server: Running) -> None:
    async with dial(server.port) as anna, dial(server.port) as olga:
        await begun(await anna.hello("Anna"), spectators="none")
        await (await olga.hello("Olga")).create(public=False, by_link=True)
        for path, status, code in (
            (anna.code, 403, "no_spectators"),
            (olga.code, 404, "unknown_room"),
            (f"{olga.code}?key={'A' * 11}", 404, "unknown_room"),
        ):
            for where in ("/events/rooms/", "/rooms/"):
                async with reading(server.port, f"{PREFIX}{where}{path}") as stream:
                    assert stream.status == status
                    assert json.loads(await stream.whole())["code"] == code
        async with reading(server.port, f"{PREFIX}/events/rooms/{olga.code}?key={olga.key}") as stream:
            assert (await stream.until("room")).data["state"]["code"] == olga.code
        assert await nobody_reads(server)


async def test_where_spectators_are_behind_so_is_who_reads(server: Running) -> None:
    async with dial(server.port) as anna:
        await begun(await anna.hello("Anna"), spectators="delayed", delay=600, rated=False)
        dealt = anna.boards[anna.own]
        await anna.play(anna.moves[0])
        room = json.loads((await fetch(server, f"{PREFIX}/rooms/{anna.code}"))[1])
        async with reading(server.port, f"{PREFIX}/events/rooms/{anna.code}") as stream:
            told = await stream.until("room")
            assert told.data["state"]["phase"] == room["state"]["phase"] != "running"
        assert room["boards"] == []
        assert anna.boards[anna.own] != dealt


async def test_the_list_of_rooms_is_told_by_events(serve: Serve) -> None:
    path = f"{PREFIX}/events/rooms"
    async with serve(events=Events(look=0.01)) as server, dial(server.port) as anna:
        async with reading(server.port, path) as stream:
            assert (await stream.until("rooms")).data == {"rooms": []}
            await (await anna.hello("Anna")).create("nestor")
            told = await stream.until("room")
            assert (told.data["code"], told.data["players"]) == (anna.code, ["Anna"])
        async with reading(server.port, path, Last_Event_ID="x-1") as stream:
            assert [room["code"] for room in (await stream.until("rooms")).data["rooms"]] == [anna.code]
            await anna.ask(Leave)
            assert (await stream.until("gone")).data == {"code": anna.code}
        async with reading(server.port, path, Last_Event_ID=told.id) as stream:
            missed = await stream.next()
            assert missed is not None
            assert (missed.name, missed.data) == ("gone", {"code": anna.code})


async def test_streams_are_bounded_by_address_and_in_all(serve: Serve) -> None:
    async with serve(streams_per_address=2, streams=3, behind_proxy=True) as server, AsyncExitStack() as stack:
        answers = []
        for address in ("10.0.0.1", "10.0.0.1", "10.0.0.1", "10.0.1.1", "10.0.2.1"):
            stream = await stack.enter_async_context(
                reading(server.port, f"{PREFIX}/events/rooms", X_Forwarded_For=address)
            )
            answers.append(stream.status)
        assert answers == [200, 200, 429, 200, 503]
        await stack.aclose()
        assert await nobody_reads(server)


@asynccontextmanager
async def deaf(server: Running, path: str) -> AsyncIterator[EventStream]:
    """Ask for a stream of events and take nothing of it, till it takes no more."""
    with socket.socket() as line:
        line.setblocking(False)
        line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
        loop, streams = asyncio.get_running_loop(), server.gateway.streams
        await loop.sock_connect(line, ("127.0.0.1", server.port))
        await loop.sock_sendall(line, f"GET {path} HTTP/1.1\r\n\r\n".encode())
        async with asyncio.timeout(PATIENCE):
            assert await loop.sock_recv(line, 1)  # the head of the answer: the stream is there
            (stream,) = streams
            while not stream.blocked and stream in streams:
                stream.event("update", f'"{"x" * 65536}"')
                await asyncio.sleep(0)
        yield stream


async def test_who_takes_nothing_is_let_go(serve: Serve) -> None:
    async with serve(events=Events(heartbeat=0.05)) as server, dial(server.port) as anna:
        await begun(await anna.hello("Anna"))
        async with deaf(server, f"{PREFIX}/events/rooms/{anna.code}"):
            await nobody_reads(server)
            assert len(server.gateway.sessions) == 1


async def test_who_falls_behind_is_let_go_and_not_kept_waiting(serve: Serve) -> None:
    times = Events(heartbeat=1000, parting=0.01)
    async with serve(outbox_bytes=100, events=times) as server, dial(server.port) as anna:
        await begun(await anna.hello("Anna"), rated=False, undo="free")
        async with deaf(server, f"{PREFIX}/events/rooms/{anna.code}"):
            async with asyncio.timeout(PATIENCE):
                while server.gateway.limits.streams.sum:
                    await anna.play(anna.moves[0])
                    await anna.ask(Undo)
        assert len(server.gateway.sessions) == 1


async def test_a_server_that_stops_says_so(serve: Serve) -> None:
    async with AsyncExitStack() as stack:
        async with serve() as server, dial(server.port) as anna:
            await begun(await anna.hello("Anna"))
            paths = (f"{PREFIX}/events/rooms", f"{PREFIX}/events/rooms/{anna.code}")
            streams = [await stack.enter_async_context(reading(server.port, path)) for path in paths]
        for stream in streams:
            farewell = await stream.until("end")
            assert (farewell.data["code"], farewell.data["reconnect"]) == (1001, True)
            assert await stream.whole() == b""


async def test_something_comes_though_nothing_happens(serve: Serve) -> None:
    async with (
        serve(events=Events(heartbeat=0.01)) as server,
        reading(server.port, f"{PREFIX}/events/rooms") as stream,
    ):
        await stream.until("rooms")
        assert [await stream.line() for _ in range(4)] == [":", "", ":", ""]


@given(st.dictionaries(st.integers(0, 99), st.integers(0, 10**15 - 1), min_size=1, max_size=65))
def test_an_id_says_what_was_seen_of_each_stream(last: dict[int, int]) -> None:
    assert last_seen(",".join(f"{stream}:{seq}" for stream, seq in last.items())) == last


class Reader:
    """A reader of the list that takes everything: name and id of each event."""

    waiting = 0

    def __init__(self) -> None:
        self.events: list[tuple[str, str]] = []

    def event(self, name: str, data: str, id: str) -> bool:
        self.events.append((name, id))
        return True


async def test_changes_that_are_no_longer_kept_are_told_as_a_whole() -> None:
    rooms: list[Any] = []
    told = ListEvents(lambda: rooms, 0)

    def missed(last: str) -> list[tuple[str, str]]:
        reader: Any = Reader()
        told.add(reader, last)
        told.drop(reader)
        events: list[tuple[str, str]] = reader.events
        return events

    first: Any = Reader()
    told.add(first, "")
    listed: Any = ListedRoom.model_construct  # of which the code alone is looked at
    rooms += [listed(code=f"{number:06}") for number in range(KEPT + 10)]
    await soon(lambda: len(first.events) == 1 + KEPT + 10)
    events = first.events
    for last in (events[9][1], events[-1][1] + "0", "0" * 8 + "-1"):
        assert [name for name, _ in missed(last)] == ["rooms"]
    assert missed(events[KEPT + 8][1]) == events[KEPT + 9 :]
    assert len(missed(events[10][1])) == KEPT
    told.drop(first)
