"""The Zodiac: first every card finds a place round the Equator, then all are played home."""

from __future__ import annotations

from cadogan_games.catalogue import patience
from cadogan_games.engine.actions import redeal, stock_and_waste_are_empty, turn
from cadogan_games.engine.cards import ALL, KING
from cadogan_games.engine.conditions import in_phase
from cadogan_games.engine.deals import rest, rounds
from cadogan_games.engine.game import Patience
from cadogan_games.engine.goals import all_on, cards_on
from cadogan_games.engine.groups import each_suit, foundations, reserve, stock, tableau, waste
from cadogan_games.engine.layout import at, grid, labelled, row
from cadogan_games.engine.plays import top_of
from cadogan_games.engine.relations import down, same_suit, up
from cadogan_games.engine.table import Table

TO_PLACE = 72
HOMES = ("ace_foundations", "king_foundations")
placing = in_phase("place", "Nothing is placed any more: cards only go to the foundations.")
playing = in_phase("play", "The foundations are closed until stock and waste are used up.")
cards_home = cards_on(*HOMES)
cards_to_place = cards_on("stock", "waste")


def arch(x: float) -> float:
    """How far the Zodiac is bent in at this place of its row."""
    return round(1.1 * ((x - 5.5) / 5.5) ** 2, 3)


ZODIAC = at(*((x, arch(x)) for x in range(12)), *((x, 5.2 - arch(x)) for x in reversed(range(12))))

OVER, BESIDE = [(1, 0.45), (2, 0.12), (3, 0), (4, 0), (5, 0.12), (6, 0.45)], [1.2 + 1.03 * i for i in range(6)]
UPRIGHT_ZODIAC = at(
    *OVER, *((7, y) for y in BESIDE), *((7 - x, 7.55 - y) for x, y in OVER), *((0, y) for y in BESIDE[::-1])
)
"""Six above, six at each side and six below."""


def begin_play_when_all_is_placed(table: Table) -> None:
    """The second stage begins when stock and waste are both empty."""
    if table.phase == "place" and stock_and_waste_are_empty(table):
        table.enter("play")


def progress(table: Table) -> int:
    """Cards placed, and cards home."""
    return TO_PLACE - cards_to_place(table) + cards_home(table)


@patience(
    "zodiac",
    "The Zodiac",
    packs=2,
    family="stock and waste",
    source="Cadogan 1914",
    race="fair",
    why="difficult, and without a forced end; give it a time limit",
)
def zodiac() -> Patience:
    """Twenty-four piles built both ways in suit round an Equator of eight; foundations open when all is placed."""
    return Patience(
        groups=[
            reserve("reserve", row(2, 2.6, 8), name="Equator"),
            tableau("tableau", ZODIAC, same_suit & (up | down), name="Zodiac", counted=True),
            foundations(
                "ace_foundations", labelled(row(4, 1.3, 4), "♣♦♥♠"), same_suit & up, each_suit(), name="ace foundation"
            ),
            foundations(
                "king_foundations",
                labelled(row(4, 3.9, 4), "♣♦♥♠"),
                same_suit & down,
                each_suit(KING),
                name="king foundation",
            ),
            stock(at((0, 2.6))),
            waste(at((11, 2.6))),
        ],
        deal=[rounds("reserve", 1), rounds("tableau", 1), rest()],
        moves=[
            top_of("reserve")
            .to("tableau")
            .only_when(placing)
            .says("1: a card of the Equator goes on a pile of the Zodiac, one rank higher or lower in suit"),
            top_of("waste")
            .to("tableau")
            .says("2: the waste's top card goes on a pile of the Zodiac, one rank higher or lower in suit"),
            top_of("waste")
            .to("reserve")
            .only_into_spaces(ALL)
            .says("3: the waste's top card goes to an empty place of the Equator"),
            turn(),
            redeal(None, shuffled=False),
            top_of("reserve", "tableau")
            .to(*HOMES)
            .only_when(playing)
            .says(
                "6: a card of the Equator or a top card of the Zodiac goes home in suit, up from the ace or down from the king"
            ),
        ],
        phases=["place", "play"],
        auto=[begin_play_when_all_is_placed],
        counters=["redeals"],
        won=all_on(104, *HOMES),
        progress=progress,
        progress_max=TO_PLACE + 104,
        upright={
            "reserve": grid(2, 2.6, 2, 4, y_step=2.35),
            "tableau": UPRIGHT_ZODIAC,
            "ace_foundations": row(2, 1.35, 4),
            "king_foundations": row(2, 6.2, 4),
            "stock": at((2.6, 3.78)),
            "waste": at((4.4, 3.78)),
        },
    )
