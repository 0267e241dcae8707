"""Messages that come again and again within a second are logged once."""

from __future__ import annotations

import logging
from typing import Any

from cadogan_server.telemetry.repeats import OnceASecond
from tests.server.waiting import until


class Noted(logging.Handler):
    """A handler that notes the records that it gets."""

    def __init__(self) -> None:
        super().__init__()
        self.lines: list[str] = []
        self.now = 100.0
        self.addFilter(OnceASecond(self, lambda: self.now))

    def emit(self, record: logging.LogRecord) -> None:
        self.lines.append(record.getMessage())

    def log(self, text: str, *args: Any, level: int = logging.WARNING, **more: Any) -> None:
        record = logging.LogRecord("cadogan", level, __file__, 1, text, args, None)
        record.__dict__.update(more)
        self.handle(record)


def test_repetitions_are_left_out_and_counted_with_the_next_one() -> None:
    noted = Noted()
    for number in range(4):
        noted.log("refused %s", number)
    assert noted.lines == ["refused 0"]
    noted.now += 1.5
    noted.log("refused %s", 9)
    noted.log("refused %s", 10)
    assert noted.lines == ["refused 0", "refused 9 (and 3 more like it)"]


def test_other_texts_and_levels_are_other_messages() -> None:
    noted = Noted()
    noted.log("one")
    noted.log("another")
    noted.log("one", level=logging.ERROR)
    assert noted.lines == ["one", "another", "one"]


def test_rooms_are_told_apart_below_the_level_of_warnings() -> None:
    noted = Noted()
    for level in (logging.INFO, logging.WARNING):
        for room in ("ABCDEF", "GHJKLM"):
            noted.log("opened", level=level, room=room)
    assert noted.lines == ["opened"] * 3


async def test_the_number_comes_by_itself_when_the_second_is_over() -> None:
    noted = Noted()
    for number in range(3):
        noted.log("refused %s", number)
    await until(lambda: len(noted.lines) > 1)
    assert noted.lines == ["refused 0", "refused 2 (and 1 more like it)"]
