"""The Sultan: eight queens round the king of hearts."""

from __future__ import annotations

from cadogan_games.catalogue import patience
from cadogan_games.engine.actions import redeal, turn
from cadogan_games.engine.auto import refill
from cadogan_games.engine.cards import parse
from cadogan_games.engine.deals import rest, rounds, set_out
from cadogan_games.engine.game import Patience
from cadogan_games.engine.goals import cards_on
from cadogan_games.engine.groups import fixed, foundations, reserve, stock, waste
from cadogan_games.engine.layout import at, column
from cadogan_games.engine.plays import top_of
from cadogan_games.engine.relations import same_suit, up_wrapping

FIRST_CARDS = [1 << parse(card) for card in "KC AH KC KS KS KD KH KD".split()]
ROUND_THE_SULTAN = at((2, 0), (3, 0), (4, 0), (2, 1), (4, 1), (2, 2), (3, 2), (4, 2))
TO_THE_QUEEN = [12 if card == FIRST_CARDS[1] else 13 for card in FIRST_CARDS]


@patience(
    "sultan",
    "The Sultan",
    packs=2,
    family="reserve feeders",
    source="Cadogan 1914",
    race="fair",
    why="few choices and quick; a simple player wins 22 of 100 deals",
)
def sultan() -> Patience:
    """Seven kings and an ace are built up in suit to their queens, from the Divan and the waste."""
    return Patience(
        groups=[
            fixed("sultan", at((3, 1)), "Sultan"),
            foundations("foundations", ROUND_THE_SULTAN, same_suit & up_wrapping, base=0, full=TO_THE_QUEEN),
            reserve("reserve", column(0.5, -0.5, 4) + column(5.5, -0.5, 4), name="Divan"),
            stock(at((2.4, 3.5))),
            waste(at((3.6, 3.5))),
        ],
        deal=[set_out("sultan", [1 << parse("KH")]), set_out("foundations", FIRST_CARDS), rounds("reserve", 1), rest()],
        moves=[
            top_of("reserve", "waste")
            .to("foundations")
            .says("1: a card of the Divan or the waste's top card goes home in suit"),
            turn(),
            redeal(2, shuffled=True),
        ],
        auto=[refill("reserve")],
        counters=["redeals"],
        progress=cards_on("foundations"),
        progress_max=103,
    )
