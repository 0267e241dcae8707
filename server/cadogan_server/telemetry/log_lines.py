"""The form of log lines: text for people, or JSON for programs.

Besides its text a line may name its room and its player, by ids alone: `extra=about(room, player)`. This module lists
the fields of a line of JSON, so nothing else in a record, such as a card or a token, gets into the log.
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
"""The fields that a line may have besides its text."""


class LogFormat(StrEnum):
    """The form of lines."""

    TEXT = "text"
    JSON = "json"


def about(room: str | None = None, player: str | None = None, game: str | None = None) -> dict[str, str]:
    """Return the `extra` of a logger's methods for a room's code, a player's id and a game's id."""
    found = {"room": room, "player": player, "game": game}
    return {name: value for name, value in found.items() if value}


def own_name() -> str:
    """Return the default name of a server, from its machine and process, so that no two are alike."""
    return f"{socket.gethostname()}-{os.getpid()}"


def write_log(form: LogFormat, node: str, verbose: bool, to: TextIO | None = None) -> None:
    """Make all loggers write lines of this form to standard error, or to the file `to`. A repeated line appears once a
    second, with the number of repetitions.
    """
    handler = logging.StreamHandler(to or sys.stderr)
    handler.addFilter(OnceASecond(handler))
    handler.setFormatter(JsonLines(node) if form is LogFormat.JSON else TextLines(node))
    logging.basicConfig(level=logging.DEBUG if verbose else logging.INFO, handlers=[handler])


class JsonLines(logging.Formatter):
    """An object a line: `time` (UTC), `level`, `logger`, `message`, `node`, and where known `room`, `player`, `game`
    and the `exception` with its traceback.

    Args:
        node: the name of this server.
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
    """A line for people, with the room, player and game at its end: `[room=ABCDEF player=x1]`."""

    def __init__(self, node: str) -> None:
        super().__init__(f"%(asctime)s {node.replace('%', '%%')} %(levelname)s %(name)s: %(message)s")

    def formatMessage(self, record: logging.LogRecord) -> str:
        """Return the line without the traceback of an exception."""
        known = " ".join(f"{name}={value}" for name, value in _about(record).items())
        return super().formatMessage(record) + (f" [{known}]" if known else "")


def _about(record: logging.LogRecord) -> dict[str, str]:
    return {name: str(record.__dict__[name]) for name in ABOUT if name in record.__dict__}
