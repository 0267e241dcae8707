"""La Nivernaise: the Line's packets, and Flanks whose empty places let the player look into them."""

from cadogan_games.words import *

IN_A_PACKET = 4
FLANKS = 8
HOMES = ("ace_foundations", "king_foundations")


def deal_packet(table: Table, packet: int) -> None:
    """Turn four cards of the stock on to a packet one by one, unseen; fewer if the stock has fewer."""
    for _ in range(min(IN_A_PACKET, len(table.stock))):
        table.shift(table.number("stock"), packet)


def deal(table: Table) -> None:
    """Deal four cards on each packet of the Line, as far as the stock goes."""
    for packet in table.numbers("line"):
        deal_packet(table, packet)


def deal_to_empty_packets(table: Table) -> None:
    """Deal four cards on each empty packet of the Line while the stock has any."""
    if stock_has_cards(table):
        for packet in table.numbers("line"):
            if not table.piles[packet]:
                deal_packet(table, packet)


def take_up_and_deal(table: Table) -> None:
    """Take up the packets from the left, turn them over, and deal again."""
    table.add("redeals")
    take_up(table, table.numbers("line"))
    deal(table)


def show_tops(table: Table) -> None:
    """Show the top card of each packet, and beneath it as many cards as there are empty Flank places."""
    _show(table, 1 + sum(not flank for flank in table.group("flanks")))


def show_all(table: Table) -> None:
    """Show all cards of the Line."""
    _show(table, len(table.game.pack))


def _show(table: Table, seen: int) -> None:
    for packet in table.numbers("line"):
        covered = len(table.piles[packet]) - seen
        for i, card in enumerate(table.piles[packet]):
            if (card >= DOWN) != (i < covered):
                table.flip(packet, i)


@refused("line_empty", "the Line has no cards")
def line_has_cards(table: Table) -> bool:
    """True if a card lies in any packet of the Line."""
    return any(table.group("line"))


@patience("la_nivernaise")
def la_nivernaise(all_seen: bool = False) -> Patience:
    """Aces up, kings down, from Flanks and Line; rounds of four on each packet."""
    return Patience(
        groups=[
            reserve(FLANKS, "flanks", name="Flank"),
            tableau(6, id="line", name="Line packet", tail=0 if all_seen else FLANKS + 1),
            foundations(same_suit & up_from(ACE), "ace_foundations", name="rising foundation"),
            foundations(same_suit & down_from(KING), "king_foundations", name="falling foundation"),
            stock(),
        ],
        deal=[rounds("flanks", 1), packets("line", IN_A_PACKET), rest()],
        moves={
            "1": top_of("flanks", "line").home(),
            "2": top_of("line").to("flanks").only_into_spaces(ALL),
            "3": top_of("stock").to("flanks").only_into_spaces(ALL).turning(),
            "4": top_of(*HOMES)
            .home()
            .only_if_free(above_base)
            .says("the top card of a foundation changes to the other one of its suit"),
            "5": Action(
                "deal", "Deal a round", deal, when=(stock_has_cards,), pile="stock", text="four cards on each packet"
            ),
            "6": Action(
                "redeal",
                "Redeal",
                take_up_and_deal,
                when=(stock_is_empty, line_has_cards, *redeals_left(1)),
                pile="stock",
                text="the packets are taken up, the first one first, and dealt again",
                counters=("redeals",),
            ),
        },
        auto=[deal_to_empty_packets, show_all if all_seen else show_tops],
        goal=all_home(),
    )


la_nivernaise.variant("la_nivernaise_open", all_seen=True)
