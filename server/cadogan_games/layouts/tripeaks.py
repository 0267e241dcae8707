"""TriPeaks: each row covers the lower part of the row above it."""

from __future__ import annotations

from cadogan_games.engine.layout import Layout, Places, at, row


def peaks(step: float) -> Places:
    """Return the four rows of the three peaks, each lower than the one before by `step`."""
    second = [(3 * peak + 1 + side, step) for peak in range(3) for side in range(2)]
    return row(1.5, 0, 3, 3) + at(*second) + row(0.5, 2 * step, 9) + row(0, 3 * step, 10)


LAYOUTS = {
    "tripeaks": Layout(
        {"peaks": peaks(0.5), "stock": at((4, 2.8)), "foundations": at((5, 2.8))},
        upright={"peaks": peaks(0.6), "stock": at((3.5, 3.2)), "foundations": at((5.5, 3.2))},
    )
}
