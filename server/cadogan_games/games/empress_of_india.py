"""The Empress of India: the red Army and the black Navy go home together, two by two."""

from collections.abc import Sequence

from cadogan_games.words import *

EMPRESS, BLACK_ACES, RED_KINGS = parse("QC"), "AC AS", "KD KH"
GUARD = [EMPRESS, *[parse("JD")] * 4, *[parse("JH")] * 4]

up_without_the_queen = same_suit & sequence([*range(ACE, QUEEN), KING])
down_without_the_jack = same_suit & sequence([KING, QUEEN, *range(10, 0, -1)])
HOMES = {"black_foundations": up_without_the_queen, "red_foundations": down_without_the_jack}
TALON = {True: "red_waste", False: "black_waste"}


def pack() -> list[int]:
    """Four packs without seven black queens: one queen of clubs is the Empress."""
    cards = standard_order(4)
    for queen in [parse("QS")] * 4 + [EMPRESS] * 3:
        cards.remove(queen)
    return cards


def four_of_each(cards: str) -> list[int]:
    """Return the bases of eight foundations: four begin with one card, four with the other."""
    return [1 << parse(card) for card in cards.split() for _ in range(4)]


# ---- playing two by two ----------------------------------------------------------------------------------------------


def wanted_at_home(table: Table) -> int:
    """Return the set of cards that some foundation takes now."""
    wanted = 0
    for id, built in HOMES.items():
        for pile in table.group(id):
            wanted |= built.on[pile[-1]]
    return wanted


@refused(
    "not_two_by_two",
    "only a red and a black card that both fit a foundation go home together: two single cards, or the two of a pair",
)
def ready_to_go(table: Table) -> Sequence[Spots]:
    """Return all pairs whose cards both fit, and every two single cards that fit, one of the Army and one of the Navy."""
    wanted = wanted_at_home(table)
    pairs: list[Spots] = []
    singles: list[list[int]] = []
    for id in ("army", "navy"):
        fit = []
        for place in table.numbers(id):
            cards = table.piles[place]
            if cards and wanted >> cards[-1] & 1:
                if len(cards) == 1:
                    fit.append(place)
                elif wanted >> cards[0] & 1:
                    pairs.append((place,))
        singles.append(fit)
    army, navy = singles
    return pairs + [(red, black) for red in army for black in navy]


def go_home(table: Table, *places: int) -> None:
    """Move all cards of these places to their foundations, each to the first that takes it."""
    for place in places:
        while table.piles[place]:
            card = table.piles[place][-1]
            homes = (pile for id in HOMES for pile in table.numbers(id) if table.game.takes(table, pile) >> card & 1)
            table.shift(place, next(homes))


# ---- filling the ranks -----------------------------------------------------------------------------------------------


@refused("pair_stays", "a pair moves only when both its cards go home")
def is_single(table: Table, pile: int) -> bool:
    """True if one card lies in a place."""
    return len(table.piles[pile]) == 1


def recruit(table: Table) -> None:
    """Fill empty places with cards of their colour from its talon. While one is still empty, turn the stock for it."""
    spaces: dict[bool, list[int]] = {}
    for red, id in ((True, "army"), (False, "navy")):
        talon = table.number(TALON[red])
        empty = [place for place in table.numbers(id) if not table.piles[place]]
        while empty and table.piles[talon]:
            table.shift(talon, empty.pop(0))
        spaces[red] = empty
    while any(spaces.values()) and table.stock:
        turn_to(table, spaces)


def turn_to(table: Table, spaces: dict[bool, list[int]]) -> None:
    """Turn the top card of the stock on to the first space of its colour (red: True), or else on to its talon."""
    red = is_red(table.stock[-1])
    table.turn_over(table.number("stock"), spaces[red].pop(0) if spaces[red] else table.number(TALON[red]))


def turn_to_its_talon(table: Table) -> None:
    """Turn the top card of the stock on to the talon of its colour."""
    turn_to(table, {True: [], False: []})


@patience("empress_of_india")
def empress_of_india() -> Patience:
    """Black aces are built up, red kings down, always with a red and a black card at once."""
    to_its_talon = "the top card of the stock goes on the talon of its colour"
    return Patience(
        pack=pack(),
        groups=[
            fixed(9, "guard", "Empress and guard"),
            foundations(up_without_the_queen, "black_foundations", count=8, base=NOTHING, full=12),
            foundations(down_without_the_jack, "red_foundations", count=8, base=NOTHING, full=12),
            reserve(24, "army", name="Army", accepts=alternate_colour, full=2),
            reserve(24, "navy", name="Navy", accepts=alternate_colour, full=2),
            waste("red_waste", name="red talon"),
            waste("black_waste", name="black talon"),
            stock(),
        ],
        deal=[
            set_out("guard", [1 << card for card in GUARD]),
            set_out("black_foundations", four_of_each(BLACK_ACES)),
            set_out("red_foundations", four_of_each(RED_KINGS)),
            rest(),
        ],
        moves={
            "1, 2": Action("play", "Send home", go_home, ready_to_go),
            "3": [top_of("army").to("navy").only_if_free(is_single), top_of("navy").to("army").only_if_free(is_single)],
            "4": Action("turn", "Turn", turn_to_its_talon, when=(stock_has_cards,), pile="stock", text=to_its_talon),
        },
        auto=[recruit],
        goal=all_home(of=192),
    )
