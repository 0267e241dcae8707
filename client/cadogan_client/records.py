"""The sources of a finished room's replay for checks: a server, or a file."""

from __future__ import annotations

import asyncio
from pathlib import Path

from cadogan_client.client import Client
from cadogan_client.errors import ClientError
from cadogan_client.reading import Reader
from cadogan_client.verify import PublishedDay
from cadogan_protocol import BadMessage, Format, Replay, decode_server, encode


class BadReplay(ValueError):
    """A file holds no replay, or cannot be read or written. The text says why."""


async def fetch(url: str, code: str, key: str | None = None) -> Replay:
    """Return the replay of a finished room. A room by link only needs its key.

    Raises:
        ClientError: the server cannot be reached, has no such room, or the room is not over.
    """
    async with await Client.connect(url, "Verifier", patience=0) as client:
        return await client.replay(code, key)


def read(path: Path) -> Replay:
    """Return the replay in a file.

    Raises:
        BadReplay: the file holds none.
    """
    try:
        message = decode_server(path.read_text(encoding="utf-8"), Format.JSON)
    except (OSError, ValueError) as error:
        raise BadReplay(f"{path} can't be read as a replay: {error}") from error
    except BadMessage as error:
        raise BadReplay(f"{path} holds no replay: {error}") from error
    if not isinstance(message, Replay):
        raise BadReplay(f"{path} holds no replay, but a message of another kind")
    return message


def write(replay: Replay, path: Path) -> None:
    """Keep a replay in a file.

    Raises:
        BadReplay: the file cannot be written.
    """
    try:
        path.write_text(encode(replay, Format.JSON) + "\n", encoding="utf-8")
    except OSError as error:
        raise BadReplay(f"{path} can't be written: {error.strerror}") from error


async def published_day(url: str, day: str) -> PublishedDay | None:
    """Return the facts that a server publishes of a day (`2026-11-21`), or None if it cannot be reached or publishes
    none.

    Args:
        url: the address of its sockets, such as `wss://example.org/ws`.
        day: the day.
    """
    try:
        said = await asyncio.to_thread(lambda: Reader(url).object("daily", day))
        return PublishedDay(str(said["commit"]), said.get("secret"))
    except (ClientError, KeyError):
        return None
