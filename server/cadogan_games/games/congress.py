"""The Congress: rivers are dealt row by row, helps build in suit, and at the end the helps are doubled."""

from cadogan_games.words import *

HELPS = 4
"""The helps in use until the stock is empty; then as many more come into use."""

in_the_end = in_phase("final", "stock_fills_helps", "while the stock lasts only its cards fill an empty help")


def deal_helps(dealer: Dealer) -> None:
    """Deal one card to each of the first four helps."""
    for pile in dealer.piles("helps")[:HELPS]:
        dealer.lay(dealer.next(), pile)


@refused("first_empty_help", "the first empty one of the four helps is filled first")
def first_empty_help(table: Table, src: int, dst: int, n: int) -> bool:
    """True if a pile is the empty help, among the first four, that has the lowest number."""
    helps = table.numbers("helps")[:HELPS]
    return dst == next((pile for pile in helps if not table.piles[pile]), None)


def river_vacancy(table: Table, pile: int) -> int:
    """Return the set of cards that a river takes: all if it is the leftmost gap of the uppermost incomplete row, else none."""
    lengths = [len(river) for river in table.group("rivers")]
    shortest = min(lengths)
    first = table.game.first["rivers"] + lengths.index(shortest)
    return ALL if pile == first and shortest < table.count("rows") else NOTHING


@refused("helps_first", "an empty help must be filled first")
def helps_are_full(table: Table) -> bool:
    """True if each of the first four helps holds a card."""
    return all(table.group("helps")[:HELPS])


@refused("rivers_first", "the gaps of the rivers must be filled first")
def rivers_are_full(table: Table) -> bool:
    """True if each river has a card in every row dealt."""
    return all(len(river) >= table.count("rows") for river in table.group("rivers"))


def lay_row_on_rivers(table: Table) -> None:
    """Deal one card on each river, as far as the stock goes."""
    deal_round(table, table.numbers("rivers"))
    table.add("rows")


def begin_final(table: Table) -> None:
    """Begin the final phase once the stock is empty."""
    if not table.stock and table.phase == "play":
        table.enter("final")


@patience("congress")
def congress() -> Patience:
    """Aces are built up in suit from rivers and helps."""
    fill = top_of("stock").turning().only_when(stock_has_cards)
    return Patience(
        groups=[
            foundations(same_suit & up, count=8, base=NOTHING),
            tableau(2 * HELPS, same_suit & down, "helps", name="help"),
            tableau(8, id="rivers", name="river", wants=river_vacancy),
            stock(),
        ],
        deal=[
            set_out("foundations", each_suit(copies=2)),
            deal_helps,
            rounds("rivers", 1),
            rest(),
            then(lambda table: table.set("rows", 1)),
        ],
        moves={
            "1, 2": top_of("rivers", "helps").home(),
            "3": top_of("rivers").to("helps").only_onto_cards(),
            "4": top_of("helps").to("helps"),
            "5": [
                fill.to("helps")
                .only_into_spaces(ALL)
                .only_where(first_empty_help)
                .says("the stock's top card fills the first empty help"),
                fill.to("rivers").says("the stock's top card fills the first vacancy of the rivers"),
            ],
            "6": Action(
                "deal",
                "Deal a row",
                lay_row_on_rivers,
                when=(stock_has_cards, helps_are_full, rivers_are_full),
                pile="stock",
                text="when all vacancies are filled, a card is dealt on each river",
                counters=("rows",),
            ),
            "7": top_of("rivers")
            .to("helps")
            .only_into_spaces(ALL)
            .only_when(in_the_end)
            .says("in the end a river's last card goes to any empty help"),
        },
        auto=[begin_final],
        phases=["play", "final"],
        goal=all_home(),
    )
