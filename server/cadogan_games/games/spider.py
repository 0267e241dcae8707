"""Spider and its nearest kin: runs in suit, built anywhere, go home whole."""

from collections.abc import Sequence

from cadogan_games.words import *


def spider_kin(
    columns: int,
    deal: Sequence[Step],
    *,
    homes: int = 8,
    built: Relation = down,
    units: Sequence[Relation] = (in_suit,),
    row: Action | None = None,
    manual_removal: bool = False,
    pack: Sequence[int] | None = None,
    by_number: Sequence[Step] | None = None,
) -> Patience:
    """Return the table, moves and goal that all of them share.

    `built` is the relation for a card on a column's last card. `units` are the relations of runs that move together.
    `row` is the action that deals a row.
    """
    return Patience(
        groups=[
            foundations(never, count=homes, base=NOTHING),
            tableau(columns, built, space=ALL, name="column"),
            *([stock()] if row else []),
        ],
        pack=pack,
        deal=deal,
        by_number=by_number,
        moves={
            "1, 2": runs_of("tableau", *units).to("tableau"),
            "3": [row] if row else [],
            "4": [take_run_home("tableau")] if manual_removal else [],
        },
        auto=[turn_up("tableau")] if manual_removal else [runs_go_home("tableau"), turn_up("tableau")],
        goal=all_home(plus=joins("tableau")),
    )


def one_more_on_four(dealer: Dealer) -> None:
    """Lay one more card face down on each of the first four columns."""
    for column in dealer.piles("tableau")[:4]:
        dealer.lay(dealer.next(), column, down=True)


FIFTY_FOUR = [rounds("tableau", 4, down=True), one_more_on_four, rounds("tableau", 1), rest()]
a_row = deal_row("tableau")
a_row_over_no_space = a_row.only_when(spaces_filled("tableau"))


@patience("spider_4")
def spider(manual_removal: bool, relaxed: bool, of: int = ALL, copies: int = 2) -> Patience:
    """Ten columns, and five rows to come. The pack is `copies` copies of each card of the set `of`."""
    return spider_kin(
        10,
        FIFTY_FOUR,
        row=a_row if relaxed else a_row_over_no_space,
        manual_removal=manual_removal,
        pack=standard_order(copies, of=of),
    )


spider.variant("spider_2", of=suits(HEARTS, SPADES), copies=4)
spider.variant("spider_1", of=suits(SPADES), copies=8)


@patience("aracnida")
def aracnida() -> Patience:
    """Spider where equal ranks may be built, and sets of them move together."""
    return spider_kin(10, FIFTY_FOUR, built=down | same_rank, units=(in_suit, same_rank), row=a_row_over_no_space)


@patience("mrs_mop")
def mrs_mop() -> Patience:
    """Spider with everything dealt and open."""
    return spider_kin(13, [rounds("tableau", 8)])


@patience("spiderette")
def spiderette() -> Patience:
    """Spider with one pack, dealt as Klondike is."""
    return spider_kin(7, [triangle("tableau"), rest()], homes=4, row=a_row_over_no_space)


@patience("will_o_the_wisp")
def will_o_the_wisp() -> Patience:
    """Spiderette with columns of three and more stock."""
    deal = [rounds("tableau", 2, down=True), rounds("tableau", 1), rest()]
    return spider_kin(7, deal, homes=4, row=a_row_over_no_space)


def columns_of_eight_to_one(dealer: Dealer) -> None:
    """Deal by rows: columns of 8, 8, 8, 7, 6, 5, 4, 3, 2 and 1 cards, all face up."""
    columns = dealer.piles("tableau")
    for row in range(8):
        for column in columns[: 10 - row]:
            dealer.lay(dealer.next(), column)


@patience("simple_simon")
def simple_simon() -> Patience:
    """Spider with one pack, everything dealt and open."""
    by_number = [*(along("tableau", 0, n) for n in range(8, 1, -1)), along("tableau", 0, 9)]
    return spider_kin(10, [columns_of_eight_to_one], homes=4, by_number=by_number)
