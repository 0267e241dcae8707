"""General Sedgewick."""

from __future__ import annotations

from cadogan_games.engine.layout import Layout, at

CROSS = at((1, 0), (0, 1), (1, 1), (2, 1), (1, 2))
"""Top, left, centre, right, bottom."""
CORNERS = at((0, 0), (2, 0), (0, 2), (2, 2))

LAYOUTS = {
    "general_sedgewick": Layout({"tableau": CROSS, "foundations": CORNERS, "stock": at((4, 0)), "waste": at((4, 1.3))}),
}
