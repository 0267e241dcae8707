"""The harness in short: six games in every mode. `make leaks` plays all games, and each for longer."""

from __future__ import annotations

import pytest

from tests.leaks.by_link import ByLink, InAClub, InPrivate, Rested
from tests.leaks.met import Met
from tests.leaks.played import MODES, Partners, Played
from tests.server.conftest import Serve, same_cards, serve, usual

__all__ = ["same_cards", "serve", "usual"]

GAMES = {
    "klondike": "a stock, and cards face down on the table",
    "la_belle_lucie": "shuffled redeals",
    "terrace": "two packs",
    "spite_and_malice_modern": "hands",
    "racing_demon": "a table at which all play",
    "spite_and_malice_table": "a table with hands",
}


LIKE_OTHERS = {("spite_and_malice_table", mode) for mode in ("live", "none")}
"""Pairs whose parts the other pairs guard."""

TRIED = [
    pytest.param(game, mode, marks=pytest.mark.thorough if (game, mode) in LIKE_OTHERS else ())
    for game in GAMES
    for mode in MODES
]


@pytest.mark.parametrize(("game", "mode"), TRIED)
async def test_nobody_is_sent_hidden_data_of_others(serve: Serve, game: str, mode: str) -> None:
    async with serve() as server:
        report = await Played(server, game, mode, steps=30, seed=1).run()
    assert report.wrong == []
    assert report.faces > 0


async def test_no_partner_is_sent_a_hand(serve: Serve) -> None:
    async with serve() as server:
        report = await Partners(server, "spite_and_malice_table", "fair", steps=30, seed=1).run()
    assert report.wrong == []
    assert report.faces > 0


@pytest.mark.parametrize(("way", "game"), [("queue", "klondike"), ("arena", "spite_and_malice_modern")])
async def test_nobody_is_sent_more_where_two_have_met(serve: Serve, way: str, game: str) -> None:
    async with serve() as server:
        report = await Met(server, game, way, steps=30, seed=1).run()
    assert report.wrong == []
    assert report.faces > 0


FREELY = {"guess_burst": 10**6, "guesses_burst": 10**6, "chats_per_address": 1e6}


async def test_what_is_written_and_the_key_reach_only_those_with_the_link(serve: Serve) -> None:
    async with serve(**FREELY) as server:
        game = ByLink(server, "racing_demon", "fair", steps=30, seed=1)
        report = await game.run()
    assert report.wrong == []
    assert game.written > 0


async def test_a_duel_that_rests_in_the_store_shows_nobody_more(serve: Serve) -> None:
    async with serve(**FREELY) as server:
        report = await Rested(server, "spite_and_malice_modern", "fair", steps=30, seed=1).run()
    assert report.wrong == []
    assert report.faces > 0


async def test_the_id_of_a_club_by_link_is_for_its_members(serve: Serve) -> None:
    async with serve() as server:
        report = await InAClub(server, "klondike", steps=20, seed=1).run()
    assert report.wrong == []


async def test_the_id_of_a_private_arena_is_for_its_players(serve: Serve) -> None:
    async with serve() as server:
        game = InPrivate(server, "klondike", steps=20, seed=1)
        report = await game.run()
    assert report.wrong == []
    assert game.arena
