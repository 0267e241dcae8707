"""The Clock: twelve foundations that are built up to the ranks of their hours, with a packet outside each."""

from cadogan_games.words import *

FIRST_CARDS = [1 << parse(first) for first in "6C 7H 8S 9D TC JH QS KD 2C 3H 4S 5D".split()]
UNTIL_THE_HOUR = [9] * 8 + [8] * 4
"""The number of cards at each hour, I to XII, when it shows its own rank."""

PACKET = 3
"""The number of cards up to which packets are filled."""

LONGEST = 30
"""More cards than a packet ever holds. All cards of a packet are spread, but no room is reserved for this many."""


@refused("packets_full", "every packet has three cards or more")
def a_packet_is_short(table: Table) -> bool:
    """True if a packet has fewer than three cards."""
    return any(len(packet) < PACKET for packet in table.group("tableau"))


@refused("packets_first", "a packet has fewer than three cards: the packets must be filled first")
def no_packet_is_short(table: Table) -> bool:
    """True if every packet has three cards."""
    return not a_packet_is_short(table)


def fill(table: Table) -> None:
    """Bring every short packet in turn up to three cards, as far as the stock goes."""
    for pile in table.numbers("tableau"):
        if len(table.piles[pile]) < PACKET:
            deal_round(table, [pile], PACKET - len(table.piles[pile]))


FILL = Action(
    "fill",
    "Fill the packets",
    fill,
    when=(stock_has_cards, a_packet_is_short),
    text="every packet is brought up to three cards from the stock",
)


@patience("clock")
def clock() -> Patience:
    """A dial of foundations inside a circle of packets built down in suit."""
    return Patience(
        groups=[
            foundations(same_suit & up_wrapping, name="dial", count=12, base=NOTHING, full=UNTIL_THE_HOUR),
            tableau(12, same_suit & down_wrapping, name="packet", tail=LONGEST),
            stock(),
            waste(),
        ],
        deal=[set_out("foundations", FIRST_CARDS), packets("tableau", PACKET), rest()],
        moves={
            "1": top_of("tableau", "waste").home(),
            "2": top_of("tableau").to("tableau"),
            "3": FILL,
            "4": turn().only_when(no_packet_is_short),
        },
        goal=all_home(),
    )
