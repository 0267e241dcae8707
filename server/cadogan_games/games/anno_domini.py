"""Anno Domini: four foundations that read as a year when they are complete."""

from cadogan_games.words import *

SUITS = (SPADES, HEARTS, DIAMONDS, CLUBS)
"""The suits of the thousands, hundreds, tens and units."""

YEAR_OF_THE_PICTURE = 1899
"""The year in the source's picture. It replaces a `current` year that no caller has resolved."""

packed = alternate_colour & down_wrapping


def first_cards(year: int | str) -> list[int]:
    """Return for each digit of a year the card one rank above it. A nought counts as ten, so its foundation begins with
    a jack."""
    digits = f"{YEAR_OF_THE_PICTURE if isinstance(year, str) else year:04}"
    ranks = [int(digit) + 1 if digit != "0" else JACK for digit in digits]
    return [1 << card(rank, suit) for rank, suit in zip(ranks, SUITS, strict=True)]


@patience("anno_domini")
def anno_domini(year: int | str, rows: bool = False) -> Patience:
    """Foundations begin with the digits of the year; with `rows` four piles are packed in alternate colours besides."""
    piles = ["tableau"] if rows else []
    packing = [top_of("waste").to("tableau"), runs_of("tableau", packed).to("tableau").only_where(not_whole_into_space)]
    return Patience(
        groups=[
            foundations(same_suit & up_wrapping, base=NOTHING),
            *([tableau(4, packed, space=ALL)] if rows else []),
            stock(),
            waste(),
        ],
        deal=[set_out("foundations", first_cards(year)), *(rounds(id, 1) for id in piles), rest()],
        moves={
            "1": turn(),
            "2, b" if rows else "2": top_of("waste", *piles).home(),
            "a, c": packing if rows else [],
            "3": redeal(2 if rows else 1, shuffled=False),
        },
        goal=all_home(),
    )


anno_domini.variant("anno_domini_rows", rows=True)
