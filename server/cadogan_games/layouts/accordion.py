"""Accordion: the row in four lines, in a high window in seven."""

from __future__ import annotations

from cadogan_games.engine.layout import Layout, grid

LAYOUTS = {"accordion": Layout({"row": grid(0, 0, 4, 13)}, upright={"row": grid(0, 0, 7, 8)[:52]})}
