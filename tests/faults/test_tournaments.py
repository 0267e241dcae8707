"""Tournaments go on when a node is killed, and when the only server is started again: nobody is counted twice."""

from __future__ import annotations

import signal
from collections import Counter
from pathlib import Path

from cadogan_protocol.messages import TournamentTerms
from cadogan_server.store.redis.embedded import EmbeddedRedis
from tests.faults.evening import Evening
from tests.faults.test_two_servers import all_know_of_company
from tests.server.hosting.tournaments.played import ARENA, SHORT
from tests.server.processes import linux, process

pytestmark = [linux]

OPTIONS = ("--no-bots", "--no-regular-tournaments")

SWISS = TournamentTerms(kind="swiss", game="spite_and_malice_modern", options=SHORT, rounds=3)


async def test_an_arena_goes_on_if_the_node_that_pairs_is_killed(tmp_path: Path) -> None:
    async with EmbeddedRedis(tmp_path) as store:
        options = (*OPTIONS, "--redis", store.url, "--lease", "1")
        async with (
            process(tmp_path / "a", *options) as one,
            process(tmp_path / "b", *options) as other,
            Evening(one.port, other.port, other.port, one.port) as evening,
        ):
            await all_know_of_company(store)
            await evening.begin(ARENA)
            opponents = await evening.at_their_tables()
            assert opponents == {"Ann": "Bob", "Bob": "Ann", "Cat": "Dan", "Dan": "Cat"}
            servers = {each.port: each for each in (one, other)}
            killed = servers.pop(await evening.director(store.url))
            await killed.end(by=signal.SIGKILL)
            await evening.come_back(*servers)
            assert await evening.at_their_tables() == opponents
            await evening.end_games(opponents)
            assert await evening.points(games=2) == {"Ann": 2, "Bob": 0, "Cat": 2, "Dan": 0}
            opponents = await evening.at_their_tables()
            assert opponents == {"Ann": "Cat", "Bob": "Dan", "Cat": "Ann", "Dan": "Bob"}
            await evening.end_games(opponents)
            assert await evening.points(games=4) == {"Ann": 4, "Bob": 2, "Cat": 2, "Dan": 0}
            assert await evening.counted(store.url) == Counter([1, 2, 3, 4])


async def test_a_swiss_round_goes_on_when_the_only_server_starts_again(tmp_path: Path) -> None:
    async with EmbeddedRedis(tmp_path / "store") as store:
        options = (*OPTIONS, "--redis", store.url)
        async with process(tmp_path, *options) as first, Evening(first.port) as evening:
            await evening.begin(SWISS)
            opponents = await evening.at_their_tables()
            await first.end(by=signal.SIGTERM)
            async with process(tmp_path, *options) as again:
                await evening.come_back(again.port)
                assert await evening.at_their_tables() == opponents
                await evening.end_games(opponents)
                assert await evening.points(games=2) == {name: 2 * won for name, won in evening.won.items()}
                anew = await evening.at_their_tables()
                assert all(anew[name] != other for name, other in opponents.items())
                await evening.end_games(anew)
                assert await evening.points(games=4) == {name: 2 * won for name, won in evening.won.items()}
                assert await evening.counted(store.url) == Counter([1, 2, 3, 4])
                await again.end(by=signal.SIGTERM)
