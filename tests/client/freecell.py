"""FreeCell, which the catalogue lacks: bots must play from a reserve that the player fills."""

from __future__ import annotations

from dataclasses import replace

from cadogan_games import registry
from cadogan_games.engine.game import Game
from cadogan_games.engine.laying import laid_out
from cadogan_games.engine.layout import Layout, row
from cadogan_games.words import (
    ACE,
    ALL,
    Patience,
    all_home,
    alternate_colour,
    down,
    foundations,
    reserve,
    rounds,
    same_suit,
    tableau,
    top_of,
    up_from,
)


def freecell(cells: int = 4) -> Game:
    """Return a game of eight columns packed in alternate colours, and `cells` cells that hold a card each."""
    places = Layout({"foundations": row(4, 0, 4), "cells": row(0, 0, cells), "tableau": row(0, 1.4, 8)})
    made = Patience(
        groups=[
            foundations(same_suit & up_from(ACE)),
            reserve(cells, "cells", space=ALL, name="cells"),
            tableau(8, alternate_colour & down, space=ALL, name="column"),
        ],
        deal=[rounds("tableau")],
        moves={
            "1": top_of("tableau", "cells").home(),
            "2": top_of("tableau", "cells").to("tableau"),
            "3": top_of("tableau").to("cells"),
        },
        goal=all_home(),
    )
    head = replace(registry.heads()["fortress"], id="freecell")
    return Game(head, {}, replace(made, groups=laid_out(made.groups, places)))
