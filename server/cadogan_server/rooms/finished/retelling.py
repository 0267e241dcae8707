"""Turns a finished room into a recording, and a recording into a room again, by playing it by the rules. The results that
a recording claims are only compared.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from cadogan_games import catalogue
from cadogan_games.solver.proof import seed_of_deal
from cadogan_protocol.notation import EventKind, Happened, NotByTheRules, RecordedResult, RecordedSeat, Recording
from cadogan_protocol.room_options import UNSEEN_DEALS
from cadogan_protocol.rooms import ResultRow
from cadogan_protocol.wording import NUMBERINGS
from cadogan_server.rooms import fairness
from cadogan_server.rooms.kinds.registry import mode_of, most_of
from cadogan_server.rooms.records import (
    Began,
    Created,
    Ended,
    Forfeited,
    GaveUp,
    MovedOn,
    NextGame,
    Played,
    Proved,
    Record,
    Seated,
    TimedOut,
    Undone,
)
from cadogan_server.rooms.room import Room

KINDS: dict[type[Record], EventKind] = {
    Played: "move",
    Undone: "undo",
    GaveUp: "stand",
    TimedOut: "late",
    Forfeited: "forfeit",
    NextGame: "next",
    MovedOn: "on",
}

COMMON: tuple[EventKind, ...] = ("move", "undo", "stand")
"""Events that rooms of all kinds have. Each other event belongs to a kind that has a record for it."""

CLAIMED = tuple(name for name in RecordedResult.model_fields if name != "seat")
"""The fields of a result that a recording claims and that replaying it computes again."""


def recorded(room: Room, log: Iterable[Record]) -> Recording:
    """Return a finished room as a recording; `log` holds all its records."""
    created, ended = room.state.created, room.state.results
    assert ended is not None
    assert room.state.starts is not None
    happened, why, left = list(_before(room)), "done", None
    for record in log:
        kind = KINDS.get(type(record))
        if kind is not None:
            it: Any = record
            happened.append(Happened(it.t, getattr(it, "seat", 0), kind, getattr(it, "move", None)))
        elif isinstance(record, Ended):
            why, left = record.why, record.seat
    seats = sorted(room.state.occupants.values(), key=lambda occupant: occupant.seat)
    return Recording.model_validate(
        {
            "game": created.game,
            "revision": created.revision,
            "options": dict(created.options),
            "rules": room.state.told_rules,
            "room": room.code,
            "starts": room.state.starts,
            "seed": room.state.seed.hex(),
            "secret": created.secret.hex(),
            "day": created.day,
            "proof": room.state.proof,
            "seats": tuple(
                RecordedSeat(seat=one.seat, name=one.name, bot=one.bot, nonce=nonce)
                for one, nonce in zip(seats, ended.nonces, strict=True)
            ),
            "results": tuple(map(_result, ended.rows)),
            "happened": tuple(happened),
            "end": why,
            "left": left,
            "lasted": room.state.lasted,
        }
    )


def _before(room: Room) -> Iterator[Happened]:
    """Yield the moves before the start of a practice room, which each seat has made at moment 0."""
    start = room.state.start
    for seat in sorted(room.state.occupants) if start else ():
        for move in start.moves if start else ():
            yield Happened(0, seat, "move", move)


def _result(row: ResultRow) -> RecordedResult:
    return RecordedResult(seat=row.seat, **{name: getattr(row, name) for name in CLAIMED})


def records_of(recording: Recording) -> Iterator[Record]:
    """Yield the records of a log that replays a recording's game."""
    it = recording
    yield Created(
        at=it.starts,
        identity=it.secret[:16],
        code=it.room,
        game=it.game,
        revision=it.revision,
        options=dict(it.options),
        rules=it.rules.model_dump(mode="json"),
        secret=bytes.fromhex(it.secret),
        day=it.day,
    )
    for seat in it.seats:
        yield Seated(it.starts, seat.seat, f"seat-{seat.seat}", seat.name, seat.bot, seat.seat, 0, (), seat.nonce)
    if it.proof is not None:
        yield Proved(it.starts, it.proof.number, it.proof.nodes, it.proof.revision, it.proof.effort)
    yield Began(it.starts, None, bytes.fromhex(it.seed))
    for t, seat_number, what, move in it.happened:
        match what:
            case "move":
                yield Played(t, seat_number, 0, move or ())
            case "undo":
                yield Undone(t, seat_number, 0)
            case "stand":
                yield GaveUp(t, seat_number, 0)
            case "late":
                yield TimedOut(t, seat_number)
            case "forfeit":
                yield Forfeited(t, seat_number)
            case "next":
                yield NextGame(t)
            case "on":
                yield MovedOn(t)
    yield Ended(it.starts + it.lasted, it.end, it.left)


def must_make_sense(recording: Recording) -> None:
    """Check a recording for faults that replaying its records would not notice.

    Raises:
        CatalogueError: the game is not known here.
        NotByTheRules: an empty seat acts, or seats, events or the seed don't fit the game and its options.
    """
    seats = [seat.seat for seat in recording.seats]
    head = catalogue.head_of(recording.game)
    mode = mode_of(head)
    if len(set(seats)) < len(seats) or len(seats) < max(mode.kind.fewest, head.fewest) or max(seats) >= most_of(head):
        raise NotByTheRules(f"nobody can sit on the seats {', '.join(map(str, seats))} at {head.title}")
    for number, one in enumerate(recording.happened, 1):
        if one.t < 0:
            raise NotByTheRules(f"event {number} comes before the start, at {one.t} ms")
        if one.seat not in seats:
            raise NotByTheRules(f"event {number} is of seat {one.seat}, on which nobody sits")
        if one.what not in COMMON and not any(KINDS.get(record) == one.what for record in mode.reducers):
            raise NotByTheRules(f"event {number} is `!{one.what}`, which a {mode.kind.name} does not have")
    if sorted(result.seat for result in recording.results) != sorted(seats):
        raise NotByTheRules("the results don't have exactly one line for each player")
    seed = bytes.fromhex(recording.seed)
    rules = recording.rules
    if rules.deal == "numbered":
        if rules.numbering not in ("cadogan", *head.numberings):
            raise NotByTheRules(f"{head.title} has no deals by {NUMBERINGS[rules.numbering]}'s numbers")
        if seed != fairness.numbered_seed(recording.game, rules.number or 0, rules.numbering):
            raise NotByTheRules(f"the seed is not that of deal {rules.number} of {head.title}")
    elif recording.rules.deal in UNSEEN_DEALS:
        nonces = [seat.nonce for seat in sorted(recording.seats, key=lambda seat: seat.seat)]
        fresh = fairness.fresh_seed(bytes.fromhex(recording.secret), nonces)
        number = recording.proof.number or 0 if recording.proof else 0
        if seed != (fresh if recording.rules.deal == "fresh" else seed_of_deal(fresh, number)):
            raise NotByTheRules("the seed is not made of the room's secret and the nonces of its players")


def must_be_as_claimed(recording: Recording, rows: Iterable[ResultRow]) -> None:
    """Compare the results that a recording claims with those by the rules.

    Raises:
        NotByTheRules: they differ.
    """
    claimed = {result.seat: result for result in recording.results}
    for row in rows:
        for name in CLAIMED:
            said, true = getattr(claimed[row.seat], name), getattr(row, name)
            if said != true:
                raise NotByTheRules(
                    f"{row.name} is said to have {name} = {_word(said)}; by the rules it is {_word(true)}"
                )


def _word(value: Any) -> str:
    return str(value).lower()
