"""The Checks of sheets/black_hole.md."""

from __future__ import annotations

from cadogan_games import catalogue
from cadogan_games.engine.cards import name
from cadogan_games.engine.shuffle import shuffled
from cadogan_games.engine.table import Move
from tests.games.by_the_sheet import Face, differences, moved, rank
from tests.games.positions import SEED, counts, is_legal, play, position, shown


def test_counts_and_order_of_the_deal() -> None:
    table = catalogue.game("black_hole").deal(SEED)
    assert counts(table) == {"tableau": [3] * 17, "foundations": [1]}
    pack = [name(card) for card in shuffled(table.game.pack, SEED, 0)]
    pack.remove("AS")
    assert shown(table, "foundations") == "AS"
    assert [shown(table, f"tableau/{i}").split() for i in range(17)] == [pack[i : i + 3] for i in range(0, 51, 3)]


def playable(foundation: str, *ends: str) -> list[str]:
    """Return which of these top cards of fans may be played on a card."""
    table = position("black_hole", {"foundations": foundation, **{f"tableau/{i}": c for i, c in enumerate(ends)}})
    return [card for i, card in enumerate(ends) if is_legal(table, f"tableau/{i}", "foundations")]


def test_1_twos_and_kings_on_an_ace() -> None:
    assert playable("AS", "2D", "KH", "QC", "AC") == ["2D", "KH"]


def test_2_queens_and_aces_on_a_king() -> None:
    assert playable("KC", "QD", "AH", "JC", "KD") == ["QD", "AH"]


def test_3_a_covered_card_waits() -> None:
    assert position("black_hole", {"foundations": "AS", "tableau/0": "2H 9C"}).moves() == []


def test_4_the_direction_changes_at_any_card() -> None:
    table = position("black_hole", {"foundations": "7S", "tableau/0": "8S", "tableau/1": "7D", "tableau/2": "6H"})
    for fan in ("tableau/0", "tableau/1", "tableau/2"):
        play(table, fan, "foundations")
    assert shown(table, "foundations") == "7S 8S 7D 6H"


def test_5_nothing_goes_into_an_empty_fan() -> None:
    table = position("black_hole", {"foundations": "AS", "tableau/0": "2H"})
    assert not is_legal(table, "tableau/0", "tableau/3")
    assert not is_legal(table, "foundations", "tableau/3")


def test_6_won_with_the_last_card_of_the_last_fan() -> None:
    others = [name(card) for card in catalogue.game("black_hole").pack if name(card) not in ("2H", "3C")]
    table = position("black_hole", {"foundations": " ".join([*others, "3C"]), "tableau/8": "2H"})
    assert (table.progress, table.won) == (51, False)
    play(table, "tableau/8", "foundations")
    assert (table.progress, table.won, table.moves()) == (52, True, [])


def test_7_the_end_when_nothing_fits() -> None:
    table = position("black_hole", {"foundations": "AS", "tableau/0": "9C", "tableau/1": "AD"})
    assert (table.won, table.moves()) == (False, [])


def by_the_sheet(face: Face) -> dict[Move, Face]:
    """Return the legal moves of part 4, and where each leads."""
    top = rank(face["foundations/0"][-1])
    fans = [f"tableau/{i}" for i in range(17)]
    return {
        (fan, "foundations/0", 1): moved(face, fan, "foundations/0")
        for fan in fans
        if face[fan] and abs(rank(face[fan][-1]) - top) in (1, 12)
    }


def test_a_second_definition_allows_the_same() -> None:
    assert differences("black_hole", by_the_sheet, 100) == []
