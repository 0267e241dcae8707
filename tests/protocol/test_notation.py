"""A replay as text: a written text is read back equal, and any text is read or refused."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from cadogan_protocol.moves import Move
from cadogan_protocol.names import PlayerName
from cadogan_protocol.notation import (
    BadNotation,
    Happened,
    RecordedResult,
    RecordedSeat,
    Recording,
    checksum,
    read,
    written,
)
from cadogan_protocol.room_options import RoomOptions
from tests.protocol.strategies import values

RECORDINGS = st.builds(
    Recording,
    game=st.from_regex(r"^[a-z][a-z0-9_]{0,39}\Z"),
    revision=st.integers(1, 999_999),
    options=st.dictionaries(
        st.from_regex(r"^[a-z][a-z0-9_]{0,9}\Z"),
        st.booleans() | st.integers(-(2**31), 2**31 - 1) | st.text(max_size=20),
    ),
    rules=values(RoomOptions),
    room=st.just("ABCDEF"),
    starts=st.integers(0, 253402300799999),
    seed=st.just("0" * 64),
    secret=st.just("f" * 64),
    day=st.sampled_from(["", "2026-11-22"]),
    seats=st.lists(
        st.builds(
            RecordedSeat,
            seat=st.integers(0, 63),
            name=values(PlayerName),
            bot=st.sampled_from(["", "good"]),
            nonce=st.sampled_from(["", "0" * 32]),
        ),
        min_size=1,
        max_size=3,
    ).map(tuple),
    results=st.lists(values(RecordedResult), max_size=3).map(tuple),
    happened=st.lists(
        st.builds(Happened, st.integers(0, 10**9), st.integers(0, 63), st.just("move"), values(Move))
        | st.builds(
            Happened,
            st.integers(0, 10**9),
            st.integers(0, 63),
            st.sampled_from(["undo", "stand", "late", "next"]),
            st.none(),
        ),
        max_size=20,
    ).map(tuple),
    end=st.sampled_from(["done", "time", "first", "empty", "left"]),
    left=st.none() | st.integers(0, 63),
    lasted=st.integers(0, 10**12),
)


@given(RECORDINGS)
@settings(deadline=None)
def test_a_written_recording_is_read_back_equal(recording: Recording) -> None:
    text = written(recording)
    assert read(text) == recording
    assert read("\ufeff" + text.replace("\n", "\r\n")) == recording


def signed(text: str) -> str:
    """Return a text with the checksum that fits it."""
    text = text.rpartition("check ")[0]
    return f"{text}check {checksum(text)}\n"


def read_or_none(text: str) -> Recording | None:
    """Return the recording of a text; None if it has none."""
    try:
        return read(text)
    except BadNotation:
        return None


@given(st.text(max_size=300))
def test_any_text_is_read_or_refused(text: str) -> None:
    for tried in (text, f"cadogan replay 1\n{text}", signed(f"cadogan replay 1\n{text}\ncheck ")):
        read_or_none(tried)
