"""Calculation: each foundation stands over a heap, the hand and the stock beside them."""

from __future__ import annotations

from cadogan_games.engine.layout import Layout, Places, at, fanned, labelled, row

HOMES = ("ones", "twos", "threes", "fours")


def homes(x: float) -> dict[str, Places]:
    """The four foundations in a row from here."""
    return {id: labelled(at((x + i, 0)), [f"+{i + 1}"]) for i, id in enumerate(HOMES)}


LAYOUTS = {
    "calculation": Layout(
        {"stock": at((0, 0)), "hand": at((1, 0)), **homes(2.8), "heaps": fanned(row(2.8, 1.3, 4), dy=0.3)},
        upright={"stock": at((0, 0)), "hand": at((0, 1.3)), **homes(1.3), "heaps": fanned(row(1.3, 1.3, 4), dy=0.3)},
    )
}
