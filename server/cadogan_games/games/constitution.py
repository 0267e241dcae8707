"""The Constitution: cards climb from the People through Commons and Lords to the Privy Council, and only then home."""

from __future__ import annotations

from cadogan_games.catalogue import patience
from cadogan_games.engine.actions import turn
from cadogan_games.engine.auto import refill
from cadogan_games.engine.cards import ALL, KING, QUEEN, ranks, standard_order
from cadogan_games.engine.deals import rest, rounds, set_out
from cadogan_games.engine.game import Patience
from cadogan_games.engine.goals import cards_on
from cadogan_games.engine.groups import each_suit, foundations, reserve, stock, tableau, waste
from cadogan_games.engine.layout import Places, at, fanned, row
from cadogan_games.engine.plays import top_of
from cadogan_games.engine.relations import alternate_colour, down, same_suit, up

packed = alternate_colour & down


def rank(y: float) -> Places:
    """Eight places across the table."""
    return fanned(row(0, y, 8), dy=0.15)


@patience(
    "constitution",
    "The Constitution",
    packs=2,
    cards=88,
    family="climbers",
    source="Cadogan 1914",
    race="fair",
    why="which card climbs is a choice at every step, but what the stock brings decides more",
)
def constitution() -> Patience:
    """Four rows of eight; cards are built on the row above their own and go home from the highest."""
    climb = "2: a card goes on one of the row directly above it, one rank lower and of the other colour"
    fill = "3: an empty place is filled with a top card of the row directly below it"
    return Patience(
        groups=[
            foundations("foundations", row(0, 0, 8), same_suit & up, base=0, full=11, name="Government"),
            tableau("council", rank(1.3), packed, name="Privy Council"),
            tableau("lords", rank(2.6), packed, name="House of Lords"),
            tableau("commons", rank(3.9), packed, name="House of Commons"),
            reserve("people", row(0, 5.2, 8), name="People"),
            stock(at((8.5, 3.9))),
            waste(at((8.5, 5.2))),
        ],
        pack=standard_order(2, of=ALL & ~ranks(QUEEN, KING)),
        deal=[
            set_out("foundations", each_suit(copies=2)),
            *(rounds(id, 1) for id in ("people", "commons", "lords", "council")),
            rest(),
        ],
        moves=[
            top_of("council").to("foundations").says("1: only from the Privy Council does a card go home, in suit"),
            top_of("lords").to("council").says(climb),
            top_of("commons").to("lords").says(climb),
            top_of("people").to("commons").says(climb),
            turn(),
        ],
        forced=[
            top_of("lords").to("council").only_into_spaces(ALL).says(fill),
            top_of("commons").to("lords").only_into_spaces(ALL).says(fill),
            top_of("people").to("commons").only_into_spaces(ALL).says(fill),
        ],
        auto=[refill("people")],
        progress=cards_on("foundations"),
        upright={"stock": at((2.9, 6.5)), "waste": at((4.1, 6.5))},
        progress_max=88,
    )
