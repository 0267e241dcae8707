"""The errors between a client and a server."""

from __future__ import annotations

from cadogan_protocol import BrokenRule, ErrorCode


class ClientError(Exception):
    """The base of this library's errors. The text is for people."""


class CannotConnect(ClientError):
    """There is no server at the address, or none that speaks this protocol."""


class Disconnected(ClientError):
    """The connection is closed for good: the server forbade coming back, or could not be reached again in time.

    Attributes:
        code: the server's close code, or None if the connection broke without one.
    """

    def __init__(self, message: str, code: int | None = None) -> None:
        super().__init__(message)
        self.code = code


class RequestRefused(ClientError):
    """The server refused a request. Nothing has changed by it.

    Attributes:
        code: the reason for programs.
        message: the reason for people.
        retry: true if the same request may succeed later.
        rule: for an illegal move, the rule that forbids it.
    """

    def __init__(self, code: ErrorCode, message: str, retry: bool, rule: BrokenRule | None = None) -> None:
        super().__init__(f"{code.value}: {message}")
        self.code = code
        self.message = message
        self.retry = retry
        self.rule = rule


class Lagging(ClientError):
    """The reader of the updates fell so far behind that some were dropped. The local copy of the room is right."""
