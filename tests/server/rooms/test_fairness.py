"""The seeds of deals and their days: anybody can compute them by the published recipes."""

from __future__ import annotations

import time
from collections.abc import Iterator
from hashlib import sha256

import pytest

from cadogan_server.rooms.fairness import bot_chances, bot_nonce, commit, daily_seed, day_of, numbered_seed, promise

SECRET = bytes(range(32))


@pytest.fixture(params=["UTC", "Pacific/Auckland", "America/Los_Angeles"])
def time_zone(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Let the server be in any time zone."""
    monkeypatch.setenv("TZ", request.param)
    time.tzset()
    yield
    monkeypatch.undo()
    time.tzset()


@pytest.mark.usefixtures("time_zone")
def test_a_day_begins_at_midnight_utc_wherever_the_server_stands() -> None:
    midnight = 1_800_057_600_000
    assert [day_of(midnight + ms) for ms in (-1, 0, 86_399_999)] == ["2027-01-15", "2027-01-16", "2027-01-16"]


def test_seeds_are_made_by_the_published_recipes() -> None:
    assert numbered_seed("klondike", 7) == sha256(b"cadogan numbered deal klondike 7").digest()
    assert numbered_seed("freecell", 617, "microsoft") == b"microsoft deal 617" + bytes(14)
    assert numbered_seed("golf", 7, "pysol") == b"pysol deal 7" + bytes(20)
    daily = b"cadogan daily deal klondike 2026-11-21"
    assert daily_seed("klondike", "2026-11-21", SECRET) == sha256(daily + SECRET).digest()
    assert daily_seed("klondike", "2026-11-21") == sha256(daily).digest(), "before days had secrets"


def test_the_secret_fixes_the_nonces_and_chances_of_bots() -> None:
    assert bot_nonce(SECRET, 3) == sha256(b"cadogan bot nonce" + SECRET + b"\x03").hexdigest()[:32]
    assert bot_chances("spite_and_malice", SECRET) == sha256(b"cadogan daily bot spite_and_malice" + SECRET).hexdigest()


def test_a_promise_is_the_hash_of_the_bytes_and_not_of_their_hex() -> None:
    assert promise(SECRET.hex()) == commit(SECRET) == sha256(SECRET).hexdigest()
