"""The Checks of sheets/aces_up.md."""

from __future__ import annotations

import pytest

from cadogan_games import catalogue
from cadogan_games.engine.cards import bare, name
from cadogan_games.engine.shuffle import shuffled
from cadogan_games.engine.table import Move
from tests.games.by_the_sheet import Face, differences, moved, rank, suit, turned_up
from tests.games.positions import SEED, counts, is_legal, play, position, shown


def columns(*ends: str) -> dict[str, str]:
    """Return four columns with these cards."""
    return {f"tableau/{i}": cards for i, cards in enumerate(ends)}


def goes_off(*ends: str) -> list[str]:
    """Return which of these columns' last cards may be discarded."""
    table = position("aces_up", columns(*ends))
    return [cards.split()[-1] for i, cards in enumerate(ends) if is_legal(table, "discard", f"tableau/{i}")]


def test_counts_and_order_of_the_deal() -> None:
    table = catalogue.game("aces_up").deal(SEED)
    assert counts(table) == {"tableau": [1] * 4, "stock": [48], "discard": [0]}
    pack = [name(card) for card in shuffled(table.game.pack, SEED, 0)]
    assert [shown(table, f"tableau/{i}") for i in range(4)] == pack[:4]
    assert [name(bare(card)) for card in reversed(table.stock)] == pack[4:]


def test_1_the_lower_of_two_cards_of_a_suit_goes_off() -> None:
    assert goes_off("5H", "7S", "8H", "TC") == ["5H"]


def test_2_the_ace_is_the_highest_card() -> None:
    assert goes_off("KD", "AD", "2C", "3S") == ["KD"]


def test_3_a_covered_card_waits() -> None:
    assert goes_off("5H 2C", "8H", "9S", "TD") == []


def test_4_a_space_takes_the_last_card_of_a_longer_column() -> None:
    table = position("aces_up", columns("9C 4D", "", "7S", "8H AH"))
    assert is_legal(table, "tableau/0", "tableau/1")
    assert is_legal(table, "tableau/3", "tableau/1")
    assert not is_legal(table, "tableau/2", "tableau/1")
    strict = position("aces_up", columns("9C 4D", "", "7S", "8H AH"), options={"only_aces": True})
    assert not is_legal(strict, "tableau/0", "tableau/1")
    assert is_legal(strict, "tableau/3", "tableau/1")


def test_5_nothing_is_laid_on_a_card() -> None:
    table = position("aces_up", columns("9C 4D", "5D", "5C", "8H AH"))
    assert not any(is_legal(table, "tableau/0", f"tableau/{i}") for i in range(1, 4))


def test_6_a_row_is_dealt_at_any_time() -> None:
    table = position("aces_up", {**columns("5H", "", "8H", "TC"), "stock": "#2S #3S #4S #5S"})
    play(table, "deal")
    assert [shown(table, f"tableau/{i}") for i in range(4)] == ["5H 5S", "4S", "8H 3S", "TC 2S"]
    assert not is_legal(table, "deal")
    game = catalogue.game("aces_up").deal(SEED)
    for _ in range(12):
        play(game, "deal")
    assert not is_legal(game, "deal")


def test_7_won_when_the_aces_are_left() -> None:
    others = [name(card) for card in catalogue.game("aces_up").pack if name(card)[0] != "A" and name(card) != "2S"]
    table = position("aces_up", {**columns("AC AD", "AH", "AS", "2S"), "discard": " ".join(others)})
    assert (table.progress, table.won) == (47, False)
    play(table, "discard", "tableau/3")
    assert (table.progress, table.won, table.moves()) == (48, True, [])


def test_8_four_suits_and_no_stock_are_the_end() -> None:
    table = position("aces_up", columns("5H", "7S", "8D", "TC"))
    assert (table.won, table.moves()) == (False, [])


def by_the_sheet(face: Face, only_aces: bool = False) -> dict[Move, Face]:
    """Return the legal moves of part 4, and where each leads."""
    spots = [f"tableau/{i}" for i in range(4)]
    if len(face["discard/0"]) == 48:
        return {}
    found: dict[Move, Face] = {}
    for one in spots:
        for other in spots:
            if not face[one] or one == other:
                continue
            card = face[one][-1]
            if face[other]:
                above = face[other][-1]
                if suit(above) == suit(card) and (rank(above) - 2) % 13 > (rank(card) - 2) % 13:
                    found["discard", one] = moved(face, one, "discard/0")
            elif len(face[one]) > 1 and (rank(card) == 1 or not only_aces):
                found[one, other, 1] = moved(face, one, other)
    if face["stock/0"]:
        dealt = face
        for spot in spots:
            dealt = turned_up(moved(dealt, "stock/0", spot), spot)
        found["deal",] = dealt
    return found


@pytest.mark.parametrize("only_aces", [False, True])
def test_a_second_definition_allows_the_same(only_aces: bool) -> None:
    options = {"only_aces": only_aces}
    assert differences("aces_up", lambda face: by_the_sheet(face, only_aces), 40, options) == []
