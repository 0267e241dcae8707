"""Napoleon's Square: three sides of packets built down in suit; only the waste fills their spaces."""

from cadogan_games.words import *

deal_packets = packets("tableau", 4)


def blocking_kings(table: Table, suit: int) -> list[tuple[int, int]]:
    """Return the kings of a suit, as (pile, position), that lie over a lower card of their suit."""
    found = []
    for pile in table.numbers("tableau"):
        covers = False
        for place, card in enumerate(table.piles[pile]):
            if suit_of(card) == suit:
                if rank_of(card) < KING:
                    covers = True
                elif covers:
                    found.append((pile, place))
    return found


def blocked_suits(table: Table) -> list[int]:
    """Return the suits that have two blocking kings. The second foundation of such a suit could never be completed."""
    return [suit for suit in range(4) if len(blocking_kings(table, suit)) == 2]


def slip_blocking_kings(dealer: Dealer) -> None:
    """Move the first of two blocking kings to the bottom of its packet, in each suit that has two."""
    for suit in blocked_suits(dealer.table):
        pile, place = blocking_kings(dealer.table, suit)[0]
        packet = dealer.table.piles[pile]
        packet.insert(0, packet.pop(place))


def deal_anew_while_kings_block(dealer: Dealer) -> None:
    """Shuffle and deal all cards again while a suit is blocked, which makes the deal void."""
    while blocked_suits(dealer.table):
        for packet in dealer.table.group("tableau"):
            packet.clear()
        dealer.shuffle()
        deal_packets(dealer)


@patience("napoleons_square")
def napoleons_square(blocking_kings: str = "", single_cards: bool = False) -> Patience:
    """Twelve packets of four (or of one card) on three sides of a square."""
    mend = {"slip": [slip_blocking_kings], "redeal": [deal_anew_while_kings_block]}
    return Patience(
        groups=[
            tableau(12, same_suit & down, name="square"),
            foundations(same_suit & up_from(ACE), copies=2),
            stock(),
            waste(),
        ],
        deal=[rounds("tableau", 1), rest()] if single_cards else [deal_packets, *mend[blocking_kings], rest()],
        moves={
            "1": top_of("tableau", "waste").home(),
            "2, 3": top_of("tableau", "waste").to("tableau").only_onto_cards(),
            "4": top_of("tableau", "waste").to("tableau").only_into_spaces(ALL).only_if_free(is_the_waste),
            "5": turn(),
        },
        goal=all_home(),
    )


napoleons_square.variant("napoleons_square_single", single_cards=True)
