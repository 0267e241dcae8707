"""`cadogan race`: bots race in a room of their own."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from cadogan_protocol.messages import Matched, Seek, Stand
from cadogan_server.app import Running
from tests.client.bots.commanded import Connect, cadogan, lines_of
from tests.server.wire import dial

HASTY = """
class Hasty:
    def __init__(self, random):
        self.random = random

    def choose(self, view, moves):
        return next((move for move in moves if len(move) == 3 and view.kinds[move[1]] == "foundation"), None)


class Clumsy(Hasty):
    def choose(self, view, moves):
        return view.piles[999]
"""


async def test_a_race_of_bots_is_run_and_its_results_printed(url: str, tmp_path: Path) -> None:
    (tmp_path / "hasty.py").write_text(HASTY)
    options = ("--bots", "hasty:Hasty,good,good", "--seed", "1", "--number", "7", "--url", url)
    code, lines, said = await lines_of("race", "Klondike, draw one", *options, "--json", folder=tmp_path)
    assert code == 0, said
    assert {(line["name"], line["bot"], line["why_not"]) for line in lines} == {
        ("Hasty", "hasty", "bot"),
        ("Good", "good", "bot"),
        ("Good 2", "good", "bot"),
    }
    ranks = [line["rank"] for line in lines]
    assert ranks == sorted(ranks, key=lambda rank: int(str(rank)))
    assert lines[-1]["name"] == "Hasty", "the other levels look further ahead"


async def test_a_race_on_a_winnable_deal_is_asked_for(server: Running, url: str) -> None:
    code, out, said = await cadogan("race", "nestor", "--bots", "easy", "--winnable", "--url", url)
    assert (code, len(out.splitlines())) == (0, 2), said
    (hub,) = server.services.rooms.registry.hubs.values()
    assert hub.room.state.rules.deal == "winnable"


async def test_a_race_by_number_has_the_deal_that_everybody_knows(server: Running, url: str) -> None:
    code, _, said = await cadogan("race", "golf", "--bots", "easy", "--number", "617", "--url", url)
    assert code == 0, said
    assert "Microsoft deal 617: not rated, because its cards may be known" in said
    (hub,) = server.services.rooms.registry.hubs.values()
    rules = hub.room.state.rules
    assert (rules.number, rules.numbering, rules.rated) == (617, "microsoft", False)


async def test_two_bots_play_a_duel_and_the_table_is_narrow(url: str) -> None:
    command = ("race", "spite_and_malice_modern", "--bots", "good,easy", "-o", "riddance=5", "--url", url)
    code, out, _ = await cadogan(*command)
    printed = out.splitlines()
    assert code == 0
    assert printed[0].split() == ["rank", "name", "bot", "won", "progress", "moves", "seconds"]
    assert len(printed) == 3
    assert max(map(len, printed)) <= 100


async def test_bots_play_a_match_at_a_shared_table_for_points(url: str) -> None:
    command = ("race", "racing_demon", "--bots", "easy,good", "-o", "target=1", "-o", "demon=7", "--url", url)
    code, out, _ = await cadogan(*command)
    first, *rows = (line.split() for line in out.splitlines())
    assert code == 0
    assert first == ["rank", "name", "bot", "won", "points", "moves", "seconds"]
    points = [int(row[4]) for row in rows]
    assert len(points) == 2
    assert points == sorted(points, reverse=True)
    assert points[0] >= 1


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (
            ("nestor", "--bots", "hasty:Clumsy,good"),
            "the policy hasty:Clumsy failed: IndexError: list index out of range (hasty",
        ),
        (("klodike", "--bots", "good"), "there is no game 'klodike': did you mean klondike or"),
        (("klondike", "--bots", "good", "-o", "draw=9"), "bad_option: "),
        (("spite_and_malice", "--bots", "good"), "a duel is for 2 bots, and --bots names 1"),
    ],
)
async def test_a_race_that_fails_says_why_in_one_line(
    url: str, tmp_path: Path, arguments: tuple[str, ...], says: str
) -> None:
    (tmp_path / "hasty.py").write_text(HASTY)
    code, _, said = await lines_of("race", *arguments, "--url", url, folder=tmp_path)
    assert code == 1
    assert said.startswith(f"error: {says}")
    assert said.count("\n") == 1


async def test_a_room_opened_by_a_program_is_a_room_of_bots(connect: Connect) -> None:
    hal = await connect("Hal", program="hal")
    room = await hal.create("nestor", seats=1)
    assert [(seat.name, seat.bot) for seat in room.state.seats] == [("Hal", "hal")]
    assert room.state.host == 0
    await hal.ready()
    await hal.until(lambda: room.moves is not None)
    await hal.give_up()
    await hal.until(lambda: room.state.results is not None)
    again = await hal.rematch()
    assert [(seat.name, seat.bot) for seat in again.state.seats] == [("Hal", "hal")]


async def test_a_bot_waits_for_somebody_and_is_told_who_came(server: Running, url: str) -> None:
    async with dial(server.port, source="127.0.0.2") as ann:
        await ann.hello("Ann")
        await ann.ask(Seek, games=("golf",))
        command = asyncio.create_task(cadogan("race", "any", "--somebody", "--bots", "easy", "--url", url))
        found = await ann.the(Matched)
        assert (found.game, found.opponent) == ("golf", "program")
        await ann.join(found.room)
        await ann.ready()
        await ann.phase("running")
        await ann.ask(Stand)
        code, out, said = await command
    assert code == 0, said
    assert f"a person plays golf with you in room {found.room}" in said
    assert "Ann" in out


async def test_bots_race_a_series_and_its_standings_are_printed(url: str) -> None:
    how = ("--bots", "easy,good", "--seed", "1", "--url", url)
    code, lines, said = await lines_of("race", "cover", "--series", "clock, klondike_draw1", *how, "--json")
    assert code == 0, said
    assert {line["name"] for line in lines} == {"Easy", "Good"}
    assert [line["races"] for line in lines] == [3, 3]
    points = [int(str(line["points"])) for line in lines]
    assert points == sorted(points, reverse=True)
    assert "raced" not in said
    code, _, said = await lines_of("race", "cover", "--series", "2", *how)
    assert (code, said.strip()) == (1, "error: a series has 3 to 9 races, not 2")
