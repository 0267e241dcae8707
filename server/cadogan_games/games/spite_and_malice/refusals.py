"""The reasons for refused plays and discards. `numbers` is the part of the sheet, if it differs from that of the
action's own rule."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from cadogan_games.engine.actions import Spots
from cadogan_games.engine.cards import ACE, KING
from cadogan_games.engine.refusals import Refusal, refusal_of
from cadogan_games.engine.table import Table
from cadogan_games.games.spite_and_malice.discards import takes
from cadogan_games.games.spite_and_malice.legal import forced_plays, not_compelled
from cadogan_games.games.spite_and_malice.piles import (
    RANKS,
    Spot,
    centre,
    discards,
    hand,
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


PLAY = "the upcard, a card from the hand or the top card of a discard pile goes to a centre place that it fits"
DISCARD = "a card from the hand goes on one of the player's discard piles, and ends the turn"


def why_no_play(table: Table, *spots: Any) -> Refusal:
    """Return why the standard game refuses a play."""
    misplaced = misplaced_play(table, spots, last="king", wild="joker")
    if misplaced:
        return misplaced
    if table.phase == "compel":
        return refusal_of(not_compelled).of("4.5", "")
    forced = forced_plays(table, table.count("seat"))
    return first_of(table, forced) if forced else unfit(table, *spots, wild="joker").of("4.1", "")


def why_no_discard(table: Table, *spots: Any) -> Refusal:
    """Return why the standard game refuses a discard."""
    seat = table.count("seat")
    if len(spots) != 2 or spots[0] not in hand_spots(table, seat) or spots[1] not in discards(table, seat):
        return why_misplaced(table, *spots)
    spot, pile = spots
    card = spot_card(table, spot)
    if RANKS[card] == ACE:
        return Refusal("no_ace_discarded", "an ace is never discarded", numbers="4.1")
    ranks = [rank for rank in range(KING, 1, -1) if takes(table.piles[pile]) >> rank & 1]
    between = " or " if len(ranks) == 2 else " down to "
    span = between.join(RANK_NAMES[rank] for rank in dict.fromkeys((ranks[0], ranks[-1])))
    return Refusal(
        "discard_pile_takes",
        f"that discard pile takes {span}, or a joker, and {{card}} is neither",
        {"highest": ranks[0], "lowest": ranks[-1], "card": (card,)},
        numbers="4.1",
    )


def first_of(table: Table, forced: list[Spots]) -> Refusal:
    """Return which play comes first, and by which rule."""
    card = spot_card(table, forced[0][0])
    if RANKS[card] == ACE:
        return Refusal(
            "upcard_ace_first",
            "your upcard {card} must be played first: there is an empty place for it",
            {"card": (card,)},
            numbers="F1",
        )
    return Refusal(
        "two_first", "a two must be played first: you show one, and there is a bare ace to put it on", numbers="F2"
    )


def unfit(table: Table, spot: Any, place: int, *, wild: str) -> Refusal:
    """Return the refusal of a card that does not fit a centre place; `wild` names the cards that fit everywhere."""
    rank = len(table.piles[place]) + 1
    return Refusal(
        "centre_takes",
        f"that centre place takes {RANK_NAMES[rank]} or a {{wild}}, and {{card}} is neither",
        {"rank": rank, "wild": wild, "card": (spot_card(table, spot),)},
    )


def misplaced_play(table: Table, spots: tuple[Any, ...], *, last: str, wild: str) -> Refusal | None:
    """Return what is wrong with a play's origin or target, or None. Not even a `wild` card fits as the `last` card of a
    pile."""
    seat = table.count("seat")
    if len(spots) == 2 and owner_of(table, spots[0]) == other(seat):
        return Refusal("cards_of_opponent", "the opponent's cards are not yours to play")
    return why_not_playable(table, spots, own_spots(table, seat), last=last, wild=wild)


def why_not_playable(
    table: Table, spots: tuple[Any, ...], playable: Sequence[Spot], *, last: str, wild: str
) -> Refusal | None:
    """Return what is wrong with a play that comes from none of the `playable` spots or goes to no centre place; None if
    nothing is."""
    if len(spots) != 2:
        return Refusal("play_names_two", "a play names a card and the centre place it goes to")
    spot, place = spots
    if spot not in playable:
        return Refusal(
            "not_to_be_played", "only your upcard, your hand and the top cards of your discard piles may be played"
        )
    if place == table.number("completed"):
        return Refusal(
            "completed",
            "nothing goes on a {last}, not even a {wild}: it has completed its pile",
            {"last": last, "wild": wild},
        )
    if place not in centre(table):
        return Refusal("only_to_centre", "a card is played to a centre place and nowhere else")
    return None


def why_misplaced(table: Table, *spots: Any) -> Refusal:
    """Return why a discard is refused that does not go from the hand to a pile of the seat."""
    seat = table.count("seat")
    if len(spots) != 2:
        return Refusal("discard_names_two", "a discard names a card in your hand and one of your discard piles")
    if spots[0] == riddance(table, seat):
        return Refusal("upcard_stays", "the upcard is never discarded")
    if spots[0] in discards(table, seat):
        return Refusal("between_discards", "no card goes from one discard pile to another")
    if spots[0] in hand_spots(table, seat):
        return why_not_there(table, seat, spots[1])
    if owner_of(table, spots[0]) == other(seat):
        return Refusal("cards_of_opponent", "the opponent's cards are not yours to play")
    return Refusal(
        "only_hand_discarded", "only a card from your hand may be discarded, and only on one of your own four piles"
    )


def why_not_there(table: Table, seat: int, pile: Any) -> Refusal:
    """Return why a card from the hand is not discarded on this pile."""
    if owner_of(table, pile) == other(seat):
        return Refusal("pile_of_opponent", "that pile is the opponent's: discard on one of your own four piles")
    if pile == riddance(table, seat):
        return Refusal("nothing_on_riddance", "nothing goes on the pile that you must get rid of")
    if pile == hand(table, seat):
        return Refusal("in_hand_already", "the card is in your hand already")
    if pile == table.number("stock"):
        return Refusal("nothing_on_stock", "nothing goes on the stock: cards are only drawn from it")
    if pile == table.number("completed"):
        return Refusal("nothing_on_completed", "nothing goes on the completed piles: they are out of play")
    return Refusal(
        "only_on_discards", "a card is discarded on one of your own four piles: in the centre it would be played"
    )


def owner_of(table: Table, spot: Any) -> int | None:
    """Return the owner of the pile that a spot is on; None for a shared pile or no pile."""
    pile = spot if isinstance(spot, int) else spot[0]
    if not 0 <= pile < table.game.pile_count:
        return None
    group = table.game.group_of[pile]
    return group.places[pile - table.number(group.id)].owner
