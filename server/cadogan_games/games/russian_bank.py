"""Russian Bank: two players build on common foundations and houses, load each other, and watch for missed plays."""

from __future__ import annotations

from cadogan_games.engine.duel import OVER, Duel, Ending, acted, count_time_out, going_on, is_too_late
from cadogan_games.engine.groups import Group
from cadogan_games.engine.refusals import refusal_of
from cadogan_games.engine.shuffle import shuffled
from cadogan_games.words import *

SEATS = (0, 1)
HOUSES = 4
"""The houses that each seat deals."""

OWN = 48
"""The cards that each seat begins with in reserve and stock."""

FOR_GOING_OUT = 30
"""The points for winning, besides those for the loser's cards."""

IDLE = 24
"""The plays from house to house in one turn, with nothing else between them, after which something else must follow."""

RESERVE, HOME, HOUSE = 1, 2, 3
"""The compulsory plays, in their order: a reserve's card home, another card home, an empty house filled before the stock is
touched."""

LAST, EARLIER = 2, 1
"""Values of the counter `_error`: the last move was one, or an earlier one that is not mended."""

DRAW = 3
"""The value of the counter `_winner` for a draw; otherwise it is 1 + the winner's seat."""

TO_WASTE = "the turned card goes on your own waste, which ends your turn"
TURN = "the top card of your own stock is turned up; with an empty stock, your waste is turned over first"
STAND = "without stock and waste, your turn may end without a card"
STOP = "your opponent may call once in your turn that you have missed a compulsory play"


# ---- piles -----------------------------------------------------------------------------------------------------------


def reserve_of(table: Table, seat: int) -> int:
    """Return the number of a seat's reserve."""
    return table.number("reserve") + seat


def waste_of(table: Table, seat: int) -> int:
    """Return the number of a seat's waste."""
    return table.number("waste") + seat


def stock_of(table: Table, seat: int) -> int:
    """Return the number of a seat's stock."""
    return table.number("stock") + seat


def left(table: Table, seat: int) -> int:
    """Return the number of cards that a seat must still get rid of."""
    piles = table.piles
    return sum(len(piles[pile_of(table, seat)]) for pile_of in (reserve_of, waste_of, stock_of))


def to_pay(table: Table, seat: int) -> int:
    """Return what a seat's cards are worth to the opponent."""
    return left(table, seat) + len(table.piles[reserve_of(table, seat)])


def got_rid(table: Table, seat: int) -> int:
    """Return the number of cards that a seat has got rid of. It may be loaded with more than it began with."""
    return max(0, OWN - left(table, seat))


def is_turned(table: Table, seat: int) -> bool:
    """True if the top card of a seat's stock lies face up."""
    pile = table.piles[stock_of(table, seat)]
    return bool(pile) and pile[-1] < DOWN


# ---- compulsory plays ------------------------------------------------------------------------------------------------


def due(table: Table) -> tuple[int, int]:
    """Return what comes first for the seat on turn (0: nothing), and the pile of its card or the empty house."""
    piles, seat = table.piles, table.count("seat")
    heights = [len(pile) for pile in table.group("foundations")]
    reserve = reserve_of(table, seat)

    def fits(pile: int) -> bool:
        if not piles[pile] or piles[pile][-1] >= DOWN:
            return False
        suit, rank = divmod(piles[pile][-1], 13)
        return rank in (heights[2 * suit], heights[2 * suit + 1])

    if fits(reserve):
        return RESERVE, reserve
    houses = table.numbers("houses")
    for pile in (*houses, stock_of(table, seat)):
        if fits(pile):
            return HOME, pile
    if piles[reserve]:
        for house in houses:
            if not piles[house]:
                return HOUSE, house
    return 0, 0


def bound(table: Table) -> bool:
    """True if the seat on turn can't miss a compulsory play: by the option, or because its last card would win."""
    return table.game.options["stop"] == "enforced" or left(table, table.count("seat")) == 1


@refused("reserve_home_first", "the top card of your reserve must go to a foundation first")
def no_reserve_due(table: Table) -> bool:
    """True if nothing is missed by a play that is not the reserve's to a foundation."""
    return not bound(table) or due(table)[0] != RESERVE


@refused("card_home_first", "a card of a house, or the turned card, must go to a foundation first")
def no_card_due(table: Table) -> bool:
    """True if nothing is missed by a play that goes to no foundation. The reserve's plays are not considered."""
    return not bound(table) or due(table)[0] != HOME


@refused("house_first", "the empty house must be filled before you touch the stock")
def no_house_due(table: Table) -> bool:
    """True if nothing is missed by touching the stock. Plays to foundations are not considered."""
    return not bound(table) or due(table)[0] != HOUSE


# ---- other conditions ------------------------------------------------------------------------------------------------


@refused("not_yours", "that pile is not yours: play the cards of your own piles")
def own_or_common(table: Table, pile: int) -> bool:
    """True if a pile is a house, or belongs to the seat on turn."""
    seat = table.count("seat")
    return pile in table.numbers("houses") or pile in (reserve_of(table, seat), stock_of(table, seat))


@refused("load_opponent", "only the opponent's reserve and waste are loaded")
def loads_opponent(table: Table, src: int, dst: int, n: int) -> bool:
    """True if a card goes to the opponent's reserve or waste."""
    other = 1 - table.count("seat")
    return dst in (reserve_of(table, other), waste_of(table, other))


@refused("own_waste", "the turned card is laid on your own waste")
def to_own_waste(table: Table, src: int, dst: int, n: int) -> bool:
    """True if a card goes to the waste of the seat on turn."""
    return dst == waste_of(table, table.count("seat"))


@refused("idling", "you have moved cards among the houses so often that something else must follow")
def not_idling(table: Table) -> bool:
    """True if cards may still go from house to house."""
    return table.count("_idle") < IDLE


@refused("card_turned", "the turned card must be played, or laid on your waste")
def nothing_turned(table: Table) -> bool:
    """True if no card of the seat on turn lies turned up."""
    return not is_turned(table, table.count("seat"))


@refused("nothing_to_turn", "you have neither stock nor waste")
def has_more(table: Table) -> bool:
    """True if the seat on turn has a stock or a waste."""
    seat = table.count("seat")
    return bool(table.piles[stock_of(table, seat)] or table.piles[waste_of(table, seat)])


@refused("cards_to_turn", "you still have cards to turn")
def has_no_more(table: Table) -> bool:
    """True if the seat on turn has neither stock nor waste."""
    return not has_more(table)


@refused("nothing_done", "nothing has been played in this turn")
def has_played(table: Table) -> bool:
    """True if the seat on turn has done something."""
    return table.count("plays") > 0


@refused("called_already", "you have called wrongly in this turn, and may not call again")
def not_called(table: Table) -> bool:
    """True if the opponent has not called in vain in this turn."""
    return not table.count("called")


# ---- errors ----------------------------------------------------------------------------------------------------------


def note(table: Table, missed: int, pile: int, src: int, dst: int) -> None:
    """Note what the seat on turn has done, and whether it has missed something that came first (0: nothing)."""
    acted(table)
    table.add("plays")
    if missed:
        noted = {"_error": LAST, "_missed": missed, "_pile": pile, "_from": src, "_to": dst}
        for counter, value in noted.items():
            table.set(counter, value)
    elif table.count("_error"):
        table.set("_error", EARLIER)


def played(table: Table, src: int, dst: int, n: int) -> None:
    """Note a play: what came first before it, and whether it goes home or from house to house."""
    piles, homes, houses = table.piles, table.numbers("foundations"), table.numbers("houses")
    piles[src].append(piles[dst].pop())
    first, pile = due(table)
    piles[dst].append(piles[src].pop())
    home = dst in homes
    reserve, stock = (pile_of(table, table.count("seat")) for pile_of in (reserve_of, stock_of))
    error = (
        (first == RESERVE and not (home and src == reserve))
        or (first == HOME and not home)
        or (first == HOUSE and src == stock and not home)
    )
    note(table, first if error else 0, pile, src, dst)
    table.set("_idle", table.count("_idle") + 1 if src in houses and dst in houses else 0)
    if home:
        table.set("_home", 1)


def laid_off(table: Table, src: int, dst: int, n: int) -> None:
    """End the turn with the turned card on the waste."""
    acted(table)
    begin_turn(table, 1 - table.count("seat"))


def turn_up_next(table: Table, stock: int) -> None:
    """Turn up the next card of the seat's own stock, and note it."""
    first, pile = due(table)
    turn_next(table)
    note(table, first, pile, stock, stock)
    table.set("_idle", 0)


def own_stock(table: Table) -> list[Spots]:
    """Return the stock of the seat on turn."""
    return [(stock_of(table, table.count("seat")),)]


def why_no_turn(table: Table, *spots: int) -> Refusal:
    """Return why no card is turned there: it is not the seat's own stock."""
    return refusal_of(own_or_common)


def turn_next(table: Table) -> None:
    """Turn up the next card of the seat on turn. If its stock is empty, turn its waste over first."""
    seat = table.count("seat")
    stock, waste = stock_of(table, seat), waste_of(table, seat)
    if not table.piles[stock]:
        table.turn_over(waste, stock, len(table.piles[waste]))
    table.flip(stock)


def stand(table: Table) -> None:
    """End the turn of a seat with nothing to turn."""
    acted(table)
    begin_turn(table, 1 - table.count("seat"))


def stop_turn(table: Table) -> None:
    """End the turn of the seat on turn if it has made an error; otherwise the call was wrong."""
    error, seat = table.count("_error"), table.count("seat")
    if not error:
        table.set("called", 1)
        return
    missed = due(table)[1]
    if error == LAST:
        missed = table.count("_pile")
        take_back(table, table.count("_from"), table.count("_to"))
    if is_turned(table, seat):
        table.shift(stock_of(table, seat), waste_of(table, seat))
    begin_turn(table, 1 - seat)
    if going_on(table):
        table.set("stopped", 1 + missed)


def take_back(table: Table, src: int, dst: int) -> None:
    """Take the last play back, or turn the turned card down again."""
    if src == dst:
        table.flip(src)
        return
    if table.piles[src] and src == reserve_of(table, table.count("seat")):
        table.flip(src)
    table.shift(dst, src)


def mend(table: Table) -> None:
    """Forget an earlier error once no play to a foundation, or no empty house that it missed, comes first any more."""
    if table.count("_error") == EARLIER and (due(table)[0] or HOUSE + 1) > max(HOME, table.count("_missed")):
        table.set("_error", 0)


# ---- turns and the end -----------------------------------------------------------------------------------------------


def begin_turn(table: Table, seat: int) -> None:
    """Begin a seat's turn. If too many turns have brought no card home, the game is blocked and ends."""
    table.set("barren", 0 if table.count("_home") else table.count("barren") + 1)
    for counter in ("plays", "called", "stopped", "_error", "_idle", "_home"):
        table.set(counter, 0)
    table.set("seat", seat)
    if table.count("barren") >= table.game.options["dead_turns"]:
        pay = [to_pay(table, each) for each in SEATS]
        table.set("_blocked", 1)
        finish(table, DRAW if pay[0] == pay[1] else 1 + pay.index(min(pay)))


def finish(table: Table, winner: int) -> None:
    """End the game: `winner` is 1 + the winner's seat, or `DRAW`."""
    table.set("_winner", winner)
    table.enter(OVER)


def go_out(table: Table) -> None:
    """End the game once the seat on turn has no card left."""
    seat = table.count("seat")
    if going_on(table) and not left(table, seat):
        finish(table, 1 + seat)


def resign(table: Table, seat: int) -> None:
    """Let the opponent win, as if they had just gone out."""
    finish(table, 2 - seat)


def is_out(table: Table) -> bool:
    """True if somebody has no card left."""
    return any(not left(table, seat) for seat in SEATS)


def outcome(table: Table) -> Ending:
    """Return how a finished game ended."""
    winner = table.count("_winner")
    if winner == DRAW:
        return Ending(None, 0, played_out=False)
    seat = winner - 1
    pay = to_pay(table, 1 - seat)
    points = pay - to_pay(table, seat) if table.count("_blocked") else FOR_GOING_OUT + pay
    return Ending(seat, points, played_out=not left(table, seat), forfeited=is_too_late(table, 1 - seat))


def time_out(table: Table) -> None:
    """Let the seat to act forfeit, or make its compulsory plays and end its turn."""
    if count_time_out(table):
        return
    seat = table.count("seat")
    stock, waste = stock_of(table, seat), waste_of(table, seat)
    make_compulsory(table)
    if going_on(table) and not is_turned(table, seat) and has_more(table):
        turn_next(table)
    if going_on(table):
        if is_turned(table, seat):
            table.shift(stock, waste)
        begin_turn(table, 1 - seat)


def make_compulsory(table: Table) -> None:
    """Make the compulsory plays of the seat to act until none is left, or its last card is gone."""
    reserve = reserve_of(table, table.count("seat"))
    while going_on(table):
        first, pile = due(table)
        if not first:
            return
        if first == HOUSE:
            table.shift(reserve, pile)
        else:
            table.shift(pile, home_of(table, pile))
            table.set("_home", 1)
        if table.piles[reserve] and table.piles[reserve][-1] >= DOWN:
            table.flip(reserve)
        go_out(table)


def home_of(table: Table, pile: int) -> int:
    """Return the lowest-numbered foundation that takes a pile's top card."""
    card = table.piles[pile][-1]
    return next(home for home in table.numbers("foundations") if table.game.takes(table, home) >> card & 1)


# ---- the deal --------------------------------------------------------------------------------------------------------


def deal(dealer: Dealer) -> None:
    """Deal each seat's own pack: the reserve, four houses, and the rest as the stock. The lower reserve begins."""
    table = dealer.table
    for seat in SEATS:
        pack = shuffled(standard_order(1), table.seed, seat)
        reserve = reserve_of(table, seat)
        for _ in range(int(table.game.options["reserve"])):
            dealer.lay(pack.pop(0), reserve, down=True)
        table.flip(reserve)
        for house in table.numbers("houses")[HOUSES * seat : HOUSES * (seat + 1)]:
            dealer.lay(pack.pop(0), house)
        for card in reversed(pack):
            dealer.lay(card, stock_of(table, seat), down=True)
    table.set("seat", first_seat(table))


def first_seat(table: Table) -> int:
    """Return the seat whose reserve shows the lower rank; if they are equal, the first houses that differ decide."""
    houses = table.group("houses")
    shown = [[table.piles[reserve_of(table, seat)], *houses[HOUSES * seat : HOUSES * (seat + 1)]] for seat in SEATS]
    ranks = [[rank_of(pile[-1]) for pile in piles] for piles in shown]
    return int(ranks[1] < ranks[0])


LOAD = same_suit & (up | down)

IN_TURN = (going_on, no_reserve_due)
PAST_HOMES = (*IN_TURN, no_card_due)
TOUCHING = (*PAST_HOMES, no_house_due)
"""Conditions of three kinds of plays: to foundations except from the reserve, all others, and touching the stock."""

MOVES: dict[str, Rule | list[Rule]] = {
    "1": [
        top_of("reserve").home().only_if_free(own_or_common).only_when(going_on).and_then(played),
        top_of("houses", "stock").home().only_if_free(own_or_common).only_when(*IN_TURN).and_then(played),
    ],
    "2": [
        top_of("houses").to("houses").only_when(*PAST_HOMES, not_idling).and_then(played),
        top_of("reserve").to("houses").only_if_free(own_or_common).only_when(*PAST_HOMES).and_then(played),
        top_of("stock").to("houses").only_if_free(own_or_common).only_when(*TOUCHING).and_then(played),
    ],
    "3": [
        play.to("reserve", "waste").only_if_free(own_or_common).only_where(loads_opponent).and_then(played)
        for play in (top_of("houses", "reserve").only_when(*PAST_HOMES), top_of("stock").only_when(*TOUCHING))
    ],
    "4": Action(
        *("turn", "Turn", turn_up_next, own_stock),
        when=(*TOUCHING, nothing_turned, has_more),
        pile="stock",
        why=why_no_turn,
        text=TURN,
    ),
    "5": Play(("stock",), ("waste",), when=TOUCHING, free=own_or_common, onto=anything, space=ALL, text=TO_WASTE)
    .only_where(to_own_waste)
    .and_then(laid_off),
    "6": Action("stand", "End the turn", stand, when=(*PAST_HOMES, has_no_more), text=STAND),
}
"""The moves of the player on turn, by their numbers in the sheet."""

CALL = Action("stop", "Stop!", stop_turn, when=(going_on, has_played, not_called), text=STOP)

COUNTERS = (
    *("seat", "plays", "called", "stopped", "barren"),
    *(
        "_error",
        "_missed",
        "_pile",
        "_from",
        "_to",
        "_idle",
        "_home",
        "_blocked",
        "_winner",
        "_timeouts_0",
        "_timeouts_1",
    ),
)


@patience("russian_bank")
def russian_bank(
    stop: str, reserve: int, move_seconds: int, on_timeout: str, max_timeouts: int, dead_turns: int
) -> Duel:
    """Players get rid of reserve and stock on common foundations and houses, and on each other's piles."""
    return Duel(
        groups=[
            foundations(same_suit & up_from(ACE), copies=2),
            tableau(2 * HOUSES, alternate_colour & down, "houses", space=ALL, name="house"),
            Group("reserve", "reserve", "reserve", LOAD, counted=True, count=2),
            Group("waste", "waste", "waste", LOAD, counted=True, count=2),
            Group("stock", "stock", "stock", counted=True, count=2),
        ],
        deal=[deal],
        moves=MOVES | ({"4.2": CALL} if stop == "called" else {}),
        auto=[turn_up("reserve"), go_out, mend],
        phases=["turn", OVER],
        counters=COUNTERS,
        goal=Goal(lambda table: max(got_rid(table, seat) for seat in SEATS), OWN, is_out),
        seat_progress=got_rid,
        resign=resign,
        time_out=time_out,
        outcome=outcome,
        calls=("stop",),
    )
