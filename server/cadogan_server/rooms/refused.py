"""The one exception by which a request is turned down."""

from __future__ import annotations

from math import ceil

from cadogan_protocol.errors import ErrorCode


class Refused(Exception):
    """A request was turned down and nothing has changed.

    Attributes:
        code: for programs.
        message: for people: what was wrong, with which value, and what to do.
        wait: seconds after which the same request may succeed, where that is known.
    """

    def __init__(self, code: ErrorCode, message: str, *, wait: int | None = None) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.wait = wait


def spoken(seconds: int) -> str:
    """Return a span as people say it, in whole minutes, rounded up, from two minutes on."""
    return f"{max(1, seconds)} s" if seconds < 120 else f"{ceil(seconds / 60)} minutes"
