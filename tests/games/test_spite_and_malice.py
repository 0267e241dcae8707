"""The Checks of sheets/spite_and_malice.md, its options, its time-outs, and the refusals of illegal moves."""

from __future__ import annotations

import pytest

from cadogan_games import catalogue
from cadogan_games.engine import duel as duels
from cadogan_games.engine.cards import JOKER, SUIT_LETTERS, name, rank_of, standard_order
from cadogan_games.engine.shuffle import shuffled
from cadogan_games.engine.table import IllegalMove, Table
from cadogan_games.games.spite_and_malice.discards import possible_ranks
from cadogan_games.games.spite_and_malice.upcards import bury, higher_upcard
from tests.games.duels import discards_of, duel, ended, legal, names, refusal
from tests.games.positions import SEED, cards, copy_of, counts, is_legal, play, shown

EMPTY = [f"centre/{i}" for i in range(8)]
BLOCKED = {"discards/0": "5C", "discards/1": "9C", "discards/2": "QC", "discards/3": "2C"}
"""Discard piles that take no king, ten, seven or six."""

FROZEN = {"hand/0": "KC KD TC 7C 6C", "riddance/0": "#9D 3C", **BLOCKED}
WANTING_4_8_J = {
    "centre/0": "AC 2C 3C",
    "centre/1": "AC 2C 3C 4C 5C 6C 7C",
    "centre/2": "AD 2D 3D 4D 5D 6D 7D 8D 9D TD",
}
STOCK = "#2D #2D #2D #2D #2D #3D #3D #3D #3D #3D #4D #4D #4D #4D #4D #5D #5D #5D #5D #5D"


def pile_up_to(rank: int, suit: str = "S") -> str:
    """Return a centre pile up to a rank."""
    return " ".join(f"{letter}{suit}" for letter in "A23456789TJQK"[:rank])


def seat(table: Table) -> int | None:
    return duels.awaited(table)


# ---- counts and the deal ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("jokers", "stock"), [(4, 46), (3, 45), (2, 44)])
def test_counts_after_the_deal(jokers: int, stock: int) -> None:
    table = catalogue.game("spite_and_malice", {"jokers": jokers}).deal(SEED)
    assert counts(table) == {
        "riddance": [26, 26],
        "hand": [5, 5],
        "discards": [0] * 8,
        "centre": [0] * 8,
        "completed": [0],
        "stock": [stock],
    }
    everything = [card & 63 for pile in table.piles for card in pile]
    assert len(everything) == 104 + jokers
    assert sorted(everything) == standard_order(2, jokers=jokers)


@pytest.mark.parametrize(("jokers", "stock"), [(4, 58), (3, 57), (2, 56)])
def test_counts_after_the_deal_of_mixed_packs(jokers: int, stock: int) -> None:
    table = catalogue.game("spite_and_malice_mixed", {"jokers": jokers}).deal(SEED)
    assert counts(table)["riddance"] == [20, 20]
    assert counts(table)["stock"] == [stock]
    assert sum(map(len, table.piles)) == 104 + jokers


@pytest.mark.parametrize("riddance", [10, 17, 26])
def test_mixed_packs_with_other_riddance_piles(riddance: int) -> None:
    table = catalogue.game("spite_and_malice_mixed", {"riddance": riddance}).deal(SEED)
    assert counts(table)["riddance"] == [riddance] * 2
    assert counts(table)["stock"] == [98 - 2 * riddance]
    assert table.game.progress_max == riddance


def test_separate_packs_are_dealt_alternately_from_two_shuffles() -> None:
    seed = next(seed for seed in seeds() if not equal_upcards(shuffled(standard_order(1), seed, 0)))
    table = catalogue.game("spite_and_malice").deal(seed)
    pack_a = shuffled(standard_order(1), seed, 0)
    pack_b = shuffled(standard_order(1, jokers=4), seed, 1)
    for seat_number in (0, 1):
        riddance = table.group("riddance")[seat_number]
        assert [card & 63 for card in riddance] == pack_a[seat_number::2]
        assert [name(card)[0] == "#" for card in riddance] == [True] * 25 + [False]
        assert table.group("hand")[seat_number] == pack_b[seat_number:10:2]
    assert [card & 63 for card in reversed(table.group("stock")[0])] == pack_b[10:]
    assert table.count("shuffles") == 2


def test_mixed_packs_are_dealt_from_one_shuffle() -> None:
    table = catalogue.game("spite_and_malice_mixed").deal(SEED)
    pack = shuffled(standard_order(2, jokers=4), SEED, 0)
    riddance = table.group("riddance")
    assert sorted(card & 63 for card in riddance[0]) == sorted(pack[0:40:2])
    assert table.group("hand") == [pack[40:50:2], pack[41:50:2]]
    assert [card & 63 for card in reversed(table.group("stock")[0])] == pack[50:]
    assert table.count("shuffles") == 1


def seeds() -> list[bytes]:
    return [number.to_bytes(32, "big") for number in range(200)]


def equal_upcards(pack: list[int]) -> bool:
    return rank_of(pack[-1]) == rank_of(pack[-2])


# ---- the seat that goes first ----------------------------------------------------------------------------------------


def test_1_equal_upcards_are_buried_and_the_next_compared() -> None:
    table = duel({"riddance/0": "#3C #QH 9C", "riddance/1": "#3D #4S 9D"})
    assert higher_upcard(table, 26, 0) == 0
    assert (shown(table, "riddance/0"), shown(table, "riddance/1")) == ("#9C #3C QH", "#9D #3D 4S")


def test_1_so_it_is_in_a_real_deal() -> None:
    seed = next(seed for seed in seeds() if equal_upcards(shuffled(standard_order(1), seed, 0)))
    pack = shuffled(standard_order(1), seed, 0)
    table = catalogue.game("spite_and_malice").deal(seed)
    for seat_number in (0, 1):
        riddance = table.group("riddance")[seat_number]
        assert len(riddance) == 26
        assert riddance[0] & 63 == pack[50 + seat_number]
        assert riddance[-1] == pack[48 + seat_number], "the pair after this one decides, in this deal"
    assert seat(table) == (0 if rank_of(pack[48]) > rank_of(pack[49]) else 1)


def test_the_higher_upcard_goes_first_king_high_ace_low() -> None:
    assert higher_upcard(duel({"riddance/0": "AC", "riddance/1": "2C"}), 26, 0) == 1
    assert higher_upcard(duel({"riddance/0": "KC", "riddance/1": "QC"}), 26, 1) == 0


def test_a_joker_has_no_rank_to_compare() -> None:
    table = duel({"riddance/0": "#3C JK", "riddance/1": "#4C KD"}, id="spite_and_malice_mixed")
    assert higher_upcard(table, 26, 0) == 1
    assert (shown(table, "riddance/0"), shown(table, "riddance/1")) == ("#JK 3C", "#KD 4C")


def test_after_26_comparisons_seat_0_begins_and_no_card_is_buried() -> None:
    table = duel({"riddance/0": "#3C 4C", "riddance/1": "#3D 4D"})
    assert higher_upcard(table, 26, 0) == 0
    assert shown(table, "riddance/0") == "#4C 3C", "buried 25 times"


def test_a_single_riddance_card_is_not_buried() -> None:
    table = duel({"riddance/0": "4C", "riddance/1": "#5D 4D"})
    bury(table, table.game.first["riddance"])
    assert shown(table, "riddance/0") == "4C"
    assert higher_upcard(table, 26, 0) == 1


# ---- forced plays ----------------------------------------------------------------------------------------------------


def test_2_an_upcard_ace_goes_to_an_empty_place_before_anything_else() -> None:
    open_piles = {f"centre/{i}": pile_up_to(i + 3) for i in range(3)}
    table = duel({"riddance/0": "#9D AS", "hand/0": "4D 5D 6D JK AC", "discards/0": "4H", **open_piles})
    assert sorted(legal(table)) == [("play", "riddance/0", place) for place in EMPTY[3:]]


def test_3_with_eight_piles_open_the_ace_waits() -> None:
    full = {f"centre/{i}": pile_up_to(5) for i in range(8)}
    table = duel({"riddance/0": "#9D AS", "hand/0": "6H KC", "discards/0": "KD 6D", **full})
    assert not any(way[1] == "riddance/0" for way in legal(table))
    assert is_legal(table, "play", "hand/0/0", "centre/7")
    assert is_legal(table, "play", "discards/0", "centre/0")
    assert is_legal(table, "discard", "hand/0/1", "discards/1")
    assert is_legal(table, "discard", "hand/0/0", "discards/0")


def test_4_a_shown_two_must_go_on_a_bare_ace_or_one_from_hand() -> None:
    table = duel({"riddance/0": "#9D 2H", "hand/0": "2C JK 9C", "centre/0": "AD"})
    assert sorted(legal(table)) == [("play", "hand/0/0", "centre/0"), ("play", "riddance/0", "centre/0")]


def test_5_a_bare_joker_is_a_bare_ace() -> None:
    piles = {"hand/0": "9C", "discards/0": "5C", "discards/1": "3C 2D", "centre/1": "JK"}
    assert legal(duel(piles)) == [("play", "discards/1", "centre/1")]


def test_5_a_joker_forces_nothing_whatever_it_may_stand_for() -> None:
    table = duel({"hand/0": "9C", "discards/0": "2D JK", "centre/1": "JK"})
    assert is_legal(table, "play", "discards/0", "centre/1")
    assert is_legal(table, "discard", "hand/0/0", "discards/1")


def test_a_two_in_hand_alone_forces_nothing() -> None:
    table = duel({"hand/0": "2C 9C", "centre/0": "AD"})
    assert is_legal(table, "play", "hand/0/0", "centre/0")
    assert is_legal(table, "discard", "hand/0/1", "discards/0")


def test_an_ace_that_lies_deeper_or_in_hand_forces_nothing() -> None:
    table = duel({"hand/0": "AC 9C"})
    assert is_legal(table, "play", "hand/0/0", "centre/0")
    assert is_legal(table, "discard", "hand/0/1", "discards/0")


def test_when_both_duties_apply_the_player_chooses() -> None:
    table = duel({"riddance/0": "#9D AS", "discards/2": "2D", "hand/0": "2C 9C", "centre/0": "AD"})
    aces = [("play", "riddance/0", place) for place in EMPTY[1:]]
    twos = [("play", "discards/2", "centre/0"), ("play", "hand/0/0", "centre/0")]
    assert sorted(legal(table)) == sorted(aces + twos)


def test_a_duty_that_turns_up_in_mid_turn_is_done_at_once() -> None:
    table = duel({"riddance/0": "#9D #AS 6C", "hand/0": "9C 8C", "centre/0": pile_up_to(5)})
    play(table, "play", "riddance/0", "centre/0")
    assert {way[:2] for way in legal(table)} == {("play", "riddance/0")}


def test_6_other_plays_are_optional() -> None:
    table = duel({"riddance/0": "#9D 7C", "hand/0": "AC 9C", "centre/0": pile_up_to(6)})
    assert is_legal(table, "play", "riddance/0", "centre/0")
    assert is_legal(table, "play", "hand/0/0", "centre/1")
    assert is_legal(table, "discard", "hand/0/1", "discards/0")


# ---- discard piles ---------------------------------------------------------------------------------------------------


def ranks_of(text: str) -> set[int]:
    """Return S of a pile's top, as numbers."""
    return {rank for rank in range(14) if possible_ranks(cards(text)) >> rank & 1}


def taken_by(pile: str) -> str:
    """Return the ranks that a discard pile takes, and JK, as letters in order."""
    hand = " ".join(f"{letter}H" for letter in "A23456789TJQK") + " JK"
    table = duel({"hand/0": hand, "discards/0": pile})
    return "".join(
        name(card)[0] if card != JOKER else "*"
        for k, card in enumerate(cards(hand))
        if is_legal(table, "discard", f"hand/0/{k}", "discards/0")
    )


def test_7_jokers_on_a_ten() -> None:
    assert ranks_of("TC JK JK") == {10, 9, 8}
    assert taken_by("TC JK JK") == "789T*"
    assert ranks_of("TC JK JK JK") == {10, 9, 8, 7}


def test_8_jokers_on_a_two() -> None:
    assert taken_by("2C") == "2*"
    assert ranks_of("2C JK") == {2}
    assert taken_by("2C JK JK") == "2*"


def test_9_a_joker_alone_may_be_anything_but_an_ace() -> None:
    assert taken_by("") == "23456789TJQK*"
    assert ranks_of("JK") == set(range(2, 14))
    assert taken_by("JK") == "23456789TJQK*"


def test_10_cards_that_have_been_played_off_count_no_more() -> None:
    assert taken_by("QC JK") == "TJQ*"
    table = duel({"hand/0": "KC QC JC TC 9C", "discards/0": "QD JK TD", "centre/0": pile_up_to(9)})
    play(table, "play", "discards/0", "centre/0")
    assert ranks_of("QD JK") == {12, 11}
    allowed = {card for card, pile in discards_of(table) if pile == "discards/0"}
    assert allowed == {"QC", "JC", "TC"}


def test_11_a_joker_from_a_discard_pile_is_played_as_any_rank() -> None:
    table = duel({"hand/0": "KC", "discards/0": "QD JK", "centre/0": pile_up_to(4)})
    play(table, "play", "discards/0", "centre/0")
    assert shown(table, "centre/0") == "AS 2S 3S 4S JK"


def test_13_the_same_rank_or_one_lower() -> None:
    assert taken_by("JC") == "TJ*"
    table = duel(
        {"hand/0": "KC KD TC 7C 6C", "discards/0": "5C", "discards/1": "9C", "discards/2": "QC", "discards/3": "2C"}
    )
    assert discards_of(table) == set()


def test_an_ace_is_taken_by_no_pile() -> None:
    for pile in ("", "2C", "AC", "JK", "2C JK"):
        assert "A" not in taken_by(pile)


def test_two_equal_cards_in_hand_are_two_moves() -> None:
    table = duel({"hand/0": "9C 9C"})
    assert is_legal(table, "discard", "hand/0/0", "discards/0")
    assert is_legal(table, "discard", "hand/0/1", "discards/0")


# ---- the centre ------------------------------------------------------------------------------------------------------


def test_12_a_joker_on_twelve_cards_is_the_king_and_completes_the_pile() -> None:
    table = duel({"hand/0": "JK 9C", "centre/0": pile_up_to(12)})
    play(table, "play", "hand/0/0", "centre/0")
    assert shown(table, "centre/0") == ""
    assert shown(table, "completed").split() == ["#JK", *(f"#{letter}S" for letter in "QJT98765432A")]


def test_a_place_takes_the_next_rank_of_any_suit_or_a_joker() -> None:
    table = duel({"hand/0": "5H 5C 4S 6S JK", "centre/3": pile_up_to(4)})
    assert [k for k in range(5) if is_legal(table, "play", f"hand/0/{k}", "centre/3")] == [0, 1, 4]
    assert [k for k in range(5) if is_legal(table, "play", f"hand/0/{k}", "centre/0")] == [4]


def test_a_king_completes_a_pile_that_jokers_helped_to_build() -> None:
    table = duel({"hand/0": "KH 9C", "centre/0": "JK 2S 3S JK 5S 6S 7S 8S 9S TS JS QS"})
    play(table, "play", "hand/0/0", "centre/0")
    assert counts(table)["completed"] == [13]


def test_25_nothing_goes_from_pile_to_pile() -> None:
    piles = {
        "hand/0": "9C",
        "hand/1": "AD",
        "discards/0": "5C 4C",
        "discards/1": "5D",
        "discards/4": "AH",
        "riddance/1": "AC",
    }
    table = duel({**piles, "riddance/0": "#9D 4D", "centre/0": "AC"})
    for action in ("play", "discard"):
        for pile in ("discards/1", "discards/2", "riddance/1", "discards/5", "hand/0", "stock"):
            assert not is_legal(table, action, "discards/0", pile)
            assert not is_legal(table, action, "riddance/0", pile)
    assert not is_legal(table, "play", "discards/4", "centre/1"), "the opponent's pile"
    assert not is_legal(table, "play", "hand/1/0", "centre/1")
    assert not is_legal(table, "play", "centre/0", "centre/1")
    assert not is_legal(table, "discard", "hand/0/0", "discards/4")


# ---- frozen hands ----------------------------------------------------------------------------------------------------


def frozen_seat_0() -> Table:
    """Return a table with seat 1 on turn. Once it has discarded, seat 0 is frozen."""
    return duel({**FROZEN, **WANTING_4_8_J, "hand/1": "8H 9H QH QS AH", "riddance/1": "#9D 6D", "stock": STOCK}, seat=1)


def test_14_a_frozen_hand_stands_by_itself_and_the_opponent_goes_on() -> None:
    table = frozen_seat_0()
    play(table, "discard", "hand/1/2", "discards/4")
    assert (seat(table), table.phase, table.count("standing_0")) == (1, "turn", 1)
    assert len(table.group("hand")[1]) == 5
    play(table, "discard", "hand/1/2", "discards/4")
    assert (seat(table), table.phase, table.count("standing_0")) == (1, "turn", 1)
    assert names(table.group("hand")[0]) == FROZEN["hand/0"]


def test_15_a_pile_that_wants_a_frozen_card_gives_an_offer() -> None:
    table = frozen_seat_0()
    play(table, "discard", "hand/1/3", "discards/4")
    play(table, "play", "hand/1/0", "centre/1")
    play(table, "play", "hand/1/0", "centre/1")
    play(table, "discard", "hand/1/0", "discards/4")
    assert (seat(table), table.phase) == (0, "offer")
    assert legal(table) == [("play", "hand/0/2", "centre/1"), ("stay",)]
    stays = copy_of(table)
    play(stays, "stay")
    assert (seat(stays), stays.phase, stays.count("standing_0")) == (1, "turn", 1)
    play(table, "play", "hand/0/2", "centre/1")
    assert (seat(table), table.phase, table.count("standing_0")) == (1, "turn", 1), "without a discard it stands again"


def test_15_who_comes_back_with_a_discard_to_make_is_on_turn() -> None:
    table = duel(
        {**FROZEN, **WANTING_4_8_J, "riddance/0": "#AD 4H", "hand/0": "KC KD 7C 6C", "stock": STOCK}, phase="offer"
    )
    table.set("standing_0", 1)
    play(table, "play", "riddance/0", "centre/0")
    assert (seat(table), table.phase, table.count("standing_0")) == (0, "turn", 0)
    assert legal(table)[0][:2] == ("play", "riddance/0")


def test_16_a_forced_play_calls_the_frozen_player_back() -> None:
    table = duel({**FROZEN, "riddance/0": "#9D 2D", "hand/1": "AH QH QS QD QC", "stock": STOCK}, seat=1)
    play(table, "discard", "hand/1/1", "discards/4")
    assert (seat(table), table.count("standing_0")) == (1, 1)
    play(table, "play", "hand/1/0", "centre/5")
    play(table, "discard", "hand/1/0", "discards/4")
    assert (seat(table), table.phase, table.count("standing_0")) == (0, "turn", 0)
    assert set(legal(table)) == {("play", "riddance/0", "centre/5"), ("play", "discards/3", "centre/5")}


def test_17_standing_takes_that_no_discard_is_legal() -> None:
    table = duel({"hand/0": "9C AC", "discards/0": "KC"})
    assert not is_legal(table, "stand")
    table = duel({"hand/0": "JK KC KD KH KS", **BLOCKED})
    assert {card for card, _ in discards_of(table)} == {"JK"}
    assert not is_legal(table, "stand")


def both_declining() -> Table:
    """Return a table on which seat 0 may stand, and seat 1 is frozen as soon as it is on turn."""
    blocked = {f"discards/{i}": f"5{suit}" for i, suit in enumerate(SUIT_LETTERS * 2)}
    return duel({"hand/0": "AC AD AH AS KC", "hand/1": "2C KD KH KS 7C", "stock": STOCK, **blocked})


def test_18_declining_standing_staying_and_compelling() -> None:
    table = both_declining()
    assert is_legal(table, "stand")
    play(table, "stand")
    assert (seat(table), table.phase) == (0, "offer"), "seat 1 is frozen and stood by itself"
    assert (table.count("standing_0"), table.count("standing_1")) == (1, 1)
    play(table, "stay")
    assert (seat(table), table.phase, table.count("step")) == (0, "compel", 1)
    assert {way[:2] for way in legal(table)} == {("play", f"hand/0/{k}") for k in range(4)}
    play(table, "play", "hand/0/1", "centre/4")
    assert (seat(table), table.phase, table.count("step")) == (1, "compel", 2)
    assert legal(table) == [("play", "hand/1/0", "centre/4")]
    play(table, "play", "hand/1/0", "centre/4")
    assert (seat(table), table.phase, table.count("step")) == (0, "turn", 0)
    assert (table.count("standing_0"), table.count("standing_1")) == (0, 0)


def test_18_a_step_that_cannot_be_made_is_passed_over() -> None:
    table = both_declining()
    table.group("hand")[1][0] = cards("9D")[0]
    play(table, "stand")
    play(table, "stay")
    play(table, "play", "hand/0/1", "centre/4")
    assert (seat(table), table.phase, table.count("step")) == (0, "turn", 0)
    assert (table.count("standing_0"), table.count("standing_1")) == (0, 0)


def test_18_only_the_second_can_play() -> None:
    blocked = {f"discards/{i}": f"5{suit}" for i, suit in enumerate(SUIT_LETTERS * 2)}
    piles = {"hand/0": "KC 8C 8D 8H", "hand/1": "KD AH KH KS AS", "stock": STOCK, "centre/0": pile_up_to(7), **blocked}
    table = duel(piles, seat=1)
    play(table, "stand")
    assert (seat(table), table.phase) == (0, "turn")
    play(table, "stand")
    assert (seat(table), table.phase) == (1, "offer")
    play(table, "stay")
    assert (seat(table), table.phase, table.count("step")) == (1, "compel", 1)
    play(table, "play", "hand/1/1", "centre/1")
    assert (seat(table), table.phase) == (1, "turn"), "seat 0 holds no two, so the next in turn goes on"


def test_a_hand_emptied_under_compulsion_draws_five() -> None:
    table = duel({"hand/0": "AC", "hand/1": "9C", "stock": STOCK}, phase="compel", step=1, standing_0=1, standing_1=1)
    play(table, "play", "hand/0/0", "centre/0")
    assert len(table.group("hand")[0]) == 5


def stuck_for_good(barren: int = 0, **options: int) -> Table:
    """Return a table on which seat 0 stands, and then nobody has an ace or a two: 108 cards, riddance piles of 9 and 14."""
    blocked = {f"discards/{i}": f"5{suit}" for i, suit in enumerate(SUIT_LETTERS * 2)}
    piles = {
        "riddance/0": "#3D " * 8 + "QC",
        "riddance/1": "#3H " * 13 + "JC",
        "hand/0": "8C 9C TC TD KC",
        "hand/1": "KD KH KS 7C 7D",
        "centre/0": pile_up_to(7),
        "centre/1": pile_up_to(9),
        "stock": "#3S " * 51,
    }
    return duel({**piles, **blocked}, options={"dead_redeals": 10, **options}, barren=barren)


def test_19_two_players_stuck_for_good_are_dealt_anew() -> None:
    table = stuck_for_good()
    riddance = [pile[:] for pile in table.group("riddance")]
    before = sorted(card & 63 for pile in table.piles for card in pile)
    assert len(before) == 108
    play(table, "stand")
    assert (seat(table), table.phase) == (0, "offer"), "seat 1 stood by itself"
    play(table, "stay")
    assert counts(table) == {
        "riddance": [9, 14],
        "hand": [5, 5],
        "discards": [0] * 8,
        "centre": [0] * 8,
        "completed": [0],
        "stock": [75],
    }
    assert table.group("riddance") == riddance
    assert sorted(card & 63 for pile in table.piles for card in pile) == before
    assert (seat(table), table.phase, table.count("step")) == (0, "turn", 0), "the higher upcard goes first"
    assert (table.count("standing_0"), table.count("standing_1")) == (0, 0)
    assert (table.count("barren"), table.count("shuffles")) == (1, 1)


def test_a_redeal_buries_equal_upcards() -> None:
    table = stuck_for_good()
    table.group("riddance")[1][-1] = cards("QD")[0]
    table.group("riddance")[1][-2] = cards("#4H")[0]
    play(table, "stand")
    play(table, "stay")
    assert (seat(table), counts(table)["riddance"]) == (1, [9, 14])
    assert names(table.group("riddance")[1][:1]) == "#QD"


def test_a_redeal_that_no_upcard_decides_gives_the_turn_to_the_next() -> None:
    table = stuck_for_good()
    table.group("riddance")[0][:] = cards("QC")
    table.group("riddance")[1][:] = cards("QD")
    table.set("seat", 0)
    play(table, "stand")
    play(table, "stay")
    assert seat(table) == 0, "seat 1 was the last to stand"


def test_dead_redeals_end_the_game() -> None:
    table = stuck_for_good(barren=10)
    play(table, "stand")
    play(table, "stay")
    assert table.phase == "over"
    assert ended(table) == duels.Ending(winner=0, points=5 + 14, played_out=False)
    assert not table.won
    table = stuck_for_good(barren=2, dead_redeals=2)
    table.group("riddance")[1][:] = table.group("riddance")[0]
    play(table, "stand")
    play(table, "stay")
    assert ended(table) == duels.Ending(winner=None, points=0, played_out=False)


def test_a_riddance_card_played_makes_redeals_count_anew() -> None:
    table = duel({"riddance/0": "#9D 6C", "centre/0": pile_up_to(5), "hand/0": "9C"}, barren=7)
    play(table, "play", "riddance/0", "centre/0")
    assert table.count("barren") == 0


# ---- drawing and new stocks ------------------------------------------------------------------------------------------


def stock_of(count: int) -> str:
    return "#9H " * count


def test_a_discard_draws_up_to_five() -> None:
    table = duel({"hand/0": "9C 8C 7C", "hand/1": "9D", "stock": stock_of(30)})
    play(table, "discard", "hand/0/1", "discards/0")
    assert (counts(table)["hand"], counts(table)["stock"]) == ([5, 1], [27])
    assert (shown(table, "discards/0"), seat(table)) == ("8C", 1)


def test_20_five_played_five_drawn_and_a_low_stock_is_renewed() -> None:
    table = duel({"hand/0": "6H", "centre/0": pile_up_to(5), "completed": "#KC " * 13, "stock": stock_of(15)})
    play(table, "play", "hand/0/0", "centre/0")
    assert (counts(table)["hand"][0], counts(table)["stock"], seat(table)) == (5, [10 + 13], 0)
    assert shown(table, "centre/0") == pile_up_to(5) + " 6H"


def test_21_completed_piles_are_the_new_stock() -> None:
    piles = {"hand/0": "9C 8C", "hand/1": "8D", "completed": "#KC " * 26, "centre/0": pile_up_to(5)}
    table = duel({**piles, "stock": stock_of(15)})
    play(table, "discard", "hand/0/0", "discards/0")
    assert counts(table)["stock"] == [11 + 26]
    assert counts(table)["completed"] == [0]
    assert shown(table, "centre/0") == pile_up_to(5)
    assert table.count("shuffles") == 1


def test_22_without_completed_piles_the_centre_is_taken() -> None:
    centre = {"centre/0": pile_up_to(4), "centre/3": pile_up_to(7), "centre/6": pile_up_to(1)}
    table = duel({"hand/0": "9C 8C", "hand/1": "8D", "stock": stock_of(15), **centre})
    play(table, "discard", "hand/0/0", "discards/0")
    assert counts(table)["stock"] == [23]
    assert counts(table)["centre"] == [0] * 8


def test_23_with_nothing_to_gather_play_goes_on() -> None:
    table = duel({"hand/0": "9C 8C", "hand/1": "8D", "stock": stock_of(15)})
    play(table, "discard", "hand/0/0", "discards/0")
    assert (counts(table)["stock"], table.count("shuffles"), seat(table)) == ([11], 0, 1)


def test_a_low_stock_is_renewed_before_the_draw_and_again_if_needed() -> None:
    table = duel(
        {"hand/0": "9C", "hand/1": "8D", "stock": stock_of(2), "completed": "#KC " * 13, "centre/0": pile_up_to(4)}
    )
    play(table, "discard", "hand/0/0", "discards/0")
    assert counts(table)["stock"] == [2 + 13 - 5 + 4], "first the heap, then the centre"
    assert table.count("shuffles") == 2


def test_a_draw_may_come_up_short() -> None:
    table = duel({"hand/0": "9C", "hand/1": "8D", "stock": stock_of(3)})
    play(table, "discard", "hand/0/0", "discards/0")
    assert (counts(table)["hand"], counts(table)["stock"]) == ([3, 1], [0])


def test_a_hand_that_cannot_be_filled_is_filled_at_the_next_draw() -> None:
    table = duel(
        {"hand/1": "KD KH", "riddance/0": "#5C 6C", "centre/0": pile_up_to(5), "centre/1": pile_up_to(12), "stock": ""}
    )
    play(table, "play", "riddance/0", "centre/0")
    assert counts(table)["hand"][0] == 5, "now there is a centre to gather"
    assert counts(table)["centre"] == [0] * 8


# ---- the end ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("scoring", "left", "points"), [("basic", 4, 9), ("triangular", 4, 10), ("basic", 5, 10), ("triangular", 5, 15)]
)
def test_24_the_last_riddance_card_wins_at_once(scoring: str, left: int, points: int) -> None:
    piles = {"riddance/0": "6C", "riddance/1": "#9C " * (left - 1) + "9D", "centre/0": pile_up_to(5), "hand/0": "9C"}
    table = duel(piles, options={"scoring": scoring})
    play(table, "play", "riddance/0", "centre/0")
    assert ended(table) == duels.Ending(winner=0, points=points, played_out=True)
    assert table.won
    assert (seat(table), duels.progress(table)) == (None, (26, 26 - left))
    assert refusal(table, "discard", "hand/0/0", "discards/0") == "The game is won: there are no more moves."


def test_the_last_riddance_card_may_complete_a_pile() -> None:
    table = duel({"riddance/0": "KC", "centre/0": pile_up_to(12), "hand/0": "9C"})
    play(table, "play", "riddance/0", "centre/0")
    assert ended(table).played_out
    assert counts(table)["completed"] == [13]


def test_a_player_who_returns_with_the_last_riddance_card_wins() -> None:
    table = duel({"riddance/0": "6C", "centre/0": pile_up_to(5), "hand/0": "9C"}, phase="offer", standing_0=1)
    play(table, "play", "riddance/0", "centre/0")
    assert (ended(table).winner, table.count("standing_0")) == (0, 0)


@pytest.mark.parametrize("seat_number", [0, 1])
def test_either_player_may_resign_at_any_time(seat_number: int) -> None:
    table = duel({"hand/0": "9C", "riddance/0": "#9C 9D", "riddance/1": "#8C #8C 8D"})
    assert is_legal(table, "discard", "hand/0/0", "discards/0")
    duels.resign(table, seat_number)
    assert ended(table) == duels.Ending(winner=1 - seat_number, points=5 + (2, 3)[seat_number], played_out=False)
    assert not table.won
    assert duels.resign(table, 1 - seat_number) == []
    assert duels.time_out(table) == []
    assert ended(table).winner == 1 - seat_number


@pytest.mark.parametrize("action", ["play", "discard", "stand", "stay"])
def test_nothing_is_legal_after_a_resignation(action: str) -> None:
    table = duel({"hand/0": "AC", "hand/1": "AD"}, phase="offer")
    duels.resign(table, 0)
    assert refusal(table, action).endswith("is not possible: the game is over.")


def test_progress_counts_riddance_cards_played() -> None:
    table = catalogue.game("spite_and_malice").deal(SEED)
    assert duels.progress(table) == (0, 0)
    assert duels.outcome(table) is None
    table.group("riddance")[1].pop()
    assert duels.progress(table) == (0, 1)


# ---- time-outs -------------------------------------------------------------------------------------------------------


def test_a_time_out_does_what_is_forced_and_then_discards() -> None:
    piles = {
        "riddance/0": "#9D #2H AS",
        "discards/1": "2D",
        "discards/2": "2S",
        "hand/0": "KC 9C 4C",
        "hand/1": "8D",
        "stock": STOCK,
        "centre/0": "JK",
    }
    table = duel(piles)
    duels.time_out(table)
    assert shown(table, "centre/1") == "AS 2D", "then the two of the lowest discard pile"
    assert shown(table, "centre/0") == "JK 2H", "the upcard two first, to the lowest place"
    assert shown(table, "riddance/0") == "9D"
    assert shown(table, "discards/2") == "2S", "no bare ace was left for it"
    assert (shown(table, "discards/0"), seat(table)) == ("KC", 1), "the highest card, to the lowest empty place"
    assert table.count("_timeouts_0") == 1


@pytest.mark.parametrize(
    ("hand", "discard"),
    [
        ("KC 8C 9C", ("discards/1", "9C")),
        ("KC 6C 8C 7C", ("discards/1", "8C")),
        ("3C 3D JK", ("discards/0", "3C")),
        ("4C QC KH", ("discards/0", "KH")),
        ("JC 9S TC 9H", ("discards/1", "9S")),
    ],
)
def test_the_discard_of_a_time_out(hand: str, discard: tuple[str, str]) -> None:
    """The tops of the piles are none, 9♦, 9♥ and a joker on a 7."""
    piles = {
        "hand/0": hand,
        "discards/1": "9D",
        "discards/2": "9H",
        "discards/3": "7D JK",
        "stock": STOCK,
        "hand/1": "8D",
    }
    if hand.startswith("KC 6C"):
        piles["discards/3"] = "4D"
    table = duel(piles)
    duels.time_out(table)
    pile, card = discard
    assert shown(table, pile).split()[-1] == card


def test_a_time_out_discards_a_joker_only_for_want_of_better() -> None:
    piles = {"discards/0": "5C", "discards/1": "5D", "discards/2": "5H", "stock": STOCK, "hand/1": "8D"}
    table = duel({**piles, "hand/0": "JK AC"})
    duels.time_out(table)
    assert shown(table, "discards/0") == "5C JK"
    table = duel({"hand/0": "AC JK", "hand/1": "8D", "stock": STOCK})
    duels.time_out(table)
    assert shown(table, "discards/0") == "JK"


def test_a_time_out_without_a_legal_discard_stands() -> None:
    table = duel({"hand/0": "AC KD", "hand/1": "8D", **BLOCKED})
    duels.time_out(table)
    assert (seat(table), table.count("standing_0"), names(table.group("hand")[0])) == (1, 1, "AC KD")


def test_a_time_out_never_plays_what_is_optional() -> None:
    piles = {"riddance/0": "#9D 7C", "hand/0": "AC 9C", "hand/1": "8D", "centre/0": pile_up_to(6)}
    table = duel({**piles, "stock": stock_of(30)})
    duels.time_out(table)
    assert (shown(table, "riddance/0"), shown(table, "hand/0")[:2]) == ("#9D 7C", "AC")


def test_a_time_out_in_an_offer_stays() -> None:
    table = duel({"hand/0": "AC", "hand/1": "8D"}, phase="offer", standing_0=1)
    duels.time_out(table)
    assert (seat(table), table.phase, table.count("standing_0")) == (1, "turn", 1)


def test_a_time_out_under_compulsion_plays_an_ace_else_a_two() -> None:
    piles = {"hand/0": "2C AC KC", "hand/1": "8D", "centre/0": "AD", "stock": STOCK}
    table = duel(piles, phase="compel", step=1)
    duels.time_out(table)
    assert shown(table, "centre/1") == "AC"
    table = duel({**piles, "hand/0": "KC 2C"}, phase="compel", step=1)
    duels.time_out(table)
    assert shown(table, "centre/0") == "AD 2C"


def test_a_time_out_whose_forced_play_wins_ends_the_game() -> None:
    table = duel({"riddance/0": "AC", "hand/0": "KC"})
    duels.time_out(table)
    assert ended(table) == duels.Ending(winner=0, points=8, played_out=True)


def test_the_third_time_out_in_succession_forfeits() -> None:
    table = duel({"hand/0": "KC KD KH", "hand/1": "QC QD QH", "stock": STOCK + " #9C" * 30})
    for number in range(4):
        duels.time_out(table)
        assert table.phase == "turn", number
    duels.time_out(table)
    assert ended(table) == duels.Ending(winner=1, points=8, played_out=False, forfeited=True)


def test_acting_makes_time_outs_count_anew() -> None:
    table = duel({"hand/0": "KC KD KH", "hand/1": "QC QD QH", "stock": STOCK + " #9C" * 30})
    for _ in range(4):
        duels.time_out(table)
    play(table, "discard", "hand/0/0", "discards/0")
    assert (table.count("_timeouts_0"), table.count("_timeouts_1")) == (0, 2)
    duels.time_out(table)
    assert ended(table).winner == 0, "seat 1 has not acted"


@pytest.mark.parametrize(
    ("options", "left"), [({"on_timeout": "forfeit"}, 1), ({"max_timeouts": 1}, 1), ({"max_timeouts": 2}, 2)]
)
def test_options_of_time_outs(options: dict[str, object], left: int) -> None:
    table = duel({"hand/0": "KC KD", "hand/1": "QC QD", "stock": STOCK}, options=options)
    for _ in range(2 * left - 1):
        assert table.phase == "turn"
        duels.time_out(table)
    assert ended(table).winner == 1


# ---- refusals --------------------------------------------------------------------------------------------------------

REFUSALS = [
    ({}, ("discard", "hand/0/0", "discards/0"), "An ace is never discarded (4.1)."),
    (
        {},
        ("discard", "hand/0/1", "discards/1"),
        "That discard pile takes a 6 or a 5, or a joker, and 9♣ is neither (4.1).",
    ),
    (
        {},
        ("discard", "hand/0/1", "discards/2"),
        "That discard pile takes a 6 down to a 4, or a joker, and 9♣ is neither (4.1).",
    ),
    ({}, ("discard", "hand/0/1", "discards/3"), "That discard pile takes a 2, or a joker, and 9♣ is neither (4.1)."),
    (
        {},
        ("discard", "hand/0/1", "discards/4"),
        "That pile is the opponent's: discard on one of your own four piles (4.2).",
    ),
    ({}, ("discard", "riddance/0", "discards/0"), "The upcard is never discarded (4.2)."),
    ({}, ("discard", "discards/1", "discards/0"), "No card goes from one discard pile to another (4.2)."),
    ({}, ("discard",), "A discard names a card in your hand and one of your discard piles (4.2)."),
    ({}, ("play", "hand/0/1", "centre/0"), "That centre place takes an 8 or a joker, and 9♣ is neither (4.1)."),
    ({}, ("play", "hand/0/1", "centre/1"), "That centre place takes an ace or a joker, and 9♣ is neither (4.1)."),
    (
        {},
        ("play", "hand/0/2", "completed"),
        "Nothing goes on a king, not even a joker: it has completed its pile (4.2).",
    ),
    ({}, ("play", "hand/0/1", "discards/0"), "A card is played to a centre place and nowhere else (4.2)."),
    ({}, ("play", "hand/1/0", "centre/1"), "The opponent's cards are not yours to play (4.2)."),
    ({}, ("play", "riddance/1", "centre/1"), "The opponent's cards are not yours to play (4.2)."),
    (
        {},
        ("play", "centre/0", "centre/1"),
        "Only your upcard, your hand and the top cards of your discard piles may be played (4.2).",
    ),
    ({}, ("play", "hand/0/0"), "A play names a card and the centre place it goes to (4.2)."),
    ({}, ("stand",), "Stand is not possible: a turn ends with a discard, and you have a legal one."),
    (
        {},
        ("stay",),
        "Stay is not possible: staying out answers an offer to come back in, and nothing is offered now.",
    ),
    (
        {"riddance/0": "#6C AS"},
        ("play", "hand/0/0", "centre/1"),
        "Your upcard A♠ must be played first: there is an empty place for it (F1).",
    ),
    (
        {"riddance/0": "#6C 2S", "centre/1": "AS"},
        ("play", "hand/0/2", "centre/1"),
        "A two must be played first: you show one, and there is a bare ace to put it on (F2).",
    ),
    (
        {"riddance/0": "#6C AS"},
        ("discard", "hand/0/2", "discards/0"),
        "Discard is not possible: a forced play comes first: an upcard ace to an empty place (F1), "
        "or a two that you show to a bare ace (F2).",
    ),
    (
        {"riddance/0": "#6C AS"},
        ("stand",),
        "Stand is not possible: a forced play comes first: an upcard ace to an empty place (F1), "
        "or a two that you show to a bare ace (F2).",
    ),
]


@pytest.mark.parametrize(("piles", "words", "said"), REFUSALS)
def test_a_refusal_says_which_rule(piles: dict[str, str], words: tuple[str, ...], said: str) -> None:
    base = {"hand/0": "AC 9C JK", "hand/1": "AD", "discards/1": "6D", "discards/2": "6S JK", "discards/3": "2D"}
    table = duel({**base, "centre/0": pile_up_to(7), "riddance/1": "#6C AH", **piles})
    assert refusal(table, *words) == said


def test_a_plain_move_is_told_that_cards_move_by_actions() -> None:
    table = duel({"riddance/0": "#6C AS", "hand/0": "9C"})
    with pytest.raises(IllegalMove) as refused:
        table.play((table.game.first["riddance"], table.game.first["centre"], 1))
    assert str(refused.value) == "In Spite and Malice cards move by actions alone: play, discard, stand, stay."


@pytest.mark.parametrize("action", ["discard", "stand"])
def test_a_refusal_of_what_no_offer_allows(action: str) -> None:
    table = duel({"hand/0": "AC 9C"}, phase="offer", standing_0=1)
    spots = ("hand/0/1", "discards/0") if action == "discard" else ()
    assert refusal(table, action, *spots) == (
        f"{action.capitalize()} is not possible: you are asked whether you come back in: only a play to the centre or `stay` "
        "answers that."
    )


def test_refusals_under_compulsion() -> None:
    table = duel({"hand/0": "AC 9C JK"}, phase="compel", step=1)
    rule = "oth hands are stuck: you must play an ace or a two from hand"
    assert refusal(table, "play", "hand/0/2", "centre/0") == f"B{rule} (4.5)."
    assert refusal(table, "discard", "hand/0/1", "discards/0") == f"Discard is not possible: b{rule}."
    assert refusal(table, "stand") == f"Stand is not possible: b{rule}."
