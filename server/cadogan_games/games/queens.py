"""The Queens: a key of thirty-two cards, and queens that pay for a part of the waste to be dealt again."""

from __future__ import annotations

from cadogan_games.catalogue import patience
from cadogan_games.engine.actions import Action, stock_is_empty, turn
from cadogan_games.engine.cards import KING, KINGS, QUEEN, ranks
from cadogan_games.engine.deals import Dealer, packets, rest, round_passing
from cadogan_games.engine.game import Patience
from cadogan_games.engine.goals import cards_on
from cadogan_games.engine.groups import Tally, each_suit, foundations, reserve, stock, tableau, waste
from cadogan_games.engine.layout import at, labelled, row
from cadogan_games.engine.plays import top_of
from cadogan_games.engine.refills import refill_choices, refilled
from cadogan_games.engine.relations import same_suit, sequence
from cadogan_games.engine.table import Table

QUEENS = ranks(QUEEN)
BLOCK = 14
"""How many cards a queen on top of the key takes with her in the deal."""


def put_queens_under_the_pack(dealer: Dealer) -> None:
    """While a queen tops the key, the key's top cards go as a block under the pack, so that she comes last of all."""
    key = dealer.table.piles[dealer.piles("reserve")[0]]
    while key and QUEENS >> key[-1] & 1:
        dealer.pack += key[-BLOCK:]
        del key[-BLOCK:]


def queens_above_the_line(table: Table) -> int:
    """How many queens lie in the waste above the line."""
    return sum(QUEENS >> card & 1 for card in table.piles[table.game.first["waste"]][table.count("line") :])


def a_queen_can_pay(table: Table) -> bool:
    """No queen lies above the line of the waste."""
    return queens_above_the_line(table) > 0


def repay(table: Table) -> None:
    """The lowest cards of the waste, three others for each queen above the line, are turned over and become the stock."""
    first = table.game.first
    cards = table.piles[first["waste"]]
    others = [i for i, card in enumerate(cards) if not QUEENS >> card & 1]
    owed = 3 * queens_above_the_line(table)
    count = others[owed - 1] + 1 if owed <= len(others) else len(cards)
    table.take(first["waste"], 0, first["stock"], 0, count, turned=True)
    table.set("line", len(cards))


def line_sinks(table: Table) -> None:
    """When the waste shrinks below the line, the line sinks with it."""
    cards = len(table.piles[table.game.first["waste"]])
    if cards < table.count("line"):
        table.set("line", cards)


@patience(
    "queens",
    "The Queens",
    packs=2,
    family="stock and waste",
    source="Cadogan 1914",
    race="fair",
    why="the key often decides; the timing of queens and plays is the player's",
    options={"refill": ("auto", "choose")},
)
def queens(refill: str) -> Patience:
    """Foundations from king and ace up to the queen, fed by the key, the shutter and the waste."""
    return Patience(
        groups=[
            reserve("reserve", at((0, 1.6)), name="key", counted=True),
            tableau(
                "tableau",
                row(2, 1.3, 4) + row(2.5, 2.6, 3),
                same_suit & sequence([*range(QUEEN, 0, -1)]),
                name="shutter",
            ),
            foundations(
                "foundations",
                labelled(row(0, 0, 8), "♣♣♦♦♥♥♠♠"),
                same_suit & sequence([KING, *range(1, KING)]),
                each_suit(KING, copies=2),
            ),
            stock(at((6.5, 2.6))),
            waste(at((7.5, 2.6)), counted=True, tally=Tally(QUEEN, "line")),
        ],
        deal=[
            packets("reserve", 32),
            put_queens_under_the_pack,
            round_passing("tableau", "foundations", passing=KINGS),
            rest(),
        ],
        moves=[
            top_of("reserve", "tableau", "waste")
            .to("foundations")
            .says(
                "1, 2, 3: the top card of the key, the shutter or the waste goes home in suit, from king and ace to queen"
            ),
            top_of("tableau")
            .to("tableau")
            .says("4: a top card of the shutter goes on another, one rank lower in suit"),
            top_of("waste")
            .to("tableau")
            .says("5: the waste's top card goes on a card of the shutter, one rank lower in suit"),
            turn(),
            Action(
                "repay",
                "Let the queens pay",
                repay,
                when=(stock_is_empty, a_queen_can_pay),
                pile="stock",
                line="7: each queen above the line brings three other cards from the bottom of the waste back to the stock",
            ),
        ],
        forced=refill_choices("tableau", refill),
        auto=[*refilled("tableau", refill), line_sinks],
        counters=["line"],
        progress=cards_on("foundations"),
        progress_max=104,
    )
