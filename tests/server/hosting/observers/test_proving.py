"""Rooms with a winnable deal: the deal is found during the countdown, and anybody can check it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from hashlib import sha256
from types import SimpleNamespace
from typing import Any

import pytest

from cadogan_client.proved import check_proof
from cadogan_client.verify import check_fairness, is_fair
from cadogan_games.solver.proof import NODES, SOLVER_REVISION, first_won
from cadogan_protocol import RoomState
from cadogan_server.app import Running
from cadogan_server.hosting.observers.in_use import InUse
from cadogan_server.hosting.observers.proving import Proving
from cadogan_server.hosting.solvers.worker import Answer, Question
from cadogan_server.rooms.opening import replay
from cadogan_server.rooms.records import Proved, unpack
from cadogan_server.store import keys
from tests.server.conftest import Serve
from tests.server.hosting.given_up import given_up
from tests.server.waiting import soon


@pytest.fixture
async def solving(serve: Serve) -> AsyncIterator[Running]:
    """A server with a process that solves deals."""
    async with serve(solvers=1) as server:
        yield server


async def played(server: Running) -> RoomState:
    """Return the state of a finished room with a winnable deal."""
    return await given_up(server, "klondike_draw1", deal="winnable", seats=1)


async def test_the_first_deal_that_the_solver_wins_is_dealt(solving: Running) -> None:
    state = await played(solving)
    assert state.results is not None
    assert state.proof is not None
    nonces = "".join(state.results.nonces)
    seed = sha256(b"cadogan fresh deal" + bytes.fromhex(state.results.secret + nonces)).digest()
    assert state.proof.number == first_won(state.game, state.options, seed, NODES, SOLVER_REVISION, 256)
    assert is_fair(check_fairness(state))
    assert [check.holds for check in check_proof(state)] == [True]
    assert state.rules.rated, "nobody can know the deal beforehand"


async def test_a_number_that_is_not_the_first_is_found_out(solving: Running) -> None:
    state = await played(solving)
    assert state.proof is not None
    assert state.proof.number is not None
    lie = state.proof.model_copy(update={"number": state.proof.number + 1})
    lied = state.model_copy(update={"proof": lie})
    assert [check.holds for check in check_proof(lied)] == [False]
    assert not is_fair(check_fairness(lied)), "the seed is that of another number"


async def test_the_log_of_a_winnable_room_replays_to_the_same_deal(solving: Running) -> None:
    state = await played(solving)
    chunks: Any = await solving.services.store.opened.connections.upkeep.xrange(keys.log(state.code))
    records = list(unpack(chunk for _, fields in chunks for chunk in fields.values()))
    assert state.proof is not None
    assert [record.number for record in records if isinstance(record, Proved)] == [state.proof.number]
    assert state.results is not None
    assert replay(records).state.seed.hex() == state.results.seed


@pytest.mark.parametrize("settings", [{}, {"solvers": 1, "solver_slow": 0}, {"solvers": 1, "prove": 0}])
async def test_without_a_solver_in_time_any_deal_is_dealt_and_the_room_says_so(
    serve: Serve, settings: dict[str, float]
) -> None:
    async with serve(**settings) as server:
        state = await played(server)
    assert state.proof is not None
    assert state.proof.number is None
    assert is_fair(check_fairness(state))
    assert [check.holds for check in check_proof(state)] == [None]


class Seeking:
    """A room that seeks a winnable deal."""

    volatile = SimpleNamespace(paused=False)

    def __init__(self, code: str) -> None:
        self.code = code
        created = SimpleNamespace(game="klondike", options={}, revision=1)
        self.room = SimpleNamespace(
            countdown=SimpleNamespace(sought=code.encode()), state=SimpleNamespace(created=created)
        )


class Busy:
    """Solvers that never answer."""

    processes = (None,)

    def __init__(self) -> None:
        self.asked: list[Question] = []

    async def solve(self, question: Question) -> Answer:
        self.asked.append(question)
        await asyncio.Future()
        raise AssertionError

    async def stop(self) -> None:
        """Do nothing: there is no process."""


async def test_the_rooms_of_a_network_have_one_turn_together() -> None:
    addresses = {"AAAAAA": "203.0.113.1", "BBBBBB": "203.0.113.2", "CCCCCC": "203.0.113.3", "DDDDDD": "198.51.100.1"}
    in_use = InUse()
    solvers: Any = Busy()
    proving = Proving(solvers, lambda: 0, in_use.network)
    rooms: list[Any] = [Seeking(code) for code in addresses]
    for room in rooms:
        in_use.add(room, addresses[room.code])
        proving.changed(room)
    await soon(lambda: len(solvers.asked) >= 2)
    await proving.stop()
    assert len(solvers.asked) == 2, "one of the three, and the one of another network"
