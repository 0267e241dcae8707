"""Spite and Malice as most people play it: kings wild, piles up to the queen, free discards, nothing forced."""

from __future__ import annotations

from typing import Any

from cadogan_games.engine.duel import Duel, Ending, acted, count_time_out, going_on
from cadogan_games.games.spite_and_malice.centre import play_card, plays
from cadogan_games.games.spite_and_malice.ending import (
    finish_by_riddance,
    outcome,
    played_out,
    resign,
)
from cadogan_games.games.spite_and_malice.piles import (
    HAND,
    SEATS,
    Spot,
    discards,
    groups,
    hand,
    hand_spots,
    other,
    own_spots,
    riddance,
)
from cadogan_games.games.spite_and_malice.refusals import DISCARD, PLAY, misplaced_play, unfit, why_misplaced
from cadogan_games.games.spite_and_malice.stock import draw_one, form_stock
from cadogan_games.games.spite_and_malice.upcards import higher_upcard
from cadogan_games.words import (
    DOWN,
    KING,
    KINGS,
    Action,
    Dealer,
    Goal,
    Refusal,
    Spots,
    Table,
    patience,
    rank_of,
    refused,
    standard_order,
)

STAND = "with an empty hand the turn ends without a discard"

PILE = 12
"""The number of cards in a complete centre pile: ace to queen."""

COMPARISONS = 20
"""The number of comparisons of upcards after which the first seat goes first."""
STANDS_TO_END = 4
"""The number of turns in succession without a discard that end the game."""


def all_plays(table: Table) -> list[Spots]:
    """Return every play to the centre that the seat on turn has."""
    return plays(table, own_spots(table, table.count("seat")), KINGS)


def all_discards(table: Table) -> list[Spots]:
    """Return every discard of a hand card on to an own discard pile."""
    seat = table.count("seat")
    return [(spot, pile) for spot in hand_spots(table, seat) for pile in discards(table, seat)]


@refused("card_in_hand", "a turn ends with a discard as long as you hold a card")
def hand_is_empty(table: Table) -> bool:
    """True if the seat on turn holds no card."""
    return not table.piles[hand(table, table.count("seat"))]


def play(table: Table, spot: Spot, place: int) -> None:
    """Play a card to the centre. A hand that it empties draws five at once; a hand that was empty before stays so
    (rules 1 to 3)."""
    acted(table)
    seat = table.count("seat")
    play_card(table, spot, place, PILE)
    if not isinstance(spot, int) and not table.piles[hand(table, seat)]:
        draw_up(table, seat)


def discard(table: Table, spot: tuple[int, int], pile: int) -> None:
    """Put a hand card on an own discard pile, which ends the turn."""
    acted(table)
    end_turn(table, spot, pile)


def end_turn(table: Table, spot: tuple[int, int], pile: int) -> None:
    """Do what `discard` does, also on behalf of a player."""
    table.take(*spot, pile, len(table.piles[pile]))
    table.set("passes", 0)
    begin_turn(table, other(table.count("seat")))


def stand(table: Table) -> None:
    """End the turn without a discard. The fourth such turn in succession ends the game."""
    acted(table)
    make_stand(table)


def make_stand(table: Table) -> None:
    """Do what `stand` does, also on behalf of a player."""
    table.add("passes")
    if table.count("passes") == STANDS_TO_END:
        finish_by_riddance(table)
    else:
        begin_turn(table, other(table.count("seat")))


def begin_turn(table: Table, seat: int) -> None:
    """Give a seat the turn; it draws up to five."""
    table.set("seat", seat)
    draw_up(table, seat)


def draw_up(table: Table, seat: int) -> None:
    """Draw up to five, one at a time. A new stock is formed when a card is due and there is none."""
    while len(table.piles[hand(table, seat)]) < HAND and (table.stock or form_stock(table)):
        draw_one(table, seat)


def deal(dealer: Dealer) -> None:
    """Deal the pay-off piles alternately, five cards to each hand, and the rest to the stock. The higher upcard goes
    first."""
    table = dealer.table
    table.set("shuffles", 1)
    for _ in range(int(table.game.options["riddance"])):
        for seat in SEATS:
            dealer.lay(dealer.next(), riddance(table, seat), down=True)
    for _ in range(HAND):
        for seat in SEATS:
            dealer.lay(dealer.next(), hand(table, seat))
    table.stock.extend(card + DOWN for card in reversed(dealer.pack))
    for seat in SEATS:
        table.flip(riddance(table, seat))
    table.set("seat", higher_upcard(table, COMPARISONS, 0))


def time_out(table: Table) -> None:
    """Act on a time-out of the seat on turn: it forfeits, or a card is discarded for it. Nothing is played for it."""
    if count_time_out(table):
        return
    put = late_discard(table, table.count("seat"))
    if put is None:
        make_stand(table)
    else:
        end_turn(table, *put)


def late_discard(table: Table, seat: int) -> tuple[tuple[int, int], int] | None:
    """Return the discard that is made for a seat whose time is up, as (card in hand, pile): the highest card that is no
    king. None if its hand is empty."""
    cards = table.piles[hand(table, seat)]
    if not cards:
        return None
    k = max(range(len(cards)), key=lambda k: (rank_of(cards[k]) != KING, rank_of(cards[k]), -k))
    return (hand(table, seat), k), _discard_pile(table, seat, rank_of(cards[k]))


def _discard_pile(table: Table, seat: int, rank: int) -> int:
    """Return the lowest own pile whose top is of the rank or one higher, else the lowest empty place, else place 4."""
    own = discards(table, seat)
    fitting = [p for p in own if table.piles[p] and rank_of(table.piles[p][-1]) in (rank, rank + 1)]
    empty = [p for p in own if not table.piles[p]]
    return (fitting or empty or [own[-1]])[0]


def why_no_play(table: Table, *spots: Any) -> Refusal:
    """Return why a play is refused."""
    misplaced = misplaced_play(table, spots, last="queen", wild="king")
    return misplaced or unfit(table, *spots, wild="king")


@patience("spite_and_malice_modern")
def spite_and_malice_modern(
    packs: int, riddance: int, centre: int, scoring: str, move_seconds: int, on_timeout: str, max_timeouts: int
) -> Duel:
    """Players get rid of their pay-off pile on centre piles built from ace to queen; a king stands for any card."""

    def seat_progress(table: Table, seat: int) -> int:
        return riddance - len(table.group("riddance")[seat])

    def ended(table: Table) -> Ending:
        return outcome(table, scoring)

    return Duel(
        groups=groups(centre, "pay-off pile"),
        pack=standard_order(packs),
        deal=[deal],
        moves={
            "1, 2, 3": Action("play", "Play", play, all_plays, when=(going_on,), why=why_no_play, text=PLAY),
            "4": Action("discard", "Discard", discard, all_discards, when=(going_on,), why=why_misplaced, text=DISCARD),
            "5": Action("stand", "Stand", stand, when=(going_on, hand_is_empty), text=STAND),
        },
        phases=["turn", "over"],
        counters=["seat", "passes", "shuffles", "_winner", "_timeouts_0", "_timeouts_1"],
        goal=Goal(lambda table: max(seat_progress(table, seat) for seat in SEATS), riddance, played_out),
        seat_progress=seat_progress,
        resign=resign,
        time_out=time_out,
        outcome=ended,
        judged=True,
    )
