"""The Terrace: thirteen cards above eight foundations, whose first card the player chooses."""

from __future__ import annotations

from collections.abc import Iterable

from cadogan_games.catalogue import patience
from cadogan_games.engine.actions import Action, Spots, stock_and_waste_are_empty, turn
from cadogan_games.engine.auto import during
from cadogan_games.engine.cards import ALL
from cadogan_games.engine.conditions import in_phase
from cadogan_games.engine.deals import packets, rest, rounds
from cadogan_games.engine.game import Patience
from cadogan_games.engine.goals import cards_on
from cadogan_games.engine.groups import foundations_alike, reserve, stock, tableau, waste
from cadogan_games.engine.layout import at, fanned, row
from cadogan_games.engine.plays import top_of
from cadogan_games.engine.refills import refill_choices, refilled
from cadogan_games.engine.relations import alternate_colour, down_wrapping, up_wrapping
from cadogan_games.engine.table import Table

base_is_chosen = in_phase("play", "The base of the foundations must be chosen first.")
base_is_open = in_phase("choose", "The base of the foundations has been chosen.")


def cards_to_choose(table: Table) -> Iterable[Spots]:
    """The base is one of the three cards beside the terrace."""
    return [(pile,) for pile in table.game.indexes("choice")]


def choose(table: Table, chosen: int) -> None:
    """The chosen card begins the first foundation; the two others begin the valley, which the stock completes by itself."""
    first = table.game.first
    table.shift(chosen, first["foundations"])
    others = [pile for pile in table.game.indexes("choice") if pile != chosen]
    for pile, valley in zip(others, table.game.indexes("tableau"), strict=False):
        table.shift(pile, valley)
    table.enter("play")


@patience(
    "terrace",
    "The Terrace",
    packs=2,
    family="stock and waste",
    source="Cadogan 1914",
    race="good",
    why="the choice of the base and the valley give real play",
    options={"refill": ("auto", "choose")},
)
def terrace(refill: str) -> Patience:
    """A terrace that only the foundations take, and a valley of nine built down in alternate colours."""
    return Patience(
        groups=[
            reserve("reserve", fanned(at((0, 0)), dx=0.5), name="terrace"),
            reserve("choice", row(8, 0, 3), name="choice"),
            foundations_alike("foundations", row(0, 1.3, 8), alternate_colour & up_wrapping),
            tableau("tableau", fanned(row(0, 2.6, 9), dy=0.25), alternate_colour & down_wrapping, name="valley"),
            stock(at((9.5, 1.3))),
            waste(at((9.5, 2.6))),
        ],
        deal=[packets("reserve", 13), rounds("choice", 1), rest()],
        moves=[
            Action(
                "choose",
                "Choose the base",
                choose,
                cards_to_choose,
                when=(base_is_open,),
                line="1: one of the three cards beside the terrace is chosen as the base",
            ),
            top_of("reserve", "tableau", "waste")
            .to("foundations")
            .only_when(base_is_chosen)
            .says(
                "2: the last card of the terrace or the top card of the valley or the waste goes home, one rank higher "
                "in the other colour, the base rank to an empty place"
            ),
            top_of("tableau")
            .to("tableau")
            .only_onto_cards()
            .says("3: a top card of the valley goes on another, one rank lower in the other colour"),
            top_of("waste")
            .to("tableau")
            .only_onto_cards()
            .says("4: the waste's top card goes on a card of the valley, one rank lower in the other colour"),
            turn().only_when(base_is_chosen),
            top_of("tableau")
            .to("tableau")
            .only_when(stock_and_waste_are_empty)
            .only_into_spaces(ALL)
            .says("6: once stock and waste are empty, a top card of the valley may go to an empty place"),
        ],
        phases=["choose", "play"],
        forced=refill_choices("tableau", refill),
        auto=[during("play", *refilled("tableau", refill))],
        progress=cards_on("foundations"),
        upright={
            "reserve": fanned(at((1, 0)), dx=0.5),
            "choice": row(1, 1.15, 3),
            "foundations": row(0.5, 2.3, 8),
            "tableau": fanned(row(0, 3.45, 9), dy=0.25),
            "stock": at((6, 1.15)),
            "waste": at((7, 1.15)),
        },
        progress_max=104,
    )
