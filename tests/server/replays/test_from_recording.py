"""Replays of texts that may be forged."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cadogan_protocol.notation import (
    BadNotation,
    Happened,
    NotByTheRules,
    read,
    written,
)
from cadogan_server.replays.from_recording import retold
from tests.examples import examples
from tests.protocol.test_notation import read_or_none, signed
from tests.server.rooms.finished.test_retelling import sample


@given(st.integers(0, 10**6), st.text(max_size=4))
@examples(30, thorough=100)
def test_a_text_that_was_changed_is_found_out_or_comes_to_the_same(at: int, change: str) -> None:
    text = sample()
    at %= text.index("check ")
    forged = text[:at] + change + text[at + 1 :]
    if read_or_none(forged) is not None:
        assert forged.strip("\ufeff").replace("\r\n", "\n") == text
    said = fault_of(signed(forged))
    assert "\n" not in said
    assert len(said) < 400


def fault_of(text: str) -> str:
    """Return the fault of a text; empty if it has none."""
    try:
        retold(read(text))
    except (BadNotation, NotByTheRules) as error:
        return str(error)
    return ""


def test_a_forged_recording_is_refused_with_the_place() -> None:
    text = sample()
    recording = read(text)
    first = next(one for one in recording.happened if one.what == "move")
    assert first.move is not None

    def forged(**changes: Any) -> str:
        with pytest.raises(NotByTheRules) as caught:
            retold(read(written(recording.model_copy(update=changes))))
        return str(caught.value)

    (won, *others) = recording.results
    assert "is said to have progress" in forged(results=(won.model_copy(update={"progress": 52}), *others))
    illegal = Happened(first.t, first.seat, "move", (0, 0, 50))
    assert "event 1 (t " in forged(happened=(illegal, *recording.happened[1:]))
    assert "nobody sits" in forged(happened=(Happened(0, 60, "undo"),))
    assert "a race does not have" in forged(happened=(Happened(0, first.seat, "late"),))
    assert "nonces" in forged(seed="0" * 64)
    assert "no game" in forged(game="poker")
    assert "results don't have" in forged(results=())
    assert "nobody can sit" in forged(seats=(*recording.seats, recording.seats[0]))
