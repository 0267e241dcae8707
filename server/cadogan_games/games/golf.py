"""Golf: seven columns are played off on to one pile, up or down by one rank."""

from cadogan_games.words import *

COLUMNS, ROWS = 7, 5
on_columns = cards_on("tableau")

beside = up | down
beside_but_no_king = relation(
    f"{beside.english}, and nothing on a king",
    lambda upper, lower: beside.holds(upper, lower) and rank_of(lower) != KING,
    barren=("nothing_on_a_king", "in this game nothing goes on a king, not even a queen"),
)


@patience("golf")
def golf(queen_on_king: bool, wrap: bool) -> Patience:
    """The last cards of the columns go on the foundation; the stock helps on when none fits."""
    fits = beside_wrapping if wrap else beside if queen_on_king else beside_but_no_king
    deal = [rounds("tableau", ROWS), to_first("foundations"), rest()]
    return Patience(
        groups=[tableau(COLUMNS, name="column"), stock(), foundations(fits, count=1, base=NOTHING, full=52)],
        deal=deal,
        by_number=deal,
        moves={
            "1": top_of("tableau").home(),
            "2": turn(onto="foundations"),
        },
        goal=Goal(lambda table: COLUMNS * ROWS - on_columns(table), COLUMNS * ROWS),
    )
