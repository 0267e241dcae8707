"""Spite and Malice after Blackwood: the states of the sheet, and the variant with mixed packs."""

from __future__ import annotations

from cadogan_games.engine.duel import Duel, Ending, going_on
from cadogan_games.engine.shuffle import shuffled
from cadogan_games.games.spite_and_malice.dealing import deal_piles
from cadogan_games.games.spite_and_malice.ending import outcome, played_out, resign
from cadogan_games.games.spite_and_malice.legal import (
    legal_discards,
    legal_plays,
    no_discard_left,
    not_compelled,
    not_offered,
    nothing_forced,
    offered,
)
from cadogan_games.games.spite_and_malice.piles import SEATS, groups
from cadogan_games.games.spite_and_malice.refusals import DISCARD, PLAY, why_no_discard, why_no_play
from cadogan_games.games.spite_and_malice.timeouts import time_out
from cadogan_games.games.spite_and_malice.turns import COMPARISONS, discard, frozen_stands, play, stand, stay
from cadogan_games.games.spite_and_malice.upcards import higher_upcard
from cadogan_games.words import Action, Dealer, Goal, Table, patience, standard_order

STAND = "without a legal discard the turn may end without one"
STAY = "a player who is asked to come back in may stay out"


def deal(dealer: Dealer) -> None:
    """Deal the riddance piles alternately, five cards to each hand, and the rest to the stock. The higher upcard goes
    first."""
    table = dealer.table
    options = table.game.options
    if table.game.head.settings["mixed"]:
        riddance_pack = stock_pack = dealer.pack
        table.set("shuffles", 1)
    else:
        riddance_pack = shuffled(standard_order(1), table.seed, 0)
        stock_pack = shuffled(standard_order(1, jokers=int(options["jokers"])), table.seed, 1)
        table.set("shuffles", 2)
    deal_piles(dealer, SEATS, riddance_pack, stock_pack)
    table.set("seat", higher_upcard(table, COMPARISONS, 0))


@patience("spite_and_malice", mixed=False)
def spite_and_malice(
    jokers: int,
    riddance: int,
    scoring: str,
    move_seconds: int,
    on_timeout: str,
    max_timeouts: int,
    dead_redeals: int,
    mixed: bool,
) -> Duel:
    """Players get rid of their riddance pile on eight centre piles built from ace to king."""

    def seat_progress(table: Table, seat: int) -> int:
        return riddance - len(table.group("riddance")[seat])

    def ended(table: Table) -> Ending:
        return outcome(table, scoring)

    in_turn = (going_on, not_offered, not_compelled, nothing_forced)
    return Duel(
        groups=groups(8, "riddance pile"),
        pack=standard_order(2, jokers=jokers),
        deal=[deal],
        moves={
            "4.2": [
                Action("play", "Play", play, legal_plays, when=(going_on,), why=why_no_play, text=PLAY),
                Action("discard", "Discard", discard, legal_discards, when=in_turn, why=why_no_discard, text=DISCARD),
                Action("stand", "Stand", stand, when=(*in_turn, no_discard_left), text=STAND),
            ],
            "4.3": Action("stay", "Stay out", stay, when=(going_on, offered), text=STAY),
        },
        auto=[frozen_stands],
        phases=["turn", "offer", "compel", "over"],
        counters=[
            "seat",
            "standing_0",
            "standing_1",
            "step",
            "barren",
            "shuffles",
            "_compelled",
            "_winner",
            "_timeouts_0",
            "_timeouts_1",
        ],
        goal=Goal(lambda table: max(seat_progress(table, seat) for seat in SEATS), riddance, played_out),
        seat_progress=seat_progress,
        resign=resign,
        time_out=time_out,
        outcome=ended,
        judged=True,
    )


spite_and_malice.variant("spite_and_malice_mixed", mixed=True)
