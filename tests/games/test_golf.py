"""The Checks of sheets/golf.md."""

from __future__ import annotations

import pytest

from cadogan_games import catalogue
from cadogan_games.engine.cards import bare, name
from cadogan_games.engine.shuffle import shuffled
from cadogan_games.engine.table import IllegalMove, Move
from tests.games.by_the_sheet import Face, differences, moved, rank, turned_up
from tests.games.positions import SEED, act, as_move, counts, is_legal, play, position, shown


def test_counts_and_order_of_the_deal() -> None:
    table = catalogue.game("golf").deal(SEED)
    assert counts(table) == {"tableau": [5] * 7, "stock": [16], "foundations": [1]}
    pack = [name(card) for card in shuffled(table.game.pack, SEED, 0)]
    assert [shown(table, f"tableau/{i}").split() for i in range(7)] == [pack[i:35:7] for i in range(7)]
    assert shown(table, "foundations") == pack[35]
    assert [name(bare(card)) for card in reversed(table.stock)] == pack[36:]


def playable(foundation: str, *ends: str, **options: bool) -> list[str]:
    """Return which of these last cards of columns may be played on a card."""
    table = position(
        "golf", {"foundations": foundation, **{f"tableau/{i}": c for i, c in enumerate(ends)}}, options=options
    )
    return [card for i, card in enumerate(ends) if is_legal(table, f"tableau/{i}", "foundations")]


def test_1_one_rank_higher_or_lower_in_any_suit() -> None:
    assert playable("7C", "8S", "6H", "7D", "9C", "AH") == ["8S", "6H"]


def test_2_nothing_on_a_king_unless_an_option_allows_it() -> None:
    assert playable("KS", "QH", "AD") == []
    assert playable("KS", "QH", "AD", queen_on_king=True) == ["QH"]
    assert playable("KS", "QH", "AD", wrap=True) == ["QH", "AD"]
    assert playable("KS", "QH", "AD", wrap=True, queen_on_king=True) == ["QH", "AD"]


def test_2_says_that_nothing_goes_on_a_king_in_this_game() -> None:
    table = position("golf", {"foundations": "KS", "tableau/0": "QH"})
    with pytest.raises(IllegalMove, match="In this game nothing goes on a king, not even a queen"):
        play(table, "tableau/0", "foundations")


def test_3_no_king_on_an_ace_unless_they_are_neighbours() -> None:
    assert playable("AS", "2D", "KD") == ["2D"]
    assert playable("AS", "2D", "KD", queen_on_king=True) == ["2D"]
    assert playable("AS", "2D", "KD", wrap=True) == ["2D", "KD"]


def test_4_a_covered_card_waits() -> None:
    table = position("golf", {"foundations": "5H", "tableau/0": "6C 9D"})
    assert table.moves() == []


def test_5_the_stock_may_be_turned_although_a_card_fits() -> None:
    table = position("golf", {"foundations": "5H", "tableau/0": "6C", "stock": "#2S #KD"})
    assert is_legal(table, "tableau/0", "foundations")
    table.play(act(table, "turn"))
    assert (shown(table, "foundations"), shown(table, "stock")) == ("5H KD", "#2S")


def test_6_a_king_and_no_stock_is_the_end() -> None:
    table = position("golf", {"foundations": "KC", "tableau/0": "QC", "tableau/1": "AC"})
    assert table.moves() == []
    assert not table.won


def test_7_nothing_goes_into_an_empty_column() -> None:
    table = position("golf", {"foundations": "5H", "tableau/0": "6C", "tableau/3": "9C"})
    for source in ("foundations", "tableau/3"):
        assert not is_legal(table, source, "tableau/2")
    with pytest.raises(IllegalMove, match="No rule lets a card go from the foundation to the column"):
        table.play(as_move(table, "foundations", "tableau/2"))


def test_8_won_with_cards_left_in_the_stock() -> None:
    table = position("golf", {"foundations": "5H", "tableau/6": "6C", "stock": "#2S #KD #3C"})
    assert (table.progress, table.won) == (34, False)
    play(table, "tableau/6", "foundations")
    assert (table.progress, table.won, table.moves()) == (35, True, [])


def test_9_a_king_ends_the_sequence() -> None:
    table = position("golf", {"foundations": "QD", "tableau/0": "KH", "tableau/1": "JC", "tableau/2": "QS"})
    play(table, "tableau/0", "foundations")
    assert table.moves() == []


def by_the_sheet(face: Face, queen_on_king: bool = False, wrap: bool = False) -> dict[Move, Face]:
    """Return the legal moves of parts 4 to 7, and where each leads."""
    columns = [f"tableau/{i}" for i in range(7)]
    if not any(face[column] for column in columns):
        return {}
    top = rank(face["foundations/0"][-1])
    found: dict[Move, Face] = {}
    for column in columns:
        if face[column]:
            apart = abs(rank(face[column][-1]) - top)
            if (apart == 1 and (top != 13 or queen_on_king or wrap)) or (apart == 12 and wrap):
                found[column, "foundations/0", 1] = moved(face, column, "foundations/0")
    if face["stock/0"]:
        found["turn",] = turned_up(moved(face, "stock/0", "foundations/0"), "foundations/0")
    return found


@pytest.mark.parametrize(
    "options", [{}, {"queen_on_king": True}, {"wrap": True}, {"queen_on_king": True, "wrap": True}]
)
def test_a_second_definition_allows_the_same(options: dict[str, bool]) -> None:
    assert differences("golf", lambda face: by_the_sheet(face, **options), 100, options) == []
