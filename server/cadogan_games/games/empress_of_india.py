"""The Empress of India: the red Army and the black Navy go home together, two by two."""

from __future__ import annotations

from collections.abc import Sequence

from cadogan_games.catalogue import patience
from cadogan_games.engine.actions import Action, Spots, stock_has_cards
from cadogan_games.engine.cards import BIT, KING, is_red, parse, standard_order
from cadogan_games.engine.deals import rest, set_out
from cadogan_games.engine.game import Patience
from cadogan_games.engine.goals import cards_on
from cadogan_games.engine.groups import fixed, foundations, reserve, stock, waste
from cadogan_games.engine.layout import at, fanned, grid, moved
from cadogan_games.engine.plays import top_of
from cadogan_games.engine.relations import alternate_colour, same_suit, sequence
from cadogan_games.engine.table import Table

EMPRESS, BLACK_ACES, RED_KINGS = parse("QC"), "AC AS", "KD KH"
GUARD = [EMPRESS, *[parse("JD")] * 4, *[parse("JH")] * 4]
ROUND_THE_EMPRESS = at((5.5, 1), (4.5, 0), (5.5, 0), (6.5, 0), (4.5, 1), (6.5, 1), (4.5, 2), (5.5, 2), (6.5, 2))
up_without_the_queen = same_suit & sequence([*range(1, 12), KING])
down_without_the_jack = same_suit & sequence([KING, 12, *range(10, 0, -1)])
HOMES = {"black_foundations": up_without_the_queen, "red_foundations": down_without_the_jack}


def pack() -> list[int]:
    """Four packs without seven black queens: one queen of clubs is the Empress."""
    cards = standard_order(4)
    for queen in [parse("QS")] * 4 + [EMPRESS] * 3:
        cards.remove(queen)
    return cards


def four_of_each(cards: str) -> list[int]:
    """The sets of the first cards of eight foundations: four of one card, four of the other."""
    return [1 << parse(card) for card in cards.split() for _ in range(4)]


# ---- playing two by two ----------------------------------------------------------------------------------------------


def wanted_at_home(table: Table) -> int:
    """The set of the cards that some foundation takes now."""
    wanted = 0
    for id, built in HOMES.items():
        for pile in table.group(id):
            wanted |= built.on[pile[-1]]
    return wanted


def ready_to_go(table: Table) -> Sequence[Spots]:
    """Only a red and a black card that both fit a foundation go home together: two single cards, or the two of a pair."""
    wanted = wanted_at_home(table)
    pairs: list[Spots] = []
    singles: list[list[int]] = []
    for id in ("army", "navy"):
        fit = []
        for place in table.game.indexes(id):
            cards = table.piles[place]
            if cards and BIT[cards[-1]] & wanted:
                if len(cards) == 1:
                    fit.append(place)
                elif BIT[cards[0]] & wanted:
                    pairs.append((place,))
        singles.append(fit)
    army, navy = singles
    return pairs + [(red, black) for red in army for black in navy]


def go_home(table: Table, *places: int) -> None:
    """All cards of these places go to their foundations, each to the first that takes it."""
    for place in places:
        while table.piles[place]:
            bit = 1 << table.piles[place][-1]
            home = next(
                pile
                for id, built in HOMES.items()
                for pile in table.game.indexes(id)
                if built.on[table.piles[pile][-1]] & bit
            )
            table.shift(place, home)


# ---- filling the ranks -----------------------------------------------------------------------------------------------


def is_single(table: Table, pile: int) -> bool:
    """A pair moves only when both its cards go home."""
    return len(table.piles[pile]) == 1


def recruit(table: Table) -> None:
    """Empty places take their colour from its talon; while one is empty still, the stock is turned for it."""
    first = table.game.first
    spaces: dict[bool, list[int]] = {}
    for red, id, talon in ((True, "army", "red_waste"), (False, "navy", "black_waste")):
        empty = [place for place in table.game.indexes(id) if not table.piles[place]]
        while empty and table.piles[first[talon]]:
            table.shift(first[talon], empty.pop(0))
        spaces[red] = empty
    while any(spaces.values()) and table.piles[first["stock"]]:
        turn_to(table, spaces)


def turn_to(table: Table, spaces: dict[bool, list[int]]) -> None:
    """The top card of the stock goes to the first space of its colour (red: True), or else on its talon."""
    stock = table.game.first["stock"]
    red = is_red(table.piles[stock][-1])
    talon = table.game.first["red_waste" if red else "black_waste"]
    table.turn(stock, spaces[red].pop(0) if spaces[red] else talon)


def turn_to_its_talon(table: Table) -> None:
    """The top card of the stock goes on the talon of its colour."""
    turn_to(table, {True: [], False: []})


@patience(
    "empress_of_india",
    "The Empress of India",
    packs=4,
    cards=201,
    family="set pieces",
    source="Cadogan 1914",
    race="fair",
    why="long: 176 cards to bring home, two at a time",
)
def empress_of_india() -> Patience:
    """Black aces are built up, red kings down, always a red and a black card at once."""
    return Patience(
        pack=pack(),
        upright={
            "guard": moved(ROUND_THE_EMPRESS, -2, 0),
            "black_foundations": grid(0, 0, 4, 2, y_step=1.02),
            "red_foundations": grid(6, 0, 4, 2, y_step=1.02),
            "army": fanned(grid(0, 4.2, 3, 8, y_step=1.26), dy=0.26),
            "navy": fanned(grid(0, 8.03, 3, 8, y_step=1.26), dy=0.26),
            "stock": at((2.5, 3.06)),
            "red_waste": at((3.5, 3.06)),
            "black_waste": at((4.5, 3.06)),
        },
        groups=[
            fixed("guard", ROUND_THE_EMPRESS, "Empress and guard"),
            foundations(
                "black_foundations", grid(0, 0, 2, 4), up_without_the_queen, 0, name="black foundation", full=12
            ),
            foundations("red_foundations", grid(8, 0, 2, 4), down_without_the_jack, 0, name="red foundation", full=12),
            reserve(
                "army", fanned(grid(0, 3.3, 2, 12, y_step=1.26), dy=0.26), name="Army", accepts=alternate_colour, full=2
            ),
            reserve(
                "navy",
                fanned(grid(0, 5.92, 2, 12, y_step=1.26), dy=0.26),
                name="Navy",
                accepts=alternate_colour,
                full=2,
            ),
            waste(at((12.5, 4.4)), id="red_waste", name="red talon"),
            waste(at((12.5, 5.5)), id="black_waste", name="black talon"),
            stock(at((12.5, 3.3))),
        ],
        deal=[
            set_out("guard", [1 << card for card in GUARD]),
            set_out("black_foundations", four_of_each(BLACK_ACES)),
            set_out("red_foundations", four_of_each(RED_KINGS)),
            rest(),
        ],
        moves=[
            Action(
                "play",
                "Send home",
                go_home,
                ready_to_go,
                line="1, 2: a red and a black card go home together, if both fit",
            ),
            top_of("army")
            .to("navy")
            .only_if_free(is_single)
            .says("3: a single card of the Army may be put on a single one of the Navy"),
            top_of("navy")
            .to("army")
            .only_if_free(is_single)
            .says("3: a single card of the Navy may be put on a single one of the Army"),
            Action(
                "turn",
                "Turn",
                turn_to_its_talon,
                when=(stock_has_cards,),
                pile="stock",
                line="4: the top card of the stock goes on the talon of its colour",
            ),
        ],
        auto=[recruit],
        progress=cards_on(*HOMES),
        progress_max=192,
    )
