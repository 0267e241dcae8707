"""Beleaguered Castle, Baker's Dozen and their kin: open columns packed down in any suit, one card at a time."""

from collections.abc import Sequence

from cadogan_games.words import *


def packed_in_any_suit(
    columns: int, deal: Sequence[Step], *, space: int, name: str, by_number: Sequence[Step] | None = None
) -> Patience:
    """Return the table, the moves and the goal that all of them share. `space` is what an empty column takes."""
    return Patience(
        groups=[foundations(same_suit & up_from(ACE)), tableau(columns, down, space=space, name=name)],
        deal=deal,
        by_number=by_number,
        moves={
            "1": top_of("tableau").home(),
            "2, 3" if space else "2": top_of("tableau").to("tableau").only_where(not_whole_into_space),
        },
        goal=all_home(),
    )


def kings_down_a_column(dealer: Dealer) -> None:
    """Turn the pack over, so that its last card is dealt first, and bring its kings down.

    Each king changes places with the lowest card below it in its column that is none.
    """
    pack, columns = dealer.pack, len(dealer.piles("tableau"))
    pack.reverse()
    for i in [i for i, c in enumerate(pack) if rank_of(c) == KING]:
        below = next((j for j in range(i % columns, i, columns) if rank_of(pack[j]) != KING), None)
        if below is not None:
            pack[i], pack[below] = pack[below], pack[i]


def two_aces_out(dealer: Dealer) -> None:
    """Take the first two aces out of the pack, and lay each on the foundation of its suit."""
    for _ in range(2):
        ace = dealer.first_of(ACES)
        dealer.lay(ace, dealer.piles("foundations")[suit_of(ace)])


@patience("beleaguered_castle")
def beleaguered_castle() -> Patience:
    """Eight rows of six about the aces; an empty row takes any card."""
    deal = [set_out("foundations", each_suit()), rounds("tableau")]
    return packed_in_any_suit(8, deal, space=ALL, name="row", by_number=deal)


@patience("streets_and_alleys")
def streets_and_alleys() -> Patience:
    """Beleaguered Castle with the aces among the other cards."""
    deal = [rounds("tableau")]
    return packed_in_any_suit(8, deal, space=ALL, name="row", by_number=deal)


@patience("bakers_dozen")
def bakers_dozen() -> Patience:
    """Thirteen columns of four with their kings at the bottom; spaces stay empty."""
    return packed_in_any_suit(
        13,
        [rounds("tableau"), to_the_bottom("tableau", KINGS)],
        space=NOTHING,
        name="column",
        by_number=[kings_down_a_column, rounds("tableau")],
    )


@patience("good_measure")
def good_measure() -> Patience:
    """Ten columns of five with their kings at the bottom, and two aces out; spaces stay empty."""
    return packed_in_any_suit(
        10, [two_aces_out, rounds("tableau"), to_the_bottom("tableau", KINGS)], space=NOTHING, name="column"
    )
