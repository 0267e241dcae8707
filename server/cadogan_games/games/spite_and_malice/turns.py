"""The course of the standard game: plays, discards and stands, the order of turns, drawing, and redeals.

States are the phases `turn`, `offer`, `compel` and `over`. The X, Y or N of the sheet is the counter `seat`. `play`,
`discard`, `stand` and `stay` are the player's own actions; the `make_` functions do the same without marking that the
seat has acted.
"""

from __future__ import annotations

from cadogan_games.engine.duel import OVER, acted
from cadogan_games.engine.table import Table
from cadogan_games.games.spite_and_malice.centre import play_card
from cadogan_games.games.spite_and_malice.ending import finish_by_riddance
from cadogan_games.games.spite_and_malice.legal import all_plays, compelled_plays, forced_plays, has_discard
from cadogan_games.games.spite_and_malice.piles import HAND, SEATS, Spot, hand, other, riddance
from cadogan_games.games.spite_and_malice.stock import draw_one, form_stock, gather, shuffle_stock
from cadogan_games.games.spite_and_malice.upcards import higher_upcard

PILE = 13
"""The number of cards in a complete centre pile."""

LOW_STOCK = 12
"""A stock with at most this many cards is low: a new one is formed after the draw."""
COMPARISONS = 26
"""The number of comparisons of upcards after which the turn is decided without them."""

# ---- moves of a player -----------------------------------------------------------------------------------------------


def play(table: Table, spot: Spot, place: int) -> None:
    """Play a card to the centre, from upcard, hand or a discard pile."""
    acted(table)
    make_play(table, spot, place)


def make_play(table: Table, spot: Spot, place: int) -> None:
    """Do what `play` does, also on behalf of a player."""
    seat = table.count("seat")
    if spot == riddance(table, seat):
        table.set("barren", 0)
    if table.phase == "offer":
        table.set(f"standing_{seat}", 0)
    play_card(table, spot, place, PILE)
    if table.phase == "compel":
        table.set("_compelled", 1)
        draw_if_empty(table, seat)
        go_on_compelling(table)
    elif table.phase != OVER:
        begin_turn(table, seat)


def discard(table: Table, spot: tuple[int, int], pile: int) -> None:
    """Put a hand card on a discard pile of the seat; the turn ends."""
    acted(table)
    make_discard(table, spot, pile)


def make_discard(table: Table, spot: tuple[int, int], pile: int) -> None:
    """Do what `discard` does, also on behalf of a player."""
    seat = table.count("seat")
    table.take(*spot, pile, len(table.piles[pile]))
    draw(table, seat, HAND - len(table.piles[hand(table, seat)]))
    if not call_back(table, other(seat)):
        begin_turn(table, seat)


def stand(table: Table) -> None:
    """End the turn without a discard and without drawing."""
    acted(table)
    make_stand(table)


def make_stand(table: Table) -> None:
    """Do what `stand` does, by the player's choice or automatically when the hand is frozen."""
    seat = table.count("seat")
    table.set(f"standing_{seat}", 1)
    if not call_back(table, other(seat)):
        both_stuck(table, other(seat))


def stay(table: Table) -> None:
    """Decline the offer to come back in."""
    acted(table)
    make_stay(table)


def make_stay(table: Table) -> None:
    """Do what `stay` does, also on behalf of a player. If the offer followed the opponent's stand, both hands are
    stuck."""
    seat = table.count("seat")
    if table.count(f"standing_{other(seat)}"):
        both_stuck(table, seat)
    else:
        begin_turn(table, other(seat))


# ---- the seat on turn ------------------------------------------------------------------------------------------------


def await_seat(table: Table, phase: str, seat: int) -> None:
    """Wait for a seat's action in a phase."""
    table.set("seat", seat)
    table.enter(phase)


def begin_turn(table: Table, seat: int) -> None:
    """Enter `turn(seat)`, in which an empty hand draws five. It is called also after each play of the same turn."""
    await_seat(table, "turn", seat)
    draw_if_empty(table, seat)


def call_back(table: Table, seat: int) -> bool:
    """After the opponent's turn, enter this seat's turn or, if it stands, a forced return or an offer. Return False if
    it cannot act."""
    if not table.count(f"standing_{seat}"):
        begin_turn(table, seat)
    elif forced_plays(table, seat):
        table.set(f"standing_{seat}", 0)
        begin_turn(table, seat)
    elif all_plays(table, seat):
        await_seat(table, "offer", seat)
    else:
        return False
    return True


def frozen_stands(table: Table) -> None:
    """Let a seat on turn without a legal play or discard stand automatically."""
    if table.phase == "turn":
        seat = table.count("seat")
        if not has_discard(table, seat) and not all_plays(table, seat):
            make_stand(table)


def both_stuck(table: Table, next_seat: int) -> None:
    """Make each seat play an ace or two from hand if it can, the next in turn first, since both hands are stuck."""
    table.set("_compelled", 0)
    table.set("step", 1)
    compel(table, next_seat)


def compel(table: Table, seat: int) -> None:
    """Enter the due step of `compel`, or pass over it if the seat holds no such card."""
    if compelled_plays(table, seat):
        await_seat(table, "compel", seat)
    else:
        table.set("seat", seat)
        go_on_compelling(table)


def go_on_compelling(table: Table) -> None:
    """Go on after a step of `compel`: to the second step, then to the next in turn if a card was played, else to a
    redeal."""
    seat = table.count("seat")
    if table.count("step") == 1:
        table.set("step", 2)
        compel(table, other(seat))
        return
    next_seat = other(seat)
    table.set("step", 0)
    if table.count("_compelled"):
        for s in SEATS:
            table.set(f"standing_{s}", 0)
        begin_turn(table, next_seat)
    else:
        redeal(table, next_seat)


# ---- drawing and redeals ---------------------------------------------------------------------------------------------


def draw_if_empty(table: Table, seat: int) -> None:
    """Draw five if the hand is empty."""
    if not table.piles[hand(table, seat)]:
        draw(table, seat, HAND)


def draw(table: Table, seat: int, count: int) -> None:
    """Draw `count` cards from the stock. A new stock is formed first if it has too few, and afterwards if it is low."""
    if len(table.stock) < count:
        form_stock(table)
    for _ in range(min(count, len(table.stock))):
        draw_one(table, seat)
    if len(table.stock) <= LOW_STOCK:
        form_stock(table)


def redeal(table: Table, next_seat: int) -> None:
    """Gather, shuffle and redeal all but the riddance piles. After too many redeals in vain the game ends instead."""
    if table.count("barren") >= table.game.options["dead_redeals"]:
        finish_by_riddance(table)
        return
    table.add("barren")
    ids = ("hand", "discards", "centre", "completed")
    gather(table, (pile for id in ids for pile in table.numbers(id)))
    shuffle_stock(table)
    for _ in range(HAND):
        for seat in SEATS:
            draw_one(table, seat)
    for seat in SEATS:
        table.set(f"standing_{seat}", 0)
    begin_turn(table, higher_upcard(table, COMPARISONS, next_seat))
