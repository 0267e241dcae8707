"""The Checks of sheets/accordion.md."""

from __future__ import annotations

from cadogan_games import catalogue
from cadogan_games.engine.cards import name
from cadogan_games.engine.shuffle import shuffled
from cadogan_games.engine.table import Move, Table
from tests.games.by_the_sheet import Face, differences
from tests.games.positions import SEED, is_legal, play, position, shown

ID = "accordion"


def row(*piles: str) -> Table:
    """Return a row that begins with these piles."""
    return position(ID, {f"row/{i}": cards for i, cards in enumerate(piles)})


def folds(*piles: str) -> list[tuple[int, int]]:
    """Return the folds of a row, counted from 0."""
    return [(move[1], move[2]) for move in row(*piles).moves()]


def test_counts_and_order_of_the_deal() -> None:
    table = catalogue.game(ID).deal(SEED)
    pack = [name(card) for card in shuffled(table.game.pack, SEED, 0)]
    assert [shown(table, f"row/{i}") for i in range(52)] == pack
    assert table.progress == 0


def test_1_piles_move_to_the_left_alone() -> None:
    assert folds("5H", "9H") == [(1, 0)]


def test_2_and_3_onto_the_next_or_the_third_of_the_same_suit_or_rank() -> None:
    assert folds("5H", "2C", "KS", "5S") == [(3, 2), (3, 0)]
    assert folds("5H", "2C", "5S") == []


def test_4_the_row_closes_up() -> None:
    table = row("5H", "9H", "3C", "3S")
    play(table, "fold", "row/1", "row/0")
    assert [shown(table, f"row/{i}") for i in range(4)] == ["5H 9H", "3C", "3S", ""]
    assert is_legal(table, "fold", "row/2", "row/1")


def test_5_a_pile_moves_whole() -> None:
    table = row("9C", "5H 9H", "3D")
    play(table, "fold", "row/1", "row/0")
    assert [shown(table, f"row/{i}") for i in range(3)] == ["9C 5H 9H", "3D", ""]


def test_6_won_with_one_pile_left() -> None:
    others = " ".join(name(card) for card in catalogue.game(ID).pack if name(card) not in ("5H", "9H"))
    table = row(f"{others} 5H", "9H")
    assert (table.progress, table.won) == (50, False)
    play(table, "fold", "row/1", "row/0")
    assert (table.progress, table.won, table.moves()) == (51, True, [])


def by_the_sheet(face: Face) -> dict[Move, Face]:
    """Return the legal moves of part 4, and where each leads."""
    piles = [face[f"row/{i}"] for i in range(52) if face[f"row/{i}"]]
    found: dict[Move, Face] = {}
    for src, pile in enumerate(piles):
        for dst in (src - 1, src - 3):
            if dst >= 0 and (pile[-1][0] == piles[dst][-1][0] or pile[-1][1] == piles[dst][-1][1]):
                after = [cards + pile if i == dst else cards for i, cards in enumerate(piles) if i != src]
                closed: list[tuple[str, ...]] = [*after, *[()] * (52 - len(after))]
                found["fold", f"row/{src}", f"row/{dst}"] = {f"row/{i}": cards for i, cards in enumerate(closed)}
    return found


def test_a_second_definition_allows_the_same() -> None:
    assert differences(ID, by_the_sheet, 15) == []
