"""La Belle Lucie and its two houses: fans in rows, each two and a half cards wide."""

from __future__ import annotations

from cadogan_games.engine.layout import Layout, Places, fanned, grid, row


def fans(count: int, in_row: int, *, x_step: float = 2.5, y_step: float = 1.2, dx: float = 0.5) -> Places:
    """Return `count` fans in rows below the foundations."""
    rows = -(-count // in_row)
    return fanned(grid(0, 1.2, rows, in_row, x_step=x_step, y_step=y_step)[:count], dx=dx)


HOUSE = fans(35, 7)
NARROW_HOUSE = fans(35, 4, x_step=2.1, y_step=1.03, dx=0.45)

LAYOUTS = {
    "la_belle_lucie": Layout(
        {"tableau": fans(18, 5), "foundations": row(4, 0, 4)},
        upright={"tableau": fans(18, 2, x_step=3.9, y_step=1.03), "foundations": row(0.6, 0, 4)},
    ),
    "house_in_the_wood": Layout(
        {"tableau": HOUSE, "foundations": row(4, 0, 8)},
        upright={"tableau": NARROW_HOUSE, "foundations": row(0.6, 0, 8)},
    ),
    "house_on_the_hill": Layout(
        {"tableau": HOUSE, "ace_foundations": row(4, 0, 4), "king_foundations": row(9, 0, 4)},
        upright={"tableau": NARROW_HOUSE, "ace_foundations": row(0, 0, 4), "king_foundations": row(4.4, 0, 4)},
    ),
}
