"""Earlier runs that race again on the same deal."""

from __future__ import annotations

from collections.abc import Generator, Iterable
from typing import NamedTuple

from cadogan_protocol.errors import ErrorCode
from cadogan_protocol.room_options import RoomOptions
from cadogan_server.rooms.opening import open_room
from cadogan_server.rooms.records import Created, Ghost, Record, Start
from cadogan_server.rooms.refused import Refused
from cadogan_server.rooms.room import Room
from cadogan_server.rooms.state import State

MOST_STEPS = 256
"""The changes of progress that a ghost has at most: each room in which it races keeps them, and sends them to all who come in."""


class PlayedDeal(NamedTuple):
    """A deal that was played before: the revision of its game's rules, its seed, the ghosts that race on it, and where
    the room begins; empty: at the deal.
    """

    revision: int
    seed: bytes
    ghosts: tuple[Ghost, ...] = ()
    start: Start | tuple[()] = ()


class PastRun(NamedTuple):
    """A ghost, with the first record of its room and the seed of the deal there."""

    ghost: Ghost
    created: Created
    seed: bytes


GHOST_RULES = RoomOptions(deal="again", time_limit=0, rated=False, public=False, seats=1)
"""The options of a race against ghosts: alone, and for practice."""


def finding_past_run(records: Iterable[Record], seat: int | None, player: str) -> Generator[None, None, PastRun]:
    """Find a run in the log of a finished race, to race again as a ghost. Each record is one step of the generator.

    Args:
        records: the log.
        seat: the seat of the run. None: the seat of `player`, or of the player who came first if that one had none.
        player: the player who asks.

    Raises:
        Refused: the room was no race or is not over, or nobody sat there.
    """
    log = iter(records)
    created = next(log)
    assert isinstance(created, Created)
    room = open_room(created)
    state, mode = room.state, room.mode
    if not mode.kind.own_boards:
        raise Refused(
            ErrorCode.BAD_OPTION, f"room {created.code} was a {mode.kind.name}: only runs of races can be raced against"
        )
    if state.rules.advice:
        raise Refused(
            ErrorCode.BAD_OPTION,
            f"the racers in room {created.code} were advised by a solver that knows all cards: race against other runs",
        )
    steps: dict[int, list[tuple[int, int]]] = {}
    for record in log:
        room.replay((record,))
        t = getattr(record, "t", 0)
        for number in state.occupants:
            racer = mode.standing(number)
            if racer is not None:
                reached = steps.setdefault(number, [])
                if not reached or reached[-1][1] != racer.progress:
                    reached.append((t, racer.progress))
        yield
    state.must_be_over()
    chosen = raced_seat(state, seat, player)
    if chosen not in steps:
        raise Refused(ErrorCode.BAD_OPTION, f"nobody raced on seat {chosen} of room {created.code}")
    return PastRun(_ghost(room, chosen, steps[chosen]), created, state.seed)


def raced_seat(state: State, seat: int | None, player: str) -> int:
    """Return the seat whose run in a finished race is meant: `seat`; if that is None, the player's own; without one, that of
    the first in the results."""
    if seat is not None:
        return seat
    own = state.seat_of(player)
    assert state.results is not None
    return own if own is not None else state.results.rows[0].seat


def _ghost(room: Room, seat: int, steps: list[tuple[int, int]]) -> Ghost:
    racer, occupant = room.mode.standing(seat), room.state.occupants[seat]
    assert racer is not None
    return Ghost(
        room=room.code,
        seat=seat,
        name=occupant.name,
        player="" if occupant.bot else occupant.player,
        state="stood" if racer.state == "playing" else racer.state,
        ended=racer.ended if racer.ended is not None else steps[-1][0],
        steps=_thinned(steps),
    )


def _thinned(steps: list[tuple[int, int]]) -> tuple[tuple[int, int], ...]:
    """Return the steps of a run; of very many the first, the last, and as many between them, evenly chosen."""
    if len(steps) <= MOST_STEPS:
        return tuple(steps)
    return tuple(steps[place * (len(steps) - 1) // (MOST_STEPS - 1)] for place in range(MOST_STEPS))


def on_one_deal(runs: Iterable[PastRun]) -> PlayedDeal:
    """Return the deal that all these runs have in common, with the runs as its ghosts.

    Raises:
        Refused: they have different deals.
    """
    first, *others = runs
    for run in others:
        if _deal(run) != _deal(first):
            raise Refused(
                ErrorCode.BAD_OPTION,
                f"the runs in rooms {first.ghost.room} and {run.ghost.room} are not on one deal: race them one after the other",
            )
    return PlayedDeal(first.created.revision, first.seed, tuple(run.ghost for run in (first, *others)))


def _deal(run: PastRun) -> tuple[object, ...]:
    return run.created.game, run.created.options, run.created.revision, run.seed
