"""Advice to racers: whether their boards can still be won, and how."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import pytest

from cadogan_client import Client
from cadogan_games.solver.outcome import UNKNOWN, WON, Verdict
from cadogan_protocol import Advice
from cadogan_protocol.errors import ErrorCode
from cadogan_protocol.messages import Error, GetAdvice, RaceGhosts, Stand, Undo
from cadogan_server.app import Running
from cadogan_server.hosting.observers.advising import Advising
from cadogan_server.hosting.solvers.lines import Lamp
from cadogan_server.hosting.solvers.solvers import NotSolved, Solvers
from cadogan_server.hosting.solvers.worker import Answer, Question
from tests.server.conftest import Serve
from tests.server.core import started
from tests.server.hosting.stage import Stage
from tests.server.test_over_nodes import several
from tests.server.waiting import soon
from tests.server.wire import Wire, dial

SHORT: dict[str, Any] = {"game": "klondike_draw1", "deal": "numbered", "number": 2}
"""A deal that the solver wins within some tens of nodes."""

LOSES: dict[str, Any] = {"game": "fortress", "deal": "numbered", "number": 8}
LOSING = (6, 9, 1)
"""A winnable deal, and a move of it that loses."""


@pytest.fixture
async def solving(serve: Serve) -> AsyncIterator[Running]:
    """A server with a process that solves positions."""
    async with serve(solvers=1) as server:
        yield server


async def begun(wire: Wire, **rules: Any) -> Wire:
    """Begin a race, and return its player's wire."""
    await (await wire.hello("Ada")).create(**{"advice": True, "seats": 1, "public": False, **rules})
    await wire.ready()
    await wire.phase("running")
    return wire


async def known(wire: Wire) -> Advice:
    """Ask until the solver has answered. Its process starts slowly on a busy machine."""
    while True:
        advice: Advice = await wire.ask(GetAdvice)
        if not advice.asks_again:
            return advice


async def test_a_racer_who_follows_the_advice_wins(solving: Running) -> None:
    async with await Client.connect(f"ws://127.0.0.1:{solving.port}/ws", "Ada") as ada:
        rules = dict(SHORT)
        room = await ada.create(rules.pop("game"), {}, advice=True, seats=1, public=False, **rules)
        await ada.ready()
        await ada.until(lambda: room.state.phase == "running")
        while room.state.phase == "running":
            while (advice := await ada.advice()).asks_again:
                pass
            assert advice.verdict == WON
            assert advice.move is not None
            await ada.play(advice.move)
            await ada.until(lambda: room.is_current)
        assert room.state.results is not None
        assert [(row.won, row.why_not) for row in room.state.results.rows] == [(True, "unrated")]


async def test_a_losing_move_is_named_with_the_way_back(solving: Running) -> None:
    async with dial(solving.port) as ada:
        await begun(ada, **LOSES)
        assert (await known(ada)).verdict == "won"
        await ada.play(LOSING)
        advice = await known(ada)
        assert (advice.verdict, advice.back, advice.since) == ("lost", 1, LOSING)
        assert advice.exact
        assert advice.may_take_back
        await ada.ask(Undo)
        assert (await known(ada)).verdict == "won"


async def test_without_undo_nobody_is_told_to_take_moves_back(solving: Running) -> None:
    async with dial(solving.port) as ada:
        await begun(ada, **LOSES, undo="none")
        await ada.play(LOSING)
        advice = await known(ada)
        assert (advice.verdict, advice.back, advice.since) == ("lost", 1, LOSING), "found without an earlier question"
        assert not advice.may_take_back


async def test_another_node_gives_the_same_advice_after_a_handover(serve: Serve) -> None:
    async with several(serve, solvers=1) as (one, two), dial(one.port) as ada:
        await begun(ada, **LOSES)
        await ada.play(LOSING)
        before = await known(ada)
        assert before.back == 1
        rooms = one.services.rooms
        assert await rooms.handover.give(rooms.registry.hubs[ada.code], two.services.store.node_lease.id, sockets=False)
        after = await known(ada)
        assert after.model_copy(update={"re": 0}) == before.model_copy(update={"re": 0})


async def test_advice_is_refused_in_a_room_without_it(server: Running) -> None:
    async with dial(server.port) as ada:
        await begun(ada, advice=False)
        refused = await ada.ask(GetAdvice)
        assert isinstance(refused, Error)
        assert refused.code is ErrorCode.BAD_OPTION
        assert "open a room with the option `advice`" in refused.message


async def test_spectators_and_racers_who_are_done_get_no_advice(server: Running) -> None:
    async with dial(server.port) as ada, dial(server.port) as olga:
        await begun(ada, seats=2)
        await (await olga.hello("Olga")).join(ada.code, "spectator")
        assert (await olga.ask(GetAdvice)).code is ErrorCode.NOT_SEATED
        await ada.ask(Stand)
        assert (await ada.ask(GetAdvice)).code is ErrorCode.WRONG_PHASE


async def test_a_run_with_advice_is_no_ghost(server: Running) -> None:
    async with dial(server.port) as ada, dial(server.port) as olga:
        await begun(ada, **SHORT)
        await ada.ask(Stand)
        await ada.phase("finished")
        refused = await (await olga.hello("Olga")).ask(RaceGhosts, runs=[{"room": ada.code}])
        assert isinstance(refused, Error)
        assert "were advised by a solver" in refused.message


async def test_a_server_without_solvers_says_that_nothing_is_known(server: Running) -> None:
    async with dial(server.port) as ada:
        await begun(ada)
        advice = await ada.ask(GetAdvice)
        assert advice == Advice(re=advice.re, verdict=UNKNOWN)


class Held(Solvers):
    """Solvers that answer when the test lets them."""

    def __init__(self) -> None:
        super().__init__(1, slow=1)
        self.questions: list[Question] = []
        self.answers: asyncio.Queue[Verdict | None] = asyncio.Queue()

    async def solve(self, question: Question) -> Answer:
        self.questions.append(question)
        verdict = await self.answers.get()
        if verdict is None:
            raise NotSolved("the process has ended")
        return Answer(verdict, 1, (("x",),) if verdict == WON else ())


class Told(list[Lamp]):
    """The answers that a racer was sent."""


def advising(held: Held, **bounds: Any) -> Advising:
    return Advising(held, **{"patience": 60.0, **bounds})


def racing(players: int = 1) -> Stage:
    """A race with advice, whose cards are dealt."""
    return Stage(started("klondike_draw1", players, advice=True, rated=False))


def play(stage: Stage, seat: int = 0) -> None:
    _, moves, _ = stage.room.mode.choices(seat)
    stage.hub.play(seat, moves[0], 0)


async def test_a_board_has_one_question_and_the_newest_position_counts() -> None:
    held, stage, told = Held(), racing(), Told()
    parts = advising(held)
    parts.advise(stage.hub, 0, "a", told.append)
    await soon(lambda: len(held.questions) == 1)
    play(stage)
    parts.advise(stage.hub, 0, "a", told.append)
    assert told == [Lamp(UNKNOWN)], "the earlier request is answered at once"
    assert parts.asked == 1
    held.answers.put_nowait(UNKNOWN)
    await soon(lambda: len(held.questions) == 2)
    assert [len(question.path) for question in held.questions] == [0, 1]
    held.answers.put_nowait(WON)
    await soon(lambda: len(told) == 2)
    assert told[1] == Lamp(WON, ("x",))
    await soon(lambda: parts.asked == 0)
    parts.advise(stage.hub, 0, "a", told.append)
    assert told[2] == told[1], "a known verdict is not searched again"
    await parts.stop()


async def test_boards_beyond_the_bounds_are_told_to_ask_again() -> None:
    held, stage, told = Held(), racing(4), Told()
    parts = advising(held, most=2, most_of_address=1)
    for seat, address in enumerate("aabc"):
        parts.advise(stage.hub, seat, address, told.append)
    assert told == [Lamp(UNKNOWN, asks_again=True)] * 2, "the second of a, and the third in all"
    assert parts.asked == 2
    held.answers.put_nowait(WON)
    held.answers.put_nowait(WON)
    await soon(lambda: parts.asked == 0)
    parts.advise(stage.hub, 3, "c", told.append)
    assert parts.asked == 1
    await parts.stop()


async def test_a_network_leaves_boards_to_racers_of_others() -> None:
    held, stage, told = Held(), racing(8), Told()
    parts = advising(held, most=7, most_of_address=1)
    for seat in range(7):
        parts.advise(stage.hub, seat, f"203.0.113.{seat}", told.append)
    before = parts.asked
    assert 1 < before < 5
    parts.advise(stage.hub, 7, "198.51.100.1", told.append)
    assert parts.asked == before + 1
    await parts.stop()


async def test_a_slow_search_is_answered_in_time_and_its_verdict_is_kept() -> None:
    held, stage, told = Held(), racing(), Told()
    parts = advising(held, patience=0)
    parts.advise(stage.hub, 0, "a", told.append)
    await soon(lambda: told)
    assert told == [Lamp(UNKNOWN, asks_again=True)]
    held.answers.put_nowait(WON)
    await soon(lambda: parts.asked == 0)
    parts.advise(stage.hub, 0, "a", told.append)
    assert told[1] == Lamp(WON, ("x",))
    await parts.stop()


async def test_a_process_that_fails_leaves_the_verdict_open() -> None:
    held, stage, told = Held(), racing(), Told()
    parts = advising(held)
    parts.advise(stage.hub, 0, "a", told.append)
    held.answers.put_nowait(None)
    await soon(lambda: told and parts.asked == 0)
    assert told == [Lamp(UNKNOWN)]
    parts.advise(stage.hub, 0, "a", told.append)
    assert parts.asked == 1, "the next request tries again"
    await parts.stop()


async def test_a_room_that_goes_answers_waiting_racers_and_asks_no_more() -> None:
    held, stage, told = Held(), racing(), Told()
    parts = advising(held)
    parts.advise(stage.hub, 0, "a", told.append)
    await soon(lambda: held.questions)
    parts.drop(stage.hub)
    assert told == [Lamp(UNKNOWN)]
    await soon(lambda: parts.asked == 0)
    await parts.stop()
