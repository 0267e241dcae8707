"""FreeCell and its kin: the cells and the foundations over the columns."""

from __future__ import annotations

from cadogan_games.engine.layout import Layout, fanned, grid, labelled, row

FREECELL = Layout(
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
)

LAYOUTS = {
    "freecell": FREECELL,
    "bakers_game": FREECELL,
    "eight_off": Layout(
        {
            "cells": row(0, 0, 8),
            "foundations": labelled(grid(8.5, 0, 2, 2, y_step=1.15), "♣♦♥♠"),
            "tableau": fanned(row(0, 1.3, 8), dy=0.25),
        },
        upright={
            "foundations": labelled(row(2, 0, 4), "♣♦♥♠"),
            "cells": row(0, 1.2, 8),
            "tableau": fanned(row(0, 2.5, 8), dy=0.3),
        },
    ),
    "seahaven_towers": Layout(
        {
            "cells": row(0, 0, 4),
            "foundations": labelled(row(6, 0, 4), "♣♦♥♠"),
            "tableau": fanned(row(0, 1.3, 10), dy=0.25),
        }
    ),
}
