"""The Checks of sheets/fairie_queen.md."""

from __future__ import annotations

from cadogan_games import catalogue
from cadogan_games.engine.cards import DOWN, KING, parse, rank_of
from cadogan_games.engine.shuffle import shuffled
from tests.games.positions import SEED, counts, is_legal, play, position, shown


def dealt_out(*columns: str) -> dict[str, str]:
    """Return these columns with an empty stock. The others are lone kings of clubs."""
    return {f"tableau/{i}": columns[i] if i < len(columns) else "KC" for i in range(8)}


def test_counts_after_the_deal() -> None:
    table = catalogue.game("fairie_queen").deal(SEED)
    assert counts(table) == {"tableau": [1] + [0] * 7, "foundations": [0] * 8, "stock": [103]}
    assert shown(table, "tableau/0") == "KS"
    pack = shuffled(table.game.pack, SEED, 0)
    pack.remove(parse("KS"))
    assert [card - DOWN for card in reversed(table.group("stock")[0])] == pack


def test_when_all_is_dealt_there_are_eight_kings_and_eight_aces() -> None:
    table = catalogue.game("fairie_queen").deal(SEED)
    while is_legal(table, "deal"):
        play(table, "deal")
    assert all(rank_of(column[0]) == KING for column in table.group("tableau"))
    assert not any(rank_of(card) in (1, KING) for column in table.group("tableau") for card in column[1:])
    assert [shown(table, f"foundations/{i}") for i in range(8)] == "AC AC AD AD AH AH AS AS".split()
    assert sum(map(len, table.group("tableau"))) == 8 + 88


def test_kings_open_columns_and_aces_go_home() -> None:
    table = position("fairie_queen", {"tableau/0": "KS", "stock": "#2C #5S #KH #AD #7C"})
    for _ in range(4):
        play(table, "deal")
    assert shown(table, "tableau/0") == "KS 7C"
    assert shown(table, "foundations/2") == "AD"
    assert shown(table, "tableau/1") == "KH 5S"
    assert shown(table, "stock") == "#2C"


def test_of_two_kings_in_a_row_the_first_stays_alone() -> None:
    table = position("fairie_queen", {"tableau/0": "KS", "stock": "#9D #KD #7C #KH #KC"})
    for _ in range(5):
        play(table, "deal")
    assert [shown(table, f"tableau/{i}") for i in range(4)] == ["KS", "KC", "KH 7C", "KD 9D"]


def test_a_dealt_card_may_be_played_at_once() -> None:
    piles = {"tableau/0": "KS", "tableau/1": "KH 7C", "tableau/2": "KD 4C", "foundations/3": "AD", "stock": "#9D #2D"}
    table = position("fairie_queen", piles)
    play(table, "deal")
    assert shown(table, "tableau/2") == "KD 4C 2D"
    play(table, "tableau/2", "foundations/3")
    assert shown(table, "tableau/2") == "KD 4C"


def test_nothing_is_built_while_cards_are_dealt() -> None:
    piles = dealt_out("KS 8H", "KH 7S", "KD")
    table = position("fairie_queen", piles | {"stock": " ".join(["#9D"] * 20)})
    assert not is_legal(table, "tableau/1", "tableau/0")
    assert not is_legal(table, "tableau/1", "tableau/2")
    assert is_legal(position("fairie_queen", piles), "tableau/1", "tableau/0")


def test_columns_are_built_down_whatever_the_suit() -> None:
    table = position("fairie_queen", dealt_out("KS 8H", "KH 7S", "KD 7H", "KD 9S"))
    assert is_legal(table, "tableau/1", "tableau/0")
    assert is_legal(table, "tableau/2", "tableau/0")
    assert not is_legal(table, "tableau/3", "tableau/0")


def test_a_lone_king_takes_any_card() -> None:
    table = position("fairie_queen", dealt_out("KS 4C 3S", "KH 9D 2H", "KC TD 4D", "KD 6S QH", "KD"))
    for source in range(4):
        assert is_legal(table, f"tableau/{source}", "tableau/4")
    play(table, "tableau/0", "tableau/4")
    assert is_legal(table, "tableau/1", "tableau/4")
    assert not is_legal(table, "tableau/2", "tableau/4")
    assert not is_legal(table, "tableau/3", "tableau/0")


def test_a_king_never_moves_and_one_that_is_alone_again_counts_as_lone() -> None:
    table = position("fairie_queen", dealt_out("KS", "KH", "KD 2D", "KD 3C"))
    assert not is_legal(table, "tableau/0", "tableau/1")
    play(table, "tableau/2", "tableau/3")
    assert is_legal(table, "tableau/3", "tableau/2")


def test_cards_move_one_by_one() -> None:
    table = position("fairie_queen", dealt_out("KC QH JS", "KD", "KD QS"))
    assert not is_legal(table, "tableau/0", "tableau/1", 2)
    assert is_legal(table, "tableau/0", "tableau/2")


def test_a_queen_completes_a_foundation() -> None:
    to_queen = " ".join(rank + "S" for rank in "A23456789TJQ")
    table = position("fairie_queen", dealt_out("KS") | {"foundations/6": to_queen})
    assert not is_legal(table, "tableau/0", "foundations/6")


def test_either_queen_follows_the_jack() -> None:
    to_jack = " ".join(rank + "D" for rank in "A23456789TJ")
    table = position("fairie_queen", dealt_out("KS QD", "KC 3C QD") | {"foundations/2": to_jack})
    assert is_legal(table, "tableau/0", "foundations/2")
    assert is_legal(table, "tableau/1", "foundations/2")


def test_won_without_the_kings() -> None:
    homes = {f"foundations/{i}": " ".join(rank + "CDHS"[i // 2] for rank in "A23456789TJQ") for i in range(8)}
    table = position("fairie_queen", dealt_out() | homes)
    assert table.won
    assert table.progress == 96
