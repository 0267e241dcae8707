"""The Clock: a dial, stock and waste in its middle, and the packets round it."""

from __future__ import annotations

from dataclasses import replace

from cadogan_games.engine.layout import Layout, Place, Places, at, fanned, in_heights, mirrored, ray, ring


def packet_place(hour: int) -> Place:
    """Return the place of a packet outside its hour. It is spread outwards; if that would cover the corners of its cards, it
    begins farther out and is spread inwards."""
    return ray(30 * hour, 3.4, fan=0.25) if 2 <= hour <= 7 else ray(30 * hour, 3.9, fan=-0.25)


def squeezed(places: Places) -> Places:
    """Return an oval dial, for a window much higher than wide."""
    return tuple(
        replace(place, x=round(0.74 * place.x, 3), y=round(1.2 * place.y, 3), dx=0.9 * place.dx, dy=place.dy)
        for place in places
    )


DIAL = mirrored(at((1.1, -1.6), (2.2, -1.05), (2.9, 0), (2.2, 1.05), (1.1, 1.6), (0, 1.6)))
"""The hours from one to twelve on a dial that is wider than high, as most windows are."""

SPREAD = 0.3
"""The distance from one card of a packet to the next, in widths of a card."""

RIGHT = at((2.3, -2.65), (3.5, -1.5), (4.2, 0), (3.5, 1.5), (2.3, 2.65))
LEFT = at(*((-place.x - 2 * SPREAD, place.y) for place in reversed(RIGHT)))
PACKETS = fanned((*RIGHT, *at((0, 2.65)), *LEFT, *at((0, -2.65))), dx=SPREAD)
"""The packets outside their hours. All are spread to the right, so that the card to play lies on top; those on the left begin two
cards farther out, to end at their hours."""

UPRIGHT_DIAL = ring(12, 2.2, start=30)
UPRIGHT_PACKETS = tuple(packet_place(hour) for hour in range(1, 13))

LAYOUTS = {
    "clock": Layout(
        {
            "foundations": DIAL,
            "tableau": PACKETS,
            "stock": in_heights(at((-0.6, 0))),
            "waste": in_heights(at((0.6, 0))),
        },
        upright={"foundations": squeezed(UPRIGHT_DIAL), "tableau": squeezed(UPRIGHT_PACKETS)},
    )
}
