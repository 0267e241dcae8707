"""Positions of finished races, from which practice rooms begin."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Sequence
from typing import Any, NamedTuple

from cadogan_games.engine.table import IllegalMove
from cadogan_protocol.errors import ErrorCode
from cadogan_protocol.room_options import RoomOptions
from cadogan_server.rooms.finished.ghosts import PlayedDeal, raced_seat
from cadogan_server.rooms.opening import open_room
from cadogan_server.rooms.records import Created, Played, Record, Start, Undone
from cadogan_server.rooms.refused import Refused, illegal
from cadogan_server.rooms.room import Room

PRACTICE_RULES = RoomOptions(
    deal="again", time_limit=0, undo="free", spectators="live", rated=False, public=False, seats=1
)
"""The options of a practice room. Its deal has been played, so it has nothing to veil."""

MOST_BEFORE = 1000
"""The most moves before the start of a practice room: they are made at once when the cards are dealt."""

Move = tuple[Any, ...]


class PastPosition(NamedTuple):
    """A position in a finished race: the first record of its room, and the deal with the moves that lead there."""

    created: Created
    deal: PlayedDeal


def finding_past_position(
    records: Iterable[Record], seat: int | None, player: str, step: int, further: Sequence[Move] = ()
) -> Generator[None, None, PastPosition]:
    """Find a position in the log of a finished race, in as many steps as there are records and further moves.

    Args:
        records: the log.
        seat: the seat whose board it is. None: the seat of `player`, or of the player who came first if that one had none.
        player: the player who asks.
        step: the number of steps of the board's replay up to the position, from 0.
        further: moves to make from there.

    Raises:
        Refused: the room was no race, is not over, or was played by earlier rules; nobody sat there; the replay is
            shorter; a further move is illegal; the game is won in that position, or lies too far from the deal.
    """
    log = iter(records)
    created = next(log)
    assert isinstance(created, Created)
    room = open_room(created)
    _must_be_a_race_by_todays_rules(room)
    made: dict[int, list[Move | None]] = {}
    for record in log:
        room.replay((record,))
        if isinstance(record, Played):
            made.setdefault(record.seat, []).append(record.move)
        elif isinstance(record, Undone):
            made.setdefault(record.seat, []).append(None)
        yield
    room.state.must_be_over()
    chosen = raced_seat(room.state, seat, player)
    before = _before(room, chosen, made.get(chosen, ()), step)
    moves = (*before, *further)
    yield from _playing(room, moves, len(before))
    return PastPosition(
        created, PlayedDeal(created.revision, room.state.seed, start=Start(room.code, chosen, step, moves))
    )


def _must_be_a_race_by_todays_rules(room: Room) -> None:
    created, head = room.state.created, room.state.game.head
    if not room.mode.kind.own_boards:
        raise Refused(
            ErrorCode.BAD_OPTION,
            f"room {room.code} was a {room.mode.kind.name}: only races can be played on from a position",
        )
    if created.revision != head.revision:
        raise Refused(
            ErrorCode.BAD_OPTION,
            f"room {room.code} was played by revision {created.revision} of the rules of {head.title}, and new rooms have "
            f"revision {head.revision}: its replay can be watched, but not played on",
        )


def _before(room: Room, seat: int, made: Sequence[Move | None], step: int) -> tuple[Move, ...]:
    """Return the moves from the deal to a position of a board, on which `made` are the steps; None took a move back."""
    if seat not in room.state.occupants:
        raise Refused(ErrorCode.BAD_OPTION, f"nobody raced on seat {seat} of room {room.code}")
    if step > len(made):
        raise Refused(
            ErrorCode.BAD_OPTION,
            f"the replay of seat {seat} of room {room.code} has {len(made)} steps, so it has no position after step {step}",
        )
    line = list(room.state.start.moves) if room.state.start else []
    for move in made[:step]:
        if move is None:
            line.pop()
        else:
            line.append(move)
    return tuple(line)


def _playing(room: Room, moves: Sequence[Move], known: int) -> Generator[None, None, None]:
    """Make the moves, of which the first `known` were made before, and check that the game can go on from there."""
    if len(moves) > MOST_BEFORE:
        raise Refused(
            ErrorCode.BAD_OPTION,
            f"this position lies {len(moves)} moves from the deal, and practice begins after at most {MOST_BEFORE}: choose an "
            "earlier one",
        )
    table = room.state.game.deal(room.state.seed)
    for number, move in enumerate(moves, 1):
        try:
            table.play(move)
        except IllegalMove as error:
            refused = illegal(error)
            why = f"move {number - known} of `moves` is not possible there: {refused.message}"
            raise Refused(ErrorCode.ILLEGAL_MOVE, why, rule=refused.rule) from None
        yield
    if table.moves():
        return
    if table.won:
        raise Refused(ErrorCode.BAD_OPTION, "the game is won in that position: choose an earlier one")
    if not table.can_undo:
        raise Refused(
            ErrorCode.BAD_OPTION, "no move is left in that position, and none can be taken back: choose an earlier one"
        )
