"""Previews of links, for programs that are no browsers: titles, sentences, pictures, and oEmbed."""

from __future__ import annotations

import asyncio
import json
import re
from html.parser import HTMLParser
from io import BytesIO
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
from PIL import Image

from cadogan_protocol.messages import Club, ClubTerms, OpenClub, Ready, Stand
from cadogan_server.app import Running
from cadogan_server.gateway.peers.mirror_client import MirrorLinks
from cadogan_server.gateway.previews.link_pages import outcome_of
from cadogan_server.gateway.previews.pictures import HEIGHT, WIDTH
from cadogan_server.mirrors.messages import MirrorRequest
from cadogan_server.mirrors.mirrors import Link
from cadogan_server.settings import Previews
from cadogan_server.store.log.logs import Logs
from tests.server.conftest import Serve
from tests.server.fetching import fetch, fetch_json
from tests.server.hosting.tournaments.played import ARENA, HERE, THERE, beaten, opened, started
from tests.server.rooms.test_counting import partners
from tests.server.waiting import until
from tests.server.wire import PATIENCE, dial


@pytest.fixture
def usual(tmp_path: Path) -> dict[str, Any]:
    """Settings with which a slow machine costs no page its title, and unwatched mirrors end soon."""
    (tmp_path / "index.html").write_text("<!doctype html><html><head><title>Cadogan</title></head><body></body></html>")
    return {"page": tmp_path, "previews": Previews(patience=PATIENCE, per_address=100, all=100), "linger": 0.01}


class Head(HTMLParser):
    """The part of a page's head that programs read."""

    def __init__(self, body: bytes) -> None:
        super().__init__()
        self.said: dict[str, str] = {}
        self.feed(body.decode())

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = {name: value or "" for name, value in attrs}
        if tag == "meta":
            self.said[found.get("property") or found["name"]] = found["content"]
        elif tag == "link":
            self.said[found["type"]] = found["href"]


async def said(server: Running, path: str, **headers: str) -> dict[str, str]:
    answer, body = await fetch(server, path, **headers)
    assert answer.status in (200, 404)
    assert "default-src 'self'" in answer.headers["Content-Security-Policy"]
    return Head(body).said


async def painted(server: Running, url: str) -> Image.Image:
    answer, body = await fetch(server, "/" + url.split("/", 3)[3])
    assert (answer.status, answer.headers["Content-Type"]) == (200, "image/png")
    assert answer.headers["Cross-Origin-Resource-Policy"] == "cross-origin"
    picture = Image.open(BytesIO(body))
    picture.load()
    assert picture.size == (WIDTH, HEIGHT)
    return picture


async def test_a_room_and_its_replay_have_a_card_with_a_picture(serve: Serve) -> None:
    async with serve() as server, dial(server.port) as anna, dial(server.port) as olga:
        await anna.hello('Anna <b>"&')
        await olga.hello("Olga")
        await anna.create("nestor", public=False, rated=False)
        waiting = await said(server, f"/r/{anna.code.lower()}")
        assert waiting["og:title"] == "Nestor: a race"
        assert waiting["og:description"] == 'Anna <b>"&. Come in and play along: no account needed.'
        assert waiting["og:url"].startswith(f"http://127.0.0.1:{server.port}/r/")
        first = await painted(server, waiting["og:image"])
        await olga.join(anna.code)
        for wire in (anna, olga):
            await wire.ask(Ready)
        await anna.phase("running")
        for wire in (anna, olga):
            await wire.ask(Stand)
        await anna.phase("finished")
        over = await said(server, f"/replay/{anna.code}")
        assert over["og:title"] == "Over: Nestor"
        assert "Olga: 0 of 52" in over["og:description"]
        assert (await painted(server, over["og:image"])).tobytes() != first.tobytes()


async def test_a_replay_tells_its_results_when_no_server_has_the_room_in_use(serve: Serve) -> None:
    async with serve() as server, dial(server.port) as anna:
        await (await anna.hello("Anna")).create("nestor", public=False, rated=False)
        await anna.ask(Ready)
        await anna.phase("running")
        running = anna.code
        for where in ("/replay/", "/watch/"):
            assert (await said(server, where + running))["og:title"] == "Nestor: a race"
        await anna.ask(Stand)
        await anna.phase("finished")
    async with serve() as server:
        for _ in range(2):
            assert (await said(server, f"/replay/{running}"))["og:description"] == "1. Anna: 0 of 52"
        assert (await said(server, f"/watch/{running}"))["og:title"] == "Nestor: a race"


def test_a_preview_names_both_winners_of_partners_and_nobody_after_a_draw() -> None:
    results = partners(0, 1, 2, 3).state.results
    assert results is not None
    assert outcome_of(results.rows) == "Player 0 and Player 2 win"
    assert outcome_of(results.rows[:1]) == "Player 0 wins"
    assert outcome_of(results.rows[2:]) == "Over"


async def test_a_link_page_tells_nothing_that_is_hidden(serve: Serve) -> None:
    """Neither a room by link only nor a player in a room without spectators is named, and codes cannot be guessed."""
    async with (
        serve(guess_burst=2, guesses_per_second=0.001) as server,
        dial(server.port) as anna,
        dial(server.port) as olga,
    ):
        await (await anna.hello("Anna")).create("nestor", public=False, by_link=True)
        await (await olga.hello("Olga")).create("nestor", public=False, spectators="none")
        assert await said(server, f"/r/{anna.code}") == {}
        answer, _ = await fetch(server, f"/picture/r/{olga.code}.png")
        assert answer.status == 200
        told = await said(server, f"/watch/{olga.code}")
        assert told["og:title"] == "Nestor: a race"
        assert "Olga" not in json.dumps(told)
        assert (await fetch(server, "/picture/r/AAAAAA.png"))[0].status == 404
        assert (await fetch(server, "/picture/r/BBBBBB.png"))[0].status == 429, "two guesses are spent"
        assert await said(server, f"/watch/{olga.code}") == {}, "the page itself is there"


async def test_the_time_of_an_answer_does_not_reveal_codes_of_rooms_by_link(
    serve: Serve, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The store gets the same requests for a room by link, in use or not, as for none, and the answer waits for the
    same moment."""
    steps: list[str] = []
    first, sleep = Logs.first, asyncio.sleep

    async def noted(self: Logs, code: str) -> Any:
        steps.append("store")
        return await first(self, code)

    async def slept(seconds: float) -> None:
        if seconds > 5:
            steps.append("wait")
            seconds = 0
        await sleep(seconds)

    monkeypatch.setattr(Logs, "first", noted)
    async with serve(previews=Previews(patience=PATIENCE, nothing=10)) as server, dial(server.port) as anna:
        await (await anna.hello("Anna")).create("nestor", public=False, by_link=True)
        monkeypatch.setattr(asyncio, "sleep", slept)
        for code in (anna.code, "AAAAAA"):
            for path in (f"/r/{code}", f"/picture/r/{code}.png"):
                steps.clear()
                await fetch(server, path)
                assert steps == ["store", "wait"], path


async def nobody_is_followed(node: Running) -> None:
    await until(lambda: not len(node.services.mirrors))


async def test_the_page_of_another_nodes_room_equals_that_at_its_owner(nodes: list[Running]) -> None:
    """It holds for every change there. The room is mirrored for a while only."""
    one, two = nodes

    async def alike(path: str) -> dict[str, str]:
        here, there = [await said(node, path) for node in nodes]
        told = {name: here[name] for name in ("og:title", "og:description", "og:image:alt")}
        assert told == {name: there[name] for name in told}
        link = there["application/json+oembed"]
        assert json.loads((await fetch(two, "/" + link.split("/", 3)[3]))[1])["title"] == told["og:title"]
        pictures = [await painted(node, found["og:image"]) for node, found in ((one, here), (two, there))]
        assert pictures[0].tobytes() == pictures[1].tobytes()
        return told

    async with dial(one.port) as anna, dial(one.port) as olga:
        await (await anna.hello("Anna")).create("nestor", public=False, rated=False)
        await olga.hello("Olga")  # before the pictures, since a socket must say hello within seconds
        code = anna.code
        assert "Anna. Come in and play along" in (await alike(f"/r/{code}"))["og:description"]
        await olga.join(code)
        for wire in (anna, olga):
            await wire.ask(Ready)
        await anna.phase("running")
        await nobody_is_followed(two)
        assert (await alike(f"/watch/{code}"))["og:description"] == "Anna, Olga. Watch them play."
        rooms = [await fetch_json(node, f"/api/v1/rooms/{code}") for node in nodes]
        assert rooms[0]["boards"] == rooms[1]["boards"] != []
        assert [seat["name"] for seat in rooms[1]["state"]["seats"]] == ["Anna", "Olga"]
        for wire in (anna, olga):
            await wire.ask(Stand)
        await anna.phase("finished")
        await nobody_is_followed(two)
        for page_of in ("watch", "replay"):
            assert "Olga: 0 of 52" in (await alike(f"/{page_of}/{code}"))["og:description"]
    assert list(two.services.rooms.registry.hubs) == []


async def test_the_page_of_another_nodes_room_reveals_nothing_hidden(nodes: list[Running]) -> None:
    one, two = nodes
    async with dial(one.port) as anna, dial(one.port) as olga:
        await (await anna.hello("Anna")).create("nestor", public=False, by_link=True)
        await (await olga.hello("Olga")).create("nestor", public=False, spectators="none")
        async with dial(two.port) as eve:  # a client with the key has the room mirrored there
            await (await eve.hello("Eve")).join(anna.code, "spectator", key=anna.key)
            assert await said(two, f"/watch/{anna.code}") == {}
        assert (await said(two, f"/watch/{olga.code}"))["og:title"] == "Nestor: a race"
        assert "Olga" not in json.dumps(await said(two, f"/watch/{olga.code}"))


async def test_a_page_waits_for_no_silent_node_and_stops_following_its_room(
    serve: Serve, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def silent(self: MirrorLinks, node: str, following: MirrorRequest) -> Link:
        await asyncio.Event().wait()
        raise AssertionError

    monkeypatch.setattr(MirrorLinks, "open", silent)
    async with serve() as one, serve(previews=Previews(patience=0.1)) as two, dial(one.port) as anna:
        await (await anna.hello("Anna")).create("nestor", public=False)
        assert await said(two, f"/watch/{anna.code}") == {}
        await nobody_is_followed(two)


async def test_players_and_games_have_cards_and_others_none(serve: Serve) -> None:
    async with serve() as server, dial(server.port) as anna:
        await (await anna.hello("Anna")).create("nestor")
        player = await said(server, f"/player/whatever-{anna.player}")
        assert player["og:title"] == "Anna – Cadogan"
        await painted(server, player["og:image"])
        assert (await said(server, "/games/nestor"))["og:title"] == "Nestor – Cadogan"
        assert (await fetch(server, "/player/nobodynobody"))[0].status == 404
        assert (await fetch(server, f"/player/whatever-{anna.player}"))[0].status == 200
        for path in ("/club/abcdefgh", "/t/abcdefgh"):
            assert (await fetch(server, path))[0].status == 404, path
        assert (await fetch(server, "/r/AAAAAA"))[0].status == 200, "as a room by link to those without its key"
        for path in ("/player/nobodynobody", "/games/nonesuch", "/r/ABC", "/leaderboard", "/", f"/player/{'x' * 5000}"):
            assert await said(server, path) == {}, path
        for path in (
            "/picture/",
            "/picture/games/klondike",
            "/picture/games/..%2f.png",
            "/picture/player/nobodynobody.png",
        ):
            assert (await fetch(server, path))[0].status == 404, path


async def test_links_have_the_requested_address_and_no_other(serve: Serve) -> None:
    async with serve(behind_proxy=True) as server:
        told = await said(server, "/games/klondike", X_Forwarded_Host="cards.example", X_Forwarded_Proto="https")
        assert told["og:image"] == "https://cards.example/picture/games/klondike.png"
        for scheme, means in (("http", "http"), ("", "https"), ("javascript", "https")):
            told = await said(server, "/games/klondike", X_Forwarded_Proto=scheme)
            assert told["og:url"] == f"{means}://127.0.0.1:{server.port}/games/klondike"
        for host in ('evil"><script>', "a b", "user@host", "x" * 300):
            assert await said(server, "/games/klondike", X_Forwarded_Host=host) == {}


async def test_oembed_says_the_same_and_offers_a_frame_if_allowed(serve: Serve) -> None:
    for embed_from, kind in ((), "link"), (("*",), "rich"):
        async with serve(embed_from=embed_from) as server, dial(server.port) as anna:
            await (await anna.hello("Anna")).create("nestor")
            address = f"http://127.0.0.1:{server.port}/watch/{anna.code}"
            link = (await said(server, f"/watch/{anna.code}"))["application/json+oembed"]
            answer, body = await fetch(server, "/" + link.split("/", 3)[3] + "&maxwidth=400&maxheight=x")
            told = json.loads(body)
            assert (answer.status, told["version"], told["type"]) == (200, "1.0", kind)
            assert answer.headers["Access-Control-Allow-Origin"] == "*"
            assert told["title"] == "Nestor: a race"
            assert told["thumbnail_url"].endswith(f"/picture/watch/{anna.code}.png")
            if kind == "rich":
                assert (told["width"], told["height"]) == (400, 600)
                assert f"/embed/{anna.code}" in told["html"]
            for url, status in (
                (f"/oembed?url={quote(address)}&format=xml", 501),
                ("/oembed", 404),
                ("/oembed?url=http%3A%2F%2F%5Bbad", 404),
                (f"/oembed?url={quote('https://elsewhere.example/watch/' + anna.code)}", 404),
            ):
                assert (await fetch(server, url))[0].status == status, url


async def test_a_tournament_has_a_card_with_its_title_and_its_leaders(serve: Serve) -> None:
    async with serve() as server, dial(server.port, source=HERE) as ann, dial(server.port, source=THERE) as bob:
        await ann.hello("Ann")
        await bob.hello("Bob")
        id = await opened(ann, ARENA.model_copy(update={"title": "Friday <night>"}))
        head = await said(server, f"/t/{id}")
        assert head["og:title"] == "Friday <night> – Cadogan"
        assert re.match(r"Arena: Spite and Malice.*\. Starts on .* UTC, 0 players so far", head["og:description"])
        await painted(server, head["og:image"])
        link = head["application/json+oembed"]
        assert (await fetch_json(server, "/" + link.split("/", 3)[3]))["title"] == head["og:title"]
        await started(id, ann, bob)
        await beaten(server, times=2)
        assert "Running now, 2 players" in (await said(server, f"/t/{id}"))["og:description"]
        assert "og:title" not in await said(server, "/t/nothing-here")


async def test_a_club_has_a_card_with_what_it_says_about_itself(serve: Serve) -> None:
    async with serve() as server, dial(server.port) as ann:
        await ann.hello("Ann")
        terms = ClubTerms(name="Hearts & <Oak>", text="We play on Fridays.", entry="link")
        club: Club = await ann.ask(OpenClub, terms=terms)
        head = await said(server, f"/club/{club.about.id.upper()}")
        assert head["og:title"] == "Hearts & <Oak> – Cadogan"
        assert head["og:description"] == "A club of 1 member. Its link lets you in. We play on Fridays."
        await painted(server, head["og:image"])
        link = head["application/json+oembed"]
        assert (await fetch_json(server, "/" + link.split("/", 3)[3]))["title"] == head["og:title"]
        assert "og:title" not in await said(server, "/club/nothinghere")
