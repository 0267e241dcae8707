"""Margarethe: the letters M and A, side by side or one under the other, with the aces in the M."""

from __future__ import annotations

from cadogan_games.engine.layout import Layout, at, column, labelled, moved

LETTER_M = column(0, 0, 4) + column(6, 0, 4) + at((1.2, 0.5), (2.4, 1.1), (3.6, 1.1), (4.8, 0.5))
LETTER_A = at((11, 0), (10, 1), (9, 2), (8, 3), (10.5, 2), (11.5, 2), (12, 1), (13, 2), (14, 3))

LAYOUTS = {
    "margarethe": Layout(
        {
            "foundations": LETTER_M,
            "aces": labelled(at((3, 2.4)), "A"),
            "reserve": LETTER_A,
            "stock": at((8, 4.4)),
            "waste": at((9.2, 4.4)),
        },
        upright={"reserve": moved(LETTER_A, -8, 4.3), "stock": at((5, 4.4)), "waste": at((6, 4.4))},
    )
}
