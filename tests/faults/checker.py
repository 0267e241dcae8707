"""Checks that a log holds what players were told: each acknowledged move once, in order. It shares no code with the
server.

It reads the log from its end. Each entry names its predecessor, or shows it by its number.
"""

from __future__ import annotations

from collections import Counter
from typing import Any, NamedTuple

import msgpack
from redis import Redis

PLAYED, UNDONE = "m", "u"
"""The first byte of records of moves, and of moves taken back. The record's moment, the seat, and the request follow."""


class Found(NamedTuple):
    """The faults of a log.

    Attributes:
        lost: the number of acknowledged moves that it lacks, or has in another order.
        twice: the number of moves that it has more than once.
    """

    lost: int
    twice: int


def check(store: str, code: str, told: dict[int, list[int]]) -> Found:
    """Compare the log of a room with the acknowledged requests of each seat, in order."""
    records = list(_records(store, code))
    lost = twice = 0
    for seat, requests in told.items():
        written = [record[3] for record in records if record[0] in (PLAYED, UNDONE) and record[2] == seat]
        twice += sum(count - 1 for count in Counter(written).values())
        here = [request for request in requests if request in set(written)]
        order = [request for request in dict.fromkeys(written) if request in set(requests)]
        lost += len(requests) - len(here) + sum(one != other for one, other in zip(here, order, strict=True))
    return Found(lost, twice)


def _records(store: str, code: str) -> list[list[Any]]:
    with Redis.from_url(store) as redis:
        entries: Any = redis.xrange(f"cadogan:{{{code}}}:log")
    by_id = dict(entries)
    kept: list[bytes] = []
    at: bytes = entries[-1][0] if entries else b""
    while at in by_id:
        kept.append(by_id[at][b"r"])
        epoch, _, count = at.partition(b"-")
        at = by_id[at].get(b"a") or b"%b-%d" % (epoch, int(count) - 1)
    records: list[list[Any]] = []
    for packed in reversed(kept):
        unpacker = msgpack.Unpacker(use_list=True, raw=False)
        unpacker.feed(packed)
        records += list(unpacker)
    return records
