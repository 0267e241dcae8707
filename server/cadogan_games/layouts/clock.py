"""The Clock: a dial, stock and waste in its middle, and the packets round it."""

from __future__ import annotations

from dataclasses import replace

from cadogan_games.engine.layout import Layout, Place, Places, at, in_heights, ray, ring


def packet_place(hour: int) -> Place:
    """Outside its hour; spread outwards or, where that would cover the corners of the cards, inwards from farther out."""
    return ray(30 * hour, 3.4, fan=0.25) if 2 <= hour <= 7 else ray(30 * hour, 3.9, fan=-0.25)


def squeezed(places: Places) -> Places:
    """An oval dial, for a window much higher than wide."""
    return tuple(
        replace(place, x=round(0.74 * place.x, 3), y=round(1.2 * place.y, 3), dx=0.9 * place.dx, dy=place.dy)
        for place in places
    )


DIAL = ring(12, 2.2, start=30)
CIRCLE = tuple(packet_place(hour) for hour in range(1, 13))

LAYOUTS = {
    "clock": Layout(
        {
            "foundations": DIAL,
            "tableau": CIRCLE,
            "stock": in_heights(at((-0.6, 0))),
            "waste": in_heights(at((0.6, 0))),
        },
        upright={"foundations": squeezed(DIAL), "tableau": squeezed(CIRCLE)},
    )
}
