"""The cards that a game's own actions bring home."""

from __future__ import annotations

from cadogan_client.bots.gains import Gains
from tests.client.bots.test_attention import table


def test_the_cards_that_an_action_brings_home_are_learned() -> None:
    gains, pair = Gains(), ("play", 3, 4)
    for home, expected in (([], 0), ([0, 1], 2), ([0, 1], 1)):
        gains.look(table(home, []))
        assert gains.of(pair) == expected
        gains.note_move(pair)
    assert gains.of(("play", 3)) == 0, "under another name or with other spots it is another action"
    assert gains.of((1, 2, 1)) == 0
