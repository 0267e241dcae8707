"""Turns for questions: they run while the players leave enough of the processor."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path

import pytest

from cadogan_protocol.messages import GetLeaderboard, Leaderboard, Moved, Step
from cadogan_server.gateway.limits.ratelimit import Quota
from cadogan_server.gateway.limits.turns import LONGEST, LOOK, SAVED, SHARE, Turns, busy_seconds
from cadogan_server.rooms.refused import Refused
from tests.server.conftest import Serve
from tests.server.wire import dial


class Machine:
    """A clock and a processor that are moved by hand. Each turn costs some of both."""

    def __init__(self, each: int = 8, all: int = 100) -> None:
        self.now = self.used = 0.0
        self.waiting = Quota("questions that wait", each, all)
        self.turns = Turns(self.waiting, lambda: self.now, lambda: self.used, self.call_later)
        self.looks: list[Callable[[], None]] = []
        self.served: list[str] = []
        self.tasks: list[asyncio.Task[None]] = []

    def call_later(self, seconds: float, look: Callable[[], None]) -> None:
        assert seconds == LOOK
        self.looks.append(look)

    def ask(self, address: str) -> asyncio.Task[None]:
        async def question() -> None:
            await self.turns.turn(address)
            self.served.append(address)

        self.tasks.append(asyncio.create_task(question()))
        return self.tasks[-1]

    async def look(self, *, used: float) -> None:
        """Pass the moment of a look. The process uses `used` seconds of the processor until then."""
        self.now += LOOK
        self.used += used
        looks, self.looks = self.looks, []
        for look in looks:
            look()
        await asyncio.sleep(0)
        await asyncio.sleep(0)


@pytest.fixture
def machine() -> Machine:
    """Return a machine on which eight questions of an address may wait."""
    return Machine()


async def test_after_a_quiet_time_a_question_has_its_turn_at_once(machine: Machine) -> None:
    await machine.ask("a")
    assert machine.served == ["a"]


async def test_turns_are_given_while_the_process_takes_no_more_than_its_share(machine: Machine) -> None:
    machine.used = 2 * SAVED  # as after much work just now
    for address in "aaaa":
        machine.ask(address)
    await asyncio.sleep(0)
    assert machine.served == []
    looks = 0
    while not machine.served:
        await machine.look(used=0)
        looks += 1
    assert looks == pytest.approx(SAVED / (SHARE * LOOK), abs=1), "the processor's time that was used is paid back"
    await machine.look(used=SHARE * LOOK * 10)
    assert len(machine.served) == 1
    for _ in range(12):
        await machine.look(used=0)
    assert len(machine.served) == 4


async def test_some_question_has_its_turn_however_busy_the_process_is(machine: Machine) -> None:
    machine.used = 1.0
    for address in "abc":
        machine.ask(address)
    await asyncio.sleep(0)
    for _ in range(int(2.5 * LONGEST / LOOK)):
        await machine.look(used=LOOK)
    assert len(machine.served) == 2


async def test_addresses_have_turns_one_after_the_other(machine: Machine) -> None:
    machine.used = 1.0
    for address in "aaaab":
        machine.ask(address)
    await asyncio.sleep(0)
    machine.tasks[1].cancel()
    for _ in range(100):
        await machine.look(used=0)
    assert machine.served == ["a", "b", "a", "a"], "a client that has gone takes nobody's turn"
    assert machine.waiting.sum == 0


def test_time_in_which_the_process_waits_for_a_processor_counts(tmp_path: Path) -> None:
    scheduled = tmp_path / "schedstat"
    assert busy_seconds(scheduled, lambda: 7.0) == 7.0
    scheduled.write_text("2000000000 1500000000 12\n")
    assert busy_seconds(scheduled, lambda: 7.0) == 3.5
    scheduled.write_text("nonsense\n")
    assert busy_seconds(scheduled, lambda: 7.0) == 7.0


async def test_the_number_of_waiting_questions_is_limited() -> None:
    machine = Machine(each=2)
    machine.used = 1.0
    tasks = [machine.ask("a") for _ in range(3)]
    await asyncio.sleep(0)
    with pytest.raises(Refused, match="your address has 2 questions that wait"):
        await tasks[2]


async def test_questions_wait_and_moves_do_not(serve: Serve) -> None:
    async with serve() as server, dial(server.port) as anna, dial(server.port) as eve:
        await (await anna.hello("Anna")).create()
        await anna.ready()
        await anna.the(Moved)
        await eve.hello("Eve")
        moment, busy, waiting = 0.0, 0.0, Quota("questions that wait", 8, 8)
        server.gateway.limits.turns = Turns(waiting, lambda: moment, lambda: busy)
        busy = 2 * SAVED  # as after much work just now, at a moment that does not pass
        asked = await eve.post(GetLeaderboard, game="klondike")
        for _ in range(3):
            assert isinstance(await anna.play(anna.moves[0]), Step | Moved)
        assert waiting.sum == 1
        moment = LONGEST
        assert isinstance(await eve.answer(asked), Leaderboard)
