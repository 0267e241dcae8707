"""The Great Thirteen: each numeral pile under its balcony card and over its packet."""

from __future__ import annotations

from cadogan_games.engine.layout import Layout, fanned, row

LAYOUTS = {
    "great_thirteen": Layout(
        {"balcony": row(0, 0, 8), "foundations": row(0, 1.3, 8), "packets": fanned(row(0, 2.9, 8), dy=0.25)}
    ),
}
