"""The Checks of sheets/great_thirteen.md."""

from __future__ import annotations

import pytest

from cadogan_games import catalogue
from cadogan_games.engine import view
from cadogan_games.engine.cards import RANK_LETTERS, name, rank_of
from cadogan_games.engine.deals import Dealer
from cadogan_games.engine.shuffle import shuffled
from cadogan_games.engine.table import IllegalMove, Table
from cadogan_games.games.great_thirteen import kings_under_and_tops_to_the_balcony
from tests.games.positions import SEED, as_move, cards, counts, is_legal, pile, play, position, shown

NUMERALS = {
    "A": "23456789TJQK",
    "2": "468TQA3579JK",
    "3": "69Q258JA47TK",
    "4": "8Q37J26TA59K",
    "5": "T27Q49A6J38K",
    "6": "Q5J4T3928A7K",
    "7": "A8293T4J5Q6K",
    "8": "3J6A94Q72T5K",
    "9": "5AT62J73Q84K",
    "T": "74AJ852Q963K",
    "J": "9753AQT8642K",
    "Q": "JT98765432AK",
}


def laid(balcony: str, piles: dict[str, str], pointer: int = 1) -> Table:
    """Return a table with these balcony cards (ranks; the suits are clubs) and the test's piles."""
    above = {f"balcony/{i}": f"{rank}C" for i, rank in enumerate(balcony)}
    return position("great_thirteen", above | piles, next=pointer)


def test_counts_and_order_of_the_deal() -> None:
    table = catalogue.game("great_thirteen").deal(SEED)
    assert counts(table) == {"balcony": [1] * 8, "foundations": [0] * 8, "packets": [12] * 8}
    assert table.count("next") == 1
    pack = shuffled(table.game.pack, SEED, 0)
    for i in range(8):
        thirteen = pack[13 * i : 13 * i + 13]
        while rank_of(thirteen[-1]) == 13:
            thirteen.insert(0, thirteen.pop())
        assert [*table.group("packets")[i], *table.group("balcony")[i]] == thirteen


def test_every_packet_can_be_looked_through() -> None:
    table = catalogue.game("great_thirteen").deal(SEED)
    packets = next(group for group in view.layout(table.game)["groups"] if group["id"] == "packets")
    assert all(place["dy"] for place in packets["places"])
    assert packets["tail"] == 0
    assert packets["counted"]
    assert view.HIDDEN not in [card for packet in view.state(table, 0)[0] for card in packet]


def test_the_layout_tells_what_each_numeral_pile_takes_next() -> None:
    game = catalogue.game("great_thirteen")
    order = next(group for group in view.layout(game)["groups"] if group["id"] == "foundations")["order"]
    assert order["pile"] == game.first["balcony"]
    told = ["".join("A23456789TJQK"[rank - 1] for rank in ranks) for ranks in order["ranks"]]
    assert told == [NUMERALS[rank] for rank in RANK_LETTERS[:12]]


@pytest.mark.parametrize("rank", RANK_LETTERS[:12])
def test_1_each_numeral_pile_counts_by_its_balcony_card(rank: str) -> None:
    for n, wanted in enumerate(NUMERALS[rank]):
        begun = " ".join(f"{r}H" for r in NUMERALS[rank][:n])
        tops = {f"packets/{i}": f"{r}D" for i, r in enumerate("A234567")}
        low = laid(rank * 8, {f"foundations/{i}": begun for i in range(8)} | tops)
        tops = {f"packets/{i}": f"{r}D" for i, r in enumerate("89TJQK")}
        high = laid(rank * 8, {f"foundations/{i}": begun for i in range(8)} | tops)
        taken = {name(table.piles[move[0]][-1])[0] for table in (low, high) for move in table.moves() if len(move) == 3}
        assert taken == {wanted}


def test_2_an_empty_numeral_takes_only_its_first_card() -> None:
    table = laid("3AAAAAAA", {"packets/0": "6S", "packets/1": "9S"})
    assert is_legal(table, "packets/0", "foundations/0")
    assert not is_legal(table, "packets/1", "foundations/0")


def test_3_starts_come_before_continuations() -> None:
    piles = {"packets/0": "6S", "packets/4": "8D", "foundations/1": "2C 3C 4C 5C 6C 7C"}
    table = laid("3AQQQQQQ", piles)
    assert not is_legal(table, "packets/4", "foundations/1")
    with pytest.raises(IllegalMove, match="While a numeral pile can be started, no other is continued"):
        table.play(as_move(table, "packets/4", "foundations/1"))
    play(table, "packets/0", "foundations/0")
    assert is_legal(table, "packets/4", "foundations/1")


def test_starting_elsewhere_holds_back_continuing_with_the_same_card() -> None:
    table = laid("3A444444", {"packets/0": "6S", "foundations/1": "2C 3C 4C 5C"})
    assert is_legal(table, "packets/0", "foundations/0")
    assert not is_legal(table, "packets/0", "foundations/1")


def test_4_of_two_piles_that_want_the_same_the_player_chooses() -> None:
    table = laid("AAQQQQQQ", {"packets/0": "5S", "foundations/0": "2C 3C 4C", "foundations/1": "2D 3D 4D"})
    assert is_legal(table, "packets/0", "foundations/0")
    assert is_legal(table, "packets/0", "foundations/1")
    both_empty = laid("AAQQQQQQ", {"packets/0": "2S"})
    assert is_legal(both_empty, "packets/0", "foundations/0")
    assert is_legal(both_empty, "packets/0", "foundations/1")


def test_5_twelve_cards_are_dealt_out_from_place_2_on() -> None:
    twelve = "2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS"
    table = laid("AAAAAAAA", {"packets/0": twelve, "packets/1": "KD"})
    play(table, "redistribute")
    ends = [shown(table, f"packets/{i}") for i in range(8)]
    assert ends == ["9S", "KD 2S TS", "3S JS", "4S QS", "5S KS", "6S", "7S", "8S"]
    assert table.count("next") == 2


def test_6_empty_packets_are_passed_over() -> None:
    table = laid("AAAAAAAA", {"packets/4": "9S KS", "packets/0": "2D"}, pointer=3)
    play(table, "redistribute")
    assert counts(table)["packets"] == [1, 0, 0, 0, 0, 1, 1, 0]
    assert shown(table, "packets/5") == "9S"
    assert shown(table, "packets/6") == "KS"
    assert table.count("next") == 6


def test_7_after_packet_8_nothing_is_dealt_out() -> None:
    table = laid("AAAAAAAA", {"packets/7": "9S KS"}, pointer=8)
    play(table, "redistribute")
    assert [shown(table, f"packets/{i}") for i in (0, 1, 7)] == ["9S", "KS", ""]
    assert table.count("next") == 9
    with pytest.raises(IllegalMove, match="every packet has been taken up"):
        table.play(("redistribute",))


def test_a_long_packet_comes_round_to_its_own_place() -> None:
    table = laid("AAAAAAAA", {"packets/0": " ".join(["2S"] * 7 + ["3S"] + ["4S"] * 7 + ["5S", "6S"])})
    play(table, "redistribute")
    assert shown(table, "packets/0") == "3S 5S"
    assert shown(table, "packets/1") == "2S 4S 6S"
    table.undo()
    assert counts(table)["packets"] == [17, *[0] * 7]


def test_8_kings_are_slipped_under_and_the_next_card_goes_up() -> None:
    table = position("great_thirteen", {f"packets/{i}": "KC 5D KH KS" for i in range(8)})
    kings_under_and_tops_to_the_balcony(Dealer(table))
    assert shown(table, "balcony/0") == "5D"
    assert table.piles[pile(table, "packets/0")] == cards("KH KS KC")


def test_won_with_twelve_on_each_numeral() -> None:
    table = laid(
        "A234567A", {f"foundations/{i}": " ".join(f"{r}H" for r in NUMERALS[b]) for i, b in enumerate("A234567A")}
    )
    assert table.won
    assert table.progress == 96
