"""Spite and Malice for three and four at a shared table, each for themselves or two against two."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from cadogan_games.engine.groups import Group
from cadogan_games.engine.in_turn import InTurn, acted, count_time_out, next_in_play
from cadogan_games.engine.kinds import reserve, stock, tableau
from cadogan_games.engine.sharing import OVER, SEATS, in_play
from cadogan_games.games.spite_and_malice.centre import plays, put_card
from cadogan_games.games.spite_and_malice.dealing import deal_piles
from cadogan_games.games.spite_and_malice.kings import (
    PILE,
    STAND,
    all_discards,
    begin_turn,
    draw_up,
    hand_is_empty,
    late_discard,
)
from cadogan_games.games.spite_and_malice.piles import (
    Spot,
    discards,
    hand,
    own_spots,
    riddance,
    shown_spots,
)
from cadogan_games.games.spite_and_malice.refusals import (
    DISCARD,
    owner_of,
    unfit,
    why_misplaced,
    why_not_playable,
)
from cadogan_games.words import (
    DOWN,
    KINGS,
    Action,
    Dealer,
    Goal,
    Refusal,
    Spots,
    Table,
    bare,
    patience,
    rank_of,
    refused,
    standard_order,
)

MOST = 4
"""The seats of the table."""

FEWEST = 3
"""The players who must be there at the start; with partners all seats must be taken."""

STANDS_EACH = 2
"""The turns in succession without a discard, for each player, that end the game."""

PLAY = "the upcard, a card from the hand or the top card of a discard pile goes to a centre place that it fits"
PARTNERS_PLAY = f"{PLAY}; a partner's upcard and discard tops may be played too"


@refused("over", "the game is over")
def going_on(table: Table) -> bool:
    """True if the game is not over."""
    return table.phase != OVER


# ---- sides -----------------------------------------------------------------------------------------------------------


def side_alone(seat: int) -> int:
    """The side of a seat where each plays for themselves."""
    return seat


def side_of_two(seat: int) -> int:
    """The side of a seat where partners sit opposite each other."""
    return seat % 2


def partner(table: Table, seat: int) -> int | None:
    """Return the seat of a player's partner; None if the game has no partners."""
    return (seat + 2) % MOST if table.game.options["partners"] else None


def side(table: Table, seat: int) -> list[int]:
    """Return the seats of a player's side."""
    other = partner(table, seat)
    return [seat] if other is None else [seat, other]


# ---- moves of a player -----------------------------------------------------------------------------------------------


def playable_spots(table: Table, seat: int) -> list[Spot]:
    """Return the spots from which a seat may play: its own, and those that its partner shows (rules 1 to 4)."""
    other = partner(table, seat)
    return own_spots(table, seat) + ([] if other is None else list(shown_spots(table, other)))


def all_plays(table: Table) -> list[Spots]:
    """Return every play to the centre that the seat on turn has."""
    return plays(table, playable_spots(table, table.count("seat")), KINGS)


def play(table: Table, spot: Spot, place: int) -> None:
    """Play a card to the centre. A hand that it empties draws five at once."""
    acted(table)
    seat = table.count("seat")
    put_card(table, spot, place, PILE)
    if all(not table.piles[riddance(table, one)] for one in side(table, seat)):
        table.set("out", 1 + seat)
        table.enter(OVER)
    elif not isinstance(spot, int) and not table.piles[hand(table, seat)]:
        draw_up(table, seat)


def discard(table: Table, spot: tuple[int, int], pile: int) -> None:
    """Put a hand card on a discard pile of the seat, which ends the turn."""
    acted(table)
    end_turn(table, spot, pile)


def end_turn(table: Table, spot: tuple[int, int], pile: int) -> None:
    """Do what `discard` does, also on behalf of a player."""
    table.take(*spot, pile, len(table.piles[pile]))
    table.set("passes", 0)
    begin_turn(table, next_in_play(table, table.count("seat")))


def stand(table: Table) -> None:
    """End the turn without a discard."""
    acted(table)
    make_stand(table)


def make_stand(table: Table) -> None:
    """Do what `stand` does, also on behalf of a player. The second in succession of each player ends the game."""
    table.add("passes")
    if table.count("passes") >= STANDS_EACH * len(in_play(table)):
        table.enter(OVER)
    else:
        begin_turn(table, next_in_play(table, table.count("seat")))


def why_no_play(table: Table, *spots: Any) -> Refusal:
    """Return why a play is refused."""
    if len(spots) == 2 and spots[0] not in playable_spots(table, table.count("seat")):
        owner = owner_of(table, spots[0])
        if owner is not None and owner != table.count("seat"):
            if owner == partner(table, table.count("seat")):
                return Refusal(
                    "partners_shown_cards",
                    "of your partner's cards you may play the upcard and the tops of discard piles",
                )
            return Refusal("cards_of_others", "those are another player's cards, and not yours to play")
    return why_not_playable(
        table, spots, playable_spots(table, table.count("seat")), last="queen", wild="king"
    ) or unfit(table, *spots, wild="king")


def why_no_discard(table: Table, *spots: Any) -> Refusal:
    """Return why a discard is refused."""
    seat = table.count("seat")
    if len(spots) == 2:
        if owner_of(table, spots[0]) not in (None, seat):
            return Refusal("cards_of_others", "those are another player's cards, and not yours to play")
        if owner_of(table, spots[1]) not in (None, seat):
            return Refusal("pile_of_others", "that pile is another player's: discard on one of your own four piles")
    return why_misplaced(table, *spots)


# ---- consequences ----------------------------------------------------------------------------------------------------


def time_out(table: Table) -> None:
    """Act on a time-out of the seat on turn: it plays no more, or a card is discarded for it. Nothing is played for it."""
    seat = table.count("seat")
    if count_time_out(table):
        leave(table, seat)
        return
    put = late_discard(table, seat)
    if put is None:
        make_stand(table)
    else:
        end_turn(table, *put)


def leave(table: Table, seat: int) -> None:
    """Let a seat play no more. Its hand goes to the completed heap, and its discard piles too if it has no partner in play
    who may use them. If that leaves one side alone, the game is over.
    """
    table.set(SEATS, table.count(SEATS) & ~(1 << seat))
    seats = in_play(table)
    left = [hand(table, seat)]
    if not any(one in seats for one in side(table, seat)):
        left += [pile for one in side(table, seat) for pile in discards(table, one)]
    for pile in left:
        if table.piles[pile]:
            table.turn_over(pile, table.number("completed"), len(table.piles[pile]))
    if len({min(side(table, other)) for other in seats}) < 2:
        table.enter(OVER)
    elif table.count("seat") == seat:
        table.set("passes", 0)
        begin_turn(table, next_in_play(table, seat))


def deal(dealer: Dealer) -> None:
    """Deal the pay-off piles in turn, five cards to each hand, and the rest to the stock."""
    table = dealer.table
    table.set("shuffles", 1)
    deal_piles(dealer, range(MOST), dealer.pack, dealer.pack)
    table.set(SEATS, (1 << MOST) - 1)
    table.set("seat", first_to_play(table, range(MOST), 0))


def deal_to(table: Table, number: int, seats: Sequence[int]) -> None:
    """Put the cards of empty seats under the stock, and find who begins."""
    for seat in range(MOST):
        if seat not in seats:
            for pile in (riddance(table, seat), hand(table, seat)):
                table.stock[:0] = [bare(card) + DOWN for card in reversed(table.piles[pile])]
                table.piles[pile].clear()
    table.counters[table.game.counter_index["seat"]] = first_to_play(table, seats, number)


def first_to_play(table: Table, seats: Sequence[int], number: int) -> int:
    """Return the seat with the highest upcard; among equals the first one clockwise from the seat with this number."""
    shown = {seat: rank_of(table.piles[riddance(table, seat)][-1]) for seat in seats}
    return max(shown, key=lambda seat: (shown[seat], -((seat - number) % MOST)))


def groups(name: str) -> list[Group]:
    """Return the piles of the table. `name` is the game's name for the pile to get rid of."""
    return [
        reserve(MOST, "riddance", name=name, counted=True),
        Group("hand", "hand", "hand", owned=True, count=MOST),
        tableau(4 * MOST, id="discards", name="discard pile"),
        Group("centre", "centre", "foundation", count=4),
        Group("completed", "completed heap", "discard", counted=True, count=1),
        stock(),
    ]


@patience("spite_and_malice_table")
def spite_and_malice_table(
    partners: bool, packs: int, riddance: int, target: int, move_seconds: int, on_timeout: str, max_timeouts: int
) -> InTurn:
    """Three or four get rid of their pay-off piles on centre piles built from ace to queen; a king stands for any card."""

    def left(table: Table, seat: int) -> int:
        return len(table.group("riddance")[seat])

    def gone(table: Table, seat: int) -> int:
        return riddance - left(table, seat)

    def points(table: Table, seat: int) -> int:
        own = side(table, seat)
        out = table.count("out")
        won = sum(left(table, other) for other in in_play(table) if other not in own) if out and out - 1 in own else 0
        return sum(gone(table, one) for one in own) + won

    return InTurn(
        groups=groups("pay-off pile"),
        pack=standard_order(packs),
        deal=[deal],
        moves={
            "4" if partners else "1, 2, 3": Action(
                "play",
                "Play",
                play,
                all_plays,
                when=(going_on,),
                why=why_no_play,
                text=PARTNERS_PLAY if partners else PLAY,
            ),
            "5": Action(
                "discard", "Discard", discard, all_discards, when=(going_on,), why=why_no_discard, text=DISCARD
            ),
            "6": Action("stand", "Stand", stand, when=(going_on, hand_is_empty), text=STAND),
        },
        phases=["turn", OVER],
        counters=["seat", "passes", "shuffles", "out", *(f"_timeouts_{seat}" for seat in range(MOST)), SEATS],
        goal=Goal(
            lambda table: max(gone(table, seat) for seat in range(MOST)), riddance, lambda table: table.count("out") > 0
        ),
        seats=MOST,
        fewest=MOST if partners else FEWEST,
        target=target,
        points=points,
        seat_progress=gone,
        leave=leave,
        move_on=lambda table: None,
        out=lambda table: table.count("out") - 1 if table.count("out") else None,
        side=side_of_two if partners else side_alone,
        time_out=time_out,
        deal_to=deal_to,
    )
