"""A refusal has a sentence for people and a code for programs."""

from __future__ import annotations

import pytest

from cadogan_games.engine.refusals import Named, Refusal
from cadogan_games.engine.table import IllegalMove
from cadogan_protocol.errors import ErrorCode
from cadogan_protocol.games import BrokenRule
from cadogan_server.rooms.refused import Refused, illegal, spoken


@pytest.mark.parametrize(
    ("seconds", "said"),
    [(0, "1 s"), (1, "1 s"), (2, "2 s"), (119, "119 s"), (120, "2 minutes"), (121, "3 minutes"), (3600, "60 minutes")],
)
def test_a_span_is_told_as_people_say_it(seconds: int, said: str) -> None:
    assert spoken(seconds) == said


def test_a_refusal_keeps_its_code_message_wait_and_rule() -> None:
    rule = BrokenRule(name="full", reason="The pile is full.", line="1", action=None, values={})
    refused = Refused(ErrorCode.TOO_FAST, "slower", wait=5, rule=rule)
    assert (refused.code, refused.message, str(refused), refused.wait, refused.rule) == (
        ErrorCode.TOO_FAST, "slower", "slower", 5, rule,
    )  # fmt: skip
    assert (Refused(ErrorCode.TOO_FAST, "x").wait, Refused(ErrorCode.TOO_FAST, "x").rule) == (None, None)


def test_a_move_that_the_rules_forbid_is_refused_with_the_rule() -> None:
    refusal = Refusal("full", "{pile} holds {n} cards", {"pile": Named("cells", "the cells"), "n": 4}, numbers="1, 2")
    refused = illegal(IllegalMove(refusal))
    assert (refused.code, refused.message) == (ErrorCode.ILLEGAL_MOVE, refusal.sentence)
    assert refused.rule == BrokenRule(
        name="full", reason=refusal.reason, line="1, 2", action=None, values={"pile": "cells", "n": 4}
    )
    of_action = illegal(IllegalMove(refusal.of_action("turn", "3")))
    assert of_action.rule is not None
    assert (of_action.rule.action, of_action.rule.line) == ("turn", "3")
    assert illegal(IllegalMove("no such move")).rule is None


def test_spans_are_said_as_people_say_them() -> None:
    assert [spoken(seconds) for seconds in (0, 1, 119, 120, 121, 600, 7200, 7201, 604800)] == [
        "1 s", "1 s", "119 s", "2 minutes", "3 minutes", "10 minutes", "120 minutes", "3 hours", "168 hours",
    ]  # fmt: skip
