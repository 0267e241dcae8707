"""The table of Spite and Malice as a seat sees it."""

from __future__ import annotations

from cadogan_client.bots.malice.sight import WILD
from cadogan_games import catalogue
from tests.client.bots.malice.test_fair import sight
from tests.games.duels import duel


def test_a_bot_sees_the_table_from_its_own_seat() -> None:
    table = duel(
        {
            "riddance/0": "#6C #7C QH",
            "riddance/1": "#6D JK",
            "hand/0": "AC JK KD",
            "hand/1": "9C 9D",
            "discards/1": "5C JK 3D",
            "discards/6": "TD",
            "centre/2": "AS JK",
            "completed": "#KC " * 13,
            "stock": "#2C " * 20,
        },
        id="spite_and_malice_mixed",
    )
    seen = sight(table)
    assert (seen.upcard, seen.theirs, seen.left, seen.their_left) == (12, WILD, 3, 2)
    assert (seen.hand, seen.their_hand) == ([1, WILD, 13], 2)
    assert seen.discards == [[], [5, WILD, 3], [], []]
    assert seen.their_discards == [[], [], [10], []]
    assert seen.heights == [0, 0, 2, 0, 0, 0, 0, 0]
    assert (seen.modern, seen.full, seen.supply) == (False, 13, 33)


def test_a_bot_counts_the_cards_it_has_not_seen() -> None:
    table = catalogue.game("spite_and_malice").deal(bytes(32))
    seen = sight(table)
    assert sum(seen.unseen) == 108 - 5 - 2
    assert sum(sight(catalogue.game("spite_and_malice_modern", {"packs": 3}).deal(bytes(32))).unseen) == 156 - 5 - 2
    hidden = [card & 63 for pile in table.piles for card in pile if card >= 64] + table.group("hand")[
        1 - table.count("seat")
    ]
    assert seen.unseen[WILD] == hidden.count(52)
    assert seen.unseen[5] == sum(card % 13 == 4 for card in hidden)


def test_a_king_is_wild_in_the_modern_game_alone() -> None:
    piles = {"hand/0": "KC QC", "riddance/0": "#6C KD"}
    assert (sight(duel(piles)).hand, sight(duel(piles)).upcard) == ([13, 12], 13)
    modern = sight(duel(piles, id="spite_and_malice_modern"))
    assert (modern.hand, modern.upcard, modern.full) == ([WILD, 12], WILD, 12)
