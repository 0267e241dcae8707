"""Racing Demon: up to eight players, each with a pack of their own, play to common foundations at the same time."""

from cadogan_games.engine.groups import Group
from cadogan_games.engine.sharing import OVER, SEATS, EachSeat, Shared, in_play, owners
from cadogan_games.engine.shuffle import shuffled
from cadogan_games.words import *

MOST = 8
"""The seats of the table."""

PILES = 4
"""The work piles of each seat, and the foundations that its aces begin."""


def seat_of(table: Table, pile: int) -> int:
    """Return the seat that owns a pile."""
    seat = owners(table.game)[pile]
    assert seat is not None, "each place of the table has an owner"
    return seat


# ---- conditions ------------------------------------------------------------------------------------------------------


@refused("place_of_own_aces", "an ace begins a foundation at one of its own player's places")
def begun_or_own(table: Table, src: int, dst: int, n: int) -> bool:
    """True if a foundation is begun, or is a place for the aces of the card's own player."""
    return bool(table.piles[dst]) or seat_of(table, src) == seat_of(table, dst)


@refused("own_work_piles", "cards go to the work piles of their own player only")
def on_own_pile(table: Table, src: int, dst: int, n: int) -> bool:
    """True if a work pile belongs to the player of the card."""
    return seat_of(table, src) == seat_of(table, dst)


@refused("whole_pile_into_space", "a whole pile does not move into a space")
def run_on_own_pile(table: Table, src: int, dst: int, n: int) -> bool:
    """True if a run goes to another pile of its player, and not as a whole pile into a space."""
    return on_own_pile(table, src, dst, n) and not_whole_into_space(table, src, dst, n)


@refused("round_over", "the round is over")
def going_on(table: Table) -> bool:
    """True if the round is not over."""
    return table.phase != OVER


# ---- actions ---------------------------------------------------------------------------------------------------------


def has_stock(table: Table, seat: int) -> bool:
    """True if a seat's stock holds cards."""
    return bool(table.piles[table.number("stock") + seat])


def has_waste_alone(table: Table, seat: int) -> bool:
    """True if a seat's stock is empty and its waste holds cards."""
    return bool(table.piles[table.number("waste") + seat]) and not has_stock(table, seat)


def has_empty_demon(table: Table, seat: int) -> bool:
    """True if a seat's demon is empty."""
    return not table.piles[table.number("demon") + seat]


def is_not_stuck(table: Table, seat: int) -> bool:
    """True if a seat has not said that it is stuck."""
    return not table.count(f"stuck_{seat}")


EMPTY_DEMONS = EachSeat("demon", has_empty_demon)
"""The demons with which their seats go out."""


def turn_stock(count: int) -> Action:
    """`turn`: turn up to `count` cards of the seat's stock on to its waste."""

    def do(table: Table, stock: int) -> None:
        waste = table.number("waste") + seat_of(table, stock)
        table.turn_over(stock, waste, min(count, len(table.piles[stock])))

    text = "the next cards of your own stock are turned on to your own waste, as long as the stock has cards"
    return Action("turn", "Turn", do, EachSeat("stock", has_stock), when=(going_on,), pile="stock", text=text)


def take_waste(table: Table, stock: int) -> None:
    """Turn the seat's waste over; it is the stock again."""
    waste = table.number("waste") + seat_of(table, stock)
    table.turn_over(waste, stock, len(table.piles[waste]))


def go_out(table: Table, demon: int) -> None:
    """End the round: this seat is out."""
    table.set("out", 1 + seat_of(table, demon))
    table.enter(OVER)


def say_stuck(table: Table, stock: int) -> None:
    """Say that this seat has nothing to play."""
    table.set(f"stuck_{seat_of(table, stock)}", 1)


ACTIONS = {
    "5": Action(
        "redeal",
        "Turn over",
        take_waste,
        EachSeat("stock", has_waste_alone),
        when=(going_on,),
        text="with an empty stock, your own waste is turned over and becomes your stock",
    ),
    "6": Action(
        "out",
        "Out!",
        go_out,
        EMPTY_DEMONS,
        when=(going_on,),
        text="a player whose demon is empty may say `out`, which ends the round",
    ),
    "7": Action(
        "stuck",
        "Stuck",
        say_stuck,
        EachSeat("stock", is_not_stuck),
        when=(going_on,),
        text="a player says once that there is nothing to play, and unsays it by playing a card",
    ),
}
"""The actions besides turning the stock, by their numbers in the sheet."""


# ---- consequences ----------------------------------------------------------------------------------------------------


def gone_home(table: Table, src: int, dst: int, n: int) -> None:
    """Count a card that went home. It may help anybody, so nobody is stuck any longer."""
    table.add(f"home_{seat_of(table, src)}")
    for seat in range(MOST):
        table.set(f"stuck_{seat}", 0)
    table.set("gathered", 0)


def built(table: Table, src: int, dst: int, n: int) -> None:
    """Note that a seat has played to a work pile."""
    table.set(f"stuck_{seat_of(table, src)}", 0)
    if table.game.group_of[src].id == "demon":
        table.set("gathered", 0)


def gather(table: Table) -> None:
    """Let all seats take up their wastes, put the top card of the stock under it, and turn anew. Once that has shown
    every card in vain, the round ends instead."""
    if table.count("gathered") >= table.game.options["turn"]:
        table.enter(OVER)
        return
    for seat in in_play(table):
        stock, waste = table.number("stock") + seat, table.number("waste") + seat
        if table.piles[waste]:
            table.turn_over(waste, stock, len(table.piles[waste]))
        if len(table.piles[stock]) > 1:
            table.take(stock, len(table.piles[stock]) - 1, stock, 0)
        table.set(f"stuck_{seat}", 0)
    table.add("gathered")


def all_are_stuck(table: Table) -> None:
    """Gather if all seats in play are stuck."""
    seats = in_play(table)
    if table.phase != OVER and seats and all(table.count(f"stuck_{seat}") for seat in seats):
        gather(table)


def out_at_once(table: Table) -> None:
    """Let a seat with an empty demon go out."""
    if table.phase != OVER:
        for spots in EMPTY_DEMONS(table)[:1]:
            go_out(table, *spots)


def leave(table: Table, seat: int) -> None:
    """Let a seat play no more: its cards stay where they lie, and nobody waits for it."""
    table.set(SEATS, table.count(SEATS) & ~(1 << seat))
    table.set(f"stuck_{seat}", 0)


def deal(dealer: Dealer) -> None:
    """Deal each seat's own pack, shuffled apart: the demon, a card on each work pile, the rest to the stock."""
    table = dealer.table
    for seat in range(MOST):
        pack = iter(shuffled(standard_order(1), table.seed, seat))
        size = int(table.game.options["demon"])
        for left in range(size, 0, -1):
            dealer.lay(next(pack), table.number("demon") + seat, down=left > 1)
        for pile in range(PILES):
            dealer.lay(next(pack), table.number("work") + PILES * seat + pile)
        for card_left in reversed(list(pack)):
            dealer.lay(card_left, table.number("stock") + seat, down=True)
    table.set(SEATS, (1 << MOST) - 1)


def home(table: Table, seat: int) -> int:
    """Return the number of a seat's cards on the foundations."""
    return table.count(f"home_{seat}")


def groups(packed: Relation, turn: int) -> list[Group]:
    """Return the piles of the table."""
    return [
        Group(
            "foundations",
            "foundation",
            "foundation",
            same_suit & up_from(ACE),
            each_suit() * MOST,
            13,
            count=PILES * MOST,
        ),
        reserve(MOST, "demon", name="demon", counted=True),
        tableau(PILES * MOST, packed, "work", space=ALL, name="work pile"),
        Group("stock", "stock", "stock", counted=True, count=MOST),
        Group("waste", "waste", "waste", tail=turn, count=MOST),
    ]


@patience("racing_demon")
def racing_demon(turn: int, demon: int, target: int, bonus: int, out: str) -> Shared:
    """Four work piles in alternate colours, a demon of thirteen, and a stock that is turned by three."""
    packed = alternate_colour & down

    def points(table: Table, seat: int) -> int:
        left = len(table.piles[table.number("demon") + seat])
        return home(table, seat) - 2 * left + (bonus if table.count("out") == 1 + seat else 0)

    return Shared(
        groups=groups(packed, turn),
        deal=[deal],
        moves={
            "1": top_of("demon", "waste", "work").home().only_where(begun_or_own).and_then(gone_home),
            "2": top_of("demon", "waste").to("work").only_where(on_own_pile).and_then(built),
            "3": runs_of("work", packed).to("work").only_where(run_on_own_pile).and_then(built),
            "4": turn_stock(turn),
            **ACTIONS,
        },
        auto=[turn_up("demon"), *([out_at_once] if out == "at_once" else []), all_are_stuck],
        phases=["play", OVER],
        counters=[
            *(f"home_{seat}" for seat in range(MOST)),
            *(f"stuck_{seat}" for seat in range(MOST)),
            "gathered",
            "out",
            SEATS,
        ],
        goal=Goal(lambda table: max(home(table, seat) for seat in range(MOST)), 52, lambda table: table.phase == OVER),
        seats=MOST,
        target=target,
        points=points,
        seat_progress=home,
        leave=leave,
        move_on=gather,
        out=lambda table: table.count("out") - 1 if table.count("out") else None,
    )
