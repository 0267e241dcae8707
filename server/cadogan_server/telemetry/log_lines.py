"""How lines of the log look: for people, or as JSON for programs that gather them.

Beside its text a line may say which room and which player it is about, by ids alone: `extra=about(room, player)`. What a line of
JSON has is listed here; so whatever else hangs on a record, a card or a token, has no way into it.
"""

from __future__ import annotations

import json
import logging
import os
import socket
import sys
from datetime import UTC, datetime
from enum import StrEnum
from typing import TextIO

from cadogan_server.telemetry.repeats import OnceASecond

ABOUT = ("room", "player", "game")
"""What a line may say beside its text."""


class LogFormat(StrEnum):
    """How lines look."""

    TEXT = "text"
    JSON = "json"


def about(room: str | None = None, player: str | None = None, game: str | None = None) -> dict[str, str]:
    """Return what a line is about, as the `extra` of a logger's methods: a room's code, a player's id, a game's id."""
    found = {"room": room, "player": player, "game": game}
    return {name: value for name, value in found.items() if value}


def own_name() -> str:
    """Return what a server is called that was given no name: its machine and its process, so that no two are alike."""
    return f"{socket.gethostname()}-{os.getpid()}"


def write_log(form: LogFormat, node: str, verbose: bool, to: TextIO | None = None) -> None:
    """Let all loggers write lines of this form to standard error, or `to` a file; the same line once a second, with how many were
    like it."""
    handler = logging.StreamHandler(to or sys.stderr)
    handler.addFilter(OnceASecond(handler))
    handler.setFormatter(JsonLines(node) if form is LogFormat.JSON else TextLines(node))
    logging.basicConfig(level=logging.DEBUG if verbose else logging.INFO, handlers=[handler])


class JsonLines(logging.Formatter):
    """An object a line: `time` (UTC), `level`, `logger`, `message`, `node`, and where they are known `room`, `player`, `game` and
    the `exception` with the way to it.

    Args:
        node: what this server is called.
    """

    def __init__(self, node: str) -> None:
        super().__init__()
        self._node = node

    def format(self, record: logging.LogRecord) -> str:
        """Return the line."""
        line = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
            "node": self._node,
            **_about(record),
        }
        if record.exc_info:
            line["exception"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=False)


class TextLines(logging.Formatter):
    """A line to read, with what it is about at its end: `[room=ABCDEF player=x1]`."""

    def __init__(self, node: str) -> None:
        super().__init__(f"%(asctime)s {node.replace('%', '%%')} %(levelname)s %(name)s: %(message)s")

    def formatMessage(self, record: logging.LogRecord) -> str:
        """Return the line without what an exception adds."""
        known = " ".join(f"{name}={value}" for name, value in _about(record).items())
        return super().formatMessage(record) + (f" [{known}]" if known else "")


def _about(record: logging.LogRecord) -> dict[str, str]:
    return {name: str(record.__dict__[name]) for name in ABOUT if name in record.__dict__}
