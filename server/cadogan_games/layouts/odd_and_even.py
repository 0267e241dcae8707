"""Odd and Even."""

from __future__ import annotations

from cadogan_games.engine.layout import Layout, at, grid, labelled, row

LAYOUTS = {
    "odd_and_even": Layout(
        {
            "odd_foundations": labelled(row(0, 0, 4, step=2), ["A♣", "A♦", "A♥", "A♠"]),
            "even_foundations": labelled(row(1, 0, 4, step=2), ["2♣", "2♦", "2♥", "2♠"]),
            "reserve": grid(3, 1.3, 3, 3, y_step=1.1),
            "stock": at((0, 2.4)),
            "waste": at((1, 2.4)),
        }
    ),
}
