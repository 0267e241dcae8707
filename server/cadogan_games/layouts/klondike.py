"""Canfield or Klondike."""

from __future__ import annotations

from typing import Any

from cadogan_games.engine.layout import Layout, at, fanned, row


def klondike(draw: int, **_: Any) -> Layout:
    """Return stock, waste and foundations in a row over seven columns. If three cards are turned, the waste shows all of them."""
    return Layout(
        {
            "stock": at((0, 0)),
            "waste": fanned(at((1, 0)), dx=0.25 if draw > 1 else 0),
            "foundations": row(3, 0, 4),
            "tableau": fanned(row(0, 1.4, 7), dy=0.25),
        }
    )


LAYOUTS = {"klondike": klondike}
