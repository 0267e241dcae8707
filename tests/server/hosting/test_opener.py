"""Rooms are opened, or refused, with the deal that was asked for."""

from __future__ import annotations

from typing import Any

import pytest

from cadogan_protocol.errors import ErrorCode
from cadogan_protocol.messages import Create, Moved, Stand
from cadogan_protocol.room_options import RoomOptions
from cadogan_server.app import Running
from cadogan_server.rooms.fairness import daily_seed
from cadogan_server.store.games.days import Days
from tests.server.wire import dial


async def test_a_daily_room_has_the_deal_of_its_day_and_says_what_was_promised(server: Running) -> None:
    known = server.services.store.days
    async with dial(server.port) as anna, dial(server.port) as olga:
        for wire, name in ((anna, "Anna"), (olga, "Olga")):
            await (await wire.hello(name)).create(deal="daily")
            await wire.ready()
            await wire.the(Moved)
        assert anna.code != olga.code
        assert anna.boards[1] == olga.boards[1], "all players of that day have the same deal"
        assert anna.room is not None
        today = known.published(known.today)
        assert today is not None
        assert (anna.room.day, anna.room.day_commit, anna.room.rules.rated) == (today.day, today.commit, False)
        secret = known.secret(known.today)
        assert secret is not None
        room = server.services.rooms.registry.hubs[anna.code].room
        assert room.state.seed == daily_seed("klondike", known.today, secret)
        await anna.ask(Stand)
        results = (await anna.phase("finished")).results
        assert results is not None
        assert results.day_secret is None
        for data in anna.raw:
            assert isinstance(data, bytes)
            assert secret.hex().encode() not in data
            assert secret not in data


async def test_no_daily_room_opens_without_the_days_secret(server: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Days, "secret", lambda days, day: None)
    async with dial(server.port) as anna:
        await anna.hello("Anna")
        refused = await anna.refusal(Create, game="klondike", rules=RoomOptions(deal="daily"))
        assert (refused.code, refused.retry) == (ErrorCode.STORE_DOWN, True)
        await anna.create()


@pytest.mark.parametrize(
    ("rules", "said"),
    [({"deal": "daily"}, "daily deal"), ({"deal": "numbered", "number": 3}, "numbered deal")],
)
async def test_a_duel_on_a_deal_that_some_may_know_is_refused(
    server: Running, rules: dict[str, Any], said: str
) -> None:
    async with dial(server.port) as anna:
        await anna.hello("Anna")
        refused = await anna.refusal(Create, game="spite_and_malice", rules=RoomOptions(**rules))
        assert refused.code is ErrorCode.BAD_OPTION
        assert said in refused.message


async def test_a_race_on_a_numbered_deal_says_that_it_is_unrated(server: Running) -> None:
    async with dial(server.port) as anna:
        await (await anna.hello("Anna")).create(deal="numbered", number=3, rated=True)
        assert not (await anna.phase("lobby")).rules.rated


async def test_a_room_on_a_deal_of_the_world_is_unrated_and_says_which(server: Running) -> None:
    async with dial(server.port) as anna:
        await anna.hello("Anna")
        await anna.create("freecell", deal="numbered", number=11982, numbering="microsoft", rated=True)
        rules = (await anna.phase("lobby")).rules
        assert (rules.number, rules.numbering, rules.rated) == (11982, "microsoft", False)
