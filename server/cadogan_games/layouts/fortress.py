"""Fortress."""

from __future__ import annotations

from cadogan_games.engine.layout import Layout, column, fanned

LAYOUTS = {
    "fortress": Layout(
        {
            "foundations": column(6, 0, 4),
            "left": fanned(column(5, 0, 5), dx=-0.5),
            "right": fanned(column(7, 0, 5), dx=0.5),
        }
    ),
}
