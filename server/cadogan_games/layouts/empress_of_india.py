"""The Empress of India: the foundations on both sides of the guard, Army and Navy below."""

from __future__ import annotations

from cadogan_games.engine.layout import Layout, at, fanned, grid, moved

ROUND_THE_EMPRESS = at((5.5, 1), (4.5, 0), (5.5, 0), (6.5, 0), (4.5, 1), (6.5, 1), (4.5, 2), (5.5, 2), (6.5, 2))

LAYOUTS = {
    "empress_of_india": Layout(
        {
            "guard": ROUND_THE_EMPRESS,
            "black_foundations": grid(0, 0, 2, 4),
            "red_foundations": grid(8, 0, 2, 4),
            "army": fanned(grid(0, 3.3, 2, 12, y_step=1.26), dy=0.26),
            "navy": fanned(grid(0, 5.92, 2, 12, y_step=1.26), dy=0.26),
            "red_waste": at((12.5, 4.4)),
            "black_waste": at((12.5, 5.5)),
            "stock": at((12.5, 3.3)),
        },
        upright={
            "guard": moved(ROUND_THE_EMPRESS, -2, 0),
            "black_foundations": grid(0, 0, 4, 2, y_step=1.02),
            "red_foundations": grid(6, 0, 4, 2, y_step=1.02),
            "army": fanned(grid(0, 4.2, 3, 8, y_step=1.26), dy=0.26),
            "navy": fanned(grid(0, 8.03, 3, 8, y_step=1.26), dy=0.26),
            "stock": at((2.5, 3.06)),
            "red_waste": at((3.5, 3.06)),
            "black_waste": at((4.5, 3.06)),
        },
    ),
}
