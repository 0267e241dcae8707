"""The warning at a server's start about missing texts."""

from __future__ import annotations

import pytest

from cadogan_server.assembly.missing_texts import MOST_GAPS, warn_of_missing_texts


def test_missing_texts_are_one_warning_at_the_start(caplog: pytest.LogCaptureFixture) -> None:
    warn_of_missing_texts(list)
    assert caplog.records == []
    warn_of_missing_texts(lambda: ["how_to/en/nestor.md is missing", "how_to/en/summary.json has no line for 'nestor'"])
    assert [record.getMessage() for record in caplog.records] == [
        "2 texts for players are missing, and shown in English or not at all: "
        "how_to/en/nestor.md is missing; how_to/en/summary.json has no line for 'nestor'"
    ]


def test_some_of_many_missing_texts_are_named_and_the_rest_counted(caplog: pytest.LogCaptureFixture) -> None:
    warn_of_missing_texts(lambda: [f"text {number}" for number in range(MOST_GAPS + 2)])
    (record,) = caplog.records
    assert record.getMessage().startswith(f"{MOST_GAPS + 2} texts for players are missing")
    assert record.getMessage().endswith(f"; text {MOST_GAPS - 1}; and 2 more")
