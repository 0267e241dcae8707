"""Curds and Whey: runs in suit and sets of equal rank, in thirteen open columns."""

from cadogan_games.words import *

joined = joins("tableau")


def joins_and_kings_first(table: Table) -> int:
    """Return the number of joins, plus the kings that lie first in their columns."""
    return joined(table) + sum(KINGS >> column[0] & 1 for column in table.group("tableau") if column)


@patience("curds_and_whey")
def curds_and_whey() -> Patience:
    """Nothing goes home. The game is won when four columns run from king to ace in suit."""
    return Patience(
        groups=[tableau(13, in_suit | same_rank, space=KINGS, name="column")],
        deal=[rounds("tableau", 4)],
        moves={
            "1, 2": runs_of("tableau", in_suit, same_rank).to("tableau"),
        },
        goal=Goal(joins_and_kings_first, 52, whole_runs_only("tableau")),
    )
