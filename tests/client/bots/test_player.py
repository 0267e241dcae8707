"""Bots over the real socket: in this process, from the command line, and seated by the server."""

from __future__ import annotations

import asyncio
import re
import sys
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any

import pytest

from cadogan_client import Client, RequestRefused, Room, bots
from cadogan_client.bots import POLICIES, Policy
from cadogan_client.bots.good import Good
from cadogan_client.bots.player import Pace, Unseated, race
from cadogan_client.bots.policy import PolicyFailed, View
from cadogan_client.bots.tempo import Tempo
from cadogan_protocol import ErrorCode, Move, Moved, ResultRow
from tests.client.bots.commanded import Connect, lines_of
from tests.client.tables import SIX


async def race_of(
    clients: list[Client], game: str, options: dict[str, Any] | None = None, **rules: Any
) -> list[ResultRow | None]:
    """Let each client play by another level in one room, and return their rows of the results."""
    first = await clients[0].create(game, options, seats=len(clients), **rules)
    rooms = [first, *[await client.join(first.code) for client in clients[1:]]]
    chances = [Random(number) for number in range(len(clients))]
    policies = [policy(chance) for policy, chance in zip(POLICIES.values(), chances, strict=False)]
    races = [
        race(client, room, policy, Pace(Tempo(0), chance))
        for client, room, policy, chance in zip(clients, rooms, policies, chances, strict=True)
    ]
    return await asyncio.gather(*races)


@pytest.mark.parametrize("game", SIX)
async def test_bots_race_every_game_to_a_result(connect: Connect, game: str) -> None:
    rows = await race_of([await connect(name) for name in ("Easy", "Fair", "Good")], game)
    assert sorted(row.seat for row in rows if row) == [0, 1, 2]
    assert all(row and row.rank >= 1 for row in rows)


@pytest.mark.parametrize(
    "game", ["spite_and_malice", "spite_and_malice_mixed", "spite_and_malice_modern", "russian_bank"]
)
async def test_bots_duel_to_a_result(connect: Connect, game: str) -> None:
    rows = await race_of([await connect(name) for name in ("Easy", "Fair")], game)
    assert sorted(row.rank for row in rows if row) == [1, 2]


class Watcher(Good):
    """The good bot, which notes what it calls."""

    def __init__(self, random: Random) -> None:
        super().__init__(random)
        self.called: list[Move] = []

    def calls(self, view: View, moves: Sequence[Move]) -> Move | None:
        call = super().calls(view, moves)
        self.called += [call] if call is not None else []
        return call


async def test_a_bot_stops_an_error_of_the_other_and_plays_on(connect: Connect) -> None:
    """A person brings no card home, and so misses what must be played, until the bot that waits says "stop!"."""
    ann, bot, policy = await connect("Ann"), await connect("Bot"), Watcher(Random(1))
    room = await ann.create("russian_bank", seats=2)
    playing = asyncio.create_task(race(bot, await bot.join(room.code), policy, Pace(Tempo(0), Random(1))))
    await ann.ready()

    def careless() -> list[Move]:
        kinds = room.table.kinds if room.table else []
        plain = [move for move in room.moves or () if len(move) == 3 and kinds[move[1]] != "foundation"]
        return plain + [move for move in room.moves or () if move[0] in ("turn", "stand")]

    while not policy.called:
        await ann.until(lambda: bool(policy.called or careless()))
        if moves := careless():
            with suppress(RequestRefused):  # a call may have ended the turn
                await ann.play(Random(len(moves)).choice(moves))
    await ann.give_up()
    row = await playing
    assert policy.called[0] == ("stop",)
    assert row is not None
    assert row.won


async def test_bots_play_a_whole_match(connect: Connect) -> None:
    rows = await race_of(
        [await connect(name) for name in ("Easy", "Fair")],
        "spite_and_malice_modern",
        options={"riddance": 5},
        target=12,
    )
    assert max(row.score or 0 for row in rows if row) >= 12


async def test_bots_play_racing_demon_together_to_a_score(connect: Connect) -> None:
    rows = await race_of([await connect(name) for name in ("Easy", "Fair", "Good")], "racing_demon", {"target": 1})
    assert sorted(row.seat for row in rows if row) == [0, 1, 2]
    assert max(row.score or 0 for row in rows if row) >= 1


async def test_a_bot_that_was_too_late_looks_again(connect: Connect, monkeypatch: pytest.MonkeyPatch) -> None:
    clients = [await connect(name) for name in ("Easy", "Fair")]
    late: list[Move] = []
    real = clients[0].play

    async def play(move: Move) -> Moved:
        if len(late) < 3:
            late.append(move)
            raise RequestRefused(ErrorCode.ILLEGAL_MOVE, "too late", retry=False)
        return await real(move)

    monkeypatch.setattr(clients[0], "play", play)
    assert all(await race_of(clients, "racing_demon", {"target": 1}))
    assert len(late) == 3


async def test_a_bot_whose_last_move_is_taken_while_it_thinks_plays_on(
    connect: Connect, monkeypatch: pytest.MonkeyPatch
) -> None:
    clients = [await connect(name) for name in ("Easy", "Fair")]
    real = Room.moves
    thoughts = iter(range(1_000_000))
    taken: list[int] = []

    async def think(_: Pace, __: int) -> None:
        if next(thoughts) == 3:
            taken.append(1)

    def moves(room: Room) -> tuple[Move, ...] | None:
        return () if taken and taken.pop() else real.fget(room)  # type: ignore[attr-defined]

    async def never() -> None:
        pytest.fail("the bot gave up")

    monkeypatch.setattr(Pace, "think", think)
    monkeypatch.setattr(Room, "moves", property(moves))
    for client in clients:
        monkeypatch.setattr(client, "give_up", never)
    assert all(await race_of(clients, "racing_demon", {"target": 1}))
    assert next(thoughts) > 3


async def test_a_bot_that_is_sent_away_says_so(connect: Connect) -> None:
    ada, bot = await connect("Ada"), await connect("Bot")
    room = await ada.create("nestor", seats=2)
    playing = asyncio.create_task(
        race(bot, await bot.join(room.code), POLICIES["easy"](Random(0)), Pace(Tempo(0), Random(0)))
    )
    await ada.until(lambda: any(seat.ready for seat in room.state.seats))
    await bot.leave()
    with pytest.raises(Unseated):
        await playing


class Wrong(Policy):
    """Chooses illegal moves."""

    def choose(self, view, moves):
        return (0, 0, 1)


async def test_a_policy_that_breaks_the_rules_is_named(connect: Connect) -> None:
    bot = await connect("Bot")
    room = await bot.create("nestor", seats=1)
    with pytest.raises(
        PolicyFailed, match=r"test_player:Wrong failed: ValueError: it chose \(0, 0, 1\), which is none of"
    ):
        await race(bot, room, Wrong(Random(0)), Pace(Tempo(0), Random(0)))


async def test_a_move_that_came_too_fast_is_made_again(connect: Connect, monkeypatch: pytest.MonkeyPatch) -> None:
    bot = await connect("Bot")
    room = await bot.create("nestor", seats=1)
    real, asked = bot.play, []

    async def play(move: Move) -> Moved:
        asked.append(move)
        if len(asked) in (2, 3):
            raise RequestRefused(ErrorCode.TOO_FAST, "slower", retry=True)
        return await real(move)

    monkeypatch.setattr(bot, "play", play)
    row = await race(bot, room, POLICIES["good"](Random(0)), Pace(Tempo(0), Random(0), again=0.01))
    assert row
    assert asked[1] == asked[2] == asked[3]


async def test_thinking_takes_about_the_time_it_should(monkeypatch: pytest.MonkeyPatch) -> None:
    slept: list[float] = []

    async def sleep(seconds: float) -> None:
        slept.append(seconds)

    monkeypatch.setattr(asyncio, "sleep", sleep)
    pace = Pace(Tempo(1.0), Random(3))
    for _ in range(500):
        await pace.think(5)
    assert 0.9 < sum(slept) / 500 < 1.1
    assert min(slept) > 0
    assert max(slept) <= 4


# ---- cadogan race ----------------------------------------------------------------------------------------------------


def examples() -> list[str]:
    """Return the programs in the README of the bots."""
    text = (Path(bots.__file__).parent / "README.md").read_text("utf-8")
    return re.findall(r"```python\n(.*?)```", text, re.DOTALL)


async def test_the_bot_of_the_readme_plays(connect: Connect, url: str, tmp_path: Path) -> None:
    (tmp_path / "hasty.py").write_text(examples()[0])
    ada = await connect("Ada")
    room = await ada.create("nestor", seats=2)
    options = ("--policy", "hasty:Hasty", "--url", url, "--pace", "0", "--json")
    running = asyncio.create_task(lines_of("bot", "--room", room.code, *options, folder=tmp_path))
    await ada.until(lambda: any(seat.ready for seat in room.state.seats))
    await ada.ready()
    await ada.until(lambda: room.moves is not None)
    await ada.give_up()
    code, lines, said = await running
    assert (code, len(lines)) == (0, 1), said


async def test_the_client_of_the_readme_plays(url: str, tmp_path: Path) -> None:
    (tmp_path / "main.py").write_text(examples()[1].replace("ws://localhost:8000/ws", url))
    process = await asyncio.create_subprocess_exec(
        sys.executable, str(tmp_path / "main.py"), stderr=asyncio.subprocess.PIPE
    )
    _, said = await process.communicate()
    assert process.returncode == 0, said
