"""Mount Olympus: the pyramid over the battery."""

from __future__ import annotations

from cadogan_games.engine.layout import Layout, at, fanned, row

PYRAMID = [(x, y) for y in range(4) for x in range(3 - y, 4 + y)]
"""Rows of 1, 3, 5 and 7. Aces and twos alternate in each row, so aces have every second column, that of the top included."""

TABLE = {
    "odd_foundations": at(*((x, y) for x, y in PYRAMID if x % 2)),
    "even_foundations": at(*((x, y) for x, y in PYRAMID if not x % 2)),
    "tableau": fanned(row(-1, 4.3, 9), dy=0.25),
    "stock": at((9, 0)),
}
UPRIGHT = {"stock": at((-1, 0))}

LAYOUTS = {
    "mount_olympus": Layout(TABLE | {"waste": at((9, 1.2))}, upright=UPRIGHT | {"waste": at((-1, 1.2))}),
    "mount_olympus_rows": Layout(TABLE, upright=UPRIGHT),
}
