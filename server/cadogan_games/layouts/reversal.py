"""The Reversal: four packets between the foundations of their suits, the dropped cards beside them in two columns."""

from __future__ import annotations

from cadogan_games.engine.layout import Layout, at, grid, labelled, row

LAYOUTS = {
    "reversal": Layout(
        {
            "two_foundations": labelled(row(1.5, 0, 4), ["2♣", "2♦", "2♥", "2♠"]),
            "ace_foundations": labelled(row(1.5, 2.6, 4), ["A♣", "A♦", "A♥", "A♠"]),
            "packets": row(1.5, 1.3, 4),
            "reserve": grid(6, 0, 17, 2, y_step=0.35),
            "stock": at((0, 1.3)),
        }
    ),
}
