"""The one table of stored data: no kind of key is missing, each has its limits, and SECURITY.md has the same table."""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from fnmatch import fnmatchcase
from itertools import product
from pathlib import Path

import pytest

from cadogan_server.gateway.limits.limits import Limits
from cadogan_server.gateway.limits.ratelimit import RateLimit
from cadogan_server.settings import Settings
from cadogan_server.store import keys
from cadogan_server.store.boards.metrics import ALL_METRICS
from cadogan_server.store.upkeep.policy import KINDS, LOG, PERIOD_LINE, TOURNAMENT, Bound, EvictionStep
from tests.each import each
from tests.server.store.policy_table import table

SECURITY = Path(__file__).parents[4] / "SECURITY.md"

NO_KEYS = ("of_player", "passing", "moved_board", "id_of_player")
"""Functions of `keys.py` that make no key of their own."""

FILLED = {
    "code": ("K7QX2M",),
    "metric": ALL_METRICS,
    "options": ("", "draw=1"),
    "period": ("", "2026-W53"),
    "number": (0, 1),
}
"""Arguments of keys that are not any text."""


def every_key() -> Iterator[str]:
    """Yield each constant key, and some of those that each function makes."""
    for name, value in vars(keys).items():
        if isinstance(value, str) and value.startswith(("cadogan:", "{cadogan:")) and not name.startswith("_"):
            yield value
        elif inspect.isfunction(value) and not name.startswith("_") and name not in NO_KEYS:
            asked = [FILLED.get(argument, ("x", "")) for argument in inspect.signature(value).parameters]
            yield from (value(*arguments) for arguments in product(*asked))


PATTERNS = [pattern for kind in KINDS for pattern in kind.patterns]


@each("key", sorted(set(every_key())))
def test_every_key_has_one_row(key: str) -> None:
    rows = [kind for kind in KINDS if any(fnmatchcase(key, pattern) for pattern in kind.patterns)]
    assert rows, "give it a row in store/upkeep/policy.py"
    if any(kind.goes for kind in rows):
        period = rows[1:] == [PERIOD_LINE] and "@" in key
        assert len(rows) == 1 or period, "to evict one kind would evict another"


@each("key", [keys.tournament("summer42"), keys.tournament("2345abcd2345abcd")])
def test_the_log_of_a_tournament_is_none_of_a_game(key: str) -> None:
    assert not any(fnmatchcase(key, pattern) for pattern in LOG.patterns)
    assert any(fnmatchcase(key, pattern) for pattern in TOURNAMENT.patterns)


@each("pattern", PATTERNS)
def test_every_row_is_of_a_key(pattern: str) -> None:
    assert any(fnmatchcase(key, pattern) for key in every_key())


@each("kind", KINDS, called=lambda kind: kind.what)
def test_kinds_of_data_that_strangers_can_cause_have_a_limit(kind: object) -> None:
    assert kind in KINDS
    for one in KINDS:
        assert (one.bound is None) == (not one.size), one.what
        assert one.goes or one.why, "a kind that is never evicted says why"


@pytest.mark.parametrize("bound", Bound)
def test_every_limit_holds_for_an_address_and_for_all(bound: Bound) -> None:
    limits = Limits(Settings(), lambda: 0.0, lambda *_: None, lambda *_: None)
    assert isinstance(getattr(limits, bound.value), RateLimit)
    assert bound is Bound.MESSAGES or bound.value in limits.shared, "it holds over all nodes"


def test_running_games_go_last() -> None:
    assert list(EvictionStep)[-2:] == [EvictionStep.ROOMS, EvictionStep.RESTING]
    assert next(iter(EvictionStep)) is EvictionStep.LOGS


def test_security_has_the_table() -> None:
    assert "\n".join(table()) in SECURITY.read_text(encoding="utf-8"), (
        "SECURITY.md is not up to date: replace its table by the output of `python -m tests.server.store.policy_table`"
    )
