"""Questions that change nothing, over real sockets."""

from __future__ import annotations

import secrets

from cadogan_protocol.errors import ErrorCode
from cadogan_protocol.messages import GetRules, ListRooms, Ping, Pong, Rules
from cadogan_server.app import Running
from tests.server.conftest import Serve
from tests.server.wire import dial


async def test_the_list_of_rooms_names_the_most_played_games(serve: Serve) -> None:
    async with serve() as server:
        now = server.services.clock.real()
        played = server.services.store.played
        for game, times in (("nestor", 1), ("spider_1", 3)):
            for _ in range(times):
                played.count(game, secrets.token_hex(8), now)
        month = 31 * 24 * 3600 * 1000
        for _ in range(5):
            played.count("klondike", secrets.token_hex(8), now - 4 * month)
        async with dial(server.port) as anna:
            await anna.hello("Anna")
            assert (await anna.ask(ListRooms)).played == ("spider_1", "nestor", "klondike")
    async with serve() as server, dial(server.port) as anna:
        await anna.hello("Anna")
        assert (await anna.ask(ListRooms)).played == ("spider_1", "nestor", "klondike"), "the store has kept the list"


async def test_a_ping_is_answered_by_the_servers_time(server: Running) -> None:
    async with dial(server.port) as anna:
        await anna.hello("Anna")
        before = server.services.clock.real()
        answer = await anna.ask(Ping)
        assert isinstance(answer, Pong)
        assert before <= answer.now <= server.services.clock.real()


async def test_rules_are_told_in_a_language_and_only_of_known_games(server: Running) -> None:
    async with dial(server.port) as anna:
        await anna.hello("Anna")
        rules = await anna.ask(GetRules, game="klondike", language="de")
        assert isinstance(rules, Rules)
        assert (rules.language, rules.title) == ("de", "Canfield oder Klondike")
        assert (await anna.refusal(GetRules, game="chess")).code is ErrorCode.UNKNOWN_GAME
