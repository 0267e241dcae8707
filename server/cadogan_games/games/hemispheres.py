"""The Hemispheres: a ring whose northern half is home to red cards and whose southern half to black ones."""

from __future__ import annotations

from collections.abc import Iterable

from cadogan_games.catalogue import patience
from cadogan_games.engine.actions import Action, Spots, stock_and_waste_are_empty, turn
from cadogan_games.engine.cards import ALL, KING, RED, card, is_red, parse
from cadogan_games.engine.deals import rest, rounds, set_out
from cadogan_games.engine.effects import change_over
from cadogan_games.engine.game import Patience
from cadogan_games.engine.goals import cards_on
from cadogan_games.engine.groups import foundations, reserve, stock, tableau, waste
from cadogan_games.engine.layout import at, labelled, row, turned
from cadogan_games.engine.plays import top_of
from cadogan_games.engine.refills import refill_choices, refilled
from cadogan_games.engine.relations import down, relation, same_suit, up
from cadogan_games.engine.table import Table

RACE = 3
HALF = 6
"""Piles in a Race and in a hemisphere. Those of the north come first."""

HOMES = ("red_foundations", "black_foundations")
RED_ACES = [1 << parse(ace) for ace in "AD AD AH AH".split()]
BLACK_KINGS = [1 << card(KING, suit) for suit in (0, 0, 3, 3)]
BARRIERS = [1 << parse(barrier) for barrier in "KH AS KD AC".split()]
"""West, north, east, south."""

CIRCLE = at(
    *[(0.6, 1.3), (1.7, 0.5), (3, 0), (6, 0), (7.3, 0.5), (8.4, 1.3)],
    *[(8.4, 3.9), (7.3, 4.7), (6, 5.2), (3, 5.2), (1.7, 4.7), (0.6, 3.9)],
)

UPRIGHT_CIRCLE = at(
    *[(0, 2.75), (0.5, 1.5), (1.65, 0.4), (4.95, 0.4), (6.1, 1.5), (6.6, 2.75)],
    *[(6.6, 5.25), (6.1, 6.5), (4.95, 7.6), (1.65, 7.6), (0.5, 6.5), (0, 5.25)],
)

on_red = relation("", lambda upper, lower: is_red(lower))
on_black = relation("", lambda upper, lower: not is_red(lower))
married = (same_suit & ((on_red & down) | (on_black & up))).named(
    "of the same suit, red ones one rank lower, black ones one rank higher"
)


def belongs(table: Table, card: int, pile: int) -> bool:
    """Whether a pile of the circle lies in the hemisphere of a card's colour."""
    return (pile - table.game.first["tableau"] < HALF) == bool(RED >> card & 1)


def at_home(table: Table, pile: int) -> bool:
    """A card abroad must come to its own hemisphere first."""
    return belongs(table, table.piles[pile][-1], pile)


def abroad(table: Table, pile: int) -> bool:
    """That card is in its own hemisphere already."""
    return not at_home(table, pile)


def to_the_same_race(table: Table, src: int, dst: int, n: int) -> bool:
    """Cards of the circle marry only inside their own Race, the three piles between two barriers."""
    first = table.game.first["tableau"]
    return (src - first) // RACE == (dst - first) // RACE


def to_its_hemisphere(table: Table, src: int, dst: int, n: int) -> bool:
    """Red cards belong in the northern hemisphere, black ones in the southern, and nothing is built on a card abroad."""
    return belongs(table, table.piles[src][-1], dst)


def travellers(table: Table) -> Iterable[Spots]:
    """A black card in the north and a red card in the south change places."""
    away = [pile for pile in table.game.indexes("tableau") if table.piles[pile] and abroad(table, pile)]
    south = table.game.first["tableau"] + HALF
    return [(a, b) for a in away if a < south for b in away if b >= south]


@patience(
    "hemispheres",
    "The Hemispheres",
    packs=2,
    family="stock and waste",
    source="Cadogan 1914",
    race="good",
    why="exchanges and the two directions leave choice",
    options={"refill": ("auto", "choose")},
)
def hemispheres(refill: str) -> Patience:
    """Twelve piles between four barriers, red ones built down in the north, black ones up in the south."""
    return Patience(
        groups=[
            foundations(
                "red_foundations", labelled(row(3, 2, 4), "♦♦♥♥"), same_suit & up, base=0, name="red foundation"
            ),
            foundations(
                "black_foundations", labelled(row(3, 3.2, 4), "♣♣♠♠"), same_suit & down, base=0, name="black foundation"
            ),
            reserve(
                "barriers",
                turned(at((0, 2.6), (4.5, 0), (9, 2.6), (4.5, 5.2)), 90),
                name="barrier",
            ),
            tableau("tableau", CIRCLE, married, base=ALL, name="circle"),
            stock(at((-1.5, 0))),
            waste(at((-1.5, 1.3))),
        ],
        deal=[
            set_out("red_foundations", RED_ACES),
            set_out("black_foundations", BLACK_KINGS),
            set_out("barriers", BARRIERS),
            rounds("tableau", 1),
            rest(),
        ],
        moves=[
            top_of("tableau")
            .to(*HOMES)
            .only_if_free(at_home)
            .says("1: a card that is at home goes to a foundation of its suit, red ones up, black ones down"),
            top_of("waste")
            .to(*HOMES)
            .says("2: the waste's top card goes to a foundation of its suit, red ones up, black ones down"),
            top_of("tableau")
            .to("tableau")
            .only_onto_cards()
            .only_if_free(at_home)
            .only_where(to_the_same_race)
            .says("3: a card that is at home goes on the next card of its suit in its Race"),
            top_of("waste")
            .to("tableau")
            .only_onto_cards()
            .only_where(to_its_hemisphere)
            .says("4: the waste's top card goes on the next card of its suit that is at home"),
            Action(
                "exchange",
                "Exchange",
                change_over,
                travellers,
                line="5: only a red card in the south and a black card in the north change places",
            ),
            top_of("tableau")
            .to("tableau")
            .only_when(stock_and_waste_are_empty)
            .only_if_free(abroad)
            .only_where(to_its_hemisphere)
            .says(
                "6: once stock and waste are empty, a card abroad goes home, to a space or on the next card of its suit"
            ),
            top_of("barriers")
            .to(*HOMES)
            .only_when(stock_and_waste_are_empty)
            .says("7: once stock and waste are empty, a barrier goes to a foundation"),
            turn(),
        ],
        forced=refill_choices("tableau", refill),
        auto=refilled("tableau", refill),
        progress=cards_on(*HOMES),
        upright={
            "red_foundations": row(1.8, 3.35, 4),
            "black_foundations": row(1.8, 4.65, 4),
            "barriers": turned(at((0, 4), (3.3, 0), (6.6, 4), (3.3, 8)), 90),
            "tableau": UPRIGHT_CIRCLE,
            "stock": at((0, 0)),
            "waste": at((6.6, 0)),
        },
        progress_max=104,
    )
