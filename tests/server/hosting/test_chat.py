"""The lines that the players of a room have written, and the limits on them."""

from __future__ import annotations

from cadogan_protocol.errors import ErrorCode
from cadogan_protocol.limits import CHAT_KEPT
from cadogan_server.hosting.chat import PLAYER_BURST, ROOM_BURST, Chat
from cadogan_server.rooms.occupant import Occupant
from cadogan_server.rooms.refused import Refused
from tests.server.hosting.test_emote_limits import Clock


def wrote(chat: Chat, player: str, text: str = "hello") -> int | None:
    """Write a line; return the seconds to wait if it is refused."""
    try:
        chat.write(Occupant(3, player, player.title()), text)
    except Refused as refused:
        return refused.wait if refused.code is ErrorCode.TOO_FAST else None
    return None


def test_a_player_writes_some_lines_at_once_and_then_one_in_a_while() -> None:
    clock = Clock()
    chat = Chat(clock, 0)
    assert [wrote(chat, "anna") for _ in range(PLAYER_BURST + 1)] == [*[None] * PLAYER_BURST, 2]
    assert wrote(chat, "ben") is None, "lines of others do not count"
    clock.at += 2000
    assert [wrote(chat, "anna"), wrote(chat, "anna")] == [None, 2]
    assert len(chat.lines) == PLAYER_BURST + 2, "refused lines are not kept"


def test_all_players_of_a_room_write_a_limited_number_of_lines() -> None:
    chat = Chat(Clock(), 0)
    assert [wrote(chat, f"p{n}") for n in range(ROOM_BURST + 1)] == [*[None] * ROOM_BURST, 1]


def test_the_last_lines_are_kept_with_growing_numbers() -> None:
    clock = Clock()
    chat = Chat(clock, 7 << 20)
    for number in range(CHAT_KEPT + 5):
        clock.at += 60_000
        assert wrote(chat, "anna", f"line {number}") is None
    assert (len(chat.lines), chat.lines[0].text) == (CHAT_KEPT, "line 5")
    assert [line.number - (7 << 20) for line in chat.lines] == list(range(5, CHAT_KEPT + 5))


def test_a_line_names_its_player_and_a_bot_has_no_id() -> None:
    chat = Chat(Clock(), 0)
    line = chat.write(Occupant(1, "p", "Anna"), "hello")
    assert (line.seat, line.player, line.name, line.text, line.at) == (1, "p", "Anna", "hello", 1_000_000)
    assert chat.write(Occupant(2, "b", "Bot", bot="random"), "hello").player is None
