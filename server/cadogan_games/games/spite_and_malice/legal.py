"""The legal actions of the standard game: plays, forced and optional, discards, standing, staying out."""

from __future__ import annotations

from cadogan_games.engine.actions import Spots
from cadogan_games.engine.cards import ACE, JOKER
from cadogan_games.engine.refusals import refused
from cadogan_games.engine.table import Table
from cadogan_games.games.spite_and_malice.centre import plays
from cadogan_games.games.spite_and_malice.discards import takes
from cadogan_games.games.spite_and_malice.piles import (
    RANKS,
    centre,
    discards,
    hand,
    hand_spots,
    own_spots,
    riddance,
    shown_spots,
    spot_card,
    upcard,
)

WILD = 1 << JOKER


def all_plays(table: Table, seat: int) -> list[Spots]:
    """Return every play to the centre that a seat has, forced or not."""
    return plays(table, own_spots(table, seat), WILD)


def forced_plays(table: Table, seat: int) -> list[Spots]:
    """Return the plays that a seat must make before anything else: an upcard ace (F1), or a two that it shows on a bare
    ace (F2).

    If the seat shows a two, a two from hand will do as well. A joker on an empty place is a bare ace.
    """
    forced: list[Spots] = []
    shown = upcard(table, seat)
    if shown is not None and RANKS[shown] == ACE:
        forced += [(riddance(table, seat), place) for place in centre(table) if not table.piles[place]]
    bare = [place for place in centre(table) if len(table.piles[place]) == 1]
    if bare and any(RANKS[table.piles[pile][-1]] == 2 for pile in shown_spots(table, seat)):
        twos = [spot for spot in own_spots(table, seat) if RANKS[spot_card(table, spot)] == 2]
        forced += [(spot, place) for spot in twos for place in bare]
    return forced


def compelled_plays(table: Table, seat: int) -> list[Spots]:
    """Return, with both hands stuck, the plays of a natural ace or two from hand that fit the centre."""
    low = [spot for spot in hand_spots(table, seat) if RANKS[spot_card(table, spot)] in (1, 2)]
    return plays(table, low, 0)


def legal_plays(table: Table) -> list[Spots]:
    """Return the plays that are legal now; forced ones exclude the rest."""
    seat = table.count("seat")
    if table.phase == "compel":
        return compelled_plays(table, seat)
    return forced_plays(table, seat) or all_plays(table, seat)


def legal_discards(table: Table) -> list[Spots]:
    """Return the discards that fit."""
    seat = table.count("seat")
    taking = [(pile, takes(table.piles[pile])) for pile in discards(table, seat)]
    return [
        (spot, pile)
        for spot in hand_spots(table, seat)
        for pile, ranks in taking
        if ranks >> RANKS[spot_card(table, spot)] & 1
    ]


def has_discard(table: Table, seat: int) -> bool:
    """True if any discard of a seat fits."""
    taken = 0
    for pile in discards(table, seat):
        taken |= takes(table.piles[pile])
    return any(taken >> RANKS[card] & 1 for card in table.piles[hand(table, seat)])


# ---- conditions --------------------------------------------------------------------------------------------------------


@refused("offered", "you are asked whether you come back in: only a play to the centre or `stay` answers that")
def not_offered(table: Table) -> bool:
    """True if nobody is asked to come back in."""
    return table.phase != "offer"


@refused("both_stuck", "both hands are stuck: you must play an ace or a two from hand")
def not_compelled(table: Table) -> bool:
    """True if at least one hand is not stuck."""
    return table.phase != "compel"


@refused("nothing_offered", "staying out answers an offer to come back in, and nothing is offered now")
def offered(table: Table) -> bool:
    """True if the seat is asked to come back in."""
    return table.phase == "offer"


@refused(
    "forced_play_first",
    "a forced play comes first: an upcard ace to an empty place (F1), or a two that you show to a bare ace (F2)",
)
def nothing_forced(table: Table) -> bool:
    """True if the seat has no play that it must make."""
    return not forced_plays(table, table.count("seat"))


@refused("discard_left", "a turn ends with a discard, and you have a legal one")
def no_discard_left(table: Table) -> bool:
    """True if the seat has no legal discard."""
    return not has_discard(table, table.count("seat"))
