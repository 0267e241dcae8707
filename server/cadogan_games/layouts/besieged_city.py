"""The Besieged City: the Ramparts lie crossways round the Reserve, spread outwards so that the corners can be read."""

from __future__ import annotations

from cadogan_games.engine.layout import Layout, at, column, fanned, grid, rotated, row

ABOVE = rotated(fanned(row(1.45, 0, 3, 1.4), dy=-0.14), -90)
RIGHT = rotated(fanned(column(5.7, 1, 4), dx=0.2), -90)
BELOW = rotated(fanned(row(1.45, 5, 3, 1.4), dy=0.14), 90)
LEFT = rotated(fanned(column(0, 1, 4), dx=-0.2), 90)

LAYOUTS = {
    "besieged_city": Layout(
        {
            "reserve": grid(1.55, 1, 4, 3, x_step=1.3),
            "ramparts": ABOVE + RIGHT + BELOW[::-1] + LEFT[::-1],
            "foundations": at((0, 0), (5.7, 0), (0, 5), (5.7, 5)),
            "stock": at((7.4, 1)),
            "waste": at((7.4, 2.2)),
        }
    ),
}
