"""Anno Domini: four foundations that read as a year when they are complete."""

from __future__ import annotations

from cadogan_games.catalogue import CURRENT_YEAR, patience
from cadogan_games.engine.actions import Action, redeal, turn
from cadogan_games.engine.cards import ALL, CLUBS, DIAMONDS, HEARTS, JACK, SPADES, card
from cadogan_games.engine.deals import rest, rounds, set_out
from cadogan_games.engine.game import Patience
from cadogan_games.engine.goals import cards_on
from cadogan_games.engine.groups import foundations, stock, tableau, waste
from cadogan_games.engine.layout import at, fanned, row
from cadogan_games.engine.plays import Play, runs_of, top_of
from cadogan_games.engine.relations import alternate_colour, down_wrapping, same_suit, up_wrapping
from cadogan_games.engine.table import Table

SUITS = (SPADES, HEARTS, DIAMONDS, CLUBS)
"""The suits of the thousands, hundreds, tens and units."""

YEAR_OF_THE_PICTURE = 1899
"""The year that the source's picture shows; it stands in for a current year that nobody has settled."""

packed = alternate_colour & down_wrapping


def first_cards(year: int) -> list[int]:
    """For each digit of a year the card one rank above it; a nought counts as ten, so a jack begins it."""
    ranks = [int(digit) + 1 if digit != "0" else JACK for digit in f"{year:04}"]
    return [1 << card(rank, suit) for rank, suit in zip(ranks, SUITS, strict=True)]


def not_from_space_to_space(table: Table, src: int, dst: int, n: int) -> bool:
    """A whole pile may not be moved into a space."""
    return bool(table.piles[dst]) or n < len(table.piles[src])


@patience(
    "anno_domini",
    "Anno Domini",
    packs=1,
    family="placing games",
    source="Dick 1898; the variant after PySolFC's version",
    race="poor",
    why="no choice at all, and it practically never comes out; `anno_domini_rows` is the better race",
    options={"year": (CURRENT_YEAR, range(1000, 10000))},
)
def anno_domini(year: int | str, rows: bool = False) -> Patience:
    """Stock, waste and foundations from the digits of the year; with `rows` four piles packed in alternate colours besides."""
    packing: list[Play | Action] = [
        top_of("waste")
        .to("tableau")
        .says("the waste's top card goes on a card one rank higher of the other colour, or into a space"),
        runs_of("tableau", packed)
        .to("tableau")
        .only_where(not_from_space_to_space)
        .says(
            "cards from the top of a pile go together on a card one rank higher of the other colour, or into a space"
        ),
    ]
    return Patience(
        groups=[
            foundations("foundations", row(2, 0, 4), same_suit & up_wrapping, base=0),
            *([tableau("tableau", fanned(row(2, 1.3, 4), dy=0.25), packed, ALL)] if rows else []),
            stock(at((0, 0))),
            waste(at((1, 0))),
        ],
        deal=[
            set_out("foundations", first_cards(YEAR_OF_THE_PICTURE if isinstance(year, str) else year)),
            *([rounds("tableau", 1)] if rows else []),
            rest(),
        ],
        moves=[
            turn(),
            top_of("waste", *(["tableau"] if rows else [])).to("foundations").says("2: a card goes home in suit"),
            *(packing if rows else []),
            redeal(2 if rows else 1, shuffled=False),
        ],
        counters=["redeals"],
        progress=cards_on("foundations"),
        progress_max=52,
    )


anno_domini.variant(
    "anno_domini_rows",
    "Anno Domini, with rows",
    race="good",
    why="four tableau piles give real choice",
    family="packers",
    rows=True,
)
