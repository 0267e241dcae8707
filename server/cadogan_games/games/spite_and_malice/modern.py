"""Spite and Malice as most people play it: kings wild, piles up to the queen, free discards, nothing forced."""

from __future__ import annotations

from typing import Any

from cadogan_games.engine.duel import Duel, Ending, acted, count_time_out, going_on
from cadogan_games.games.spite_and_malice.centre import play_card, plays
from cadogan_games.games.spite_and_malice.dealing import deal_piles
from cadogan_games.games.spite_and_malice.ending import (
    finish_by_riddance,
    outcome,
    played_out,
    resign,
)
from cadogan_games.games.spite_and_malice.kings import (
    PILE,
    STAND,
    all_discards,
    begin_turn,
    draw_up,
    hand_is_empty,
    late_discard,
)
from cadogan_games.games.spite_and_malice.piles import (
    SEATS,
    Spot,
    groups,
    hand,
    other,
    own_spots,
)
from cadogan_games.games.spite_and_malice.refusals import DISCARD, PLAY, misplaced_play, unfit, why_misplaced
from cadogan_games.games.spite_and_malice.upcards import higher_upcard
from cadogan_games.words import (
    KINGS,
    Action,
    Dealer,
    Goal,
    Refusal,
    Spots,
    Table,
    patience,
    standard_order,
)

COMPARISONS = 20
"""The number of comparisons of upcards after which the first seat goes first."""
STANDS_TO_END = 4
"""The number of turns in succession without a discard that end the game."""


def all_plays(table: Table) -> list[Spots]:
    """Return every play to the centre that the seat on turn has."""
    return plays(table, own_spots(table, table.count("seat")), KINGS)


def play(table: Table, spot: Spot, place: int) -> None:
    """Play a card to the centre. A hand that it empties draws five at once; a hand that was empty before stays so
    (rules 1 to 3)."""
    acted(table)
    seat = table.count("seat")
    play_card(table, spot, place, PILE)
    if not isinstance(spot, int) and not table.piles[hand(table, seat)]:
        draw_up(table, seat)


def discard(table: Table, spot: tuple[int, int], pile: int) -> None:
    """Put a hand card on a discard pile of the seat, which ends the turn."""
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


def deal(dealer: Dealer) -> None:
    """Deal the pay-off piles alternately, five cards to each hand, and the rest to the stock. The higher upcard goes
    first."""
    table = dealer.table
    table.set("shuffles", 1)
    deal_piles(dealer, SEATS, dealer.pack, dealer.pack)
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
