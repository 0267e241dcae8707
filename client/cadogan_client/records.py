"""Where what is checked of a finished room comes from: a server, or a file in which its replay was kept."""

from __future__ import annotations

import asyncio
from pathlib import Path

from cadogan_client.client import Client
from cadogan_client.errors import ClientError
from cadogan_client.reading import Reader
from cadogan_client.verify import PublishedDay
from cadogan_protocol import BadMessage, Format, Replay, decode_server, encode


class BadReplay(ValueError):
    """A file holds no replay, or can't be read or written; says why."""


async def fetch(url: str, code: str, key: str | None = None) -> Replay:
    """Return the replay of a finished room; one that is by link only asks for its key.

    Raises:
        ClientError: the server can't be reached, or has no such room, or it is not over.
    """
    async with await Client.connect(url, "Verifier", patience=0) as client:
        return await client.replay(code, key)


def read(path: Path) -> Replay:
    """Return the replay in a file.

    Raises:
        BadReplay: there is none in it.
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
        BadReplay: the file can't be written.
    """
    try:
        path.write_text(encode(replay, Format.JSON) + "\n", encoding="utf-8")
    except OSError as error:
        raise BadReplay(f"{path} can't be written: {error.strerror}") from error


async def published_day(url: str, day: str) -> PublishedDay | None:
    """Return what a server says of a day (`2026-11-21`); None where it can't be reached or says nothing of it.

    Args:
        url: where its sockets are, say `wss://example.org/ws`.
        day: the day.
    """
    try:
        said = await asyncio.to_thread(lambda: Reader(url).object("daily", day))
        return PublishedDay(str(said["commit"]), said.get("secret"))
    except (ClientError, KeyError):
        return None
