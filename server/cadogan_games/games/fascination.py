"""Fascination: thirteen reserve cards, four packs of alternate colours, and redeals as long as each pass plays a card."""

from cadogan_games.words import *

packed = alternate_colour & down_wrapping


@refused("nothing_played", "nothing has been played since the last redeal")
def something_was_played(table: Table) -> bool:
    """True if a card has been played in this pass."""
    return table.count("played") == 1


def note_played(table: Table, src: int, dst: int, n: int) -> None:
    """Note that a card was played: from the waste or the reserve, to a foundation, or from the stock by `filler`."""
    table.set("played", 1)


def begin_pass(table: Table) -> None:
    """Note that nothing has been played yet in the new pass."""
    table.set("played", 0)


def filler(stock_counts: bool) -> Auto:
    """Return the auto that fills spaces. Cards of the reserve count as played, those of the stock only if
    `stock_counts`."""

    def fill_spaces(table: Table) -> None:
        """Fill spaces from the reserve, then from the stock."""
        for pile in table.numbers("tableau"):
            source = next((s for id in ("reserve", "stock") if table.piles[s := table.game.first[id]]), None)
            if table.piles[pile] or source is None:
                continue
            bring(table, source, pile)
            if stock_counts or source == table.number("reserve"):
                table.set("played", 1)

    return fill_spaces


@patience("fascination", earlier={1: {"stock_counts": False}})
def fascination(stock_counts: bool = True) -> Patience:
    """Foundations begin with the rank of the first; piles are packed round the corner; cards are turned by threes."""
    return Patience(
        groups=[
            reserve(1, counted=True),
            foundations_alike(same_suit & up_wrapping),
            tableau(4, packed),
            stock(),
            waste(shows=3),
        ],
        deal=[rounds("reserve", 13, down=True), to_first("foundations"), rounds("tableau", 1), rest()],
        moves={
            "1": turn(3),
            "2": top_of("waste", "reserve", "tableau").home().and_then(note_played),
            "3": top_of("waste", "reserve").to("tableau").and_then(note_played),
            "4": runs_of("tableau", packed).to("tableau"),
            "5": redeal(shuffled=False, then=begin_pass).only_when(something_was_played),
        },
        auto=[filler(stock_counts), turn_up("reserve")],
        counters=["redeals", "played"],
        goal=all_home(),
    )
