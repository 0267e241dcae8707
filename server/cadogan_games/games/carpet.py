"""The Carpet: a card is free when one of its narrow ends is."""

from collections.abc import Callable

from cadogan_games.words import *

SIDE = 8


def lanes(cell: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return for each narrow end of a cell's card the cells from there to the rim, the nearest first. Neighbouring
    cards lie crosswise."""
    r, c = divmod(cell, SIDE)
    if (r + c) % 2 == 0:
        return tuple(SIDE * k + c for k in range(r - 1, -1, -1)), tuple(SIDE * k + c for k in range(r + 1, SIDE))
    return tuple(SIDE * r + k for k in range(c - 1, -1, -1)), tuple(SIDE * r + k for k in range(c + 1, SIDE))


def narrow_end_free(clear_lane: bool) -> Callable[[Table, int], bool]:
    """Return the test that a card has a free narrow end: the next cell, or with `clear_lane` every cell to the rim, is
    empty."""
    ends = [tuple(lane if clear_lane else lane[:1] for lane in lanes(cell)) for cell in range(SIDE * SIDE)]

    @refused("no_free_end", "a card of the carpet is free only when nothing lies at one of its narrow ends")
    def free(table: Table, pile: int) -> bool:
        carpet = table.game.first["carpet"]
        return any(not any(table.piles[carpet + cell] for cell in lane) for lane in ends[pile - carpet])

    return free


@patience("carpet")
def carpet(clear_lane: bool, shuffled: bool = True) -> Patience:
    """Aces up, kings down, from a chequered carpet and a waste that may be built on."""
    free = narrow_end_free(clear_lane)
    return Patience(
        groups=[
            foundations(same_suit & up, "ace_foundations", count=4, base=NOTHING),
            foundations(same_suit & down, "king_foundations", count=4, base=NOTHING),
            reserve(SIDE * SIDE, "carpet", name="carpet"),
            stock(),
            waste(accepts=same_suit & (up | down)),
        ],
        deal=[
            set_out("ace_foundations", each_suit()),
            set_out("king_foundations", each_suit(KING)),
            rounds("carpet", 1),
            rest(),
        ],
        moves={
            "1": top_of("carpet").home().only_if_free(free),
            "2": top_of("waste").home(),
            "3": top_of("carpet").to("waste").only_if_free(free),
            "4": turn(),
            "5": redeal(2, shuffled=shuffled),
        },
        goal=all_home(),
    )


carpet.variant("japanese_rug", shuffled=False)
