"""Sly, and Sly Fox: rounds of twenty cards, each laid out where the player likes."""

from __future__ import annotations

from cadogan_games.catalogue import patience
from cadogan_games.engine.actions import Action, stock_has_cards
from cadogan_games.engine.auto import during, refill
from cadogan_games.engine.cards import ALL, KING
from cadogan_games.engine.conditions import in_phase
from cadogan_games.engine.deals import rest, round_passing, rounds, set_out
from cadogan_games.engine.game import Patience
from cadogan_games.engine.goals import cards_on
from cadogan_games.engine.groups import Group, each_suit, foundations, stock, tableau
from cadogan_games.engine.layout import at, column, grid, labelled
from cadogan_games.engine.plays import top_of
from cadogan_games.engine.relations import anything, down, same_suit, up
from cadogan_games.engine.table import Table

HOMES = ("ace_foundations", "king_foundations")
IN_A_ROUND = 20
in_a_pause = in_phase("pause", "During a round only the card in hand is played.")


def begin_round(table: Table) -> None:
    """The stock's top card is turned into the hand, and none is laid out yet."""
    table.set("laid", 0)
    table.enter("round")


def count_the_round(table: Table) -> None:
    """As `begin_round`; the rounds are counted."""
    begin_round(table)
    table.add("rounds")


def count_the_card(table: Table, src: int, dst: int, n: int) -> None:
    """A card laid out counts; one that goes home does not."""
    table.add("laid")


def go_on_with_the_round(table: Table) -> None:
    """The next card comes to the hand, or the round ends: after twenty cards laid out, or with the stock."""
    first = table.game.first
    hand, pack = first["hand"], first["stock"]
    if table.piles[hand]:
        return
    if table.count("laid") < IN_A_ROUND and table.piles[pack]:
        table.turn(pack, hand)
    else:
        table.enter("pause")


def refill_before_the_first_round(table: Table) -> None:
    """Only in the first pause are emptied piles refilled."""
    if table.count("rounds") == 0:
        refill_from_stock(table)


refill_from_stock = refill("tableau", "stock")


@patience(
    "sly",
    "Sly",
    packs=2,
    family="placing games",
    source="Cadogan 1914",
    race="good",
    why="where every card is laid is a choice",
)
def sly(fox: bool = False) -> Patience:
    """Twenty piles that take any card in a round, and feed the foundations in the pause that follows."""
    laid_out = (
        [set_out("ace_foundations", each_suit()), set_out("king_foundations", each_suit(KING)), rounds("tableau", 1)]
        if fox
        else [round_passing("tableau", *HOMES)]
    )
    return Patience(
        groups=[
            foundations(
                "ace_foundations", labelled(column(8, 0, 4), "♣♦♥♠"), same_suit & up, each_suit(), name="ace foundation"
            ),
            foundations(
                "king_foundations",
                labelled(column(9.2, 0, 4), "♣♦♥♠"),
                same_suit & down,
                each_suit(KING),
                name="king foundation",
            ),
            tableau("tableau", grid(2, 0, 4, 5), anything, base=ALL, name="promenade", counted=True),
            Group("hand", "hand", "hand", at((0, 1.3))),
            stock(at((0, 0))),
        ],
        deal=[*laid_out, rest()],
        moves=[
            top_of("tableau")
            .to(*HOMES)
            .only_when(in_a_pause)
            .says(
                "1: in a pause the top card of the promenade goes home in suit, up from the ace or down from the king"
            ),
            Action(
                "begin_round",
                "Begin a round",
                count_the_round if fox else begin_round,
                when=(in_a_pause, stock_has_cards),
                pile="stock",
                line="2: a round begins, and the stock's top card is turned into the hand",
            ),
            top_of("hand")
            .to(*HOMES)
            .says("3: the card in hand goes home in suit, up from the ace or down from the king"),
            top_of("hand").to("tableau").and_then(count_the_card).says("4: the card in hand is laid on any pile"),
        ],
        phases=["pause", "round"],
        auto=[
            during("round", go_on_with_the_round),
            during("pause", refill_before_the_first_round if fox else refill_from_stock),
        ],
        counters=["laid", "rounds"] if fox else ["laid"],
        progress=cards_on(*HOMES),
        upright={
            "ace_foundations": column(5.2, 0, 4),
            "king_foundations": column(6.25, 0, 4),
            "tableau": grid(0, 0, 4, 5),
            "hand": at((2.6, 4.3)),
            "stock": at((1.4, 4.3)),
        },
        progress_max=104,
    )


sly.variant("sly_fox", "Sly Fox", race="good", why="where every card is laid is a choice", fox=True)
