"""Aces Up: of two last cards of one suit the lower goes off, until the four aces alone are left."""

from collections.abc import Iterable

from cadogan_games.words import *

COLUMNS = 4


def height(card: int) -> int:
    """Return a card's rank, in which the ace is the highest."""
    rank = rank_of(card)
    return KING + 1 if rank == ACE else rank


@refused("no_higher_in_suit", "a card goes off only when the last card of another column is a higher one of its suit")
def beaten(table: Table) -> Iterable[Spots]:
    """Return each column whose last card is lower than another column's last card of the same suit."""
    tops = [(i, table.piles[i][-1]) for i in table.numbers("tableau") if table.piles[i]]
    return [(i,) for i, card in tops if any(suit_of(o) == suit_of(card) and height(o) > height(card) for _, o in tops)]


@patience("aces_up")
def aces_up(only_aces: bool) -> Patience:
    """Rows of four are dealt on four columns; a space takes a column's last card, or only an ace."""
    return Patience(
        groups=[tableau(COLUMNS, space=ACES if only_aces else ALL, name="column"), stock(), discard()],
        deal=[rounds("tableau", 1), rest()],
        moves={
            "1": Action("discard", "Take off", take_off, beaten),
            "2": top_of("tableau").to("tableau").only_into_spaces().only_where(not_whole_into_space),
            "3": deal_row("tableau"),
        },
        goal=all_home("discard", of=48),
    )
