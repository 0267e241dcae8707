"""The one exception by which a request is turned down."""

from __future__ import annotations

from cadogan_protocol.errors import ErrorCode


class Refused(Exception):
    """A request was turned down and nothing has changed.

    Attributes:
        code: for programs.
        message: for people: what was wrong, with which value, and what to do.
    """

    def __init__(self, code: ErrorCode, message: str) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
