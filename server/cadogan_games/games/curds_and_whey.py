"""Curds and Whey: runs in suit and sets of equal rank, in thirteen open columns."""

from __future__ import annotations

from cadogan_games.catalogue import patience
from cadogan_games.engine.cards import KINGS
from cadogan_games.engine.deals import rounds
from cadogan_games.engine.game import Patience
from cadogan_games.engine.groups import tableau
from cadogan_games.engine.layout import fanned, row
from cadogan_games.engine.plays import runs_of
from cadogan_games.engine.relations import same_rank
from cadogan_games.engine.runs import in_suit, joins, whole_runs_only
from cadogan_games.engine.table import Table

joined = joins("tableau")


def joins_and_kings_first(table: Table) -> int:
    """The joins, and the kings that lie first in their columns."""
    return joined(table) + sum(KINGS >> column[0] & 1 for column in table.group("tableau") if column)


@patience(
    "curds_and_whey",
    "Curds and Whey",
    packs=1,
    family="spider kin",
    source=(
        "David Parlett's own description of his game, and PySolFC; named as kin of Aracnida in a card-game blog of 2010"
    ),
    race="good",
    why="open cards, all skill",
)
def curds_and_whey() -> Patience:
    """Nothing goes home: four columns from king to ace in suit are the end."""
    return Patience(
        groups=[tableau("tableau", fanned(row(0, 0, 13), dy=0.25), in_suit | same_rank, KINGS, name="column")],
        deal=[rounds("tableau", 4)],
        moves=[
            runs_of("tableau", in_suit, same_rank)
            .to("tableau")
            .says(
                "1, 2: a run in suit or a set of one rank goes on the next higher card of its suit or on its own rank,"
                " headed by a king into a space"
            ),
        ],
        won=whole_runs_only("tableau"),
        progress=joins_and_kings_first,
        upright={"tableau": fanned(row(0, 0, 7) + row(0, 4.2, 6), dy=0.3)},
        progress_max=52,
    )
