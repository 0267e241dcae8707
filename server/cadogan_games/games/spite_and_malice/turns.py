"""The standard game's course: plays, discards and stands, whose turn follows, drawing, and redeals.

States are the phases `turn`, `offer`, `compel` and `over`; X, Y or N of the sheet is the counter `seat`. What a player does
himself is `play`, `discard`, `stand` or `stay`; the `make_` functions do the same for whoever causes it.
"""

from __future__ import annotations

from cadogan_games.engine.duel import OVER
from cadogan_games.engine.table import Table
from cadogan_games.games.spite_and_malice.centre import play_card
from cadogan_games.games.spite_and_malice.ending import acted, finish_by_riddance
from cadogan_games.games.spite_and_malice.legal import all_plays, compelled_plays, forced_plays, has_discard
from cadogan_games.games.spite_and_malice.piles import HAND, SEATS, Spot, hand, other, riddance
from cadogan_games.games.spite_and_malice.stock import draw_one, form_stock, gather, shuffle_stock
from cadogan_games.games.spite_and_malice.upcards import higher_upcard

PILE = 13
"""Cards in a complete centre pile."""

LOW_STOCK = 12
COMPARISONS = 26

# ---- what a player does ----------------------------------------------------------------------------------------------


def play(table: Table, spot: Spot, place: int) -> None:
    """A card to the centre, from upcard, hand or a discard pile."""
    acted(table)
    make_play(table, spot, place)


def make_play(table: Table, spot: Spot, place: int) -> None:
    """As `play`, whoever does it."""
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
    """A hand card to an own discard pile; the turn ends."""
    acted(table)
    make_discard(table, spot, pile)


def make_discard(table: Table, spot: tuple[int, int], pile: int) -> None:
    """As `discard`, whoever does it."""
    seat = table.count("seat")
    table.take(*spot, pile, len(table.piles[pile]))
    draw(table, seat, HAND - len(table.piles[hand(table, seat)]))
    if not call_back(table, other(seat)):
        begin_turn(table, seat)


def stand(table: Table) -> None:
    """No discard and no draw; the turn ends."""
    acted(table)
    make_stand(table)


def make_stand(table: Table) -> None:
    """As `stand`, by the player's choice or by itself when the hand is frozen."""
    seat = table.count("seat")
    table.set(f"standing_{seat}", 1)
    if not call_back(table, other(seat)):
        both_stuck(table, other(seat))


def stay(table: Table) -> None:
    """The offer to come back in is declined."""
    acted(table)
    make_stay(table)


def make_stay(table: Table) -> None:
    """As `stay`, whoever does it. If the offer followed the opponent's stand, both hands are stuck."""
    seat = table.count("seat")
    if table.count(f"standing_{other(seat)}"):
        both_stuck(table, seat)
    else:
        begin_turn(table, other(seat))


# ---- whose turn it is ------------------------------------------------------------------------------------------------


def await_seat(table: Table, phase: str, seat: int) -> None:
    """A seat's action is awaited in a phase."""
    table.set("seat", seat)
    table.enter(phase)


def begin_turn(table: Table, seat: int) -> None:
    """`turn(seat)`, where an empty hand draws five. Also after each play of the same turn."""
    await_seat(table, "turn", seat)
    draw_if_empty(table, seat)


def call_back(table: Table, seat: int) -> bool:
    """After the other's turn: this seat's turn, or if it is standing a forced return or an offer. False if it can't act."""
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
    """A seat on turn with no legal play and no legal discard stands by itself."""
    if table.phase == "turn":
        seat = table.count("seat")
        if not has_discard(table, seat) and not all_plays(table, seat):
            make_stand(table)


def both_stuck(table: Table, next_seat: int) -> None:
    """Both hands are stuck: each seat, the next in turn first, must play an ace or two from hand if it can."""
    table.set("_compelled", 0)
    table.set("step", 1)
    compel(table, next_seat)


def compel(table: Table, seat: int) -> None:
    """The step of `compel` that is due, passed over if the seat holds no such card."""
    if compelled_plays(table, seat):
        await_seat(table, "compel", seat)
    else:
        table.set("seat", seat)
        go_on_compelling(table)


def go_on_compelling(table: Table) -> None:
    """After a step of `compel`: the second step, then the next in turn if a card was played, else a redeal."""
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
    """An empty hand draws five."""
    if not table.piles[hand(table, seat)]:
        draw(table, seat, HAND)


def draw(table: Table, seat: int, count: int) -> None:
    """So many cards from the stock to a hand; a new stock is formed before if it is too small, and after if it is low."""
    if len(table.stock) < count:
        form_stock(table)
    for _ in range(min(count, len(table.stock))):
        draw_one(table, seat)
    if len(table.stock) <= LOW_STOCK:
        form_stock(table)


def redeal(table: Table, next_seat: int) -> None:
    """All but the riddance piles is gathered, shuffled and dealt again. After too many in vain the game ends instead."""
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
