"""Answers of the HTTP API under /api/v1."""

from __future__ import annotations

import json
import re
from functools import cache
from pathlib import Path
from typing import Any

from jsonschema import Draft202012Validator

from cadogan_protocol.api import ENDPOINTS, PREFIX
from cadogan_protocol.documents.openapi import openapi, refusals
from cadogan_protocol.messages import ClubTerms, OpenClub, Stand
from cadogan_server.app import Running
from cadogan_server.store import keys
from tests.server.conftest import Serve
from tests.server.fetching import Answer, fetch
from tests.server.gateway.limits.test_limits import begun
from tests.server.hosting.tournaments.played import KNOCKOUT, opened
from tests.server.reading import reading
from tests.server.wire import Wire, dial


@cache
def document() -> Any:
    """Return the document, made when it is needed first: every worker collects this module, and one runs it."""
    return openapi()


def must_fit(path: str, answer: Answer) -> None:
    """Check that an answer has the form that the document gives for its path."""
    told, body = answer
    said = document()["paths"][PREFIX + path]["get"]["responses"][str(told.status)]
    (kind,) = said["content"]
    assert told.headers["Content-Type"].partition(";")[0] == kind
    schema = {**said["content"][kind]["schema"], "components": document()["components"]}
    Draft202012Validator(schema).validate(body.decode() if schema.get("type") == "string" else json.loads(body))
    for name in said.get("headers", ()):
        assert name == "Link" or told.headers[name], (path, name)


async def raced(anna: Wire, **rules: Any) -> str:
    """Race alone and give up; return the room's code."""
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
        tournament = await opened(anna, KNOCKOUT)
        club = (await anna.ask(OpenClub, terms=ClubTerms(name="Hearts"))).about.id
        day = server.services.store.days.today
        parts = {
            "game": "klondike",
            "code": code,
            "player": anna.player,
            "day": day,
            "tournament": tournament,
            "club": club,
        }
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
                        Draft202012Validator({**schema, "components": document()["components"]}).validate(event.data)
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
    ("/clubs/nowhere2", 404, "unknown_club", "nowhere2"),
    ("/clubs/nowhere2/season.csv", 404, "unknown_club", "nowhere2"),
    ("/tournaments/nowhere", 404, "unknown_tournament", "nowhere"),
    ("/tournaments/x/results.csv", 404, "unknown_tournament", "x"),
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


async def test_a_refused_request_says_why(server: Running) -> None:
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


async def test_a_token_is_required_and_checked(server: Running) -> None:
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


async def test_an_unchanged_answer_is_not_sent_again(server: Running) -> None:
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


async def test_answers_say_how_many_requests_are_left(serve: Serve) -> None:
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
