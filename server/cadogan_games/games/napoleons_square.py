"""Napoleon's Square: three sides of packets built down in suit; only the waste fills their spaces."""

from __future__ import annotations

from cadogan_games.catalogue import patience
from cadogan_games.engine.actions import turn
from cadogan_games.engine.cards import ALL, KING, rank_of, suit_of
from cadogan_games.engine.conditions import is_the_waste
from cadogan_games.engine.deals import Dealer, packets, rest, rounds
from cadogan_games.engine.game import Patience
from cadogan_games.engine.goals import cards_on
from cadogan_games.engine.groups import each_suit, foundations, stock, tableau, waste
from cadogan_games.engine.layout import Places, at, column, fanned, grid, labelled, row
from cadogan_games.engine.plays import top_of
from cadogan_games.engine.relations import down, same_suit, up
from cadogan_games.engine.table import Table

deal_packets = packets("tableau", 4)


def blocking_kings(table: Table, suit: int) -> list[tuple[int, int]]:
    """The kings of a suit, as (pile, place in it), that lie over a lower card of their suit."""
    found = []
    for pile in table.game.indexes("tableau"):
        covers = False
        for place, card in enumerate(table.piles[pile]):
            if suit_of(card) == suit:
                if rank_of(card) < KING:
                    covers = True
                elif covers:
                    found.append((pile, place))
    return found


def blocked_suits(table: Table) -> list[int]:
    """The suits that have two blocking kings: the second foundation of such a suit could never be ended."""
    return [suit for suit in range(4) if len(blocking_kings(table, suit)) == 2]


def slip_blocking_kings(dealer: Dealer) -> None:
    """In each suit with two blocking kings the first of them goes to the bottom of its packet."""
    for suit in blocked_suits(dealer.table):
        pile, place = blocking_kings(dealer.table, suit)[0]
        packet = dealer.table.piles[pile]
        packet.insert(0, packet.pop(place))


def deal_anew_while_kings_block(dealer: Dealer) -> None:
    """A deal with a blocked suit is void: all cards are shuffled and dealt again."""
    while blocked_suits(dealer.table):
        for packet in dealer.table.group("tableau"):
            packet.clear()
        dealer.shuffle()
        deal_packets(dealer)


def three_sides() -> Places:
    """Up the left side, along the top, down the right side; the sides spread to the right, the top downwards."""
    left, right = column(0, 0.9, 4, step=1.2), column(8.6, 0.9, 4, step=1.2)
    return fanned(left[::-1], dx=0.4) + fanned(row(2.7, 0, 4, step=1.4), dy=0.25) + fanned(right, dx=0.4)


UPRIGHT = {
    "tableau": fanned(column(0, 2.9, 4, step=1.1)[::-1], dx=0.35)
    + fanned(row(0.3, 0, 4, step=2.1), dy=0.25)
    + fanned(column(5, 2.9, 4, step=1.1), dx=0.35),
    "foundations": grid(2.9, 2.9, 4, 2, y_step=1.1),
    "stock": at((2.9, 7.4)),
    "waste": at((3.9, 7.4)),
}


@patience(
    "napoleons_square",
    "Napoleon's Square",
    packs=2,
    family="stock and waste",
    source="Cadogan 1914",
    race="good",
    why="a good race of the Forty Thieves kind",
    options={"blocking_kings": ("slip", "redeal")},
)
def napoleons_square(blocking_kings: str = "", single_cards: bool = False) -> Patience:
    """Twelve packets of four (or of one card) on three sides of a square."""
    mend = {"slip": [slip_blocking_kings], "redeal": [deal_anew_while_kings_block]}
    return Patience(
        groups=[
            tableau("tableau", three_sides(), same_suit & down, name="square"),
            foundations(
                "foundations",
                labelled(
                    at(*((x, y) for x in (3.3, 4.3, 5.3, 6.3) for y in (1.8, 3))),
                    "♣♣♦♦♥♥♠♠",
                ),
                same_suit & up,
                each_suit(copies=2),
            ),
            stock(at((4.1, 5))),
            waste(at((5.5, 5))),
        ],
        deal=[rounds("tableau", 1), rest()] if single_cards else [deal_packets, *mend[blocking_kings], rest()],
        moves=[
            top_of("tableau", "waste")
            .to("foundations")
            .says("1: the top card of a packet or of the waste goes home in suit"),
            top_of("tableau", "waste")
            .to("tableau")
            .only_onto_cards()
            .says("2, 3: the top card of a packet or of the waste goes on a packet, one rank lower in suit"),
            top_of("tableau", "waste")
            .to("tableau")
            .only_into_spaces(ALL)
            .only_if_free(is_the_waste)
            .says("4: the waste's top card fills a space"),
            turn(),
        ],
        progress=cards_on("foundations"),
        upright=UPRIGHT,
        progress_max=104,
    )


napoleons_square.variant(
    "napoleons_square_single",
    "Napoleon's Square, single cards",
    race="good",
    why="a good race of the Forty Thieves kind",
    options={},
    single_cards=True,
)
