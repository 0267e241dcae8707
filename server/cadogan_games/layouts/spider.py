"""Spider and its nearest kin: the foundations over the columns, the stock in the corner."""

from __future__ import annotations

from cadogan_games.engine.layout import Layout, Places, at, fanned, row


def columns(count: int, homes: int) -> dict[str, Places]:
    """Return the foundations over the columns."""
    return {"foundations": row(2 if homes == 8 else 3, 0, homes), "tableau": fanned(row(0, 1.3, count), dy=0.25)}


STOCK = {"stock": at((0, 0))}
TEN = Layout(columns(10, 8) | STOCK)
SEVEN = Layout(columns(7, 4) | STOCK)

LAYOUTS = {
    "spider_4": TEN,
    "aracnida": TEN,
    "mrs_mop": Layout(
        columns(13, 8),
        upright={"foundations": row(0, 0, 8), "tableau": fanned(row(0.5, 1.15, 7) + row(0.5, 5.1, 6), dy=0.3)},
    ),
    "simple_simon": Layout(columns(10, 4)),
    "spiderette": SEVEN,
    "will_o_the_wisp": SEVEN,
    "scorpion": SEVEN,
}
