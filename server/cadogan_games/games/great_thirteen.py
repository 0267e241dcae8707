"""The Great Thirteen: eight piles, each built in steps of the rank on the balcony above."""

from cadogan_games.words import *

PACKETS = 8
IN_A_PILE = 12
COUNTS = [[((n + 2) * rank - 1) % 13 + 1 for n in range(IN_A_PILE)] for rank in range(1, KING)]
"""The ranks on a numeral pile, in order, by the rank of its balcony card from the ace to the queen."""

counted = never.named("that come next in the count of their balcony card")


def kings_under_and_tops_to_the_balcony(dealer: Dealer) -> None:
    """Slip a king on top of a packet underneath it until another card is on top, and move that card to the balcony."""
    dealer.table.set("next", 1)
    for balcony, packet in zip(dealer.piles("balcony"), dealer.piles("packets"), strict=True):
        cards = dealer.table.piles[packet]
        while rank_of(cards[-1]) == KING:
            cards.insert(0, cards.pop())
        dealer.lay(cards.pop(), balcony)


def wanted(table: Table, pile: int) -> int:
    """Return the cards that a numeral pile takes next."""
    numeral = pile - table.number("foundations")
    above = table.piles[table.number("balcony") + numeral]
    return OF_RANK[COUNTS[rank_of(above[-1]) - 1][len(table.piles[pile])]]


@refused("start_first", "while a numeral pile can be started, no other is continued")
def starts_come_first(table: Table, src: int, dst: int, n: int) -> bool:
    """True if the card starts a numeral pile, or none can be started."""
    return not table.piles[dst] or not a_start_is_possible(table)


def a_start_is_possible(table: Table) -> bool:
    """True if some packet's top card begins some empty numeral pile."""
    begin = 0
    for pile in table.numbers("foundations"):
        if not table.piles[pile]:
            begin |= wanted(table, pile)
    return any(1 << packet[-1] & begin for packet in table.group("packets") if packet)


@refused("no_packet_left", "every packet has been taken up")
def a_packet_is_left(table: Table) -> bool:
    """True if a packet that was not yet dealt out has cards."""
    return any(table.group("packets")[table.count("next") - 1 :])


def redistribute(table: Table) -> None:
    """Deal out the next packet, its bottom card first, one card to each place in rotation, its own place included."""
    packets = table.group("packets")
    taken = next(q for q in range(table.count("next") - 1, PACKETS) if packets[q])
    first = table.number("packets")
    table.set("next", taken + 2)
    for k in range(len(packets[taken])):
        place = (taken + 1 + k) % PACKETS
        table.take(first + taken, 0, first + place, len(packets[place]) - (place == taken))


@patience("great_thirteen")
def great_thirteen() -> Patience:
    """Eight packets feed eight numeral piles. Each packet is dealt out over the others once; all cards are seen."""
    return Patience(
        groups=[
            fixed(PACKETS, "balcony", "balcony"),
            Group(
                "foundations",
                "numeral pile",
                "foundation",
                counted,
                full=IN_A_PILE,
                wants=wanted,
                order=Order("balcony", COUNTS),
                count=PACKETS,
            ),
            tableau(PACKETS, id="packets", name="packet", counted=True),
        ],
        deal=[packets("packets", 13), kings_under_and_tops_to_the_balcony],
        moves={
            "1, 2": top_of("packets")
            .home()
            .only_where(starts_come_first)
            .says("a packet's top card starts or continues a numeral pile, by the count of its balcony card"),
            "3": Action(
                "redistribute",
                "Deal out a packet",
                redistribute,
                when=(a_packet_is_left,),
                text="the next packet is dealt out over the others",
                counters=("next",),
            ),
        },
        goal=all_home(of=96),
    )
