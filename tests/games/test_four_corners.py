"""The Checks of sheets/four_corners.md."""

from __future__ import annotations

import pytest

from cadogan_games import catalogue
from cadogan_games.engine.cards import DOWN
from cadogan_games.engine.shuffle import shuffled
from cadogan_games.engine.table import IllegalMove, Table
from tests.games.positions import SEED, as_move, is_legal, play, position, shown


def packet(number: int) -> str:
    """Return the pile of a packet, by its number in the sheet."""
    return f"tableau/{number - 1}"


def rising(suit: str, highest: int) -> str:
    """Return a rising foundation up to a rank."""
    return " ".join(rank + suit for rank in "A23456789TJQK"[:highest])


def coming(number: int, cards: str, homes: dict[str, str] | None = None) -> Table:
    """Return the table after these cards came from the stock, the first of them on this packet's turn.

    A king of spades in hand is laid on the packet before it to start the deal. A nine of clubs comes last.
    """
    stock = " ".join(f"#{card}" for card in ["9C", *reversed(cards.split())])
    before = number - 1 or 12
    table = position("four_corners", {"hand": "KS", "stock": stock} | (homes or {}), next=before)
    play(table, "hand", packet(before))
    return table


def may_play(table: Table) -> bool:
    """Return True if there is a card in hand, which may be played or laid."""
    if table.phase == "free":
        return False
    sources = {move[0] for move in table.moves()}
    targets = {table.game.group_of[move[1]].id for move in table.moves()}
    return sources == {table.game.first["hand"]} and "tableau" in targets and len(targets) > 1


def test_the_deal_runs_by_itself_until_there_is_a_choice() -> None:
    table = catalogue.game("four_corners").deal(SEED)
    assert table.phase == "deal"
    assert sum(len(pile) for pile in table.piles) == 104
    pack = shuffled(table.game.pack, SEED, 0)
    left = [card - DOWN for card in reversed(table.group("stock")[0])]
    assert table.group("hand")[0] == [pack[103 - len(left)]]
    assert left == pack[104 - len(left) :]
    assert may_play(table)


def test_without_any_play_each_packet_holds_eight() -> None:
    table = catalogue.game("four_corners").deal(SEED)
    while table.phase == "deal":
        play(table, "hand", packet(table.count("next")))
    assert [len(pile) for pile in table.group("tableau")] == [8] * 12
    assert table.progress == 8


def test_1_the_first_ace_and_king_begin_their_foundations() -> None:
    table = coming(1, "AS KD 4C", {"king_foundations/3": "KS"})
    assert shown(table, "ace_foundations/3") == "AS"
    assert shown(table, "king_foundations/1") == "KD"
    assert shown(table, packet(1)) == "4C"


def test_2_a_side_packet_lets_a_card_go_to_the_foundation_beside_it() -> None:
    table = coming(3, "2D", {"ace_foundations/1": "AD"})
    assert shown(table, "hand") == "2D"
    assert may_play(table)
    play(table, "hand", "ace_foundations/1")
    assert shown(table, packet(3)) == "9C"


def test_2_the_player_may_lay_it_instead() -> None:
    table = coming(3, "2D", {"ace_foundations/1": "AD"})
    assert not is_legal(table, "hand", packet(4))
    play(table, "hand", packet(3))
    assert (shown(table, packet(3)), shown(table, packet(4))) == ("2D", "9C")
    assert table.phase == "free"


@pytest.mark.parametrize(("number", "choice"), [(4, False), (6, True), (1, True), (7, True), (12, True), (9, False)])
def test_3_another_side_packet_gives_no_choice_and_a_corner_does(number: int, choice: bool) -> None:
    table = coming(number, "2D", {"ace_foundations/1": "AD"})
    assert may_play(table) == choice
    assert shown(table, packet(number)) == ("" if choice else "2D")


@pytest.mark.parametrize(("number", "choice"), [(10, True), (4, False)])
def test_4_the_right_side_adjoins_the_falling_foundations(number: int, choice: bool) -> None:
    table = coming(number, "QH", {"king_foundations/2": "KH", "ace_foundations/2": "AH"})
    assert may_play(table) == choice


def test_5_a_second_king_waits_for_the_queen() -> None:
    homes = {"king_foundations/0": "KC", "ace_foundations/0": rising("C", 5)}
    assert shown(coming(1, "KC", homes), packet(1)) == "KC"
    assert may_play(coming(1, "KC", homes | {"ace_foundations/0": rising("C", 12)}))


def test_from_a_corner_a_card_that_fits_twice_goes_where_the_player_says() -> None:
    homes = {"king_foundations/0": "KC QC JC TC 9C 8C", "ace_foundations/0": rising("C", 6)}
    table = coming(6, "7C", homes)
    assert is_legal(table, "hand", "king_foundations/0")
    assert is_legal(table, "hand", "ace_foundations/0")
    table = coming(2, "7C", homes)
    assert is_legal(table, "hand", "ace_foundations/0")
    with pytest.raises(IllegalMove, match="only to the foundation beside that packet"):
        table.play(as_move(table, "hand", "king_foundations/0"))


def test_6_in_the_free_phase_sequences_turn_round() -> None:
    table = position("four_corners", {packet(2): "8S", packet(7): "9S"}, phase="free", next=1)
    assert is_legal(table, packet(2), packet(7))
    assert is_legal(table, packet(7), packet(2))
    table = position("four_corners", {packet(2): "AS", packet(7): "KS", packet(8): "8C"}, phase="free", next=1)
    assert not is_legal(table, packet(2), packet(7))


def test_7_an_empty_packet_is_not_filled() -> None:
    table = position("four_corners", {packet(2): "8S", packet(7): "9S"}, phase="free", next=1)
    assert not is_legal(table, packet(2), packet(5))


def test_8_in_the_deal_packets_are_not_touched() -> None:
    piles = {packet(1): "3D", "ace_foundations/1": "AD 2D", "hand": "3D", "stock": "#9C"}
    table = position("four_corners", piles, next=3)
    assert is_legal(table, "hand", "ace_foundations/1")
    with pytest.raises(IllegalMove, match="only when all cards are dealt"):
        table.play(as_move(table, packet(1), "ace_foundations/1"))
    piles["hand"] = piles["stock"] = ""
    assert is_legal(position("four_corners", piles, phase="free", next=3), packet(1), "ace_foundations/1")


BEGUN = {f"{id}_foundations/{i}": rank + "CDHS"[i] for id, rank in (("ace", "A"), ("king", "K")) for i in range(4)}


def test_a_redeal_takes_the_packets_up_in_order() -> None:
    piles = BEGUN | {packet(1): "5C 6D", packet(2): "9H", packet(12): "7S 8S 4H"}
    table = position("four_corners", piles, phase="free", next=9)
    play(table, "redeal")
    assert table.count("redeals") == 1
    assert table.phase == "free"
    assert [shown(table, packet(k)) for k in range(1, 8)] == ["5C", "6D", "9H", "7S", "8S", "4H", ""]
    assert table.count("next") == 7


def test_a_redeal_stops_at_a_card_that_may_be_played() -> None:
    table = position("four_corners", BEGUN | {packet(1): "5C 2D 2D", packet(2): "9H"}, phase="free", next=9)
    play(table, "redeal")
    assert (table.phase, shown(table, "hand"), table.count("next")) == ("deal", "2D", 3)
    assert shown(table, packet(2)) == "2D"
    assert not is_legal(table, "redeal")


@pytest.mark.parametrize(("made", "legal"), [(1, True), (2, False)])
def test_a_third_redeal_is_illegal(made: int, legal: bool) -> None:
    table = position("four_corners", BEGUN | {packet(1): "5C"}, phase="free", next=9, redeals=made)
    assert is_legal(table, "redeal") == legal


def test_the_game_may_be_won_in_the_deal() -> None:
    homes = {f"ace_foundations/{i}": " ".join(r + "CDHS"[i] for r in "A23456789TJQK") for i in range(4)}
    homes |= {f"king_foundations/{i}": " ".join(r + "CDHS"[i] for r in "KQJT98765432A") for i in range(3)}
    table = position(
        "four_corners",
        homes | {"king_foundations/3": " ".join(r + "S" for r in "KQJT98765432"), "hand": "AS"},
        next=11,
    )
    play(table, "hand", "king_foundations/3")
    assert table.won
    assert table.progress == 104
