"""The Gathering of the Clans: the foundations and the Assembly between the two Columns."""

from __future__ import annotations

from cadogan_games.engine.layout import Layout, Places, at, column, fanned, grid, rotated


def slanting(places: Places, angle: float) -> Places:
    """Return a Column whose head and base are turned away from the Assembly by `angle` degrees."""
    return rotated(places[:1], angle) + places[1:-1] + rotated(places[-1:], -angle)


LAYOUTS = {
    "gathering_of_the_clans": Layout(
        {
            "assembly": fanned(at((3.5, 2.5)), dy=0.2),
            "columns": slanting(column(0, 0, 6, step=1.1), -20) + slanting(column(7, 0, 6, step=1.1), 20),
            "foundations": grid(2, 0, 2, 4, y_step=1.2),
            "stock": at((-1.8, 0)),
            "waste": at((-1.8, 1.2)),
        },
        upright={"stock": at((2.5, 7.4)), "waste": at((4.5, 7.4))},
    )
}
