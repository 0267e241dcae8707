"""Caesar: a square of nine."""

from __future__ import annotations

from cadogan_games.engine.layout import Layout, grid

LAYOUTS = {"caesar": Layout({"square": grid(0, 0, 3, 3)})}
