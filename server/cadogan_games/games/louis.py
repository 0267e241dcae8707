"""The "Louis" Patience and St. Louis: circles over twelve piles, played as they are dealt or only afterwards."""

from cadogan_games.words import *

PILES = 12
HOMES = ("ace_foundations", "king_foundations")

TAKEN_UP = [*range(6, PILES), *range(6)]
"""The piles in the order in which a redeal gathers them: from g to m, then from a to f."""

ALL_LETTERS = 2**PILES - 1
"""The counter `latest` right after a circle: each bit is a pile that shows its card of that circle."""


def deal_circle(table: Table) -> None:
    """Deal one card to each letter. Cards that fit a foundation go home on the way."""
    for letter in table.numbers("tableau"):
        bring_next(table, letter, *HOMES, passing=ALL)
    table.set("latest", ALL_LETTERS if table.stock else 0)


def lay_circle(table: Table) -> None:
    """Deal a card to each letter, as far as the stock goes, without playing any."""
    deal_round(table, table.numbers("tableau"))


def deal_all(table: Table) -> None:
    """Deal the whole stock, circle upon circle, without playing any card."""
    while table.stock:
        lay_circle(table)


@refused(
    "not_in_latest_circle",
    "while the stock has cards, only a card of the latest circle may be played, not what it covered",
)
def is_in_latest_circle(table: Table, pile: int) -> bool:
    """True if a pile shows its card of the latest circle, or the stock is empty."""
    return stock_is_empty(table) or bool(table.count("latest") >> (pile - table.game.first["tableau"]) & 1)


def uncover(table: Table, src: int, dst: int, n: int) -> None:
    """Note that the pile shows a card of an earlier circle now."""
    table.set("latest", table.count("latest") & ~(1 << src - table.number("tableau")))


@refused("piles_empty", "the piles are all empty")
def piles_have_cards(table: Table) -> bool:
    """True if a card lies on a letter."""
    return any(table.group("tableau"))


@patience("louis")
def louis(plays_between: bool = True) -> Patience:
    """Aces up, kings down, from circles of twelve; three redeals, or in St. Louis two."""
    first_circle = deal_circle if plays_between else lay_circle

    def take_up_and_deal(table: Table) -> None:
        table.add("redeals")
        piles = table.numbers("tableau")
        take_up(table, [piles[n] for n in TAKEN_UP])
        first_circle(table)

    if plays_between:
        label, circles, rule = "Deal a circle", deal_circle, "the next circle is dealt"
        home = top_of("tableau").home().only_if_free(is_in_latest_circle).and_then(uncover)
    else:
        label, circles, rule = "Deal all", deal_all, "all of the stock is dealt"
        home = top_of("tableau").home()
    return Patience(
        groups=[
            foundations(same_suit & up_from(ACE), "ace_foundations"),
            foundations(same_suit & down_from(KING), "king_foundations"),
            tableau(PILES, same_suit & (up | down), name="alphabet", counted=True),
            stock(),
        ],
        deal=[
            set_out("ace_foundations", each_suit()),
            set_out("king_foundations", each_suit(KING)),
            rest(),
            then(first_circle),
        ],
        moves={
            "1": Action("deal", label, circles, when=(stock_has_cards,), pile="stock", text=rule),
            "2": home,
            "3": top_of("tableau").to("tableau").only_when(stock_is_empty),
            "4": top_of(*HOMES).home().only_if_free(above_base) if plays_between else [],
            "5": Action(
                "redeal",
                "Redeal",
                take_up_and_deal,
                when=(stock_is_empty, piles_have_cards, *redeals_left(3 if plays_between else 2)),
                pile="stock",
                text="the piles are taken up, g first, and dealt again",
            ),
        },
        counters=["redeals", "latest"] if plays_between else ["redeals"],
        auto=[] if plays_between else [refill("tableau", "stock")],
        goal=all_home(),
    )


louis.variant("st_louis", plays_between=False)
