"""La Nivernaise: the Line's packets, and Flanks whose empty places let the player look into them."""

from __future__ import annotations

from cadogan_games.catalogue import patience
from cadogan_games.engine.actions import Action, redeals_left, stock_has_cards, stock_is_empty
from cadogan_games.engine.cards import ALL, DOWN, KING
from cadogan_games.engine.conditions import above_base
from cadogan_games.engine.deals import packets, rest, rounds
from cadogan_games.engine.effects import take_up
from cadogan_games.engine.game import Patience
from cadogan_games.engine.goals import cards_on
from cadogan_games.engine.groups import each_suit, foundations, reserve, stock, tableau
from cadogan_games.engine.layout import at, column, fanned, labelled, row
from cadogan_games.engine.plays import top_of
from cadogan_games.engine.relations import down, same_suit, up
from cadogan_games.engine.table import Table

IN_A_PACKET = 4
FLANKS = 8
HOMES = ("ace_foundations", "king_foundations")


def deal_packet(table: Table, packet: int) -> None:
    """Four cards of the stock go on a packet, one after the other, unseen; fewer if the stock has fewer."""
    src = table.game.first["stock"]
    for _ in range(min(IN_A_PACKET, len(table.piles[src]))):
        table.shift(src, packet)


def deal(table: Table) -> None:
    """Four cards on each packet of the Line, as far as the stock goes."""
    for packet in table.game.indexes("line"):
        deal_packet(table, packet)


def deal_to_empty_packets(table: Table) -> None:
    """An empty packet of the Line gets four cards while the stock has any."""
    if stock_has_cards(table):
        for packet in table.game.indexes("line"):
            if not table.piles[packet]:
                deal_packet(table, packet)


def redeal(table: Table) -> None:
    """The packets are taken up from the left, turned over, and dealt again."""
    table.add("redeals")
    take_up(table, table.game.indexes("line"))
    deal(table)


def show_tops(table: Table) -> None:
    """Of each packet the top card is seen, and beneath it as many as there are empty Flank places."""
    _show(table, 1 + sum(not flank for flank in table.group("flanks")))


def show_all(table: Table) -> None:
    """All cards of the Line are seen."""
    _show(table, len(table.game.pack))


def _show(table: Table, seen: int) -> None:
    for packet in table.game.indexes("line"):
        covered = len(table.piles[packet]) - seen
        for i, card in enumerate(table.piles[packet]):
            if (card >= DOWN) != (i < covered):
                table.flip(packet, i)


def line_has_cards(table: Table) -> bool:
    """The Line has no cards."""
    return any(table.group("line"))


@patience(
    "la_nivernaise",
    "La Nivernaise",
    packs=2,
    family="deal by rows",
    source="Cadogan 1914",
    race="fair",
    why="hidden cards and one redeal: seldom won; `la_nivernaise_open` is the better race",
)
def la_nivernaise(all_seen: bool = False) -> Patience:
    """Aces up, kings down, from Flanks and Line; rounds of four on each packet."""
    line = fanned(row(1, 2.6, 6), dy=0.25)
    return Patience(
        groups=[
            reserve("flanks", column(0, 0, 4) + column(7, 0, 4), name="Flank"),
            tableau("line", line, name="Line packet")
            if all_seen
            else tableau("line", line, name="Line packet", tail=FLANKS + 1),
            foundations(
                "ace_foundations", labelled(row(2, 0, 4), "♣♦♥♠"), same_suit & up, each_suit(), name="rising foundation"
            ),
            foundations(
                "king_foundations",
                labelled(row(2, 1.3, 4), "♣♦♥♠"),
                same_suit & down,
                each_suit(KING),
                name="falling foundation",
            ),
            stock(at((8.5, 0))),
        ],
        deal=[rounds("flanks", 1), packets("line", IN_A_PACKET), rest()],
        moves=[
            top_of("flanks", "line")
            .to(*HOMES)
            .says("1: a Flank card or the top card of a Line packet goes home in suit"),
            top_of("line")
            .to("flanks")
            .only_into_spaces(ALL)
            .says("2: the top card of a Line packet may go to an empty Flank place"),
            top_of("stock")
            .to("flanks")
            .only_into_spaces(ALL)
            .turning()
            .says("3: the top card of the stock may go to an empty Flank place"),
            top_of(*HOMES)
            .to(*HOMES)
            .only_if_free(above_base)
            .says("4: the top card of a foundation may change to the other one of its suit"),
            Action(
                "deal", "Deal a round", deal, when=(stock_has_cards,), pile="stock", line="5: four cards on each packet"
            ),
            Action(
                "redeal",
                "Redeal",
                redeal,
                when=(stock_is_empty, line_has_cards, *redeals_left(1)),
                pile="stock",
                line="6: the packets are taken up, the first one first, and dealt again",
            ),
        ],
        counters=["redeals"],
        auto=[deal_to_empty_packets, show_all if all_seen else show_tops],
        progress=cards_on(*HOMES),
        upright={"stock": at((3.5, -1.15))},
        progress_max=104,
    )


la_nivernaise.variant(
    "la_nivernaise_open",
    "La Nivernaise, open",
    race="good",
    why="the same with all cards seen",
    all_seen=True,
)
