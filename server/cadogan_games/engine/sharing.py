"""Games in which several players play at one table at the same time: whose piles are whose, each seat's own moves, and the
end of a round.

A shared game is a `Patience` with an owner for each place of its layout. A seat moves cards of its own piles only; a
foundation takes the cards of all. The counter `_seats` holds the seats in play as bits. The last phase is `over`. Who
makes a move shows from the pile that it names first, so a move needs no seat beside it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

from cadogan_games.engine.actions import Action, Spots
from cadogan_games.engine.cards import BIT, DOWN
from cadogan_games.engine.events import COUNT, SHIFT, Event
from cadogan_games.engine.finding import Finder, compile_rules
from cadogan_games.engine.game import Game
from cadogan_games.engine.groups import Group
from cadogan_games.engine.patience import Patience
from cadogan_games.engine.piles import Piles
from cadogan_games.engine.plays import Play
from cadogan_games.engine.refusals import Refusal
from cadogan_games.engine.table import IllegalMove, Move, Rules, Table

OVER = "over"
"""The phase of a round that is over."""

SEATS = "_seats"
"""The counter of the seats in play: bit k stands for seat k."""

NOT_YOURS = Refusal("not_yours", "that pile is not yours: play the cards of your own piles")
"""The refusal of a move that names another seat's pile."""


@dataclass(frozen=True, kw_only=True)
class Shared(Patience):
    """The definition of a shared game.

    `seats` is the number of seats that the table is laid out for. A match goes on until somebody has `target` points.
    `points(table, seat)` is what a round is worth to a seat, `seat_progress(table, seat)` what it has achieved in it.
    `leave(table, seat)` runs when a seat plays no more, `move_on(table)` when nothing has happened for long.
    `out(table)` is the seat that has ended the round, if one has. `fewest` is the number of players who must be there at
    the start.
    """

    seats: int
    fewest: int = 2
    target: int
    points: Callable[[Table, int], int]
    seat_progress: Callable[[Table, int], int]
    leave: Callable[[Table, int], None]
    move_on: Callable[[Table], None]
    out: Callable[[Table], int | None]

    def progress(self, table: Table) -> list[int]:
        """Return each seat's progress."""
        return [self.seat_progress(table, seat) for seat in range(self.seats)]

    def side_of(self, seat: int) -> int:
        """Return the side that a seat plays for: each for its own, unless the game has partners."""
        return seat

    def moves_of(self, table: Table, seat: int) -> list[Move]:
        """Return the legal moves of a seat."""
        return _found(table, seat)[0]

    def play(self, table: Table, seat: int, move: Move) -> list[Event]:
        """Carry out a move as `sharing.play` does."""
        return _played(table, seat, move)

    def concerned(self, table: Table, events: Iterable[Event]) -> set[int]:
        """Return what `sharing.concerned` does."""
        return _concerned(table, events)

    def seat(self, table: Table, number: int, seats: Sequence[int]) -> None:
        """Take the cards of all other seats off the table."""
        for pile, owner in enumerate(owners(table.game)):
            if owner is not None and owner not in seats:
                table.piles[pile].clear()
        table.counters[table.game.counter_index[SEATS]] = sum(1 << seat for seat in seats)
        table.changed()


@dataclass(frozen=True)
class EachSeat:
    """Finds the spots of an action of a shared game: of each seat in play for which `test(table, seat)` is true, the pile of a
    group. Those of one seat are found without a look at the others.
    """

    group: str
    test: Callable[[Table, int], bool]

    def __call__(self, table: Table) -> list[Spots]:
        """Return the spots of all seats in play."""
        piles = table.numbers(self.group)
        return [(piles[seat],) for seat in in_play(table) if self.test(table, seat)]

    def of(self, seat: int) -> Callable[[Table], list[Spots]]:
        """Return a function that gives the spots of one seat, if it is in play."""

        def find(table: Table) -> list[Spots]:
            return [(table.numbers(self.group)[seat],)] if self.test(table, seat) else []

        return find


def definition(table: Table) -> Shared:
    """Return the definition of a shared game. Raises TypeError for a table of another kind of game."""
    found = table.game.definition
    if not isinstance(found, Shared):
        raise TypeError(f"{table.game.head.id} is no game at a shared table")
    return found


def owners(game: Rules) -> tuple[int | None, ...]:
    """Return for each pile the seat that owns its place; None if the place is everybody's."""
    assert isinstance(game, Game)
    return _owners(game)


@lru_cache(maxsize=64)
def _owners(game: Game) -> tuple[int | None, ...]:
    return tuple(place.owner for group in game.groups for place in group.places)


def in_play(table: Table) -> list[int]:
    """Return the seats in play."""
    bits = table.count(SEATS)
    return [seat for seat in range(bits.bit_length()) if bits >> seat & 1]


def is_over(table: Table) -> bool:
    """True if the round is over."""
    return table.phase == OVER


# ---- moves of a seat -------------------------------------------------------------------------------------------------


def moves(table: Table, seat: int) -> list[Move]:
    """Return the legal moves of a seat."""
    return definition(table).moves_of(table, seat)


def play(table: Table, seat: int, move: Move) -> list[Event]:
    """Carry out a move of a seat with all automatic changes after it, and return the events.

    Raises IllegalMove, and changes nothing, if it is no legal move of this seat.
    """
    return definition(table).play(table, seat, move)


def _played(table: Table, seat: int, move: Move) -> list[Event]:
    legal, consequences = _found(table, seat)
    if move not in legal:
        raise IllegalMove(_refusal(table, seat, move))
    mark, found = len(table.log), table.by_seat
    table.game.carry_out(table, move, consequences.get(move))
    table.changed()
    events = table.log[mark:]
    if found is not None:
        stale = _concerned(table, events)
        table.by_seat = {other: kept for other, kept in found.items() if other not in stale}
    return events


def leave(table: Table, seat: int) -> list[Event]:
    """Let a seat play no more, and return the events."""
    return change(table, lambda: definition(table).leave(table, seat))


def move_on(table: Table) -> list[Event]:
    """Do what the rules provide for when nobody has done anything for long, and return the events."""
    return change(table, lambda: definition(table).move_on(table))


def stirs(table: Table, events: Iterable[Event]) -> bool:
    """True if something has happened in the round: a card has gone home, or has left a reserve."""
    group_of = table.game.group_of
    return any(
        event[0] == SHIFT and (group_of[event[3]].kind == "foundation" or group_of[event[1]].kind == "reserve")
        for event in events
    )


def concerned(table: Table, events: Iterable[Event]) -> set[int]:
    """Return the seats whose legal moves a move with these events may have changed: the owners of the piles that have changed,
    and the seats with a card on top that a changed foundation took before or takes now. A counter whose name ends with a seat's
    number concerns that seat, any other counter everybody.
    """
    return definition(table).concerned(table, events)


def _concerned(table: Table, events: Iterable[Event]) -> set[int]:
    game = table.game
    assert isinstance(game, Game)
    owner_of, owned, seat_of = owners(game), _own_piles(game), _counted(game)
    found: set[int | None] = set()
    taken = 0
    for event in events:
        if event[0] == COUNT:
            found.add(seat_of[event[1]])
            continue
        for pile in (event[1], event[3]) if event[0] == SHIFT else (event[1],):
            if game.group_of[pile].kind != "foundation":
                found.add(owner_of[pile])
            elif event[0] == SHIFT and event[3] == pile and game.index.group_of[pile].wants is None:
                taken |= game.takes(table, pile) | _took(game, table, pile, event[4])
            else:  # a foundation whose cards have been taken or put into another order
                found.add(None)
    if None in found:
        return set(range(len(owned)))
    piles = table.piles
    if taken:
        found |= {
            seat for seat, own in enumerate(owned) if any(piles[pile] and BIT[piles[pile][-1]] & taken for pile in own)
        }
    return {seat for seat in found if seat is not None}


def _took(game: Game, table: Table, pile: int, height: int) -> int:
    """Return the set of cards that a foundation took when it had `height` cards of those that it has now."""
    group = game.index.group_of[pile]
    return group.accepts.on[table.piles[pile][height - 1]] if height else group.bases()[pile - game.first[group.id]]


@lru_cache(maxsize=64)
def _own_piles(game: Game) -> tuple[tuple[int, ...], ...]:
    """Return by seat the numbers of its piles besides the foundations."""
    return tuple(
        tuple(
            pile
            for pile, owner in enumerate(owners(game))
            if owner == seat and game.group_of[pile].kind != "foundation"
        )
        for seat in range(game.definition.seats)
    )


@lru_cache(maxsize=64)
def _counted(game: Game) -> tuple[int | None, ...]:
    """Return by counter the seat with whose number its name ends; None for the others."""
    ends = [name.rpartition("_")[2] for name in game.counter_names]
    return tuple(int(end) if end.isdecimal() else None for end in ends)


def too_late(table: Table, move: Move, name_of: Callable[[int], str]) -> Refusal | None:
    """Return the refusal of a card that another seat has just played to the same foundation; None if none has.
    `name_of(seat)` is a player's name."""
    first = _overtaken(table, move)
    if first is None:
        return None
    seat, card = first
    return Refusal(
        "too_late", "too late: {player} played {cards} first", {"player": name_of(seat), "seat": seat, "cards": (card,)}
    )


def _overtaken(table: Table, move: Move) -> tuple[int, int] | None:
    if len(move) != 3 or isinstance(move[0], str):
        return None
    game, (src, dst, _) = table.game, move
    if not (src < game.pile_count and dst < game.pile_count) or game.group_of[dst].kind != "foundation":
        return None
    card = table.piles[src][-1] if table.piles[src] else DOWN
    if card not in table.piles[dst]:
        return None
    at = table.piles[dst].index(card)
    for event in reversed(table.log):
        if event[0] == SHIFT and event[3] == dst and event[4] == at:
            first = owners(game)[event[1]]
            return None if first is None else (first, card)
    return None


def change(table: Table, act: Callable[[], None]) -> list[Event]:
    """Change a table that is not over by `act` with all automatic changes after it, and return the events."""
    if is_over(table):
        return []
    mark = len(table.log)
    act()
    table.game.settle(table)
    table.changed()
    return table.log[mark:]


def _refusal(table: Table, seat: int, move: Move) -> Refusal:
    """Return why a move of a seat is illegal."""
    game = table.game
    named = move[1:] if isinstance(move[0], str) else move[:2]
    own = [
        pile
        for pile in named
        if isinstance(pile, int) and pile < game.pile_count and game.group_of[pile].kind != "foundation"
    ]
    if any(owners(game)[pile] not in (seat, None) for pile in own):
        return NOT_YOURS
    return game.refusal(table, move)


# ---- the moves of one seat, found quickly ----------------------------------------------------------------------------


class _OfSeat(Piles):
    """The piles of one seat, and the foundations of all: a finder made with it looks at no other pile."""

    def __init__(self, groups: Sequence[Group], seat: int) -> None:
        super().__init__(groups)
        for group in self.groups:
            own = [n for n, place in enumerate(group.places) if place.owner == seat]
            if group.kind != "foundation" and own:
                start = self.first[group.id]
                bases, limits = group.bases(), group.limits()
                self._numbers[group.id] = range(start + own[0], start + own[-1] + 1)
                self._groups[group.id] = replace(
                    group,
                    count=len(own),
                    places=tuple(group.places[n] for n in own),
                    base=[bases[n] for n in own],
                    full=[limits[n] for n in own],
                )


@lru_cache(maxsize=64)
def _finders(game: Game) -> tuple[list[Finder], ...]:
    groups = game.index.groups
    return tuple(
        compile_rules([_of_seat(rule, seat, owners(game)) for rule in game.moves], _OfSeat(groups, seat))
        for seat in range(game.definition.seats)
    )


def _of_seat(rule: Play | Action, seat: int, owner_of: Sequence[int | None]) -> Play | Action:
    """Return a rule that, if it is an action, finds the spots of one seat alone."""
    if isinstance(rule, Play):
        return rule
    find = rule.find
    if isinstance(find, EachSeat):
        return replace(rule, find=find.of(seat))
    return replace(rule, find=lambda table: [spots for spots in find(table) if owner_of[spots[0]] == seat])


def _found(table: Table, seat: int) -> tuple[list[Move], dict[Move, Any]]:
    """Return the legal moves of a seat, and the rules of those that do more than shift cards. They are cached until a change of
    the table may concern the seat: do not change them."""
    kept = table.by_seat
    if kept is None:
        kept = table.by_seat = {}
    elif seat in kept:
        return kept[seat]
    out: list[Move] = []
    consequences: dict[Move, Any] = {}
    game = table.game
    assert isinstance(game, Game)
    if not is_over(table) and table.count(SEATS) >> seat & 1:
        for find in _finders(game)[seat]:
            find(table, out, consequences)
    kept[seat] = out, consequences
    return out, consequences
