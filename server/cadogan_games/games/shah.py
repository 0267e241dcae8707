"""The Shah: a star of eight rays in three circles round the king of hearts."""

from cadogan_games.words import *

RAYS = 8
KING_OF_HEARTS = parse("KH")
ACES_ROUND_THE_SHAH = [1 << parse(ace) for ace in "AC AD AH AS AC AD AH AS".split()]
CIRCLES = ("inner", "middle", "outer")
"""The circles from the centre. They are also the phases, each named after the circle dealt last."""

LONGEST = 12
"""More cards than an outer pile ever holds. All cards of a pile are spread, but no room is reserved for this many."""

fill_star = [refill(circle, "waste", "stock") for circle in CIRCLES]
whole_star = in_phase("outer", "circles_first", "this waits until all three circles are dealt")


@refused("all_circles_dealt", "all three circles are dealt")
def a_circle_is_to_come(table: Table) -> bool:
    """True if a circle is still to be dealt."""
    return table.phase != "outer"


def deal_circle(table: Table) -> None:
    """Deal the next circle over the one inside it, as far as the stock goes."""
    circle = CIRCLES[CIRCLES.index(table.phase) + 1]
    table.enter(circle)
    deal_round(table, table.numbers(circle))


@refused(
    "covered_in_star",
    "only the circle dealt last may be played, and once the star is whole the outermost card of each ray",
)
def is_open(table: Table, pile: int) -> bool:
    """True if a pile is in the circle dealt last or, in the whole star, nothing lies further out on its ray."""
    place = pile - table.game.first["inner"]
    if table.phase != "outer":
        return place // RAYS == CIRCLES.index(table.phase)
    return place >= 2 * RAYS or not any(table.piles[pile + RAYS * k] for k in range(1, 3 - place // RAYS))


@refused("ray_not_empty", "a card of another ray may begin only a ray that is wholly empty")
def ray_is_empty(table: Table, src: int, dst: int, n: int) -> bool:
    """True if all three places of the ray of an inner place are empty."""
    return not (table.piles[dst] or table.piles[dst + RAYS] or table.piles[dst + 2 * RAYS])


def complete_ray(table: Table, src: int, dst: int, n: int) -> None:
    """After the grace, fill the two other places of the ray, the middle one first."""
    ray = dst - table.number("inner")
    for circle in ("middle", "outer"):
        refill(circle, "waste", "stock", only=(ray,))(table)


@refused("star_first", "every place of the star must be filled first")
def star_is_full(table: Table) -> bool:
    """True if no place of the star is empty."""
    first = table.game.first["inner"]
    return all(table.piles[first : first + 3 * RAYS])


@refused("no_space", "no place of the star is empty")
def a_place_is_empty(table: Table) -> bool:
    """True if a place of the star is empty."""
    return not star_is_full(table)


@refused("stock_and_waste_empty", "stock and waste are both empty")
def cards_are_left(table: Table) -> bool:
    """True if a card lies in the stock or the waste."""
    return not stock_and_waste_are_empty(table)


def fill(table: Table) -> None:
    """Fill all empty places, the inner circle first, from the waste and then from the stock."""
    for fill_circle in fill_star:
        fill_circle(table)


@patience("shah")
def shah() -> Patience:
    """Three circles are dealt and played one after the other; then the outermost is built on, and all spaces filled at once."""
    return Patience(
        pack=sorted([*standard_order(2, of=ALL & ~KINGS), KING_OF_HEARTS]),
        groups=[
            fixed(1, "shah", "Shah"),
            foundations(same_suit & up, count=RAYS, base=NOTHING, full=12),
            reserve(RAYS, "inner", name="inner circle"),
            reserve(RAYS, "middle", name="middle circle"),
            tableau(RAYS, same_suit & down, "outer", name="outer circle", tail=LONGEST),
            stock(),
            waste(),
        ],
        deal=[
            set_out("shah", [1 << KING_OF_HEARTS]),
            set_out("foundations", ACES_ROUND_THE_SHAH),
            rounds("inner", 1),
            rest(),
        ],
        moves={
            "1, 3": top_of(*CIRCLES, "waste").home().only_if_free(is_open),
            "2": Action(
                "deal",
                "Deal a circle",
                deal_circle,
                when=(a_circle_is_to_come,),
                pile="stock",
                text="the next circle is dealt over the last",
            ),
            "4": top_of("outer", "waste").to("outer").only_onto_cards(),
            "5": Action(
                "fill",
                "Fill",
                fill,
                when=(whole_star, a_place_is_empty, cards_are_left),
                text="all empty places are filled, the inner circle first",
            ),
            "6": top_of("outer")
            .to("inner")
            .only_when(cards_are_left)
            .only_into_spaces(ALL)
            .only_where(ray_is_empty)
            .and_then(complete_ray)
            .says("an outer pile's top card may begin a ray that is wholly empty"),
            "7": turn().only_when(whole_star, star_is_full),
        },
        phases=CIRCLES,
        auto=[during("inner", refill("inner", "stock")), during("middle", refill("middle", "stock"))],
        goal=all_home(of=96),
    )
