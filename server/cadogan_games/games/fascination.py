"""Fascination: thirteen cards in reserve, four packs of alternate colours, and a redeal for as long as something is played."""

from __future__ import annotations

from collections.abc import Callable

from cadogan_games.catalogue import patience
from cadogan_games.engine.actions import redeal, turn
from cadogan_games.engine.auto import bring, turn_up
from cadogan_games.engine.deals import rest, rounds, to_first
from cadogan_games.engine.game import Patience
from cadogan_games.engine.goals import cards_on
from cadogan_games.engine.groups import foundations_alike, reserve, stock, tableau, waste
from cadogan_games.engine.layout import at, fanned, row
from cadogan_games.engine.plays import runs_of, top_of
from cadogan_games.engine.relations import alternate_colour, down_wrapping, same_suit, up_wrapping
from cadogan_games.engine.table import Table

packed = alternate_colour & down_wrapping


def something_was_played(table: Table) -> bool:
    """Nothing has been played since the last redeal."""
    return table.count("played") == 1


def note_played(table: Table, src: int, dst: int, n: int) -> None:
    """A card has left the waste or the reserve, or has gone home; so has one that `filler` brings from the stock."""
    table.set("played", 1)


def begin_pass(table: Table) -> None:
    """Nothing has been played yet in the new pass."""
    table.set("played", 0)


def filler(stock_counts: bool) -> Callable[[Table], None]:
    """What fills spaces; cards of the reserve count as played, and those of the stock where `stock_counts`."""

    def fill_spaces(table: Table) -> None:
        """Spaces are filled from the reserve, then from the stock."""
        for pile in table.game.indexes("tableau"):
            source = next((s for id in ("reserve", "stock") if table.piles[s := table.game.first[id]]), None)
            if table.piles[pile] or source is None:
                continue
            bring(table, source, pile)
            if stock_counts or source == table.game.first["reserve"]:
                table.set("played", 1)

    return fill_spaces


@patience(
    "fascination",
    "Fascination",
    packs=1,
    family="packers",
    source="Dick 1898. PySolFC has the relative Canfield (not to be confused with its Fascination Fan)",
    race="good",
    why="the classic race; many deals fail, so ranked by cards home",
    revision=2,
    earlier={1: {"stock_counts": False}},
)
def fascination(stock_counts: bool = True) -> Patience:
    """Foundations begin with the rank of the first; piles are packed round the corner; cards are turned by threes."""
    return Patience(
        groups=[
            reserve("reserve", at((0, 0)), counted=True),
            foundations_alike("foundations", row(3, 0, 4), same_suit & up_wrapping),
            tableau("tableau", fanned(row(3, 1.3, 4), dy=0.25), packed),
            stock(at((0, 2))),
            waste(fanned(at((1, 2)), dx=0.25), tail=3),
        ],
        deal=[
            rounds("reserve", 13, down=True),
            to_first("foundations"),
            rounds("tableau", 1),
            rest(),
        ],
        moves=[
            turn(3),
            top_of("waste", "reserve", "tableau")
            .to("foundations")
            .and_then(note_played)
            .says("2: the top card of the waste, the reserve or a tableau pile goes home in suit"),
            top_of("waste", "reserve")
            .to("tableau")
            .and_then(note_played)
            .says("3: the top card of the waste or the reserve goes on a card one rank higher of the other colour"),
            runs_of("tableau", packed)
            .to("tableau")
            .says("4: any number of cards from the top of a pile go on a card one rank higher of the other colour"),
            redeal(None, shuffled=False, then=begin_pass).only_when(something_was_played),
        ],
        auto=[filler(stock_counts), turn_up("reserve")],
        counters=["redeals", "played"],
        progress=cards_on("foundations"),
        progress_max=52,
    )
