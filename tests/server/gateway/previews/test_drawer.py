"""Pictures of links: drawn once, by a process of low priority, and at a limited rate."""

from __future__ import annotations

import asyncio
import json
import os
from pathlib import Path
from typing import Any

import pytest

from cadogan_games import catalogue
from cadogan_server.gateway.http import page
from cadogan_server.gateway.previews import painter
from cadogan_server.gateway.previews.painter import of_game
from cadogan_server.gateway.previews.pictures import png
from cadogan_server.helper_process import NICE, HelperProcess
from cadogan_server.rooms.refused import Refused
from cadogan_server.settings import Previews
from tests.server.conftest import Serve
from tests.server.fetching import fetch
from tests.server.wire import PATIENCE


@pytest.fixture
def usual(tmp_path: Path) -> dict[str, Any]:
    """Settings with which a slow machine costs no page its title, and unwatched mirrors end soon."""
    (tmp_path / "index.html").write_text("<!doctype html><html><head><title>Cadogan</title></head><body></body></html>")
    return {"page": tmp_path, "previews": Previews(patience=PATIENCE, per_address=100, all=100), "linger": 0.01}


PICTURES = [f"/picture/games/{game}.png" for game in ("klondike", "klondike", "nestor", "sly", "klondike")]


class Drawn:
    """Counts the pictures that the drawing process draws."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.drawn: list[str] = []
        draw = HelperProcess.ask

        async def noted(painting: HelperProcess, request: bytes) -> bytes:
            self.drawn.append(json.loads(request)[4])
            return await draw(painting, request)

        monkeypatch.setattr(HelperProcess, "ask", noted)


async def test_pictures_are_drawn_once_in_a_process_that_lets_others_go_first(
    serve: Serve, monkeypatch: pytest.MonkeyPatch
) -> None:
    painting = Drawn(monkeypatch)
    bounds = Previews(kept=2, per_address=100, all=100)
    async with serve(previews=bounds) as server:
        for path in PICTURES:
            assert (await fetch(server, path))[0].status == 200
        assert painting.drawn == ["klondike", "nestor", "sly", "klondike"]
        answers = await asyncio.gather(*(fetch(server, "/picture/games/shah.png") for _ in range(5)))
        assert {body for _, body in answers} == {png(of_game("shah"))}
        assert painting.drawn[4:] == ["shah"], "one drawing, however many clients ask at once"
        process = server.gateway.drawer.painting.process
        assert process is not None
        assert os.getpriority(os.PRIO_PROCESS, process.pid) == NICE
        assert os.getsid(process.pid) == os.getsid(0), "Linux compares priorities only within a session"
        assert os.getpgid(process.pid) != os.getpgid(0), "Ctrl-C ends the server, and that ends the process"
        process.kill()  # another process starts when the next picture is wanted
        await process.wait()
        assert (await fetch(server, "/picture/games/spiderette.png"))[0].status == 200
        process = server.gateway.drawer.painting.process
        assert process is not None
    assert process.returncode is not None


async def test_a_process_that_does_not_answer_is_ended(serve: Serve) -> None:
    async with serve(previews=Previews(per_address=100, all=100, slow=0)) as server:
        for _ in range(2):
            assert (await fetch(server, "/picture/games/klondike.png"))[0].status == 503
        server.gateway.drawer.slow = PATIENCE
        assert (await fetch(server, "/picture/games/klondike.png"))[0].status == 200


async def test_a_games_picture_shows_its_page_or_a_plain_one_under_load(
    serve: Serve, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An address may have few pictures drawn, and so may all together. Ready pictures are not limited."""
    monkeypatch.setattr(catalogue, "ids", lambda: ("klondike",))
    painter.main(["--games", str(tmp_path / "pictures")])
    monkeypatch.undo()
    painting, others = Drawn(monkeypatch), [id for id in catalogue.ids() if id != "klondike"]
    assert all("/pictures/" not in path for path in page.load(tmp_path)[0])
    plain = (tmp_path / "pictures" / "plain.png").read_bytes()
    bounds = Previews(per_address=0.5, all=1, patience=PATIENCE)
    async with serve(behind_proxy=True, previews=bounds) as server:
        shown = []
        for at, game in enumerate((*others[:5], "klondike")):
            answer, body = await fetch(server, f"/picture/games/{game}.png", X_Forwarded_For="10.0.0.1")
            assert answer.status == 200
            shown.append(body == plain)
            assert (answer.headers["Cache-Control"] == "public, max-age=30") is shown[at]
        assert shown[0] is False
        assert shown[4] is True, "two at once, and then one in two seconds"
        assert shown[5] is False
        assert len(painting.drawn) < 5
        assert "klondike" not in painting.drawn
        elsewhere = await asyncio.gather(
            *(
                fetch(server, f"/picture/games/{game}.png", X_Forwarded_For=f"10.{at}.0.1")
                for at, game in enumerate(others[5:15], 1)
            )
        )  # at once, so that no time passes in which another picture may be drawn
        assert plain in [body for _, body in elsewhere]


async def test_the_number_of_waiting_pictures_is_limited(serve: Serve) -> None:
    async with serve(previews=Previews(waiting=0)) as server:
        answer, _ = await fetch(server, "/picture/games/shah.png")
        assert (answer.status, answer.headers["Retry-After"]) == (503, "2")


async def test_a_request_for_a_picture_is_refused_when_the_server_stops(
    serve: Serve, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def never(painting: HelperProcess, request: bytes) -> bytes:
        return await asyncio.get_running_loop().create_future()  # type: ignore[no-any-return]

    monkeypatch.setattr(HelperProcess, "ask", never)
    async with serve() as server:
        request = asyncio.create_task(server.gateway.drawer.drawn(of_game("shah"), "127.0.0.1"))
        await asyncio.sleep(0)
        await server.gateway.drawer.stop()
        with pytest.raises(Refused, match="is stopping"):
            await request
