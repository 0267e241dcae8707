"""The Checks of sheets/spite_and_malice_modern.md, its options, its time-outs, and the refusals of illegal moves."""

from __future__ import annotations

from typing import Any

import pytest

from cadogan_games import catalogue
from cadogan_games.engine import duel as duels
from cadogan_games.engine.cards import name, rank_of, standard_order
from cadogan_games.engine.shuffle import shuffled
from cadogan_games.engine.table import Table
from cadogan_games.games.spite_and_malice.upcards import higher_upcard
from tests.games.duels import discards_of, ended, legal, names, refusal
from tests.games.duels import duel as laid
from tests.games.positions import SEED, cards, counts, is_legal, play, shown

MODERN = "spite_and_malice_modern"


def duel(piles: dict[str, str], **more: Any) -> Table:
    return laid(piles, id=MODERN, **more)


def pile_up_to(rank: int) -> str:
    return " ".join(f"{letter}S" for letter in "A23456789TJQ"[:rank])


def fitting(table: Table, spot: str) -> list[str]:
    """Return the centre places that take the card at a spot."""
    return [way[2] for way in legal(table) if way[:2] == ("play", spot)]


# ---- the deal --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("packs", "stock", "total"), [(2, 54, 104), (3, 106, 156)])
def test_counts_after_the_deal(packs: int, stock: int, total: int) -> None:
    table = catalogue.game(MODERN, {"packs": packs}).deal(SEED)
    assert counts(table) == {
        "riddance": [20, 20],
        "hand": [5, 5],
        "discards": [0] * 8,
        "centre": [0] * 4,
        "completed": [0],
        "stock": [stock],
    }
    everything = sorted(card & 63 for pile in table.piles for card in pile)
    assert len(everything) == total
    assert everything == sorted(standard_order(packs))


@pytest.mark.parametrize("centre", [3, 4, 8])
@pytest.mark.parametrize("riddance", [5, 12, 30])
def test_options_of_the_table(centre: int, riddance: int) -> None:
    table = catalogue.game(MODERN, {"centre": centre, "riddance": riddance}).deal(SEED)
    assert counts(table)["centre"] == [0] * centre
    assert counts(table)["riddance"] == [riddance] * 2
    assert counts(table)["stock"] == [94 - 2 * riddance]
    assert table.game.progress_max == riddance


def test_the_deal_takes_one_shuffle_alternately() -> None:
    pack = shuffled(standard_order(2), SEED, 0)
    table = catalogue.game(MODERN).deal(SEED)
    assert rank_of(pack[38]) != rank_of(pack[39]), "so nothing is buried in this deal"
    assert [card & 63 for card in table.group("riddance")[0]] == pack[0:40:2]
    assert [card & 63 for card in table.group("riddance")[1]] == pack[1:40:2]
    assert [name(pile[-1])[0] for pile in table.group("riddance")] != ["#", "#"]
    assert table.group("hand") == [pack[40:50:2], pack[41:50:2]]
    assert [card & 63 for card in reversed(table.group("stock")[0])] == pack[50:]
    assert (table.count("shuffles"), table.count("passes")) == (1, 0)


def test_12_the_higher_upcard_begins_and_equal_ones_are_buried() -> None:
    assert higher_upcard(duel({"riddance/0": "#3C KH", "riddance/1": "#3D QS"}), 20, 1) == 0
    table = duel({"riddance/0": "#3C 5C", "riddance/1": "#4D 5D"})
    assert higher_upcard(table, 20, 0) == 1
    assert (shown(table, "riddance/0"), shown(table, "riddance/1")) == ("#5C 3C", "#5D 4D")


def test_after_20_comparisons_seat_0_goes_first() -> None:
    table = duel({"riddance/0": "#3C 4C", "riddance/1": "#3D 4D"})
    assert higher_upcard(table, 20, 0) == 0
    assert shown(table, "riddance/0") == "#4C 3C", "buried 19 times"


# ---- plays -----------------------------------------------------------------------------------------------------------


def test_1_a_king_may_begin_a_pile_and_need_not() -> None:
    table = duel({"riddance/0": "#6C KS", "hand/0": "9C"})
    assert fitting(table, "riddance/0") == ["centre/0", "centre/1", "centre/2", "centre/3"]
    assert is_legal(table, "discard", "hand/0/0", "discards/0")


def test_2_a_pile_takes_the_next_rank_or_a_king() -> None:
    table = duel({"hand/0": "4D KH 3C 5H AC", "centre/0": pile_up_to(3), "centre/1": "KD"})
    assert [k for k in range(5) if "centre/0" in fitting(table, f"hand/0/{k}")] == [0, 1]
    table = duel({"hand/0": "2C AC", "centre/1": "KD"})
    assert fitting(table, "hand/0/0") == ["centre/1"]
    assert fitting(table, "hand/0/1") == ["centre/0", "centre/2", "centre/3"]


@pytest.mark.parametrize("last", ["QH", "KH"])
def test_3_a_queen_or_a_king_completes_a_pile(last: str) -> None:
    table = duel({"hand/0": f"{last} JH 9C", "centre/0": pile_up_to(11), "completed": "#KC " * 12})
    assert "centre/0" not in fitting(table, "hand/0/1")
    play(table, "play", "hand/0/0", "centre/0")
    assert (counts(table)["centre"], counts(table)["completed"]) == ([0] * 4, [24])


def test_4_any_card_goes_on_any_own_discard_pile() -> None:
    table = duel({"hand/0": "AC KC 7C 7D 9C", "discards/0": "2C", "discards/1": "KH", "discards/2": "QH 3C"})
    assert discards_of(table) == {(card, f"discards/{d}") for card in "AC KC 7C 7D 9C".split() for d in range(4)}
    assert sum(way[0] == "discard" for way in legal(table)) == 20


def test_5_an_upcard_ace_forces_nothing() -> None:
    table = duel({"riddance/0": "#6C AS", "hand/0": "9C 2C", "hand/1": "9D", "centre/1": "AC"})
    play(table, "discard", "hand/0/0", "discards/0")
    assert (duels.awaited(table), shown(table, "riddance/0")) == (1, "#6C AS")


def test_6_an_emptied_hand_draws_five_and_goes_on() -> None:
    table = duel({"hand/0": "AC", "stock": "#9D " * 20})
    play(table, "play", "hand/0/0", "centre/2")
    assert (counts(table)["hand"][0], counts(table)["stock"], duels.awaited(table)) == (5, [15], 0)


def test_7_a_hand_card_must_be_discarded_at_last() -> None:
    table = duel({"hand/0": "9C"})
    assert is_legal(table, "discard", "hand/0/0", "discards/3")
    assert not is_legal(table, "stand")


def test_7_with_an_empty_hand_one_may_stand_or_still_play() -> None:
    piles = {"riddance/0": "#6C 6D", "discards/1": "9C 7D", "centre/0": pile_up_to(5), "centre/1": pile_up_to(6)}
    table = duel(piles)
    assert set(legal(table)) == {("play", "riddance/0", "centre/0"), ("play", "discards/1", "centre/1"), ("stand",)}


def test_only_a_card_from_hand_brings_a_draw() -> None:
    piles = {"discards/1": "9C 7D", "centre/0": pile_up_to(5), "centre/1": pile_up_to(6), "riddance/0": "#9D 6H"}
    table = duel(piles)
    play(table, "play", "discards/1", "centre/1")
    play(table, "play", "riddance/0", "centre/0")
    assert counts(table)["hand"] == [0, 0], "rules 1 and 3 say nothing of a draw"
    assert shown(table, "centre/1") == pile_up_to(6) + " 7D"


def test_10_the_opponents_cards_are_his_own() -> None:
    table = duel({"hand/0": "9C", "hand/1": "2D", "discards/4": "2C", "riddance/1": "#9D 2H", "centre/0": "AC"})
    for spot in ("discards/4", "riddance/1", "hand/1/0"):
        assert not is_legal(table, "play", spot, "centre/0")
    assert not is_legal(table, "discard", "hand/0/0", "discards/4")


# ---- drawing ---------------------------------------------------------------------------------------------------------


def test_8_cards_are_drawn_one_at_a_time() -> None:
    table = duel({"hand/0": "9C", "hand/1": "8C 7C", "stock": "#9D #9H", "completed": "#KC " * 24})
    play(table, "discard", "hand/0/0", "discards/0")
    assert duels.awaited(table) == 1
    assert (len(table.group("hand")[1]), counts(table)["stock"], counts(table)["completed"]) == (5, [23], [0])
    assert names(table.group("hand")[1])[:11] == "8C 7C 9H 9D"
    assert table.count("shuffles") == 1


def test_9_without_a_heap_the_centre_is_gathered() -> None:
    table = duel({"hand/0": "9C", "hand/1": "8C 7C", "centre/0": pile_up_to(5), "centre/3": pile_up_to(2)})
    play(table, "discard", "hand/0/0", "discards/0")
    assert (len(table.group("hand")[1]), counts(table)["stock"], counts(table)["centre"]) == (5, [4], [0] * 4)


def test_a_draw_ends_short_when_nothing_is_left() -> None:
    table = duel({"hand/0": "9C", "hand/1": "8C", "centre/0": pile_up_to(2)})
    play(table, "discard", "hand/0/0", "discards/0")
    assert (len(table.group("hand")[1]), counts(table)["stock"]) == (3, [0])


def test_no_new_stock_is_formed_before_a_card_is_due() -> None:
    table = duel({"hand/0": "9C", "hand/1": "8C 7C 6C 5C", "stock": "#9D", "completed": "#KC " * 24})
    play(table, "discard", "hand/0/0", "discards/0")
    assert (counts(table)["stock"], counts(table)["completed"]) == ([0], [24])


# ---- the end ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("scoring", "points"), [("count", 7), ("basic", 12), ("triangular", 28)])
def test_11_the_last_card_of_the_pile_wins(scoring: str, points: int) -> None:
    piles = {"riddance/0": "6C", "riddance/1": "#9C " * 6 + "9D", "centre/0": pile_up_to(5), "hand/0": "9C"}
    table = duel(piles, options={"scoring": scoring})
    play(table, "play", "riddance/0", "centre/0")
    assert ended(table) == duels.Ending(winner=0, points=points, played_out=True)
    assert duels.progress(table) == (20, 13)


def empty_hands(left: int) -> Table:
    return duel({"riddance/0": "#6C 6C", "riddance/1": "#6C " * (left - 1) + "6D", "discards/0": "9C"})


def test_four_turns_ended_by_stand_end_the_game() -> None:
    table = empty_hands(5)
    for number in range(4):
        assert legal(table) == [("stand",)]
        assert (duels.awaited(table), table.count("passes")) == (number % 2, number)
        play(table, "stand")
    assert ended(table) == duels.Ending(winner=0, points=5, played_out=False)
    assert not table.won


def test_equal_piles_are_a_draw() -> None:
    table = empty_hands(2)
    for _ in range(4):
        play(table, "stand")
    assert ended(table) == duels.Ending(winner=None, points=0, played_out=False)


def test_a_discard_in_between_makes_stands_count_anew() -> None:
    table = duel({"hand/1": "9C", "centre/0": pile_up_to(2)}, passes=3, seat=1)
    play(table, "discard", "hand/1/0", "discards/4")
    assert (table.count("passes"), duels.awaited(table)) == (0, 0)


def test_a_resignation_scores_the_cards_left_and_ends_everything() -> None:
    table = duel({"hand/0": "AC", "hand/1": "9C", "riddance/1": "#6C #6C #6C 6D"})
    assert is_legal(table, "play", "hand/0/0", "centre/0")
    duels.resign(table, 1)
    assert ended(table) == duels.Ending(winner=0, points=4, played_out=False)
    assert refusal(table, "play", "hand/0/0", "centre/0") == "Play is not possible: the game is over."
    assert refusal(table, "discard", "hand/0/0", "discards/0") == "Discard is not possible: the game is over."
    assert refusal(table, "stand") == "Stand is not possible: the game is over."


# ---- time-outs -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hand", "pile", "card"),
    [
        ("KC 8C QC 9D", "discards/2", "QC"),
        ("KC 8C 9C", "discards/1", "9C"),
        ("2C 7C 5C", "discards/0", "7C"),
        ("KC KD", "discards/0", "KC"),
        ("AC", "discards/0", "AC"),
    ],
)
def test_a_time_out_discards_the_highest_card_but_a_king(hand: str, pile: str, card: str) -> None:
    """The tops of the piles are none, 10♦, a queen and 3♦."""
    lying = {"discards/1": "TD", "discards/2": "QD", "discards/3": "3D"}
    table = duel({"hand/0": hand, "hand/1": "9C", "stock": "#9H " * 20, **lying})
    duels.time_out(table)
    assert (shown(table, pile).split()[-1], duels.awaited(table)) == (card, 1)


def test_a_time_out_uses_place_4_when_nothing_suits() -> None:
    lying = {"discards/0": "4D", "discards/1": "5D", "discards/2": "3D", "discards/3": "2D"}
    table = duel({"hand/0": "9C 9D", "hand/1": "9C", **lying})
    duels.time_out(table)
    assert shown(table, "discards/3") == "2D 9C", "the earlier of two equal cards"


def test_a_time_out_plays_nothing_and_stands_with_an_empty_hand() -> None:
    table = duel({"riddance/0": "#9D AC", "hand/1": "9C", "discards/0": "AD"})
    duels.time_out(table)
    assert (duels.awaited(table), table.count("passes"), shown(table, "riddance/0")) == (1, 1, "#9D AC")


def test_time_outs_forfeit_as_the_options_say() -> None:
    table = duel({"hand/0": "9C 8C"}, options={"on_timeout": "forfeit"})
    duels.time_out(table)
    assert ended(table) == duels.Ending(winner=1, points=3, played_out=False, forfeited=True)
    table = duel({"hand/0": "9C 8C 7C", "hand/1": "9D 8D 7D", "stock": "#9H " * 30})
    for _ in range(4):
        duels.time_out(table)
    play(table, "discard", "hand/0/0", "discards/0")
    duels.time_out(table)
    assert ended(table).winner == 0, "seat 1 let its time run out three times in succession"


# ---- refusals --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (
            ("play", "hand/0/0", "centre/0"),
            "That centre place takes a 6 or a king, and 9♣ is neither (1, 2, 3).",
        ),
        (
            ("play", "hand/0/0", "centre/1"),
            "That centre place takes an ace or a king, and 9♣ is neither (1, 2, 3).",
        ),
        (
            ("play", "hand/0/1", "completed"),
            "Nothing goes on a queen, not even a king: it has completed its pile (1, 2, 3).",
        ),
        (("play", "discards/4", "centre/0"), "The opponent's cards are not yours to play (1, 2, 3)."),
        (("discard", "riddance/0", "discards/0"), "The upcard is never discarded (4)."),
        (
            ("discard", "hand/0/0", "discards/4"),
            "That pile is the opponent's: discard on one of your own four piles (4).",
        ),
        (
            ("discard", "hand/0/0", "riddance/1"),
            "That pile is the opponent's: discard on one of your own four piles (4).",
        ),
        (("discard", "hand/0/0", "riddance/0"), "Nothing goes on the pile that you must get rid of (4)."),
        (("discard", "hand/0/0", "hand/0"), "The card is in your hand already (4)."),
        (("discard", "hand/0/0", "stock"), "Nothing goes on the stock: cards are only drawn from it (4)."),
        (
            ("discard", "hand/0/0", "completed"),
            "Nothing goes on the completed piles: they are out of play (4).",
        ),
        (
            ("discard", "hand/0/0", "centre/1"),
            "A card is discarded on one of your own four piles: in the centre it would be played (4).",
        ),
        (("discard", "discards/4", "discards/0"), "The opponent's cards are not yours to play (4)."),
        (
            ("discard", "centre/0", "discards/0"),
            "Only a card from your hand may be discarded, and only on one of your own four piles (4).",
        ),
        (("stand",), "Stand is not possible: a turn ends with a discard as long as you hold a card."),
        (("stay",), "Spite and Malice, modern knows no action 'stay'; it knows play, discard, stand."),
    ],
)
def test_a_refusal_says_which_rule(words: tuple[str, ...], said: str) -> None:
    table = duel({"hand/0": "9C KC", "discards/4": "6D", "centre/0": pile_up_to(5)})
    assert refusal(table, *words) == said


def test_a_king_in_the_centre_stays_a_king() -> None:
    table = duel({"hand/0": "KC 9C"})
    play(table, "play", "hand/0/0", "centre/0")
    assert table.group("centre")[0] == cards("KC")
