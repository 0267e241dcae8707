"""The Four Corners: during the deal, the place of a card decides which foundations it may go to."""

from cadogan_games.words import *

PACKETS = 12
HOMES = ("ace_foundations", "king_foundations")

CORNER, BESIDE = range(8), [range(k, k + 1) for k in range(8)]
REACHED = [CORNER, *BESIDE[:4], CORNER, CORNER, *BESIDE[4:], CORNER]
"""The foundations that a card dealt to a packet may go to, rising ones first, by packet. From a corner it may go to all
eight."""


def reached(table: Table) -> range:
    """Return the piles of the foundations that the card being dealt may go to."""
    first, found = table.number("ace_foundations"), REACHED[table.count("next") - 1]
    return range(first + found.start, first + found.stop)


def next_packet(table: Table) -> int:
    """Return the packet whose turn it is."""
    return table.number("tableau") + table.count("next") - 1


def deal_on(table: Table) -> None:
    """Deal cards automatically until one may be played. When the stock is empty, play is free."""
    hand, stock = table.number("hand"), table.number("stock")
    while table.phase == "deal" and not table.piles[hand]:
        if not table.stock:
            table.enter("free")
            return
        card = bare(table.stock[-1])
        begun = begins(table, card)
        if begun is not None:
            table.turn_over(stock, begun)
        elif any(table.game.takes(table, pile) >> card & 1 for pile in reached(table)):
            table.turn_over(stock, hand)
        else:
            table.turn_over(stock, next_packet(table))
            pass_on(table)


def begins(table: Table, card: int) -> int | None:
    """Return the foundation that the first ace or king of its suit begins."""
    for id, rank in zip(HOMES, (ACE, KING), strict=True):
        pile = table.number(id) + suit_of(card)
        if rank_of(card) == rank and not table.piles[pile]:
            return pile
    return None


def pass_on(table: Table, *move: int) -> None:
    """Pass the turn to the next packet: a card was laid on the present one."""
    table.set("next", table.count("next") % PACKETS + 1)


@refused("out_of_reach", "on a side packet's turn a card goes only to the foundation beside that packet")
def within_reach(table: Table, src: int, dst: int, n: int) -> bool:
    """True if the card being dealt may go to this foundation."""
    return dst in reached(table)


@refused("another_packets_turn", "it is another packet's turn")
def is_next(table: Table, src: int, dst: int, n: int) -> bool:
    """True if it is this packet's turn."""
    return dst == next_packet(table)


@refused("packets_empty", "the packets are empty")
def packets_have_cards(table: Table) -> bool:
    """True if a card lies on any packet."""
    return any(table.group("tableau"))


def take_up_and_deal(table: Table) -> None:
    """Gather the packets in order, turn them over, and deal them again from the first packet on."""
    table.add("redeals")
    take_up(table, table.numbers("tableau"))
    table.set("next", 1)
    table.enter("deal")


@patience("four_corners")
def four_corners() -> Patience:
    """Twelve packets round eight foundations, dealt card by card, then built both ways in suit."""
    free = in_phase("free", "deal_goes_on", "cards on the packets move only when all cards are dealt")
    return Patience(
        groups=[
            tableau(PACKETS, same_suit & (up | down), name="packet", tail=8),
            foundations(same_suit & up_from(ACE), "ace_foundations", name="rising foundation"),
            foundations(same_suit & down_from(KING), "king_foundations", name="falling foundation"),
            reserve(1, "hand", name="hand"),
            stock(),
        ],
        deal=[rest(), then(lambda table: table.set("next", 1))],
        moves={
            "1": [
                top_of("hand").home().only_where(within_reach),
                Play(("hand",), ("tableau",), onto=anything, space=ALL)
                .only_where(is_next)
                .and_then(pass_on)
                .says("the card in hand is laid on the packet whose turn it is"),
            ],
            "2": top_of("tableau").home().only_when(free),
            "3": top_of("tableau").to("tableau").only_when(free),
            "4": Action(
                "redeal",
                "Redeal",
                take_up_and_deal,
                when=(free, packets_have_cards, *redeals_left(2)),
                pile="stock",
                text="the packets are taken up in order and dealt again, not shuffled",
                counters=("redeals",),
            ),
        },
        auto=[deal_on],
        counters=["next"],
        phases=["deal", "free"],
        goal=all_home(),
    )
