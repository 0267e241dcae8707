"""The world's numbered deals: the same number deals the same cards as Microsoft's FreeCell and PySolFC do.

`pysol-cards`, PySolFC's own dealing as a library, says where each card must lie.
"""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cadogan_games import catalogue
from cadogan_games.engine.cards import DOWN, bare
from cadogan_games.engine.numbers import MICROSOFT, MOST, PYSOL, is_whole_packs, number_of_seed, seed_of_number
from cadogan_games.engine.table import Table
from tests.each import each
from tests.games.positions import shown

library = pytest.importorskip("pysol_cards.deal_game", reason="`make install` installs pysol-cards")
from pysol_cards.random_base import RandomBase  # noqa: E402

KNOWN_THERE = {
    "klondike_draw1": "klondike",
    "klondike_draw3": "klondike",
    "la_belle_lucie": "fan",
    "russian_solitaire": "yukon",
    "alaska": "yukon",
}
"""The games that the library calls by another's name: PySolFC lays the other's deal for them."""

OURS = [id for id in catalogue.ids() if catalogue.head_of(id).numberings]

DEALT_BY = {MICROSOFT: RandomBase.DEALS_MS, PYSOL: RandomBase.DEALS_PYSOLFC}


def dealt(id: str, number: int, numbering: str = MICROSOFT) -> Table:
    return catalogue.game(id).deal(seed_of_number(numbering, number))


def face(card: Any) -> int:
    """Return a card of the library as ours."""
    suit = "CDHS".index(card.suit_s())
    return 13 * suit + int(card.rank) - 1 + (DOWN if card.flipped else 0)


def theirs(id: str, number: int, numbering: str) -> dict[str, list[list[int]]]:
    """Return a deal of the library: the piles of a game by the groups that we have for them."""
    game = library.Game(KNOWN_THERE.get(id, id), number, DEALT_BY[numbering])
    game.deal()
    getattr(game, game.game_class)()
    board = game.board
    found = {"tableau": [list(map(face, column)) for column in board.columns.cols]}
    if board.with_talon:
        found["stock"] = [[face(card) + DOWN for card in reversed(board.talon)]]
    if board.with_freecells:
        cells = [[] if card.empty else [face(card)] for card in board.freecells]
        found["cells"] = cells + [[]] * (len(catalogue.game(id).indexes("cells")) - len(cells))
    return found


@pytest.mark.parametrize("id", OURS)
@given(data=st.data())
@settings(max_examples=30)
def test_a_number_deals_the_same_cards_as_there(id: str, data: st.DataObject) -> None:
    numbering = data.draw(st.sampled_from(catalogue.head_of(id).numberings))
    number = data.draw(st.integers(1, 40_000) | st.integers(1, MOST[numbering]))
    table = dealt(id, number, numbering)
    for group, piles in theirs(id, number, numbering).items():
        assert [list(pile) for pile in table.group(group)] == piles
    assert sorted(bare(card) for pile in table.piles for card in pile) == sorted(table.game.pack)


@each("id,number", product(OURS, (1, 32_000, 32_001, 2**31 - 1)))
def test_the_bounds_of_a_numbering_are_where_they_are_there(id: str, number: int) -> None:
    for numbering in catalogue.head_of(id).numberings:
        piles = theirs(id, number, numbering)["tableau"]
        assert [list(pile) for pile in dealt(id, number, numbering).group("tableau")] == piles


def test_every_game_that_the_library_deals_has_numbers() -> None:
    """`fan` is La Belle Lucie; `seahaven` is Seahaven Towers."""
    assert set(OURS) >= {id for id in catalogue.ids() if id in library.Game.GAMES_MAP}
    assert len(OURS) == 18


# ---- facts that everybody knows ----------------------------------------------------------------------------------------

PUBLISHED = {
    1: """
        JD 2D 9H JC 5D 7H 7C 5H
        KD KC 9S 5S AD QC KH 3H
        2S KS 9D QD JS AS AH 3C
        4C 5C TS QH 4H AC 4D 7S
        3S TD 4S TH 8H 2C JH 7D
        6D 8S 8D QS 6C 3D 8C TC
        6S 9C 2H 6H""",
    617: """
        7D AD 5C 3S 5S 8C 2D AH
        TD 7S QD AC 6D 8H AS KH
        TH QC 3H 9D 6S 8D 3D TC
        KD 5H 9S 3C 8S 7H 4D JS
        4C QS 9C 9H 7C 6H 2C 2S
        4S TS 2H 5D JC 6C JH QH
        JD KS KC 4H""",
    11982: """
        AH AS 4H AC 2D 6S TS JS
        3D 3H QS QC 8S 7H AD KS
        KD 6H 5S 4D 9H JH 9S 3C
        JC 5D 5C 8C 9D TD KH 7C
        6C 2C TH QH 6D TC 4S 7S
        JD 7D 8H 9C 2H QD 4C 5H
        KC 8D 2S 3S""",
}
"""Deals of Microsoft's FreeCell as many programs show them: rows from the top."""


@pytest.mark.parametrize("number", PUBLISHED)
@pytest.mark.parametrize("numbering", [MICROSOFT, PYSOL])
def test_famous_deals_lie_as_everybody_knows_them(number: int, numbering: str) -> None:
    rows = PUBLISHED[number].split()
    assert [shown(dealt("freecell", number, numbering), f"tableau/{n}").split() for n in range(8)] == [
        rows[n::8] for n in range(8)
    ]


def test_klondike_is_dealt_from_right_to_left_by_number() -> None:
    """As PySolFC does: deal 24, whose first cards are 4C 5H QC 5D 2D."""
    table = dealt("klondike_draw1", 24)
    assert [shown(table, f"tableau/{n}").split()[0] for n in (6, 5, 4, 3, 2)] == ["#4C", "#5H", "#QC", "#5D", "#2D"]


# ---- seeds that name deals ---------------------------------------------------------------------------------------------


def test_the_seed_of_a_number_is_a_text_of_32_bytes() -> None:
    assert seed_of_number(MICROSOFT, 617) == b"microsoft deal 617" + bytes(14)
    assert seed_of_number(PYSOL, MOST[PYSOL]) == b"pysol deal 9007199254740991" + bytes(5)


@given(st.sampled_from([MICROSOFT, PYSOL]), st.integers(1, 2**31 - 1))
def test_a_seed_says_which_deal_it_names(numbering: str, number: int) -> None:
    assert number_of_seed(seed_of_number(numbering, number)) == (numbering, number)


@pytest.mark.parametrize(
    "seed",
    [
        bytes(32),
        b"",
        b"microsoft deal 617",
        b"microsoft deal 617 " + bytes(13),
        b"microsoft deal 617" + bytes(13) + b"!",
        b"microsoft deal 0" + bytes(16),
        b"microsoft deal 007" + bytes(14),
        b"microsoft deal 2147483648" + bytes(7),
        b"pysol deal 9007199254740992" + bytes(5),
        b"windows deal 617" + bytes(16),
    ],
)
def test_other_seeds_name_no_deal(seed: bytes) -> None:
    assert number_of_seed(seed) is None


def test_a_game_without_numbers_shuffles_by_any_seed() -> None:
    table = catalogue.game("canfield").deal(seed_of_number(MICROSOFT, 617))
    assert sum(map(len, table.piles)) == 52


@pytest.mark.parametrize("id", OURS)
def test_piles_are_as_long_as_after_any_other_deal(id: str) -> None:
    """Cards in cells lie where PySolFC has them; all else that looks at a deal's piles sees what it always sees."""
    numbered, other = dealt(id, 617, PYSOL), catalogue.game(id).deal(bytes(32))
    for group in numbered.game.groups:
        lengths, usual = list(map(len, numbered.group(group.id))), list(map(len, other.group(group.id)))
        assert lengths == usual or (group.id == "cells" and sorted(lengths) == sorted(usual))


def test_whole_packs_are_known() -> None:
    assert is_whole_packs(range(52))
    assert is_whole_packs([*range(52), *range(52)])
    assert not is_whole_packs(range(51))
    assert not is_whole_packs([0] * 52)
    assert not is_whole_packs([*range(52), 52])
