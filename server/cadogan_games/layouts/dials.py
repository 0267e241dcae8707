"""The two Dials of Dick: the hours of a clock, stock and waste outside at the lower left."""

from __future__ import annotations

from cadogan_games.engine.layout import Layout, at, in_heights, labelled, ring

HOURS = ring(12, 2.5, start=30)
CENTRE = at((0, 0))
OUTSIDE = {"stock": in_heights(at((-3.4, 2.6))), "waste": in_heights(at((-2.4, 2.6)))}

DIAMONDS = [f"{rank}♦" for rank in "A 2 3 4 5 6 7 8 9 10 J Q K".split()]

LAYOUTS = {
    "dial_no_1": Layout({"foundations": labelled(HOURS + CENTRE, DIAMONDS), **OUTSIDE}),
    "dial_no_2": Layout({"foundations": HOURS, "centre": labelled(CENTRE, ["K"]), **OUTSIDE}),
}
