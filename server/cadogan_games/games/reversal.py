"""The Reversal: twos above rise to aces, aces below fall to twos, till the rows have changed places."""

from __future__ import annotations

from cadogan_games.catalogue import patience
from cadogan_games.engine.actions import Action, redeals_left, shuffled_stock, stock_has_cards, stock_is_empty
from cadogan_games.engine.cards import ACE
from cadogan_games.engine.deals import Dealer, rest
from cadogan_games.engine.effects import deal_round, take_up
from cadogan_games.engine.game import Patience
from cadogan_games.engine.goals import cards_on
from cadogan_games.engine.groups import each_suit, foundations, reserve, stock, tableau
from cadogan_games.engine.layout import at, grid, labelled, row
from cadogan_games.engine.plays import top_of
from cadogan_games.engine.relations import same_suit, sequence
from cadogan_games.engine.table import Table

DROPPED_EACH_ROUND = 2
MOST_ROUNDS = 17
DEALS_WITH_DROPS = 3
TWO_TO_ACE = [*range(2, 14), ACE]


def deal(table: Table) -> None:
    """A round: a card to each packet, then two dropped aside; in the fourth deal none is dropped."""
    deal_round(table, table.game.indexes("packets"))
    if table.count("redeals") < DEALS_WITH_DROPS:
        done = DROPPED_EACH_ROUND * table.count("rounds")
        deal_round(table, table.game.indexes("reserve")[done : done + DROPPED_EACH_ROUND])
    table.add("rounds")


def redeal(table: Table) -> None:
    """All cards of the packets and the dropped ones are shuffled, and the first round is dealt."""
    table.add("redeals")
    table.set("rounds", 0)
    take_up(table, [*table.game.indexes("packets"), *table.game.indexes("reserve")])
    pile = table.game.first["stock"]
    table.order(pile, shuffled_stock(table, table.piles[pile]), table.count("redeals"))
    deal(table)


def first_round(dealer: Dealer) -> None:
    """The game starts with a round."""
    deal(dealer.table)


@patience(
    "reversal",
    "The Reversal",
    packs=2,
    family="deal by rows",
    source="Dick 1898",
    race="fair",
    why="a simple player wins 39 of 100 deals; no building",
    options={"redeals": (3, 2)},
)
def reversal(redeals: int) -> Patience:
    """Rounds of four and two; the two are always open."""
    homes = ("two_foundations", "ace_foundations")
    return Patience(
        groups=[
            foundations(
                "two_foundations",
                labelled(row(1.5, 0, 4), ["2♣", "2♦", "2♥", "2♠"]),
                same_suit & sequence(TWO_TO_ACE),
                each_suit(2),
                name="two-foundation",
            ),
            foundations(
                "ace_foundations",
                labelled(row(1.5, 2.6, 4), ["A♣", "A♦", "A♥", "A♠"]),
                same_suit & sequence(TWO_TO_ACE[::-1]),
                each_suit(),
                name="ace-foundation",
            ),
            tableau("packets", row(1.5, 1.3, 4), name="packet", counted=True),
            reserve("reserve", grid(6, 0, MOST_ROUNDS, DROPPED_EACH_ROUND, y_step=0.35), name="dropped cards"),
            stock(at((0, 1.3))),
        ],
        deal=[rest(), first_round],
        moves=[
            top_of("packets").to(*homes).says("1: the top card of a packet goes home in suit"),
            top_of("reserve").to(*homes).says("2: a dropped card goes home in suit"),
            Action("deal", "Deal a round", deal, when=(stock_has_cards,), pile="stock", line="3: a round is dealt"),
            Action(
                "redeal",
                "Redeal",
                redeal,
                when=(stock_is_empty, *redeals_left(redeals)),
                pile="stock",
                line="4: packets and dropped cards are shuffled and dealt again",
            ),
        ],
        counters=["redeals", "rounds"],
        progress=cards_on(*homes),
        progress_max=104,
    )
