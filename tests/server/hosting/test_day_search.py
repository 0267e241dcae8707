"""The race of a day: all servers deal the same deal, which the solver has won."""

from __future__ import annotations

from hashlib import sha256

import pytest

from cadogan_client.errors import RequestRefused
from cadogan_client.proved import check_proof
from cadogan_client.verify import PublishedDay, check_fairness, is_fair
from cadogan_games.daily import contests_of
from cadogan_games.solver.proof import DAY_NODES, SOLVER_REVISION, first_won
from cadogan_protocol import RoomState
from cadogan_protocol.errors import ErrorCode
from cadogan_server.app import Running
from cadogan_server.rooms.fairness import daily_seed
from tests.server.conftest import Serve
from tests.server.hosting.given_up import given_up
from tests.server.waiting import until


def today(server: Running) -> str:
    return server.services.store.days.today


async def race_of_today(server: Running) -> RoomState:
    """Return the state of a room for today's race."""
    return await given_up(server, contests_of(today(server))[0].game, deal="daily", public=False)


async def test_the_race_of_the_day_is_the_first_that_was_won(serve: Serve) -> None:
    async with serve(solvers=1) as server:
        days = server.services.store.days
        await until(lambda: not days.proofs.is_sought(today(server)))
        secret = days.secret(today(server))
        assert secret is not None
        state = await race_of_today(server)
    assert state.proof is not None
    assert state.results is not None
    seed = daily_seed(state.game, today(server), secret)
    number = first_won(state.game, state.options, seed, DAY_NODES, SOLVER_REVISION, 256)
    assert state.proof.number == number
    assert state.results.seed == sha256(seed + (number or 0).to_bytes(4, "big")).hexdigest()
    published = PublishedDay(sha256(secret).hexdigest(), secret.hex())
    assert is_fair(check_fairness(state, published=published))
    assert [check.holds for check in check_proof(state, published)] == [True if number is not None else None]
    assert [check.holds for check in check_proof(state)] == [None], "the day is not over"


async def test_a_solver_that_fails_again_and_again_leaves_the_first_deal(serve: Serve) -> None:
    async with serve(solvers=1, solver_slow=0) as server:
        days = server.services.store.days
        with pytest.raises(RequestRefused, match="still searches for a winnable deal") as refused:
            await race_of_today(server)
        assert refused.value.code is ErrorCode.BUSY
        await until(lambda: not days.proofs.is_sought(today(server)))
        state = await race_of_today(server)
        secret = days.secret(today(server))
        assert secret is not None
        assert days.proofs.is_sought(days.tomorrow), "there is time for a day that has not begun"
    assert state.proof is not None
    assert state.proof.number is None
    assert state.results is not None
    seed = daily_seed(state.game, today(server), secret)
    assert state.results.seed == sha256(seed + bytes(4)).hexdigest()


async def test_a_server_without_solvers_gives_up_a_day_that_has_begun(serve: Serve) -> None:
    async with serve(solvers=1, solver_slow=0) as server:
        assert server.services.store.days.proofs.is_sought(today(server))
    async with serve() as server:
        await until(lambda: not server.services.store.days.proofs.is_sought(today(server)))
        assert (await race_of_today(server)).proof is None
        assert len(server.services.store.days.proofs.sought) == 2, "other servers may find the deals of coming days"
