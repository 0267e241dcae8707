"""The Mill: four times from ace to king in the centre, four kings down to their aces in the angles."""

from cadogan_games.words import *


@refused("nothing_follows", "a transfer must let a card of the wings or the waste follow it to the centre")
def brings_a_card_into_use(table: Table, src: int, dst: int, n: int) -> bool:
    """True if a card of the wings or the waste can go to the centre once this one lies there."""
    if len(table.piles[dst]) == 51:
        return False
    wanted = up_wrapping.on[table.piles[src][-1]]
    return any(pile and wanted >> pile[-1] & 1 for pile in (*table.group("reserve"), table.waste))


@refused("no_transfer", "no transfer has been made")
def transferred(table: Table) -> bool:
    """True if the last move was a transfer."""
    return table.count("owed") == 1


def owe(table: Table, src: int, dst: int, n: int) -> None:
    """Note that a card of the wings or the waste must follow the transfer at once."""
    table.set("owed", 1)


def pay(table: Table, src: int, dst: int, n: int) -> None:
    """Note that the card owed after the transfer has gone to the centre."""
    table.set("owed", 0)


@patience("mill")
def mill(refill: str) -> Patience:
    """A centre built up without end, four angles built down, whatever the suits."""
    to_the_centre = top_of("reserve", "waste").to("centre")
    following = to_the_centre.only_when(transferred).and_then(pay)
    transfer = top_of("king_foundations").to("centre").only_if_free(above_base).only_where(brings_a_card_into_use)
    return Patience(
        groups=[
            foundations(up_wrapping, "centre", count=1, base=NOTHING, full=52),
            foundations(down_from(KING), "king_foundations", name="angle"),
            reserve(8, name="wings"),
            stock(),
            waste(),
        ],
        deal=[set_out("centre", [ACES]), rounds("reserve", 1), rest()],
        moves={
            "1": to_the_centre,
            "2, 3": top_of("reserve", "waste").to("king_foundations"),
            "4": transfer.and_then(owe).says(
                "the top card of an angle goes to the centre when another card can follow it"
            ),
            "5": turn(),
        },
        forced={
            "": refill_choices("reserve", refill),
            "4": following.says("after a transfer a card of the wings or the waste goes to the centre"),
        },
        auto=refilled("reserve", refill),
        counters=["owed"],
        goal=all_home(),
    )
