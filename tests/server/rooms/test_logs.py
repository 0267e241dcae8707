"""Whole logs of an earlier version mean the same today, record by record and as a replay.

Folder `logs/` has them with the earlier version's own description of each room, so nothing here is derived from today's
code.
"""

from __future__ import annotations

import json
import lzma
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from cadogan_protocol.notation import written
from cadogan_server.delivery import describe
from cadogan_server.delivery.describe import Volatile
from cadogan_server.replays.from_log import story
from cadogan_server.rooms.finished.retelling import recorded
from cadogan_server.rooms.kinds.race import Race
from cadogan_server.rooms.opening import open_room, replay
from cadogan_server.rooms.records import Created, Record, pack, unpack
from cadogan_server.rooms.room import Room
from cadogan_server.store.log.chain import Chain, entry_of

FOLDER = Path(__file__).parent / "logs"
NAMES = sorted(path.name.removesuffix(".json.xz") for path in FOLDER.glob("*.json.xz"))
LATER = 2_000_000_000_000
"""The moment in ms at which the earlier version described the rooms. The secrets of their days are known by then."""


@dataclass(frozen=True)
class Kept:
    """A log, and what the earlier version said of it.

    Attributes:
        records: the log, read by today's code from the entries as they lay in Redis.
        said: the description of the room after each record; only what the record has changed.
        replay: the boards of the replay, and how far each seat was when.
        text: the recording as text, None if the room was not over.
    """

    records: tuple[Record, ...]
    said: list[dict[str, Any]]
    replay: dict[str, Any]
    text: str | None


@cache
def kept(name: str) -> Kept:
    """Return a log of the folder."""
    file = json.loads(lzma.decompress((FOLDER / f"{name}.json.xz").read_bytes()))
    chain = Chain()
    chain.add(
        [
            entry_of(id.encode(), {field.encode(): bytes.fromhex(value) for field, value in fields.items()})
            for id, fields in file["entries"]
        ]
    )
    assert chain.hole is None
    assert len(chain.entries) == len(file["entries"])
    records = tuple(unpack(entry.records for entry in chain.entries))
    return Kept(records, file["said"], file["replay"], file["text"])


def as_json(value: Any) -> Any:
    """Return a value as JSON holds it: tuples are lists, and keys are strings."""
    return json.loads(json.dumps(value))


def description(room: Room) -> dict[str, Any]:
    """Describe a room as the earlier version did, by the same names."""
    state = describe.state(room, Volatile(), LATER).model_dump(mode="json")
    said: dict[str, Any] = {f"state {name}": value for name, value in state.items()}
    for role in (None, *sorted(room.state.occupants)):
        streams = room.mode.views.seen_by(role)
        said[f"seen by {role}"] = streams
        said |= {f"board {stream}": room.mode.views.board(stream).model_dump(mode="json") for stream in streams}
    for seat, one in room.state.occupants.items():
        said[f"occupant {seat}"] = {
            "player": one.player,
            "nonce": one.nonce,
            "nonce_hash": one.nonce_hash,
            "requests": list(one.requests),
            "origin": list(one.origin),
        }
        if room.state.phase in ("running", "finished"):
            said[f"choices {seat}"] = room.mode.choices(seat)
    if isinstance(room.mode, Race):
        for seat, racer in room.mode.racers.items():
            table = racer.table
            said[f"racer {seat}"] = {"reached": racer.reached, "log": len(table.log), "piles": table.piles}
    said |= {
        "seed": room.state.seed.hex(),
        "reopened": room.state.reopened,
        "deadline": room.deadline,
        "put_out": sorted(map(list, room.state.put_out.items())),
    }
    plain: dict[str, Any] = as_json(said)
    return plain


def differences(where: str, before: Any, now: Any) -> Iterator[str]:
    """Yield the differences. Fields that objects have got since then are none, nor is the title, which is no part of a log."""
    if isinstance(before, dict) and isinstance(now, dict):
        for name, value in before.items():
            if not name.endswith("title"):
                yield from differences(f"{where}.{name}", value, now.get(name))
    elif isinstance(before, list) and isinstance(now, list) and len(before) == len(now):
        for number, pair in enumerate(zip(before, now, strict=True)):
            yield from differences(f"{where}[{number}]", *pair)
    elif before != now:
        yield f"{where} was {before!r} and is {now!r}"


def test_the_logs_have_every_kind_of_record_of_their_time() -> None:
    kinds = {type(record).__name__ for name in NAMES for record in kept(name).records}
    assert kinds == set(
        "Created Seated Unseated Renamed Readied Locked Revealed CountingDown Began Played Undone GaveUp TimedOut "
        "Forfeited NextGame Ended Onward Followed Rated Attempted Returned Reopened Resumed".split()
    )


@pytest.mark.parametrize("name", NAMES)
def test_each_record_of_an_earlier_log_does_what_it_did(name: str) -> None:
    log = kept(name)
    created, *rest = log.records
    assert isinstance(created, Created)
    room = open_room(created)
    expected: dict[str, Any] = {}
    for number, (said, record) in enumerate(zip(log.said, (None, *rest), strict=True)):
        if record is not None:
            room.commit(record)
            room.take_outcome()
        expected |= said
        wrong = list(differences(f"after {number} {type(record).__name__}", expected, description(room)))
        assert not wrong, "\n".join(wrong[:10])


@pytest.mark.parametrize("name", NAMES)
def test_an_earlier_log_makes_the_same_room_at_once(name: str) -> None:
    log = kept(name)
    expected: dict[str, Any] = {}
    for said in log.said:
        expected |= said
    room = replay(unpack(map(pack, log.records)))  # packed anew, in today's shorter form
    wrong = list(differences("room", expected, description(room)))
    assert not wrong, "\n".join(wrong[:10])


@pytest.mark.parametrize("name", NAMES)
def test_an_earlier_log_has_the_same_replay_and_text(name: str) -> None:
    log = kept(name)
    boards, progress, _ = story(log.records)
    found = {"boards": [board.model_dump(mode="json") for board in boards], "progress": as_json(progress)}
    wrong = list(differences("replay", log.replay, found))
    assert not wrong, "\n".join(wrong[:10])
    if log.text is not None:
        assert written(recorded(replay(log.records), log.records)) == log.text
