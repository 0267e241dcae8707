"""The row of deals behind a winnable deal is tried again. If that can't be done, the check says why."""

from __future__ import annotations

from hashlib import sha256
from typing import Any

import pytest

from cadogan_client import proved
from cadogan_client.proved import check_proof
from cadogan_games.solver.proof import SOLVER_REVISION
from cadogan_protocol import Results, RoomOptions, RoomState
from cadogan_protocol.days import DealProof
from tests.client.scripted import LOBBY

SECRET, NONCE = "01" * 32, "02" * 16
SEED = sha256(b"cadogan fresh deal" + bytes.fromhex(SECRET + NONCE)).digest()
STATE = LOBBY.model_copy(
    update={
        "rules": RoomOptions(deal="winnable"),
        "proof": DealProof(number=2, nodes=500, revision=7),
        "results": Results(rows=(), secret=SECRET, nonces=(NONCE,), seed=""),
    }
)


def holds(state: RoomState) -> list[bool | None]:
    return [check.holds for check in check_proof(state)]


def test_the_solver_is_asked_for_the_row_of_the_room(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[Any] = []

    def solver(*question: Any) -> int:
        asked.append(question)
        return 2

    monkeypatch.setattr(proved, "find_solver", lambda: solver)
    assert holds(STATE) == [True]
    assert asked == [(STATE.game, STATE.options, SEED, 500, 7, 3)]


@pytest.mark.parametrize("found", [1, None])
def test_another_first_deal_is_wrong(found: int | None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(proved, "find_solver", lambda: lambda *_: found)
    assert holds(STATE) == [False]


def test_a_proof_that_cannot_be_tried_is_unknown_and_says_why(monkeypatch: pytest.MonkeyPatch) -> None:
    assert [check.why for check in check_proof(STATE)] == [
        f"the deal was proved by revision 7 of the solver, and this is {SOLVER_REVISION}"
    ]
    monkeypatch.setattr(proved, "find_solver", lambda: None)
    (check,) = check_proof(STATE)
    assert check.holds is None
    assert "pip install" in check.why
    for proof in (None, DealProof(number=None, nodes=500, revision=7)):
        (check,) = check_proof(STATE.model_copy(update={"proof": proof}))
        assert (check.holds, check.why) == (
            None,
            "the server found no such deal in time, so it dealt the first one",
        )


def test_other_rooms_have_no_such_check() -> None:
    assert not check_proof(STATE.model_copy(update={"rules": RoomOptions()}))
    assert not check_proof(STATE.model_copy(update={"results": None}))
