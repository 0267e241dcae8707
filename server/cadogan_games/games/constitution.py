"""The Constitution: cards climb from the People through Commons and Lords to the Privy Council, and only then home."""

from cadogan_games.words import *

packed = alternate_colour & down


@patience("constitution")
def constitution() -> Patience:
    """Four rows of eight; cards are built on the row above their own and go home from the highest."""
    climb = "a card goes on one of the row directly above it, one rank lower and of the other colour"
    fill = "an empty place is filled with a top card of the row directly below it"
    upwards = [top_of("lords").to("council"), top_of("commons").to("lords"), top_of("people").to("commons")]
    return Patience(
        groups=[
            foundations(same_suit & up, count=8, base=NOTHING, name="Government", full=11),
            tableau(8, packed, "council", name="Privy Council"),
            tableau(8, packed, "lords", name="House of Lords"),
            tableau(8, packed, "commons", name="House of Commons"),
            reserve(8, "people", name="People"),
            stock(),
            waste(),
        ],
        pack=standard_order(2, of=ALL & ~ranks(QUEEN, KING)),
        deal=[
            set_out("foundations", each_suit(copies=2)),
            *(rounds(id, 1) for id in ("people", "commons", "lords", "council")),
            rest(),
        ],
        moves={
            "1": top_of("council").home(),
            "2": [line.says(climb) for line in upwards],
            "4": turn(),
        },
        forced={"3": [line.only_into_spaces(ALL).says(fill) for line in upwards]},
        auto=[refill("people")],
        goal=all_home(),
    )
