"""TriPeaks: three peaks of hidden cards on an open row are played off on to one pile, up or down by one rank."""

from collections.abc import Iterable

from cadogan_games.words import *

ABOVE_THE_LAST_ROW = (
    *((3 + 2 * i, 4 + 2 * i) for i in range(3)),
    *((9 + 3 * (j // 2) + j % 2, 10 + 3 * (j // 2) + j % 2) for j in range(6)),
    *((18 + m, 19 + m) for m in range(9)),
)
"""The two places of the next row that cover a place, by place of the first three rows. The peaks are the first group."""

PLACES = 28
on_peaks = cards_on("peaks")

UNDER = [[place for place, over in enumerate(ABOVE_THE_LAST_ROW) if covering in over] for covering in range(PLACES)]
"""The places that a place's card covers in part, by place."""


def turn_up_what_is_free(table: Table, places: Iterable[int]) -> None:
    """Turn up each of the cards in these places that nothing covers any more."""
    piles = table.piles
    for place in places:
        left, right = ABOVE_THE_LAST_ROW[place]
        if not piles[left] and not piles[right] and piles[place] and piles[place][-1] >= DOWN:
            table.flip(place)


uncover = Local(
    lambda table: turn_up_what_is_free(table, range(len(ABOVE_THE_LAST_ROW))),
    lambda table, src, dst: turn_up_what_is_free(table, UNDER[src] if src < PLACES else ()),
    ("peaks",),
)


def deal_the_peaks(dealer: Dealer) -> None:
    """Deal the four rows, all but the last face down."""
    for place in dealer.piles("peaks"):
        dealer.lay(dealer.next(), place, down=place < len(ABOVE_THE_LAST_ROW))


@patience("tripeaks")
def tripeaks(wrap: bool) -> Patience:
    """Uncovered cards go on the foundation; the stock helps on when none fits."""
    fits = beside_wrapping if wrap else up | down
    return Patience(
        groups=[
            tableau(PLACES, id="peaks", name="peaks"),
            stock(),
            foundations(fits, count=1, base=NOTHING, full=52),
        ],
        deal=[deal_the_peaks, to_first("foundations"), rest()],
        moves={
            "1": top_of("peaks").home(),
            "2": turn(onto="foundations"),
        },
        auto=[uncover],
        goal=Goal(lambda table: PLACES - on_peaks(table), PLACES),
    )
