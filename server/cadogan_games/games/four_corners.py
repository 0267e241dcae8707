"""The Four Corners: already in the deal the place where a card falls says where it may go."""

from __future__ import annotations

from cadogan_games.catalogue import patience
from cadogan_games.engine.actions import Action, redeals_left
from cadogan_games.engine.cards import ACE, ALL, KING, rank_of, suit_of
from cadogan_games.engine.conditions import in_phase
from cadogan_games.engine.deals import rest, then
from cadogan_games.engine.effects import take_up
from cadogan_games.engine.game import Patience
from cadogan_games.engine.goals import cards_on
from cadogan_games.engine.groups import each_suit, foundations, reserve, stock, tableau
from cadogan_games.engine.layout import at, column, fanned, labelled, turned
from cadogan_games.engine.plays import Play, top_of
from cadogan_games.engine.relations import anything, down, same_suit, up
from cadogan_games.engine.table import Table

PACKETS = 12
HOMES = ("ace_foundations", "king_foundations")

REACHED = [
    range(8),
    *(range(k, k + 1) for k in (0, 1, 2, 3)),
    range(8),
    range(8),
    *(range(k, k + 1) for k in (4, 5, 6, 7)),
    range(8),
]
"""For each packet the foundations that a card dealt to it may go to, rising ones first: from a corner all eight."""


def reached(table: Table) -> range:
    """The piles of the foundations that the card being dealt may go to."""
    first, found = table.game.first["ace_foundations"], REACHED[table.count("next") - 1]
    return range(first + found.start, first + found.stop)


def next_packet(table: Table) -> int:
    """The packet whose turn it is."""
    return table.game.first["tableau"] + table.count("next") - 1


def deal_on(table: Table) -> None:
    """Cards are dealt by themselves until one may be played; when the stock is empty, play is free."""
    hand, src = table.game.first["hand"], table.game.first["stock"]
    while table.phase == "deal" and not table.piles[hand]:
        if not table.piles[src]:
            table.enter("free")
            return
        card = table.piles[src][-1] & 63
        begun = begins(table, card)
        if begun is not None:
            table.turn(src, begun)
        elif any(fits(table, card, pile) for pile in reached(table)):
            table.turn(src, hand)
        else:
            table.turn(src, next_packet(table))
            pass_on(table)


def begins(table: Table, card: int) -> int | None:
    """The foundation that the first ace or king of its suit begins."""
    for id, rank in zip(HOMES, (ACE, KING), strict=True):
        pile = table.game.first[id] + suit_of(card)
        if rank_of(card) == rank and not table.piles[pile]:
            return pile
    return None


def fits(table: Table, card: int, pile: int) -> bool:
    """Whether a card may follow on a foundation."""
    cards = table.piles[pile]
    return bool(cards and table.game.group_of[pile].accepts.on[cards[-1]] >> card & 1)


def pass_on(table: Table, *move: int) -> None:
    """A card was laid on its packet: it is the next one's turn."""
    table.set("next", table.count("next") % PACKETS + 1)


def within_reach(table: Table, src: int, dst: int, n: int) -> bool:
    """From a side packet's turn a card goes only to the foundation beside that packet."""
    return dst in reached(table)


def is_next(table: Table, src: int, dst: int, n: int) -> bool:
    """It is another packet's turn."""
    return dst == next_packet(table)


def packets_have_cards(table: Table) -> bool:
    """The packets are empty."""
    return any(table.group("tableau"))


def take_up_and_deal(table: Table) -> None:
    """The packets are taken up in order, turned over, and dealt again from the first packet on."""
    table.add("redeals")
    take_up(table, table.game.indexes("tableau"))
    table.set("next", 1)
    table.enter("deal")


UP_LEFT, UP_RIGHT = turned(at((0.1, -0.2)), -45), turned(at((6.4, -0.2)), 45)
LOW_LEFT, LOW_RIGHT = turned(at((0.1, 5.2)), 45), turned(at((6.4, 5.2)), -45)

ROUND_THE_SQUARE = fanned(
    UP_LEFT + column(0, 1, 4) + LOW_LEFT + UP_RIGHT + column(6.1, 1, 4) + LOW_RIGHT,
    dx=0.35,
)


@patience(
    "four_corners",
    "The Four Corners",
    packs=2,
    family="deal by rows",
    source="Cadogan 1914",
    race="good",
    why="choices already in the deal, and reversals after it",
)
def four_corners() -> Patience:
    """Twelve packets round eight foundations, dealt card by card, then built both ways in suit."""
    free = in_phase("free", "Cards on the packets move only when all cards are dealt.")
    built = same_suit & (up | down)
    return Patience(
        groups=[
            tableau("tableau", ROUND_THE_SQUARE, built, name="packet", tail=8),
            foundations(
                "ace_foundations",
                labelled(column(3.1, 1, 4), "♣♦♥♠"),
                same_suit & up,
                each_suit(),
                name="rising foundation",
            ),
            foundations(
                "king_foundations",
                labelled(column(4.1, 1, 4), "♣♦♥♠"),
                same_suit & down,
                each_suit(KING),
                name="falling foundation",
            ),
            reserve("hand", at((9.3, 2)), name="hand"),
            stock(at((9.3, 0.9))),
        ],
        deal=[rest(), then(lambda table: table.set("next", 1))],
        moves=[
            top_of("hand")
            .to(*HOMES)
            .only_where(within_reach)
            .says("1: the card in hand is played to a foundation that it fits"),
            Play(("hand",), ("tableau",), onto=anything, space=ALL)
            .only_where(is_next)
            .and_then(pass_on)
            .says("1: or it is laid on the packet whose turn it is"),
            top_of("tableau").to(*HOMES).only_when(free).says("2: a packet's top card goes home in suit"),
            top_of("tableau")
            .to("tableau")
            .only_when(free)
            .says("3: a packet's top card goes on another packet, next in rank and of its suit"),
            Action(
                "redeal",
                "Redeal",
                take_up_and_deal,
                when=(free, packets_have_cards, *redeals_left(2)),
                pile="stock",
                line="4: the packets are taken up in order and dealt again, not shuffled",
            ),
        ],
        auto=[deal_on],
        counters=["next", "redeals"],
        phases=["deal", "free"],
        progress=cards_on(*HOMES),
        upright={"hand": at((4.1, 6.6)), "stock": at((3.1, 6.6))},
        progress_max=104,
    )
