"""Russian Bank: foundations and houses between the players; in a high window the houses lie in one row."""

from __future__ import annotations

from cadogan_games.engine.layout import Layout, Places, at, column, fanned, owned, row

LEFT, RIGHT, HOMES = 1.9, 7.2, 4.9
"""Where the houses of either side lie, and the foundations between them. Both spread to the right, or corners would be covered."""


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
            "foundations": row(0, 1, 8),
            "houses": fanned(row(0, 2, 8), dy=0.25),
            **either(6, 1.5, 3.5, 5.5),
        },
    )
}
