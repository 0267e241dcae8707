"""The Hemispheres: the foundations inside a ring with the barriers in it."""

from __future__ import annotations

from cadogan_games.engine.layout import Layout, at, labelled, rotated, row

CIRCLE = at(
    *[(0.6, 1.3), (1.7, 0.5), (3, 0), (6, 0), (7.3, 0.5), (8.4, 1.3)],
    *[(8.4, 3.9), (7.3, 4.7), (6, 5.2), (3, 5.2), (1.7, 4.7), (0.6, 3.9)],
)

UPRIGHT_CIRCLE = at(
    *[(0, 2.75), (0.5, 1.5), (1.65, 0.4), (4.95, 0.4), (6.1, 1.5), (6.6, 2.75)],
    *[(6.6, 5.25), (6.1, 6.5), (4.95, 7.6), (1.65, 7.6), (0.5, 6.5), (0, 5.25)],
)

LAYOUTS = {
    "hemispheres": Layout(
        {
            "red_foundations": labelled(row(3, 2, 4), "♦♦♥♥"),
            "black_foundations": labelled(row(3, 3.2, 4), "♣♣♠♠"),
            "barriers": rotated(at((0, 2.6), (4.5, 0), (9, 2.6), (4.5, 5.2)), 90),
            "tableau": CIRCLE,
            "stock": at((-1.5, 0)),
            "waste": at((-1.5, 1.3)),
        },
        upright={
            "red_foundations": row(1.8, 3.35, 4),
            "black_foundations": row(1.8, 4.65, 4),
            "barriers": rotated(at((0, 4), (3.3, 0), (6.6, 4), (3.3, 8)), 90),
            "tableau": UPRIGHT_CIRCLE,
            "stock": at((0, 0)),
            "waste": at((6.6, 0)),
        },
    )
}
