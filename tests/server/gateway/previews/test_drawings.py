"""Small drawings of games."""

from __future__ import annotations

import gzip
import json

from cadogan_games import catalogue
from cadogan_server.app import Running
from tests.server.fetching import fetch


async def test_every_game_has_a_small_drawing(server: Running) -> None:
    answer, body = await fetch(server, "/api/v1/layouts", Accept_Encoding="gzip")
    assert (answer.status, answer.headers["Content-Type"]) == (200, "application/json")
    assert len(body) < 60_000
    drawn = json.loads(gzip.decompress(body))
    assert sorted(drawn) == sorted(catalogue.ids())
    for id, groups in drawn.items():
        game = catalogue.game(id)
        assert [group[0] for group in groups] == [group.kind for group in game.groups]
        cards = sum(abs(run) for _, _, piles in groups for pile in piles for run in pile[5])
        assert cards == (2 * 52 if id == "racing_demon" else sum(len(pile) for pile in game.deal(bytes(32)).piles))
    _, _, (*_, last) = drawn["klondike"][1]
    assert last == [6, 1.4, 0, 0, 0.25, [-6, 1]]
    below = [max(pile[1] for pile in piles) for _, _, piles in drawn["racing_demon"]]
    assert max(below) < 4, "two players sit face to face"
    again, nothing = await fetch(server, "/api/v1/layouts", If_None_Match=answer.headers["ETag"])
    assert (again.status, nothing) == (304, b"")
    assert (await fetch(server, "/api/v1/layouts/klondike"))[0].status == 404
