"""Gypsy and Easthaven: columns in alternate colours, on which rows are dealt from the stock as in Spider."""

from cadogan_games.words import *


def dealt_by_rows(columns: int, copies: int, space: int, *, numbered: bool = False) -> Patience:
    """Aces up in suit; runs move together, rows come from the stock, and cards may come back from the foundations."""
    packed = alternate_colour & down
    deal = [rounds("tableau", 2, down=True), rounds("tableau", 1), rest()]
    return Patience(
        groups=[
            foundations(same_suit & up_from(ACE), copies=copies),
            tableau(columns, packed, space=space, name="column"),
            stock(),
        ],
        deal=deal,
        by_number=deal if numbered else None,
        moves={
            "1": top_of("tableau").home(),
            "2, 3": runs_of("tableau", packed).to("tableau"),
            "4": top_of("foundations").to("tableau"),
            "5": deal_row("tableau"),
        },
        auto=[turn_up("tableau")],
        goal=all_home(),
    )


@patience("gypsy")
def gypsy() -> Patience:
    """Two packs and eight columns."""
    return dealt_by_rows(8, 2, ALL, numbered=True)


@patience("easthaven")
def easthaven(kings_only: bool) -> Patience:
    """One pack and seven columns."""
    return dealt_by_rows(7, 1, KINGS if kings_only else ALL)
