"""Beleaguered Castle, Baker's Dozen and their kin: foundations over the rows or beside them."""

from __future__ import annotations

from cadogan_games.engine.layout import Layout, column, fanned, labelled, row

ROWS = Layout({"foundations": labelled(row(2, 0, 4), "♣♦♥♠"), "tableau": fanned(row(0, 1.2, 8), dy=0.3)})

LAYOUTS = {
    "beleaguered_castle": ROWS,
    "streets_and_alleys": ROWS,
    "bakers_dozen": Layout(
        {
            "foundations": labelled(row(4.5, 0, 4), "♣♦♥♠"),
            "tableau": fanned(row(0, 1.2, 13), dy=0.3),
        },
        upright={
            "foundations": labelled(row(1.5, 0, 4), "♣♦♥♠"),
            "tableau": fanned(row(0, 1.2, 7) + row(0.5, 4.6, 6), dy=0.3),
        },
    ),
    "good_measure": Layout(
        {
            "foundations": labelled(column(10.3, 0, 4), "♣♦♥♠"),
            "tableau": fanned(row(0, 0, 10), dy=0.3),
        },
        upright={
            "foundations": labelled(row(1, 0, 4), "♣♦♥♠"),
            "tableau": fanned(row(0.5, 1.2, 5) + row(0.5, 4.8, 5), dy=0.3),
        },
    ),
}
