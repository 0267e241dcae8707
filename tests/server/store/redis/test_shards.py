"""The journal's connections to the masters of a Cluster: the way of each command, and the outcome of a batch."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from typing import Any, cast

import pytest
from redis.crc import key_slot

from cadogan_server.store import keys
from cadogan_server.store.redis.location import HostPort
from cadogan_server.store.redis.shards import Shards, owners_of, slot_of
from cadogan_server.store.redis.writer import BatchResult, ErrorReplies, ErrorReply, Writer, pack, unpack

ONE, TWO, NEW = ("one", 1), ("two", 2), ("new", 3)

LEFT, RIGHT = "ABCDEF", "XYZXYZ"
"""Rooms in the lower half of all slots, and in the upper one."""


class FakeWriter:
    """A connection that notes its commands, and refuses those that the test chooses."""

    def __init__(self) -> None:
        self.ready = True
        self.sent: list[bytes] = []
        self.refuse: dict[bytes, str] = {}
        self.broken: OSError | None = None

    def _take(self, commands: Sequence[bytes]) -> ErrorReplies:
        self.sent += commands
        return [(at, ErrorReply(self.refuse[one])) for at, one in enumerate(commands) if one in self.refuse]

    def send(self, commands: Sequence[bytes], done: Callable[[BatchResult], None]) -> None:
        done(self.broken or self._take(commands))

    async def ask(self, commands: Sequence[bytes]) -> ErrorReplies:
        if self.broken:
            raise self.broken
        return self._take(commands)

    async def query(self, commands: Sequence[bytes]) -> list[Any]:
        refused = dict(await self.ask(commands))
        return [refused.get(at, one) for at, one in enumerate(commands)]

    def close(self, why: OSError | None = None) -> None:
        self.ready = False


class Masters:
    """Two masters with half of the slots each, and the commands sent to them."""

    def __init__(self) -> None:
        self.writers: dict[HostPort, FakeWriter] = {ONE: FakeWriter(), TWO: FakeWriter()}
        owners: list[HostPort] = [ONE] * 8192 + [TWO] * 8192

        async def open(place: HostPort) -> Writer:
            return cast(Writer, self.writers.setdefault(place, FakeWriter()))

        self.shards = Shards(open, owners, cast("dict[HostPort, Writer]", {**self.writers}), hang=5)

    async def write(self, *commands: bytes) -> BatchResult:
        written: asyncio.Future[BatchResult] = asyncio.get_running_loop().create_future()
        self.shards.send(commands, written.set_result)
        return await written


def entry(code: str, number: int = 1) -> bytes:
    return pack("XADD", keys.log(code), f"1-{number}", "r", b"\r\n")


def test_the_rooms_here_lie_at_both_masters() -> None:
    assert key_slot(keys.log(LEFT).encode()) < 8192 <= key_slot(keys.log(RIGHT).encode())


@pytest.mark.parametrize(
    ("command", "key"),
    [
        (("XADD", "{a}b", "1-1", "r", "\r\n{c}"), "a"),
        (("SET", "b{a}", 1), "a"),
        (("GET", "a"), "a"),
        (("EVAL", "return\n1", 2, "{a}b", "{a}c", "x"), "a"),
        (("EVALSHA", "0" * 40, 1, "{a}b"), "a"),
        (("EVAL", "return 1", 0, "x"), None),
        (("PING",), None),
        (("MULTI",), None),
    ],
)
def test_a_command_lies_in_the_slot_of_its_first_key(command: tuple[str | int, ...], key: str | None) -> None:
    assert slot_of(pack(*command)) == (None if key is None else key_slot(key.encode()))


def test_slots_are_owned_by_the_first_server_that_is_told_for_them() -> None:
    told = [[0, 1, [b"one", 1, b"id"], [b"its replica", 9, b"id"]], [16383, 16383, [b"", 2, b"id"]]]
    owners = owners_of(told, ("asked", 5))
    assert (owners[:3], owners[-1]) == ([("one", 1), ("one", 1), None], ("asked", 2))


async def test_each_command_goes_to_the_master_of_its_key_in_order() -> None:
    masters = Masters()
    commands = [entry(RIGHT), entry(LEFT), pack("PING"), entry(RIGHT, 2), entry(LEFT, 2)]
    masters.writers[TWO].refuse[commands[3]] = "ERR no"
    masters.writers[ONE].refuse[commands[1]] = "OOM full"
    outcome = await masters.write(*commands)
    assert isinstance(outcome, list)
    assert [(number, str(refusal)) for number, refusal in outcome] == [(1, "OOM full"), (3, "ERR no")]
    assert masters.writers[ONE].sent == [commands[1], commands[4]]
    assert masters.writers[TWO].sent == [commands[0], commands[2], commands[3]]
    answers = await masters.shards.query(commands)
    assert [answer if isinstance(answer, bytes) else str(answer) for answer in answers] == [
        *(commands[0], "OOM full"),
        *(commands[2], "ERR no", commands[4]),
    ]


async def test_a_transaction_stays_together() -> None:
    masters = Masters()
    whole = [pack("MULTI"), entry(LEFT), entry(LEFT, 2), pack("EXEC")]
    await masters.shards.ask([entry(RIGHT), *whole, entry(RIGHT, 2)])
    assert masters.writers[ONE].sent == whole


async def test_a_slot_that_was_given_to_another_master_is_followed() -> None:
    masters = Masters()
    slot = key_slot(keys.log(LEFT).encode())
    masters.writers[ONE].refuse = dict.fromkeys([entry(LEFT), entry(LEFT, 2)], f"MOVED {slot} two:2")
    assert await masters.write(entry(LEFT), entry(RIGHT), entry(LEFT, 2)) == []
    assert await masters.write(entry(LEFT, 3)) == []
    assert masters.writers[TWO].sent == [entry(RIGHT), entry(LEFT), entry(LEFT, 2), entry(LEFT, 3)]
    assert masters.shards.ready


async def test_a_slot_that_is_just_being_moved_is_asked_for_at_both() -> None:
    masters = Masters()
    masters.writers[ONE].refuse[entry(LEFT)] = "ASK 1 new:3"
    assert await masters.write(entry(LEFT), entry(LEFT, 2)) == []
    assert masters.writers[NEW].sent == [pack("ASKING"), entry(LEFT)]
    assert masters.writers[ONE].sent == [entry(LEFT), entry(LEFT, 2)]


async def test_a_new_master_asks_for_a_comparison_of_all_logs() -> None:
    masters = Masters()
    masters.writers[ONE].refuse[entry(LEFT)] = "MOVED 1 new:3"
    outcome = await masters.write(entry(LEFT))
    assert isinstance(outcome, ConnectionError)
    assert "new:3 now, which was no master before" in str(outcome)
    assert not masters.shards.ready


async def test_one_connection_that_breaks_breaks_all() -> None:
    masters = Masters()
    masters.writers[TWO].broken = ConnectionError("it broke")
    assert await masters.write(entry(LEFT), entry(RIGHT)) is masters.writers[TWO].broken
    assert not masters.writers[ONE].ready
    with pytest.raises(ConnectionError):
        await masters.write(entry(LEFT))


async def test_each_master_has_a_number_of_its_own_to_be_known_by() -> None:
    masters = Masters()
    spread = masters.shards.spread(lambda number: keys.mark("server", number))
    assert sorted(key_slot(key.encode()) // 8192 for key in spread) == [0, 1]
    assert [unpack(answer) for answer in await masters.shards.each(pack("PING"))] == [[[b"PING"]]] * 2
