"""Anna: the letters A and N, side by side or one under the other."""

from __future__ import annotations

from cadogan_games.engine.layout import Layout, at, moved

LETTER_A = at((2, 0), (1.2, 1.1), (0.6, 2.2), (0, 3.3), (2, 2.2), (2.8, 1.1), (3.4, 2.2), (4, 3.3))
LETTER_N = at((6, 0), (6, 1.1), (6, 2.2), (7.2, 0.8), (8.4, 1.6), (9.6, 0), (9.6, 1.1), (9.6, 2.2))

LAYOUTS = {
    "anna": Layout(
        {"foundations": LETTER_N, "tableau": LETTER_A, "stock": at((6, 3.6)), "waste": at((7.2, 3.6))},
        upright={"foundations": moved(LETTER_N, -5.8, 4.5), "stock": at((5.2, 5.6)), "waste": at((5.2, 6.7))},
    )
}
