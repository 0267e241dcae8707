"""Russian Bank: foundations between the houses of either side; in a high window the houses have less room to spread."""

from __future__ import annotations

from cadogan_games.engine.layout import Layout, Places, at, column, fanned, owned, row

LEFT, RIGHT, HOMES = 1.9, 7.2, 4.9
"""Positions of either side's houses, and of the foundations between them. Both spread to the right, or corners would be
covered."""


UPRIGHT = (1.15, 2.15, 3.15, 4.15)
"""The rows of houses and foundations in a high window."""


def either(y_below: float, *xs: float) -> dict[str, Places]:
    """Return the piles of both seats in a row: reserve, waste, stock from these points; seat 0 below."""
    ids = ("stock", "waste", "reserve")
    return {id: owned(at((x, y_below)), 0) + owned(at((x, 0)), 1) for id, x in zip(ids, xs, strict=True)}


LAYOUTS = {
    "russian_bank": Layout(
        {
            "foundations": tuple(place for y in range(1, 5) for place in row(HOMES, y, 2)),
            "houses": fanned(column(RIGHT, 1, 4), dx=0.25) + fanned(column(LEFT, 1, 4), dx=0.25),
            **either(5, 3.9, 4.9, 5.9),
        },
        {
            "foundations": tuple(place for y in UPRIGHT for place in row(1.78, y, 2)),
            "houses": fanned(at(*((3.86, y) for y in UPRIGHT)), dx=0.25)
            + fanned(at(*((0, y) for y in UPRIGHT)), dx=0.25),
            **either(5.3, 0.65, 2.65, 4.65),
        },
    )
}
