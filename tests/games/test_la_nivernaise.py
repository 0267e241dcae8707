"""The Checks of sheets/la_nivernaise.md."""

from __future__ import annotations

import pytest

from cadogan_games import catalogue
from cadogan_games.engine import view
from cadogan_games.engine.cards import DOWN, name
from cadogan_games.engine.shuffle import shuffled
from cadogan_games.engine.table import IllegalMove, Table
from tests.games.positions import SEED, as_move, counts, is_legal, play, position, shown

BOTH = ["la_nivernaise", "la_nivernaise_open"]
FULL_FLANKS = {f"flanks/{i}": "7C" for i in range(8)}


def laid(piles: dict[str, str], id: str = "la_nivernaise", redeals: int = 0) -> Table:
    """Return full Flanks of sevens of clubs, with the test's piles instead of some."""
    return position(id, FULL_FLANKS | piles, redeals=redeals)


def stock_of(count: int) -> str:
    """Return `count` cards for the stock, of no interest."""
    return " ".join(["#9D"] * count)


def seen(table: Table, packet: int) -> list[str]:
    """Return the cards of a packet that lie face up, from the top."""
    return [name(card) for card in reversed(table.group("line")[packet]) if card < DOWN]


@pytest.mark.parametrize("id", BOTH)
def test_counts_and_order_of_the_deal(id: str) -> None:
    table = catalogue.game(id).deal(SEED)
    assert counts(table) == {
        "flanks": [1] * 8,
        "line": [4] * 6,
        "ace_foundations": [0] * 4,
        "king_foundations": [0] * 4,
        "stock": [72],
    }
    pack = [name(card) for card in shuffled(table.game.pack, SEED, 0)]
    assert [shown(table, f"flanks/{i}") for i in range(8)] == pack[:8]
    assert [[name(card & 63) for card in packet] for packet in table.group("line")] == [
        pack[i : i + 4] for i in range(8, 32, 4)
    ]
    assert [len(seen(table, i)) for i in range(6)] == [4 if id.endswith("open") else 1] * 6


@pytest.mark.parametrize("id", BOTH)
def test_three_rounds_use_up_the_stock(id: str) -> None:
    table = catalogue.game(id).deal(SEED)
    for _ in range(3):
        play(table, "deal")
    assert counts(table)["line"] == [16] * 6
    assert not is_legal(table, "deal")


def test_1_a_flank_card_goes_home_and_its_place_stays_empty() -> None:
    table = laid({"flanks/1": "AD", "stock": stock_of(9), "line/0": "#2C 3S"})
    play(table, "flanks/1", "ace_foundations/1")
    assert shown(table, "flanks/1") == ""


def test_2_a_line_top_goes_to_an_empty_flank_only() -> None:
    table = laid({"flanks/1": "", "line/2": "#KD 9S"})
    assert is_legal(table, "line/2", "flanks/1")
    assert not is_legal(table, "line/2", "flanks/0")
    with pytest.raises(IllegalMove, match="Nothing goes on 7♣ in the Flank"):
        table.play(as_move(table, "line/2", "flanks/0"))
    assert not is_legal(laid({"line/2": "#KD 9S"}), "line/2", "flanks/1")


def test_the_stocks_top_card_goes_face_up_to_an_empty_flank() -> None:
    table = laid({"flanks/1": "", "flanks/6": "", "stock": "#9D #3S", "line/2": "#KD 9S"})
    assert is_legal(table, "stock", "flanks/1")
    play(table, "stock", "flanks/6")
    assert shown(table, "flanks/6") == "3S"
    assert not is_legal(table, "stock", "flanks/0")


def test_3_the_line_is_never_built_on() -> None:
    table = laid({"line/2": "9S", "line/3": "TS", "flanks/0": "8S", "flanks/1": ""})
    assert not is_legal(table, "line/2", "line/3")
    assert not is_legal(table, "flanks/0", "line/2")
    assert not is_legal(table, "flanks/0", "flanks/1")


HEARTS = {"ace_foundations/2": "AH 2H 3H 4H 5H 6H 7H 8H", "king_foundations/2": "KH QH JH TH 9H"}


def test_4_the_tops_of_a_suits_foundations_may_change_over() -> None:
    table = laid(HEARTS)
    assert is_legal(table, "ace_foundations/2", "king_foundations/2")
    assert is_legal(table, "king_foundations/2", "ace_foundations/2")
    assert not is_legal(table, "ace_foundations/2", "king_foundations/2", 2)


def test_5_the_first_card_of_a_foundation_never_moves() -> None:
    up_to_queen = " ".join(f"{rank}C" for rank in "A23456789TJQ")
    table = laid({"ace_foundations/0": up_to_queen, "king_foundations/0": "KC"})
    assert not is_legal(table, "king_foundations/0", "ace_foundations/0")
    assert is_legal(table, "ace_foundations/0", "king_foundations/0")


def test_aces_and_kings_begin_the_foundations_of_their_suits() -> None:
    table = laid({"flanks/0": "AS", "flanks/1": "KS", "line/0": "2S"})
    assert is_legal(table, "flanks/0", "ace_foundations/3")
    assert is_legal(table, "flanks/1", "king_foundations/3")
    assert not is_legal(table, "flanks/0", "king_foundations/3")
    assert not is_legal(table, "line/0", "ace_foundations/3")


@pytest.mark.parametrize("id", BOTH)
def test_6_an_empty_packet_gets_four_cards_of_the_stock(id: str) -> None:
    full = {f"line/{i}": "4S" for i in range(6)}
    table = laid(full | {"line/4": "AD", "stock": stock_of(46) + " #TC #JC #QC #KC"}, id)
    play(table, "line/4", "ace_foundations/1")
    assert [name(card & 63) for card in table.group("line")[4]] == ["KC", "QC", "JC", "TC"]
    assert counts(table)["stock"] == [46]
    table = laid(full | {"line/4": "AD", "stock": "#9D #9H"}, id)
    play(table, "line/4", "ace_foundations/1")
    assert counts(table)["line"][4] == 2
    table = laid(full | {"line/4": "AD"}, id)
    play(table, "line/4", "ace_foundations/1")
    assert shown(table, "line/4") == ""


def test_7_an_empty_flank_place_lets_one_look_one_card_deeper() -> None:
    packets = {f"line/{i}": "#2C #3C #4C #5C 6C" for i in range(6)}
    table = laid(packets | {"flanks/0": "AD", "flanks/1": "AH", "stock": stock_of(3)})
    play(table, "flanks/0", "ace_foundations/1")
    assert seen(table, 3) == ["6C", "5C"]
    play(table, "flanks/1", "ace_foundations/2")
    assert seen(table, 3) == ["6C", "5C", "4C"]
    play(table, "stock", "flanks/0")
    assert seen(table, 3) == ["6C", "5C"]
    play(table, "line/3", "flanks/1")
    assert seen(table, 3) == ["5C"]
    assert seen(table, 0) == ["6C"]
    table.undo()
    assert seen(table, 3) == ["6C", "5C"]


def test_a_viewer_is_sent_no_more_than_the_player_may_see() -> None:
    table = catalogue.game("la_nivernaise").deal(SEED)
    for move in [("deal",), ("deal",), ("deal",), ("redeal",)]:
        seen_before = {card for pile in view.state(table, None)[0] for card in pile}
        sent = view.events(table.game, table.play(move), None)
        tops = {packet[-1] for packet in table.group("line")}
        faces = {card for event in sent if event[0] in (1, 2, 4) for card in event[-1]}
        faces |= {event[3] for event in sent if event[0] == 3}
        assert faces <= seen_before | tops | {view.HIDDEN}


@pytest.mark.parametrize("id", BOTH)
def test_8_a_round_ends_where_the_stock_does(id: str) -> None:
    table = laid({f"line/{i}": "4S" for i in range(6)} | {"stock": stock_of(30)}, id)
    play(table, "deal")
    assert (counts(table)["line"], counts(table)["stock"]) == ([5] * 6, [6])
    play(table, "deal")
    assert (counts(table)["line"], counts(table)["stock"]) == ([9, 7, 5, 5, 5, 5], [0])
    assert seen(table, 2)[0] == "9D"


@pytest.mark.parametrize("id", BOTH)
def test_9_one_redeal_when_the_stock_is_empty(id: str) -> None:
    assert not is_legal(laid({"line/0": "4S", "stock": stock_of(4)}, id), "redeal")
    assert not is_legal(laid({"line/0": "4S"}, id, redeals=1), "redeal")
    assert not is_legal(laid({}, id), "redeal")
    assert is_legal(laid({"line/0": "4S"}, id), "redeal")


@pytest.mark.parametrize("id", BOTH)
def test_the_packets_are_dealt_again_unshuffled_from_the_first(id: str) -> None:
    suit = [f"{rank}S" for rank in "23456789TJQK"]
    hearts = [f"{rank}H" for rank in "23456789TJQKA23456789TJ"]
    table = laid({"line/0": " ".join(suit[:7]), "line/2": " ".join(suit[7:]), "line/3": " ".join(hearts)}, id)
    play(table, "redeal")
    order = suit + hearts
    assert [[name(card & 63) for card in packet] for packet in table.group("line")] == [
        order[i : i + 4] for i in range(0, 24, 4)
    ]
    assert [name(card & 63) for card in reversed(table.group("stock")[0])] == order[24:]
    assert table.count("redeals") == 1


def test_open_all_cards_of_the_line_are_seen() -> None:
    table = catalogue.game("la_nivernaise_open").deal(SEED)
    play(table, "deal")
    assert all(card < DOWN for packet in table.group("line") for card in packet)
