"""How often those who play may say something."""

from __future__ import annotations

from cadogan_protocol.errors import ErrorCode
from cadogan_server.hosting.talk import PLAYER_BURST, ROOM_BURST, Talk
from cadogan_server.rooms.refused import Refused


class Clock:
    """A clock that a test sets, in ms."""

    def __init__(self) -> None:
        self.at = 1_000_000

    def __call__(self) -> int:
        return self.at


def said(talk: Talk, player: str) -> int | None:
    """Say something; return how long to wait where that is too much."""
    try:
        talk.must_not_be_too_much(player)
    except Refused as refused:
        return refused.wait if refused.code is ErrorCode.TOO_FAST else None
    return None


def test_a_player_says_a_few_things_at_once_and_then_one_in_a_while() -> None:
    clock = Clock()
    talk = Talk(clock)
    assert [said(talk, "anna") for _ in range(PLAYER_BURST + 1)] == [*[None] * PLAYER_BURST, 3]
    assert said(talk, "ben") is None, "what others have said is not theirs"
    clock.at += 2999
    assert said(talk, "anna") == 1
    clock.at += 1
    assert said(talk, "anna") is None
    assert said(talk, "anna") == 3, "what was refused has cost nothing, and nothing more was saved"


def test_all_players_of_a_room_say_no_more_than_a_room_bears() -> None:
    clock = Clock()
    talk = Talk(clock)
    assert [said(talk, f"p{n}") for n in range(ROOM_BURST)] == [None] * ROOM_BURST
    assert said(talk, "late") == 1
    clock.at += 500
    assert said(talk, "late") is None
    assert said(talk, "later") == 1
    clock.at += 60_000
    assert [said(talk, f"q{n}") for n in range(ROOM_BURST + 1)] == [*[None] * ROOM_BURST, 1], "no more is saved up"


def test_a_clock_that_goes_back_breaks_nothing() -> None:
    clock = Clock()
    talk = Talk(clock)
    assert said(talk, "anna") is None
    clock.at -= 10
    assert [said(talk, "anna") for _ in range(PLAYER_BURST)][-1] is not None
