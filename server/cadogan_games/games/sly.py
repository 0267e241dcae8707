"""Sly, and Sly Fox: rounds of twenty cards, each laid out where the player likes."""

from cadogan_games.words import *

HOMES = ("ace_foundations", "king_foundations")
IN_A_ROUND = 20
in_a_pause = in_phase("pause", "round_goes_on", "during a round only the card in hand is played")


def begin_round(table: Table) -> None:
    """Turn the stock's top card into the hand. No card of the round is laid out yet."""
    table.set("laid", 0)
    table.enter("round")


def begin_counted_round(table: Table) -> None:
    """Begin a round like `begin_round`, and count it."""
    begin_round(table)
    table.add("rounds")


def count_the_card(table: Table, src: int, dst: int, n: int) -> None:
    """Count a card that was laid out; a card that goes home does not count."""
    table.add("laid")


def go_on_with_the_round(table: Table) -> None:
    """Bring the next card to the hand, or end the round: after twenty cards laid out, or when the stock is empty."""
    first = table.game.first
    if table.piles[first["hand"]]:
        return
    if table.count("laid") < IN_A_ROUND and table.stock:
        table.turn_over(first["stock"], first["hand"])
    else:
        table.enter("pause")


refill_from_stock = refill("tableau", "stock")


def refill_before_the_first_round(table: Table) -> None:
    """Refill emptied piles, but only in the first pause."""
    if table.count("rounds") == 0:
        refill_from_stock(table)


SET_OUT = [set_out("ace_foundations", each_suit()), set_out("king_foundations", each_suit(KING)), rounds("tableau", 1)]


@patience("sly")
def sly(fox: bool = False) -> Patience:
    """Twenty piles that take any card in a round, and feed the foundations in the pause that follows."""
    return Patience(
        groups=[
            foundations(same_suit & up_from(ACE), "ace_foundations"),
            foundations(same_suit & down_from(KING), "king_foundations"),
            tableau(20, anything, space=ALL, name="promenade", counted=True),
            Group("hand", "hand", "hand", count=1),
            stock(),
        ],
        deal=[*(SET_OUT if fox else [round_passing("tableau", *HOMES)]), rest()],
        moves={
            "1": top_of("tableau").home().only_when(in_a_pause),
            "2": Action(
                "begin_round",
                "Begin a round",
                begin_counted_round if fox else begin_round,
                when=(in_a_pause, stock_has_cards),
                pile="stock",
                text="a round begins, and the stock's top card is turned into the hand",
                counters=("laid", "rounds") if fox else ("laid",),
            ),
            "3": top_of("hand").home(),
            "4": top_of("hand").to("tableau").and_then(count_the_card).says("the card in hand is laid on any pile"),
        },
        phases=["pause", "round"],
        auto=[
            during("round", go_on_with_the_round),
            during("pause", refill_before_the_first_round if fox else refill_from_stock),
        ],
        goal=all_home(),
    )


sly.variant("sly_fox", fox=True)
