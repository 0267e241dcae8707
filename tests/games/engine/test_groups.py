"""Groups of piles."""

from __future__ import annotations

import pytest

from cadogan_games.engine.groups import Group
from cadogan_games.engine.layout import owned, row


def test_the_cards_of_an_owned_pile_are_its_owners_alone() -> None:
    hands = Group("hand", "hand", "hand", places=owned(row(0, 0, 1), 0) + owned(row(0, 4, 1), 1), owned=True)
    assert hands.owners() == [0, 1]


def test_the_cards_of_shared_piles_are_everybodys() -> None:
    assert Group("reserve", "reserve", "reserve", places=owned(row(0, 0, 2), 1)).owners() == [None, None]


def test_an_owned_pile_without_an_owner_would_be_shown_to_everybody() -> None:
    with pytest.raises(ValueError, match="hand is owned, but not every place of it has an owner"):
        Group("hand", "hand", "hand", places=owned(row(0, 0, 1), 0) + row(0, 4, 1), owned=True).owners()
