"""Red and Black, and two games of Dick's: eight volunteers built down in alternate colours."""

from __future__ import annotations

from cadogan_games.catalogue import patience
from cadogan_games.engine.actions import redeal, stock_and_waste_are_empty, turn
from cadogan_games.engine.auto import Auto, refill
from cadogan_games.engine.cards import ACE, ACES, ALL, CLUBS, DIAMONDS, HEARTS, SPADES, card
from cadogan_games.engine.deals import rest, rounds, set_out
from cadogan_games.engine.game import Patience
from cadogan_games.engine.goals import cards_on
from cadogan_games.engine.groups import foundations, stock, tableau, waste
from cadogan_games.engine.layout import at, fanned, labelled, row
from cadogan_games.engine.plays import Play, runs_of, top_of
from cadogan_games.engine.relations import alternate_colour, down, same_suit, up
from cadogan_games.engine.table import Table

ACES_IN_PAIRS = [1 << card(ACE, suit) for suit in (CLUBS, DIAMONDS, SPADES, HEARTS) for _ in range(2)]
"""The pairs of aces alternate in colour."""

packed = alternate_colour & down


def note_the_first_turn(table: Table) -> None:
    """From the first card turned on, spaces are filled from the waste: before, there is none."""
    if table.top("waste") is not None:
        table.set("turned", 1)


@patience(
    "red_and_black",
    "Red and Black",
    packs=2,
    family="stock and waste",
    source="Cadogan 1914; variants after Dick 1884",
    race="good",
    why="a simple player wins 69 of 100 deals",
    options={"move_runs": (False, True)},
)
def red_and_black(move_runs: bool, after_dick: bool = False, aces_set_out: bool = True, redeals: int = 1) -> Patience:
    """Foundations in suit or, after Dick, in alternate colours, with their aces set out or to be found."""
    cards: Play = runs_of("tableau", packed) if move_runs else top_of("tableau")
    what = "a volunteer's top card or a run" if move_runs else "a volunteer's top card"
    homes = foundations(
        "foundations",
        labelled(row(1, 0, 8), "♣♣♦♦♠♠♥♥" if aces_set_out else "A" * 8),
        (alternate_colour if after_dick else same_suit) & up,
        base=ACES,
    )
    how = "in the other colour" if after_dick else "in suit"
    auto: list[Auto] = [note_the_first_turn, refill("tableau")] if after_dick else [refill("tableau", "stock", "waste")]
    return Patience(
        groups=[
            homes,
            tableau("tableau", fanned(row(1, 1.3, 8), dy=0.25), packed, name="volunteers' row"),
            stock(at((0, 0))),
            waste(at((0, 1.3))),
        ],
        deal=[*([set_out("foundations", ACES_IN_PAIRS)] if aces_set_out else []), rounds("tableau", 1), rest()],
        moves=[
            top_of("tableau", "waste")
            .to("foundations")
            .says(f"1, 2: a volunteer's or the waste's top card goes home {how}, one rank higher"),
            cards.to("tableau")
            .only_onto_cards()
            .says(f"3: {what} goes on another volunteer, one rank lower in the other colour"),
            top_of("waste")
            .to("tableau")
            .only_onto_cards()
            .says("4: the waste's top card goes on a volunteer, one rank lower in the other colour"),
            turn(),
            redeal(redeals, shuffled=not after_dick),
            top_of("tableau")
            .to("tableau")
            .only_when(stock_and_waste_are_empty)
            .only_into_spaces(ALL)
            .says("7: once stock and waste are empty, a volunteer's top card may go to a space"),
        ],
        auto=auto,
        counters=["redeals", "turned"] if after_dick else ["redeals"],
        progress=cards_on("foundations"),
        progress_max=104,
    )


red_and_black.variant(
    "rouge_et_noir",
    "Rouge et Noir",
    race="poor",
    why="a simple player wins every deal, so only speed counts; `red_and_black` is the better race",
    after_dick=True,
)
red_and_black.variant(
    "blondes_and_brunettes",
    "The Blondes and Brunettes",
    race="poor",
    why="a simple player wins every deal, so only speed counts; `red_and_black` is the better race",
    after_dick=True,
    aces_set_out=False,
    redeals=2,
)
