"""The layout tells how many redeals there are at most, so that a page can say how many are left."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from cadogan_games import catalogue
from cadogan_games.engine import view


def times(id: str, options: Mapping[str, bool | int | str]) -> int | None:
    """What the layout of a game says of its redeals."""
    actions = view.layout(catalogue.game(id, options))["actions"]
    found: int | None = next(action["times"] for action in actions if action["name"] == "redeal")
    return found


@pytest.mark.parametrize(
    ("id", "options", "most"),
    [
        ("la_belle_lucie", {}, 2),
        ("red_and_black", {}, 1),
        ("reversal", {"redeals": 3}, 3),
        ("reversal", {"redeals": 2}, 2),
        ("klondike_draw1", {}, None),
        ("klondike_draw1", {"passes": 3}, 2),
        ("klondike", {}, 0),
    ],
)
def test_the_most_redeals_are_told(id: str, options: dict[str, bool | int | str], most: int | None) -> None:
    assert times(id, options) == most


@pytest.mark.parametrize("id", catalogue.ids())
def test_only_redeals_are_limited_so_and_they_are_counted(id: str) -> None:
    layout = view.layout(catalogue.game(id))
    limited = [action["name"] for action in layout["actions"] if action["times"] is not None]
    assert limited in ([], ["redeal"])
    assert not limited or "redeals" in layout["counters"]
