"""The Reversal: twos above rise to aces, aces below fall to twos, till the rows have changed places."""

from cadogan_games.words import *

DROPPED_EACH_ROUND = 2
MOST_ROUNDS = 17
DEALS_WITH_DROPS = 3


def deal_a_round(table: Table) -> None:
    """Deal a card to each packet, then drop two aside. In the fourth deal none is dropped."""
    deal_round(table, table.numbers("packets"))
    if table.count("redeals") < DEALS_WITH_DROPS:
        done = DROPPED_EACH_ROUND * table.count("rounds")
        deal_round(table, table.numbers("reserve")[done : done + DROPPED_EACH_ROUND])
    table.add("rounds")


def shuffle_and_deal(table: Table) -> None:
    """Shuffle the cards of the packets together with the dropped ones, and deal the first round."""
    table.add("redeals")
    table.set("rounds", 0)
    take_up(table, [*table.numbers("packets"), *table.numbers("reserve")])
    table.order(table.number("stock"), shuffled_stock(table, table.stock), table.count("redeals"))
    deal_a_round(table)


@patience("reversal")
def reversal(redeals: int) -> Patience:
    """Rounds of four and two; the two are always open."""
    return Patience(
        groups=[
            foundations(same_suit & up_from(2), "two_foundations", name="two-foundation"),
            foundations(same_suit & down_from(ACE), "ace_foundations", name="ace-foundation"),
            tableau(4, id="packets", name="packet", counted=True),
            reserve(DROPPED_EACH_ROUND * MOST_ROUNDS, name="dropped cards"),
            stock(),
        ],
        deal=[rest(), then(deal_a_round)],
        moves={
            "1": top_of("packets").home(),
            "2": top_of("reserve").home(),
            "3": Action(
                "deal", "Deal a round", deal_a_round, when=(stock_has_cards,), pile="stock", text="a round is dealt"
            ),
            "4": Action(
                "redeal",
                "Redeal",
                shuffle_and_deal,
                when=(stock_is_empty, *redeals_left(redeals)),
                pile="stock",
                text="packets and dropped cards are shuffled and dealt again",
            ),
        },
        counters=["redeals", "rounds"],
        goal=all_home(),
    )
