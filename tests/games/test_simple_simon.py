"""The Checks of sheets/simple_simon.md."""

from __future__ import annotations

from itertools import pairwise

from cadogan_games import catalogue
from cadogan_games.engine.cards import name
from cadogan_games.engine.shuffle import shuffled
from cadogan_games.engine.table import Move
from tests.games.by_the_sheet import Face, differences, moved, rank, suit
from tests.games.positions import SEED, counts, is_legal, play, position, shown

ID = "simple_simon"


def run(suit: str, from_rank: str = "K", to_rank: str = "A") -> str:
    """Return the cards of a suit from a rank down to another."""
    ranks = "KQJT98765432A"
    return " ".join(rank + suit for rank in ranks[ranks.index(from_rank) : ranks.index(to_rank) + 1])


def test_counts_and_order_of_the_deal() -> None:
    table = catalogue.game(ID).deal(SEED)
    assert counts(table) == {"foundations": [0] * 4, "tableau": [8, 8, 8, 7, 6, 5, 4, 3, 2, 1]}
    pack = [name(card) for card in shuffled(table.game.pack, SEED, 0)]
    columns: list[list[str]] = [[] for _ in range(10)]
    for row in range(8):
        for column in columns[: 10 - row]:
            column.append(pack.pop(0))
    assert [shown(table, f"tableau/{i}").split() for i in range(10)] == columns


def test_1_runs_in_suit_move_together() -> None:
    table = position(ID, {"tableau/0": "8S 7S 6S", "tableau/1": "9H", "tableau/2": "8D", "tableau/3": "TS"})
    assert is_legal(table, "tableau/0", "tableau/1", 3)
    assert is_legal(table, "tableau/0", "tableau/2", 2)
    assert not is_legal(table, "tableau/0", "tableau/3", 3)


def test_2_mixed_suits_do_not() -> None:
    table = position(ID, {"tableau/0": "8S 7H", "tableau/1": "9H", "tableau/2": "8C"})
    assert not is_legal(table, "tableau/0", "tableau/1", 2)
    assert is_legal(table, "tableau/0", "tableau/2", 1)


def test_3_a_space_takes_any_run_and_an_ace_nothing() -> None:
    table = position(ID, {"tableau/0": "2C KD QD", "tableau/1": "AC", "tableau/2": "3S KH"})
    assert is_legal(table, "tableau/0", "tableau/4", 2)
    assert not is_legal(table, "tableau/2", "tableau/1")


def test_4_a_whole_run_goes_home_by_itself() -> None:
    table = position(ID, {"tableau/0": f"5D {run('S', 'K', '2')}", "tableau/1": "9C AS"})
    play(table, "tableau/1", "tableau/0")
    assert (shown(table, "tableau/0"), len(shown(table, "foundations/0").split())) == ("5D", 13)


def test_5_the_fourth_run_wins() -> None:
    home = {f"foundations/{i}": run(suit) for i, suit in enumerate("CDH")}
    table = position(ID, {**home, "tableau/0": run("S", "K", "2"), "tableau/1": "AS"})
    assert table.progress == 39 + 11
    play(table, "tableau/1", "tableau/0")
    assert (table.progress, table.won) == (52, True)


def by_the_sheet(face: Face) -> dict[Move, Face]:
    """Return the legal moves of part 4, and where each leads."""
    columns = [f"tableau/{i}" for i in range(10)]
    found: dict[Move, Face] = {}
    if not any(face[column] for column in columns):
        return found
    for src in columns:
        for n in range(1, len(face[src]) + 1):
            cards = face[src][-n:]
            if any(suit(a) != suit(b) or rank(a) != rank(b) + 1 for a, b in pairwise(cards)):
                break
            for dst in columns:
                if dst != src and (not face[dst] or rank(face[dst][-1]) == rank(cards[0]) + 1):
                    found[src, dst, n] = moved(face, src, dst, n)
    return found


def test_a_second_definition_allows_the_same() -> None:
    assert differences(ID, by_the_sheet, 15) == []
