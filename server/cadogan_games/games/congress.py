"""The Congress: rivers are dealt row by row, helps build in suit, and at the end the helps are doubled."""

from __future__ import annotations

from cadogan_games.catalogue import patience
from cadogan_games.engine.actions import Action, stock_has_cards, stock_is_empty
from cadogan_games.engine.cards import ALL
from cadogan_games.engine.conditions import in_phase
from cadogan_games.engine.deals import Dealer, rest, rounds, set_out, then
from cadogan_games.engine.effects import deal_round
from cadogan_games.engine.game import Patience
from cadogan_games.engine.goals import cards_on
from cadogan_games.engine.groups import each_suit, foundations, stock, tableau
from cadogan_games.engine.layout import at, fanned, row
from cadogan_games.engine.plays import top_of
from cadogan_games.engine.relations import down, same_suit, up
from cadogan_games.engine.table import Table

HELPS = 4
"""The helps in use until the stock is empty; as many more come into use then."""


def deal_helps(dealer: Dealer) -> None:
    """One card to each of the first four helps."""
    for pile in dealer.piles("helps")[:HELPS]:
        dealer.lay(dealer.next(), pile)


def first_empty_help(table: Table, src: int, dst: int, n: int) -> bool:
    """The first empty one of the four helps is filled first."""
    helps = table.game.indexes("helps")[:HELPS]
    return dst == next((pile for pile in helps if not table.piles[pile]), None)


def river_vacancy(table: Table, pile: int) -> int:
    """Any card, in the leftmost river of the uppermost row that is not complete."""
    lengths = [len(river) for river in table.group("rivers")]
    shortest = min(lengths)
    first = table.game.first["rivers"] + lengths.index(shortest)
    return ALL if pile == first and shortest < table.count("rows") else 0


def helps_are_full(table: Table) -> bool:
    """An empty help must be filled first."""
    return all(table.group("helps")[:HELPS])


def rivers_are_full(table: Table) -> bool:
    """The vacancies of the rivers must be filled first."""
    return all(len(river) >= table.count("rows") for river in table.group("rivers"))


def lay_row(table: Table) -> None:
    """One card on each river."""
    deal_round(table, table.game.indexes("rivers"))
    table.add("rows")


def begin_final(table: Table) -> None:
    """With the stock empty the final phase begins."""
    if stock_is_empty(table) and table.phase == "play":
        table.enter("final")


@patience(
    "congress",
    "The Congress",
    packs=2,
    family="deal by rows",
    source="Cadogan 1914",
    race="good",
    why="real choice in filling, building and timing of rows",
)
def congress() -> Patience:
    """Aces are built up in suit from rivers and helps."""
    fill = top_of("stock").turning().only_when(stock_has_cards)
    return Patience(
        groups=[
            foundations(
                "foundations", at(*((9 + side, y) for y in range(4) for side in (0, 1))), same_suit & up, base=0
            ),
            tableau("helps", row(0, 4.9, 8), same_suit & down, name="help"),
            tableau("rivers", fanned(row(0, 0, 8), dy=0.25), name="river", wants=river_vacancy),
            stock(at((9.5, 4.9))),
        ],
        deal=[
            set_out("foundations", each_suit(copies=2)),
            deal_helps,
            rounds("rivers", 1),
            rest(),
            then(lambda table: table.set("rows", 1)),
        ],
        moves=[
            top_of("rivers", "helps")
            .to("foundations")
            .says("1, 2: the last card of a river or help goes home in suit"),
            top_of("rivers")
            .to("helps")
            .only_onto_cards()
            .says("3: a river's last card goes on a help one rank higher of its suit"),
            top_of("helps").to("helps").says("4: a help's top card goes on another help one rank higher of its suit"),
            fill.to("helps")
            .only_into_spaces(ALL)
            .only_where(first_empty_help)
            .says("5: the stock's top card fills the first empty help"),
            fill.to("rivers").says("5: the stock's top card fills the first vacancy of the rivers"),
            Action(
                "deal",
                "Deal a row",
                lay_row,
                when=(stock_has_cards, helps_are_full, rivers_are_full),
                pile="stock",
                line="6: when all vacancies are filled, a card is dealt on each river",
            ),
            top_of("rivers")
            .to("helps")
            .only_into_spaces(ALL)
            .only_when(in_phase("final", "While the stock lasts only its cards fill an empty help."))
            .says("7: in the end a river's last card goes to any empty help"),
        ],
        auto=[begin_final],
        counters=["rows"],
        phases=["play", "final"],
        progress=cards_on("foundations"),
        upright={
            "foundations": row(0, 0, 8),
            "helps": row(0, 6.6, 8),
            "rivers": fanned(row(0, 1.15, 8), dy=0.25),
            "stock": at((3.5, 7.75)),
        },
        progress_max=104,
    )
