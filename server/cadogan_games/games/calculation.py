"""Calculation: foundations that count by ones, twos, threes and fours, and four heaps to sort the stock on."""

from cadogan_games.words import *

COUNTS = ("ones", "twos", "threes", "fours")
"""The foundations by their counts: the first begins with an ace and goes up by one, the last with a four and by four."""


@patience("calculation")
def calculation() -> Patience:
    """Each card of the stock goes home or on a heap, which feeds the foundations alone."""
    return Patience(
        groups=[
            *(
                foundations(step(by, wrap=True), id, name=f"foundation of {id}", count=1, base=NOTHING)
                for by, id in enumerate(COUNTS, start=1)
            ),
            tableau(4, anything, "heaps", space=ALL, name="heap"),
            Group("hand", "hand", "hand", count=1),
            stock(),
        ],
        deal=[*(set_out(id, [ranks(by)]) for by, id in enumerate(COUNTS, start=1)), rest()],
        moves={
            "1": top_of("hand", "heaps").home(),
            "2": top_of("hand").to("heaps").says("the card in hand is laid on any heap"),
        },
        auto=[refill("hand", "stock")],
        goal=all_home(),
    )
