"""The Rainbow: the arc over the columns, the foundations at the end of it."""

from __future__ import annotations

from cadogan_games.engine.layout import Layout, at, fanned, labelled, row

ARC = at(*((k, round(1.2 * ((k - 6) / 6) ** 2, 3)) for k in range(13)))

HALF_AN_ARCH = ((0, 4.1), (0, 3.1), (0.15, 2.1), (0.5, 1.1), (1.1, 0.1), (2.12, -0.05))
ARCH = at(*HALF_AN_ARCH, (3.15, -0.1), *((6.3 - x, y) for x, y in reversed(HALF_AN_ARCH)))
"""A higher arc, for a high window."""

LAYOUTS = {
    "rainbow": Layout(
        {"rainbow": ARC, "tableau": fanned(row(3, 2.4, 7), dy=0.25), "foundations": labelled(row(4.5, 6, 4), "♣♦♥♠")},
        upright={"rainbow": ARCH, "tableau": fanned(row(0.15, 5.3, 7), dy=0.3), "foundations": row(1.65, 2.6, 4)},
    ),
}
