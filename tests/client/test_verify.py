"""Checking a finished race: an honest one passes, and every single lie is found."""

from __future__ import annotations

from hashlib import sha256
from typing import Any

import pytest

from cadogan_client.verify import NotVerifiable, check_fairness, is_fair
from cadogan_protocol import Results, RoomOptions, RoomState
from cadogan_protocol.session import NONCE, SECRET, SEED, START
from tests.client.scripted import LOBBY

HONEST = LOBBY.model_copy(
    update={"results": Results(rows=(), secret=SECRET.hex(), nonces=(NONCE,), seed=SEED.hex()), "starts": START}
)


def seeded(text: str, **rules: Any) -> RoomState:
    results = Results(rows=(), secret=SECRET.hex(), nonces=(NONCE,), seed=sha256(text.encode()).hexdigest())
    return HONEST.model_copy(update={"results": results, "rules": RoomOptions(**rules)})


def lied(field: str, value: object) -> RoomState:
    assert HONEST.results is not None
    return HONEST.model_copy(update={"results": HONEST.results.model_copy(update={field: value})})


def test_an_honest_race_passes() -> None:
    checks = check_fairness(HONEST, NONCE)
    assert len(checks) == 3
    assert is_fair(checks)


@pytest.mark.parametrize(
    "state",
    [lied("secret", "00" * 32), lied("nonces", ("ff" * 16,)), lied("nonces", ()), lied("seed", "00" * 32)],
)
def test_every_lie_is_found(state: RoomState) -> None:
    assert not is_fair(check_fairness(state, NONCE))


def test_a_promise_that_was_changed_is_found() -> None:
    assert not is_fair(check_fairness(HONEST.model_copy(update={"commit": "00" * 32}), NONCE))


def test_an_own_nonce_that_was_left_out_is_found() -> None:
    assert not is_fair(check_fairness(HONEST, "ee" * 16))


def test_numbered_and_daily_deals_have_the_seed_that_anyone_can_reckon() -> None:
    assert is_fair(check_fairness(seeded("cadogan numbered deal klondike 7", deal="numbered", number=7), NONCE))
    assert not is_fair(check_fairness(seeded("cadogan numbered deal klondike 8", deal="numbered", number=7)))
    assert is_fair(check_fairness(seeded("cadogan daily deal klondike 2026-09-21", deal="daily")))
    assert is_fair(check_fairness(seeded("cadogan daily deal klondike 2026-09-20", deal="daily"))), "over midnight"
    for day in (19, 22):
        assert not is_fair(check_fairness(seeded(f"cadogan daily deal klondike 2026-09-{day}", deal="daily")))


def test_what_cannot_be_checked_is_told() -> None:
    with pytest.raises(NotVerifiable, match="not finished"):
        check_fairness(LOBBY)
    with pytest.raises(NotVerifiable, match="no hex"):
        check_fairness(lied("secret", "xyz"))
