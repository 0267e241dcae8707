"""The two Dials of Dick: the hours of a clock, stock and waste outside below."""

from __future__ import annotations

from cadogan_games.engine.layout import Layout, at, labelled, mirrored

HOURS = mirrored(at((1.1, -1.7), (2.3, -1.08), (3, 0), (2.3, 1.08), (1.1, 1.7), (0, 1.7)))
UPRIGHT_HOURS = mirrored(at((1.05, -2.4), (1.8, -1.35), (2.1, 0), (1.8, 1.35), (1.05, 2.4), (0, 2.75)))
"""From one to twelve: wider than high, or higher than wide, as the window is."""
CENTRE = at((0, 0))
OUTSIDE = {"stock": at((-4.6, 1.7)), "waste": at((-3.5, 1.7))}
UPRIGHT_OUTSIDE = {"stock": at((-2.15, 2.7)), "waste": at((2.15, 2.7))}

DIAMONDS = [f"{rank}♦" for rank in "A 2 3 4 5 6 7 8 9 10 J Q K".split()]

LAYOUTS = {
    "dial_no_1": Layout(
        {"foundations": labelled(HOURS + CENTRE, DIAMONDS), **OUTSIDE},
        upright={"foundations": UPRIGHT_HOURS + CENTRE, **UPRIGHT_OUTSIDE},
    ),
    "dial_no_2": Layout(
        {"foundations": HOURS, "centre": labelled(CENTRE, ["K"]), **OUTSIDE},
        upright={"foundations": UPRIGHT_HOURS, **UPRIGHT_OUTSIDE},
    ),
}
