"""The Shah: a star of eight rays in three circles round the king of hearts."""

from __future__ import annotations

from cadogan_games.catalogue import patience
from cadogan_games.engine.actions import Action, stock_and_waste_are_empty, turn
from cadogan_games.engine.auto import during, refill
from cadogan_games.engine.cards import ALL, KINGS, parse, standard_order
from cadogan_games.engine.conditions import in_phase
from cadogan_games.engine.deals import rest, rounds, set_out
from cadogan_games.engine.effects import deal_round
from cadogan_games.engine.game import Patience
from cadogan_games.engine.goals import cards_on
from cadogan_games.engine.groups import fixed, foundations, reserve, stock, tableau, waste
from cadogan_games.engine.layout import Place, Places, at
from cadogan_games.engine.plays import top_of
from cadogan_games.engine.relations import down, same_suit, up
from cadogan_games.engine.table import Table

RAYS = 8
KING_OF_HEARTS = parse("KH")
ACES_ROUND_THE_SHAH = [1 << parse(ace) for ace in "AC AD AH AS AC AD AH AS".split()]
CIRCLES = ("inner", "middle", "outer")
"""From the centre; also the phases, each named after the circle dealt last."""

LONGEST = 12
"""More cards than an outer pile ever holds: all of them are spread, but no room is kept for them beforehand."""

fill_star = [refill(circle, "waste", "stock") for circle in CIRCLES]
whole_star = in_phase("outer", "This waits until all three circles are dealt.")


def star(circle: int, fan: float = 0) -> Places:
    """A circle of the star, 0 that of the aces: wider than high, as windows are, with no ray straight up or down.

    Outer piles are spread to the sides, where there is room.
    """
    steep = 0.65 + 1.25 * circle, 1.05 + 0.45 * circle
    flat = 2.1 + 1.4 * circle, 0.5 + 0.25 * circle
    quarters = [(1, -1, steep), (1, -1, flat), (1, 1, flat), (1, 1, steep)]
    quarters += [(-1, 1, steep), (-1, 1, flat), (-1, -1, flat), (-1, -1, steep)]
    return tuple(Place(right * x, round(down * y, 2), dx=right * fan) for right, down, (x, y) in quarters)


TO_ALL_SIDES = [(0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1)]


def square(reach: int, fan: float = 0) -> Places:
    """A circle of the star where there is less room across: each ray goes along a row, a column or from corner to corner."""
    return tuple(Place(reach * x, reach * y, dx=fan * x, dy=fan * y) for x, y in TO_ALL_SIDES)


def a_circle_is_to_come(table: Table) -> bool:
    """All three circles are dealt."""
    return table.phase != "outer"


def deal_circle(table: Table) -> None:
    """The next circle is dealt over the one inside it, as far as the stock goes."""
    circle = CIRCLES[CIRCLES.index(table.phase) + 1]
    table.enter(circle)
    deal_round(table, table.game.indexes(circle))


def is_open(table: Table, pile: int) -> bool:
    """Only the circle dealt last may be played, and once the star is whole the outermost card of each ray."""
    place = pile - table.game.first["inner"]
    if table.phase != "outer":
        return place // RAYS == CIRCLES.index(table.phase)
    return place >= 2 * RAYS or not any(table.piles[pile + RAYS * k] for k in range(1, 3 - place // RAYS))


def ray_is_empty(table: Table, src: int, dst: int, n: int) -> bool:
    """A card of another ray may begin only a ray that is wholly empty."""
    return not (table.piles[dst] or table.piles[dst + RAYS] or table.piles[dst + 2 * RAYS])


def complete_ray(table: Table, src: int, dst: int, n: int) -> None:
    """After the grace the two other places of the ray are filled, the middle one first."""
    ray = dst - table.game.first["inner"]
    for circle in ("middle", "outer"):
        refill(circle, "waste", "stock", only=(ray,))(table)


def a_place_is_empty(table: Table) -> bool:
    """No place of the star is empty."""
    return not star_is_full(table)


def star_is_full(table: Table) -> bool:
    """Every place of the star must be filled first."""
    first = table.game.first["inner"]
    return all(table.piles[first : first + 3 * RAYS])


def cards_are_left(table: Table) -> bool:
    """Stock and waste are both empty."""
    return not stock_and_waste_are_empty(table)


def fill(table: Table) -> None:
    """All empty places are filled, the inner circle first, from the waste and then from the stock."""
    for circle in fill_star:
        circle(table)


@patience(
    "shah",
    "The Shah",
    packs=2,
    cards=97,
    family="deal by rows",
    source="Cadogan 1914",
    race="fair",
    why="seldom won; the outer circle leaves much choice, so ranked by cards home",
)
def shah() -> Patience:
    """Three circles are dealt and played one after the other; then the outermost is built on, and all spaces filled at once."""
    return Patience(
        pack=sorted([*standard_order(2, of=ALL & ~KINGS), KING_OF_HEARTS]),
        groups=[
            fixed("shah", at((0, 0)), "Shah"),
            foundations("foundations", star(0), same_suit & up, base=0, full=12),
            reserve("inner", star(1), name="inner circle"),
            reserve("middle", star(2), name="middle circle"),
            tableau("outer", star(3, fan=0.3), same_suit & down, name="outer circle", tail=LONGEST),
            stock(at((-7.8, 2.4))),
            waste(at((7.8, 2.4))),
        ],
        deal=[
            set_out("shah", [1 << KING_OF_HEARTS]),
            set_out("foundations", ACES_ROUND_THE_SHAH),
            rounds("inner", 1),
            rest(),
        ],
        moves=[
            top_of("inner", "middle", "outer", "waste")
            .to("foundations")
            .only_if_free(is_open)
            .says(
                "1, 3: a card of the circle dealt last, or the last card of a ray, or the waste's top card goes home in suit"
            ),
            Action(
                "deal",
                "Deal a circle",
                deal_circle,
                when=(a_circle_is_to_come,),
                pile="stock",
                line="2: the next circle",
            ),
            top_of("outer", "waste")
            .to("outer")
            .only_onto_cards()
            .says("4: an outer pile's or the waste's top card is built on an outer card, down in suit"),
            Action(
                "fill",
                "Fill",
                fill,
                when=(whole_star, a_place_is_empty, cards_are_left),
                line="5: all empty places are filled, the inner circle first",
            ),
            top_of("outer")
            .to("inner")
            .only_when(cards_are_left)
            .only_into_spaces(ALL)
            .only_where(ray_is_empty)
            .and_then(complete_ray)
            .says("6: an outer pile's top card may begin a ray that is wholly empty"),
            turn().only_when(whole_star, star_is_full).says("7: a card is turned while no place of the star is empty"),
        ],
        phases=CIRCLES,
        auto=[during("inner", refill("inner", "stock")), during("middle", refill("middle", "stock"))],
        progress=cards_on("foundations"),
        upright={
            "foundations": square(1),
            "inner": square(2),
            "middle": square(3),
            "outer": square(4, fan=0.25),
            "stock": at((-2.5, 5.4)),
            "waste": at((2.5, 5.4)),
        },
        progress_max=96,
    )
