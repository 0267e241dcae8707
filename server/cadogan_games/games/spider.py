"""Spider and its nearest kin: runs in suit, built anywhere, go home whole."""

from __future__ import annotations

from collections.abc import Sequence

from cadogan_games.catalogue import patience
from cadogan_games.engine.actions import Action, deal_row
from cadogan_games.engine.auto import turn_up
from cadogan_games.engine.cards import ALL, HEARTS, SPADES, standard_order, suits
from cadogan_games.engine.conditions import spaces_filled
from cadogan_games.engine.deals import Dealer, Step, rest, rounds, triangle
from cadogan_games.engine.game import Patience
from cadogan_games.engine.goals import all_on, cards_on
from cadogan_games.engine.groups import foundations, stock, tableau
from cadogan_games.engine.layout import Places, at, fanned, row
from cadogan_games.engine.plays import Play, runs_of
from cadogan_games.engine.relations import Relation, down, never, same_rank
from cadogan_games.engine.runs import in_suit, joins, runs_go_home, take_run_home


def spider_kin(
    columns: int,
    packs: int,
    deal: Sequence[Step],
    *,
    built: Relation = down,
    units: Sequence[Relation] = (in_suit,),
    rows: Sequence[Action] = (),
    manual_removal: bool = False,
    pack: Sequence[int] | None = None,
) -> Patience:
    """The table, moves and end that all of them share.

    `built` says what goes on a column's last card, `units` what moves together.
    """
    home, joined = cards_on("foundations"), joins("tableau")
    homes, cards = 4 * packs, 52 * packs
    moves: list[Play | Action] = [
        runs_of("tableau", *units)
        .to("tableau")
        .says(f"1, 2: a run goes as a unit where its first card is {built.english}, or into a space"),
        *rows,
    ]
    return Patience(
        groups=[
            foundations("foundations", row(2 if packs == 2 else 3, 0, homes), never, base=0),
            tableau("tableau", fanned(row(0, 1.3, columns), dy=0.25), built, ALL, name="column"),
            *([stock(at((0, 0)))] if rows else []),
        ],
        deal=deal,
        moves=[*moves, take_run_home("tableau")] if manual_removal else moves,
        auto=[turn_up("tableau")] if manual_removal else [runs_go_home("tableau"), turn_up("tableau")],
        pack=pack,
        won=all_on(cards, "foundations"),
        progress=lambda table: home(table) + joined(table),
        progress_max=cards,
        upright=in_two_lines(columns) if columns > 10 else {},
    )


def in_two_lines(columns: int) -> dict[str, Places]:
    """Where a narrow window has no room for so many columns beside each other."""
    upper = (columns + 1) // 2
    lines = row(0.5, 1.15, upper) + row(0.5, 5.1, columns - upper)
    return {"foundations": row(0, 0, 8), "tableau": fanned(lines, dy=0.3)}


def one_more_on_four(dealer: Dealer) -> None:
    """One more card face down on each of the first four columns."""
    for column in dealer.piles("tableau")[:4]:
        dealer.lay(dealer.next(), column, down=True)


FIFTY_FOUR = [rounds("tableau", 4, down=True), one_more_on_four, rounds("tableau", 1), rest()]
a_row = deal_row("tableau").says("3: a row is dealt, one card on each column")
a_row_over_no_space = a_row.only_when(spaces_filled("tableau"))


@patience(
    "spider_4",
    "Spider, four suits",
    packs=2,
    family="spider kin",
    source="general tradition and PySolFC; the make-up of the one- and two-suit packs from a card-game blog of 2010",
    race="fair",
    why="long and seldom won; `spider_2` and `spider_1` are the better races",
    options={"manual_removal": (False, True), "relaxed": (False, True)},
    sheet="spider",
)
def spider(manual_removal: bool, relaxed: bool, of: int = ALL, copies: int = 2) -> Patience:
    """Ten columns and five rows to come; the pack is so many copies of the cards of a set."""
    return spider_kin(
        10,
        2,
        FIFTY_FOUR,
        rows=[a_row if relaxed else a_row_over_no_space],
        manual_removal=manual_removal,
        pack=standard_order(copies, of=of),
    )


spider.variant("spider_2", "Spider, two suits", race="good", why="the middle way", of=suits(HEARTS, SPADES), copies=4)
spider.variant(
    "spider_1",
    "Spider, one suit",
    race="fair",
    why="quick, and whoever plans ahead can win most deals; without a plan chance decides",
    of=suits(SPADES),
    copies=8,
)


@patience(
    "aracnida",
    "Aracnida",
    packs=2,
    family="spider kin",
    source=(
        "named in a card-game blog of 2010 as an easy kind of Spider that moves like Curds and Whey; rules from "
        "PySolFC's Arachnida"
    ),
    race="good",
    why="a Spider with looser rules, so with much choice",
)
def aracnida() -> Patience:
    """Spider where equal ranks may be built, and sets of them move together."""
    return spider_kin(10, 2, FIFTY_FOUR, built=down | same_rank, units=(in_suit, same_rank), rows=[a_row_over_no_space])


@patience(
    "mrs_mop",
    "Mrs. Mop",
    packs=2,
    family="spider kin",
    source="Charles Jewell's game, through PySolFC and public rule pages; named in a card-game blog of 2010",
    race="good",
    why="open cards, all skill",
)
def mrs_mop() -> Patience:
    """Spider with everything dealt and open."""
    return spider_kin(13, 2, [rounds("tableau", 8)])


@patience(
    "spiderette",
    "Spiderette",
    packs=1,
    family="spider kin",
    source="general tradition and PySolFC; named in a card-game blog of 2010",
    race="fair",
    why="short; luck of the rows weighs heavily",
)
def spiderette() -> Patience:
    """Spider with one pack, dealt as Klondike is."""
    return spider_kin(7, 1, [triangle("tableau"), rest()], rows=[a_row_over_no_space])


@patience(
    "will_o_the_wisp",
    "Will o' the Wisp",
    packs=1,
    family="spider kin",
    source="Morehead and Mott-Smith's game, through PySolFC and public rule pages; named in a card-game blog of 2010",
    race="fair",
    why="seldom won; ranked by progress",
)
def will_o_the_wisp() -> Patience:
    """Spiderette with columns of three and more stock."""
    return spider_kin(7, 1, [rounds("tableau", 2, down=True), rounds("tableau", 1), rest()], rows=[a_row_over_no_space])
