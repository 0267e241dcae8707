"""The Zodiac: an arch of twelve above and one below, round the Equator and the foundations."""

from __future__ import annotations

from cadogan_games.engine.layout import Layout, at, grid, row


def arch(x: float) -> float:
    """Return how far the Zodiac is bent in at this place of its row."""
    return round(1.1 * ((x - 5.5) / 5.5) ** 2, 3)


ZODIAC = at(*((x, arch(x)) for x in range(12)), *((x, 5.2 - arch(x)) for x in reversed(range(12))))

OVER = [(1, 0.45), (2, 0.12), (3, 0), (4, 0), (5, 0.12), (6, 0.45)]
BESIDE = [1.2 + 1.03 * i for i in range(6)]
UPRIGHT_ZODIAC = at(
    *OVER, *((7, y) for y in BESIDE), *((7 - x, 7.55 - y) for x, y in OVER), *((0, y) for y in BESIDE[::-1])
)
"""Six above, six at each side and six below."""

LAYOUTS = {
    "zodiac": Layout(
        {
            "reserve": row(2, 2.6, 8),
            "tableau": ZODIAC,
            "ace_foundations": row(4, 1.3, 4),
            "king_foundations": row(4, 3.9, 4),
            "stock": at((0, 2.6)),
            "waste": at((11, 2.6)),
        },
        upright={
            "reserve": grid(2, 2.6, 2, 4, y_step=2.35),
            "tableau": UPRIGHT_ZODIAC,
            "ace_foundations": row(2, 1.35, 4),
            "king_foundations": row(2, 6.2, 4),
            "stock": at((2.6, 3.78)),
            "waste": at((4.4, 3.78)),
        },
    ),
}
