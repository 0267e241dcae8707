"""Questions about days that cannot be answered."""

from __future__ import annotations

from typing import Any

import pytest

from cadogan_protocol.errors import ErrorCode
from cadogan_protocol.messages import (
    GetCalendar,
    GetDay,
    RaceGhosts,
)
from cadogan_server.app import Running
from tests.server.wire import dial


@pytest.mark.parametrize(
    ("kind", "fields", "code"),
    [
        (GetDay, {"day": "2026-02-30"}, ErrorCode.BAD_MESSAGE),
        (GetDay, {"day": "9999-12-31"}, ErrorCode.BAD_MESSAGE),
        (GetDay, {"day": "2020-01-01"}, ErrorCode.BAD_MESSAGE),
        (GetDay, {"day": "yesterday"}, ErrorCode.BAD_MESSAGE),
        (GetDay, {"day": "2" * 10_000}, ErrorCode.BAD_MESSAGE),
        (GetDay, {"count": -1}, ErrorCode.BAD_MESSAGE),
        (GetCalendar, {"month": "2026-13"}, ErrorCode.BAD_MESSAGE),
        (GetCalendar, {"month": "0000-00"}, ErrorCode.BAD_MESSAGE),
        (RaceGhosts, {"runs": []}, ErrorCode.BAD_MESSAGE),
        (RaceGhosts, {"runs": [{"room": "NOROOM"}] * 5}, ErrorCode.BAD_MESSAGE),
        (RaceGhosts, {"runs": [{"room": "NOROOM"}]}, ErrorCode.UNKNOWN_ROOM),
        (RaceGhosts, {"runs": [{"room": "}:*{"}]}, ErrorCode.UNKNOWN_ROOM),
        (RaceGhosts, {"runs": [{"room": "NOROOM", "seat": 64}]}, ErrorCode.BAD_MESSAGE),
    ],
)
async def test_bad_questions_are_refused_in_words(server: Running, kind: Any, fields: Any, code: ErrorCode) -> None:
    async with dial(server.port) as anna:
        await anna.hello("Anna")
        error = await anna.refusal_of_raw(kind, **fields)
        assert (error.code, len(error.message) > 10) == (code, True)
