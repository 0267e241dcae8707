"""Names that the server accepts, and those that it gives its bots."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cadogan_protocol.limits import MAX_NAME
from cadogan_server.hosting.bots.names import BOT_NAMES, bot_name, cleaned


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("Anna", "Anna"),
        ("  Anna \u00a0  B\t", "Anna B"),
        ("Ame\u0301lie", "Am\u00e9lie"),
        ("\u200d", ""),
        ("\u0301", ""),
        ("\u3164\u2800", ""),
        ("x" * 30, "x" * MAX_NAME),
        ("👩\u200d🚀", "👩\u200d🚀"),
    ],
)
def test_names_are_cleaned(name: str, shown: str) -> None:
    assert cleaned(name) == shown


@given(st.text(max_size=40))
def test_a_clean_name_stays_as_it_is(name: str) -> None:
    once = cleaned(name)
    assert cleaned(once) == once
    assert len(once) <= MAX_NAME


def test_bots_have_names_that_nobody_else_has() -> None:
    taken: list[str] = ["adelaide"]
    for _ in range(70):
        taken.append(bot_name(taken))
    assert taken[1] == BOT_NAMES[1]
    assert len({name.casefold() for name in taken}) == 71
