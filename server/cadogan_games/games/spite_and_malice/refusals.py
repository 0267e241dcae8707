"""Why a play or a discard is refused, with the rule; the sheets' parts are in brackets."""

from __future__ import annotations

from typing import Any

from cadogan_games.engine.actions import Spots
from cadogan_games.engine.cards import ACE, spoken
from cadogan_games.engine.table import Table
from cadogan_games.games.spite_and_malice.discards import takes
from cadogan_games.games.spite_and_malice.legal import forced_plays
from cadogan_games.games.spite_and_malice.piles import (
    RANKS,
    centre,
    discards,
    hand_spots,
    other,
    own_spots,
    riddance,
    spot_card,
)

RANK_NAMES = (
    "",
    "an ace",
    *("an 8" if rank == 8 else f"a {rank}" for rank in range(2, 11)),
    "a jack",
    "a queen",
    "a king",
)


def why_no_play(table: Table, *spots: Any) -> str:
    """Why the standard game refuses a play."""
    misplaced = misplaced_play(table, spots, "nothing goes on a king, not even a joker: it has completed its pile")
    if misplaced:
        return f"{misplaced} (4.2)"
    if table.phase == "compel":
        return "both hands are stuck: you must play an ace or a two from hand (4.5)"
    forced = forced_plays(table, table.count("seat"))
    if forced:
        return first_of(table, forced)
    spot, place = spots
    return f"that centre place takes {wanted(table, place)} or a joker, and {spoken(spot_card(table, spot))} is neither (4.1)"


def why_no_discard(table: Table, *spots: Any) -> str:
    """Why the standard game refuses a discard."""
    misplaced = misplaced_discard(table, spots)
    if misplaced:
        return f"{misplaced} (4.2)"
    spot, pile = spots
    card = spot_card(table, spot)
    if RANKS[card] == ACE:
        return "an ace is never discarded (4.1)"
    ranks = [rank for rank in range(2, 14) if takes(table.piles[pile]) >> rank & 1]
    between = " or " if len(ranks) == 2 else " down to "
    span = RANK_NAMES[ranks[0]] if len(ranks) == 1 else between.join((RANK_NAMES[ranks[-1]], RANK_NAMES[ranks[0]]))
    return f"that discard pile takes {span}, or a joker, and {spoken(card)} is neither (4.1)"


def first_of(table: Table, forced: list[Spots]) -> str:
    """Which play comes first, and by which rule."""
    card = spot_card(table, forced[0][0])
    if RANKS[card] == ACE:
        return f"your upcard {spoken(card)} must be played first: there is an empty place for it (F1)"
    return "a two must be played first: you show one, and there is a bare ace to put it on (F2)"


def misplaced_play(table: Table, spots: tuple[Any, ...], complete: str) -> str | None:
    """What is wrong with where a play comes from or goes to, if anything; `complete` says that a full pile takes nothing."""
    seat = table.count("seat")
    if len(spots) != 2:
        return "a play names a card and the centre place it goes to"
    spot, place = spots
    if owner_of(table, spot) == other(seat):
        return "the opponent's cards are not yours to play"
    if spot not in own_spots(table, seat):
        return "only your upcard, your hand and the top cards of your discard piles may be played"
    if place == table.game.first["completed"]:
        return complete
    if place not in centre(table):
        return "a card is played to a centre place and nowhere else"
    return None


def misplaced_discard(table: Table, spots: tuple[Any, ...]) -> str | None:
    """What is wrong with where a discard comes from or goes to, if anything."""
    seat = table.count("seat")
    if len(spots) != 2:
        return "a discard names a card in your hand and one of your discard piles"
    spot, pile = spots
    if spot == riddance(table, seat):
        return "the upcard is never discarded"
    if spot in discards(table, seat):
        return "no card goes from one discard pile to another"
    if spot not in hand_spots(table, seat) or pile not in discards(table, seat):
        return "only a card from your hand may be discarded, and only on one of your own four piles"
    return None


def wanted(table: Table, place: int) -> str:
    """The rank that a centre place takes, in words."""
    return RANK_NAMES[len(table.piles[place]) + 1]


def owner_of(table: Table, spot: Any) -> int | None:
    """Whose pile a spot is on; None for a shared pile or no pile at all."""
    pile = spot if isinstance(spot, int) else spot[0]
    if not 0 <= pile < table.game.pile_count:
        return None
    group = table.game.group_of[pile]
    return group.places[pile - table.game.first[group.id]].owner
