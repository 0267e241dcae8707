"""Writes an earlier process's spilled batches to the store before anything is read."""

from __future__ import annotations

import logging
import re
import secrets
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from redis.asyncio import Redis
from redis.exceptions import ResponseError

from cadogan_server.store import keys
from cadogan_server.store.log.chain import id_of
from cadogan_server.store.log.losses import Losses
from cadogan_server.store.log.spill import HELD, TOLD, EarlierSpill, commands_of, left_by_others
from cadogan_server.store.redis.address import Address
from cadogan_server.store.redis.trouble import TakesNothing, is_trouble, takes_nothing
from cadogan_server.store.redis.writer import pack, unpack

logger = logging.getLogger(__name__)

AT_ONCE = 1000
"""Commands sent in one go."""

_ROOM = re.compile(rb"cadogan:{(\w+)}:(?:log|room)")

Command = list[bytes]


@dataclass
class Owed:
    """Spilled commands that have yet to be written: the store answers, but takes nothing.

    Attributes:
        files: the spill files.
        commands: packed commands in order.
    """

    files: list[EarlierSpill] = field(default_factory=list)
    commands: list[bytes] = field(default_factory=list)


async def take_in(folder: Path, redis: Redis, store: str, address: Address) -> Owed:
    """Write the spill files of a folder to their store, on as many replicas as the journal would.

    Raises:
        OSError: the folder can't be read, or the store does not answer.
        redis.RedisError: the store does not answer.
    """
    owed = Owed()
    for older in left_by_others(folder):
        if older.store not in ("", store):
            logger.error(
                "%s holds changes for another store than this one and is left as it is; start the server with that store to "
                "write them, or delete the file", older.path,
            )  # fmt: skip
            older.leave()
            continue
        commands = await _still_of_use(redis, commands_of(older), older.path)
        if not owed.files and await _written(address, commands):
            logger.info(
                "%d changes that an earlier server could not write were taken from %s", len(commands), older.path
            )
            older.remove()
        else:
            _owe(owed, older, commands)
    return owed


async def store_name(redis: Redis) -> str:
    """Return the name of a store, and name it if it has none; "" if it takes nothing.

    Raises:
        redis.RedisError: the store does not answer.
    """
    name: Any = await redis.get(keys.STORE)
    if name is None:
        try:
            name = await redis.set(keys.STORE, secrets.token_hex(8), nx=True, get=True) or await redis.get(keys.STORE)
        except ResponseError as error:
            if not takes_nothing(error):
                raise
            return ""
    return str(name.decode())


async def _written(address: Address, commands: list[Command]) -> bool:
    """Write commands that may be repeated; return True if the store takes them."""
    try:
        writer = await address.connect()
    except TakesNothing:
        return False
    try:
        for start in range(0, len(commands), AT_ONCE):
            some = commands[start : start + AT_ONCE]
            for number, refusal in await writer.ask([pack(*command) for command in some]):
                if is_trouble(str(refusal)):
                    return False
                if "equal or smaller" not in str(refusal):  # otherwise it had been written before
                    logger.error("the store refuses %s %s: %s", some[number][0], some[number][1:2], refusal)
    finally:
        writer.close()
    return True


async def _still_of_use(redis: Redis, commands: list[Command], path: Path) -> list[Command]:
    """Return the commands without those of rooms that another server has taken up since. Report how many changes of such
    rooms are lost that players had been told of, so that the rooms can say so."""
    epochs: dict[str, int] = {}
    for command in commands:
        if command[0] == b"XADD" and (code := _room(command)):
            epochs[code] = max(epochs.get(code, 0), id_of(command[2])[0])
    gone = set()
    for code, epoch in epochs.items():
        last: Any = await redis.xrevrange(keys.log(code), count=1)
        if last and id_of(last[0][0])[0] > epoch:
            gone.add(code)
    for code in sorted(gone):
        late = sum(command[0] == b"XADD" and _room(command) == code for command in commands)
        logger.error(
            "room %s: %d entries of its log in %s are lost: another server has taken the room up without them",
            code,
            late,
            path,
        )
    known = Counter(_room(command) for command in _known_to_players(commands) if command[0] == b"XADD")
    await Losses(redis).report(path.stem, {code: known[code] for code in gone if known[code]})
    return [command for command in commands if _room(command) not in gone]


def _known_to_players(commands: list[Command]) -> list[Command]:
    """Return the commands that players were told of although the store had not taken them."""
    told, held = unpack(TOLD)[0], unpack(HELD)[0]
    begin = commands.index(told) if told in commands else len(commands)
    end = commands.index(held) if held in commands else len(commands)
    return commands[begin:end]


def _room(command: Command) -> str:
    """Return the code of the room whose log or lease a command concerns; "" for other commands."""
    at = 3 if command[0] == b"EVAL" else 1
    found = _ROOM.fullmatch(command[at]) if len(command) > at else None
    return found[1].decode() if found else ""


def _owe(owed: Owed, older: EarlierSpill, commands: Iterable[Command]) -> None:
    owed.files.append(older)
    owed.commands += [pack(*command) for command in commands]
