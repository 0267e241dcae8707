"""The floods in short: two of them, half a second each. `make attack` has all, for longer, and looks at the clock."""

from __future__ import annotations

from pathlib import Path

import pytest

from cadogan_server.settings import Settings
from tests.attack.suffered import suffer

SECONDS = 0.5

MOST_GROWTH = 64
"""MB by which the server's memory may grow."""

MOST_LINES = 20
"""Lines by which the server's log may grow, beside those about rooms that newcomers open."""

SLOW = 60
"""Seconds that a flood may take on a slow machine. Limits by the second allow that much more then."""

ANSWERS = {
    "boards": ({"leaderboard", "too_fast"}, {"closed with 4001", "closed with 4002", "HTTP 429", "busy"}),
    "frames": (
        {"pong", "bad_message", "unknown_type"},
        {"rooms", "not_in_room", "too_fast", "closed with 4001", "closed with 4002", "HTTP 429", "busy"},
    ),
}
"""Flood → the answers that its attackers must get beside `welcome`, and those that they may get.

A slow machine reads so few frames that none is over the limits. An attacker that comes back after 4001 gets 4002 if the
address still has its earlier sockets.
"""

GRANTED = {
    "boards": ("leaderboard", Settings.reads_per_address * (4 + SLOW)),
    "frames": ("pong", Settings.messages_per_address * (Settings.message_burst + Settings.messages_per_second * SLOW)),
}
"""Flood → the answer that its attackers want, and how often one address may get it."""


@pytest.mark.parametrize("flood", ANSWERS)
async def test_a_quiet_room_plays_on_while_others_flood_the_server(flood: str, tmp_path: Path) -> None:
    must, may = ANSWERS[flood]
    one = await suffer(flood, 1, SECONDS, tmp_path, alone=0.2, must=must)
    assert one.felt.wrong == []
    assert len(one.felt.waits) > 0
    assert must <= set(one.answers)
    assert set(one.answers) <= must | may | {"welcome"}
    wanted, most = GRANTED[flood]
    assert one.answers[wanted] <= most
    before, after, _ = one.megabytes
    assert after - before < MOST_GROWTH
    assert one.kept_out == []
    assert one.lines <= MOST_LINES + 2 * one.come_in
    assert one.complaints == []
