"""The Great Thirteen: eight piles that each count by the card on the balcony above."""

from __future__ import annotations

from cadogan_games.catalogue import patience
from cadogan_games.engine.actions import Action
from cadogan_games.engine.cards import KING, rank_of
from cadogan_games.engine.deals import Dealer, packets
from cadogan_games.engine.game import Patience
from cadogan_games.engine.goals import cards_on
from cadogan_games.engine.groups import OF_RANK, Group, Order, fixed, tableau
from cadogan_games.engine.layout import fanned, row
from cadogan_games.engine.plays import top_of
from cadogan_games.engine.relations import never
from cadogan_games.engine.table import Table

PACKETS = 8
IN_A_PILE = 12
COUNTS = [[((n + 2) * rank - 1) % 13 + 1 for n in range(IN_A_PILE)] for rank in range(1, KING)]
"""For each rank of a balcony card, from the ace to the queen, the ranks on its numeral pile, one after the other."""

counted = never.named("that come next in the count of their balcony card")


def kings_under_and_tops_to_the_balcony(dealer: Dealer) -> None:
    """A king on top of a packet is slipped underneath, until another card is there: that one goes to the balcony."""
    dealer.table.set("next", 1)
    for balcony, packet in zip(dealer.piles("balcony"), dealer.piles("packets"), strict=True):
        cards = dealer.table.piles[packet]
        while rank_of(cards[-1]) == KING:
            cards.insert(0, cards.pop())
        dealer.lay(cards.pop(), balcony)


def wanted(table: Table, pile: int) -> int:
    """The cards that a numeral pile takes next."""
    numeral = pile - table.game.first["foundations"]
    above = table.piles[table.game.first["balcony"] + numeral]
    return OF_RANK[COUNTS[rank_of(above[-1]) - 1][len(table.piles[pile])]]


def starts_come_first(table: Table, src: int, dst: int, n: int) -> bool:
    """While a numeral pile can be started, no other is continued."""
    return not table.piles[dst] or not a_start_is_possible(table)


def a_start_is_possible(table: Table) -> bool:
    """Whether some packet's top card begins some empty numeral pile."""
    begin = 0
    for pile in table.game.indexes("foundations"):
        if not table.piles[pile]:
            begin |= wanted(table, pile)
    return any(1 << packet[-1] & begin for packet in table.group("packets") if packet)


def a_packet_is_left(table: Table) -> bool:
    """Every packet has been taken up."""
    return any(table.group("packets")[table.count("next") - 1 :])


def redistribute(table: Table) -> None:
    """The next packet is dealt out, its bottom card first, one to a place in rotation; its own place is one of them."""
    packets = table.group("packets")
    taken = next(q for q in range(table.count("next") - 1, PACKETS) if packets[q])
    first = table.game.first["packets"]
    table.set("next", taken + 2)
    for k in range(len(packets[taken])):
        place = (taken + 1 + k) % PACKETS
        table.take(first + taken, 0, first + place, len(packets[place]) - (place == taken))


@patience(
    "great_thirteen",
    "The Great Thirteen",
    packs=2,
    family="set pieces",
    source="Cadogan 1914",
    race="fair",
    why="seldom won; everything is open to calculation, so ranked by cards home",
)
def great_thirteen() -> Patience:
    """Eight packets feed eight numeral piles and are dealt out over one another, each once; all their cards are seen."""
    return Patience(
        groups=[
            fixed("balcony", row(0, 0, PACKETS), "balcony"),
            Group(
                "foundations",
                "numeral pile",
                "foundation",
                row(0, 1.3, PACKETS),
                counted,
                full=IN_A_PILE,
                wants=wanted,
                order=Order("balcony", COUNTS),
            ),
            tableau("packets", fanned(row(0, 2.9, PACKETS), dy=0.25), name="packet", counted=True),
        ],
        deal=[packets("packets", 13), kings_under_and_tops_to_the_balcony],
        moves=[
            top_of("packets")
            .to("foundations")
            .only_where(starts_come_first)
            .says(
                "1, 2: a packet's top card goes to the numeral pile whose count it begins or continues; starts come first"
            ),
            Action(
                "redistribute",
                "Deal out a packet",
                redistribute,
                when=(a_packet_is_left,),
                line="3: the next packet is dealt out over the others",
            ),
        ],
        counters=["next"],
        progress=cards_on("foundations"),
        progress_max=96,
    )
