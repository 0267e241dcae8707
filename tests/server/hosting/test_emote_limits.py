"""The rate at which players may send emotes."""

from __future__ import annotations

from cadogan_protocol.errors import ErrorCode
from cadogan_server.hosting.emote_limits import PLAYER_BURST, ROOM_BURST, EmoteLimits
from cadogan_server.rooms.refused import Refused


class Clock:
    """A clock that a test sets, in ms."""

    def __init__(self) -> None:
        self.at = 1_000_000

    def __call__(self) -> int:
        return self.at


def said(limits: EmoteLimits, player: str) -> int | None:
    """Send an emote; return the seconds to wait if it is refused."""
    try:
        limits.must_not_be_too_much(player)
    except Refused as refused:
        return refused.wait if refused.code is ErrorCode.TOO_FAST else None
    return None


def test_a_player_says_a_few_things_at_once_and_then_one_in_a_while() -> None:
    clock = Clock()
    limits = EmoteLimits(clock)
    assert [said(limits, "anna") for _ in range(PLAYER_BURST + 1)] == [*[None] * PLAYER_BURST, 3]
    assert said(limits, "ben") is None, "emotes of others do not count"
    clock.at += 2999
    assert said(limits, "anna") == 1
    clock.at += 1
    assert said(limits, "anna") is None
    assert said(limits, "anna") == 3, "the refused emote cost nothing, and no further token was saved"


def test_the_emotes_of_all_players_of_a_room_are_limited() -> None:
    clock = Clock()
    limits = EmoteLimits(clock)
    assert [said(limits, f"p{n}") for n in range(ROOM_BURST)] == [None] * ROOM_BURST
    assert said(limits, "late") == 1
    clock.at += 500
    assert said(limits, "late") is None
    assert said(limits, "later") == 1
    clock.at += 60_000
    assert [said(limits, f"q{n}") for n in range(ROOM_BURST + 1)] == [*[None] * ROOM_BURST, 1], (
        "no more tokens are saved"
    )


def test_a_clock_that_goes_back_breaks_nothing() -> None:
    clock = Clock()
    limits = EmoteLimits(clock)
    assert said(limits, "anna") is None
    clock.at -= 10
    assert [said(limits, "anna") for _ in range(PLAYER_BURST)][-1] is not None
