"""FreeCell: the cells at the left and the foundations at the right, over the columns."""

from __future__ import annotations

from cadogan_games.engine.layout import Layout, fanned, labelled, row

LAYOUTS = {
    "freecell": Layout(
        {
            "cells": row(0, 0, 4),
            "foundations": labelled(row(5, 0, 4), "♣♦♥♠"),
            "tableau": fanned(row(0.5, 1.3, 8), dy=0.25),
        },
        upright={
            "cells": row(0, 0, 4),
            "foundations": labelled(row(4, 0, 4), "♣♦♥♠"),
            "tableau": fanned(row(0, 1.3, 8), dy=0.3),
        },
    ),
}
