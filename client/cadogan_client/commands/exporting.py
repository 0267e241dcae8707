"""`cadogan export`: all data that a server keeps of a player, for that player."""

from __future__ import annotations

import json
import os
import sys
import tempfile
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated, Any

import typer

from cadogan_client.commands.arguments import DEFAULT_URL, Url, ending_in_a_line
from cadogan_client.errors import ClientError
from cadogan_client.reading import Reader

MOST_BYTES = 10_000
"""The largest size of a file with a token, in bytes."""


def export(
    token: Annotated[
        Path,
        typer.Option(
            help="File with the player's token, alone or as `token` of a JSON object; - is the standard input."
        ),
    ],
    out: Annotated[Path | None, typer.Option(help="Write to this file, which must not exist yet.")] = None,
    url: Url = DEFAULT_URL,
) -> None:
    """Print all data that a server keeps of a player, as JSON: identity, figures, ratings, friends, and every game.

    The token is the one from `welcome`. The page keeps it in its browser's storage, as such an object in `cadogan.me`.
    """
    with ending_in_a_line():
        text = json.dumps(_exported(Reader(url, _token(token))), ensure_ascii=False, indent=2) + "\n"
        if out is None:
            typer.echo(text, nl=False)
        else:
            _write(text, out)


def _token(path: Path) -> str:
    """Return the token in a file. Raises ClientError, whose text never repeats the file's content."""
    try:
        if str(path) == "-":
            text = sys.stdin.read(MOST_BYTES + 1)
        else:
            with path.open(encoding="utf-8") as file:
                text = file.read(MOST_BYTES + 1)
    except (OSError, ValueError) as error:
        why = error.strerror if isinstance(error, OSError) else "it is no text"
        raise ClientError(f"{path} can't be read: {why}") from error
    found: Any = text.strip()
    if found.startswith("{"):
        try:
            found = json.loads(text)["token"]
        except (ValueError, KeyError) as error:
            raise ClientError(f"{path} is JSON without a `token`") from error
    if not isinstance(found, str) or not found.isascii() or not found.isprintable() or not 3 <= len(found) <= 64:
        raise ClientError(f"{path} holds no token: it has 3 to 64 characters on one line")
    return found


def _exported(reader: Reader) -> dict[str, Any]:
    """Return all data that is kept of the reader's player, in the same form as the page's export."""
    me = reader.object("me")
    page = reader.object("players", me["player"])
    return {
        "player": me["player"],
        "name": me["name"],
        "exported": datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z"),
        "passkeys": [
            {"label": one["label"], "added": _moment(one["added"]), "used": _moment(one["used"])}
            for one in me["passkeys"]
        ],
        "friends": [
            {"player": one["player"], "name": one["name"]} for one in reader.object("me", "friends")["friends"]
        ],
        "clubs": [{"club": one["id"], "name": one["terms"]["name"]} for one in reader.object("clubs").get("mine", ())],
        "figures": [{**one, "last": _moment(one["last"])} for one in page["figures"]],
        "ratings": [
            {"at": _moment(one["at"]), "family": one["family"] or "all", "value": one["value"]} for one in page["curve"]
        ],
        "against": [{**one, "last": _moment(one["last"])} for one in page["met"]],
        "games": [
            {"at": _moment(one["at"]), **{name: value for name, value in one.items() if name not in ("id", "at")}}
            for one in reader.pages("games", "me", "history", count=100)
        ],
    }


def _moment(at: int) -> str:
    whole = datetime.fromtimestamp(at // 1000, UTC)
    return f"{whole:%Y-%m-%dT%H:%M:%S}.{at % 1000:03}Z"


def _write(text: str, path: Path) -> None:
    """Write a file, completely or not at all."""
    if path.exists():
        raise ClientError(f"{path} exists already: choose another name")
    try:
        with tempfile.NamedTemporaryFile("w", encoding="utf-8", dir=path.parent, delete=False) as file:
            file.write(text)
        os.link(file.name, path)  # fails if the file has been created in the meantime
        os.unlink(file.name)
    except OSError as error:
        raise ClientError(f"{path} can't be written: {error.strerror}") from error
