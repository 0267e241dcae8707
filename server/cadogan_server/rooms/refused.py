"""The exception that turns a request down."""

from __future__ import annotations

from math import ceil

from cadogan_games.engine.refusals import Named, Refusal, Value
from cadogan_games.engine.table import IllegalMove
from cadogan_protocol.errors import ErrorCode
from cadogan_protocol.games import BrokenRule, RuleValue


class Refused(Exception):
    """A request was turned down and nothing has changed.

    Attributes:
        code: the reason for programs.
        message: the reason for people: what was wrong, with which value, and what to do.
        wait: seconds after which the same request may succeed, if known.
        rule: the rule of the game that forbids it, if one does.
    """

    def __init__(
        self, code: ErrorCode, message: str, *, wait: int | None = None, rule: BrokenRule | None = None
    ) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.wait = wait
        self.rule = rule


def illegal(error: IllegalMove) -> Refused:
    """Return the refusal of a move that the rules forbid."""
    rule = _broken(error.refusal) if error.refusal else None
    return Refused(ErrorCode.ILLEGAL_MOVE, str(error), rule=rule)


def _broken(refusal: Refusal) -> BrokenRule:
    return BrokenRule(
        name=refusal.name,
        reason=refusal.reason,
        line=refusal.numbers,
        action=refusal.action or None,
        values={name: _plain(value) for name, value in refusal.values.items()},
    )


def _plain(value: Value) -> RuleValue:
    return value.id if isinstance(value, Named) else value


def spoken(seconds: int) -> str:
    """Return a time span in words, rounded up: in whole minutes from two minutes on, in whole hours from two hours on."""
    if seconds < 120:
        return f"{max(1, seconds)} s"
    return f"{ceil(seconds / 60)} minutes" if seconds <= 7200 else f"{ceil(seconds / 3600)} hours"
