"""The process in which pictures of links are drawn: it lets all others go first.

    python -m cadogan_server.gateway.previews.painter                    draw what is asked for on standard input, until that ends
    python -m cadogan_server.gateway.previews.painter --games [FOLDER]   draw the pictures of all games into a folder

A request is a `Picture` as JSON, an answer a PNG; before each stands its length in four bytes, the most significant first. The
PNG of a picture that can't be drawn is empty. The games' pictures are drawn when the page is built (`hatch_build.py`).
"""

from __future__ import annotations

import json
import os
import struct
import sys
from contextlib import suppress
from pathlib import Path
from typing import BinaryIO

from cadogan_games import catalogue, texts
from cadogan_server.gateway.http import page
from cadogan_server.gateway.previews.pictures import Picture, png

PLAIN = "plain"
"""The name of the picture that is shown where another can't be drawn just now."""

LENGTH = struct.Struct(">I")

NICE = 19
"""The processor is for those who play."""


def folder() -> Path:
    """Return where the pictures are that were drawn with the page."""
    return page.FOLDER / page.PICTURES


def of_game(id: str) -> Picture:
    """Return the picture of a game's page."""
    return Picture(texts.title(id, texts.ENGLISH), "Patience, as a race", table=id)


def plain() -> Picture:
    """Return the picture that fits everything."""
    return Picture("Patience, as a race", "Cadogan", note="The same cards, at the same moment")


def draw_games(into: Path) -> None:
    """Draw what never changes."""
    into.mkdir(parents=True, exist_ok=True)
    pictures = {PLAIN: plain()} | {id: of_game(id) for id in catalogue.ids()}
    for name, picture in pictures.items():
        (into / f"{name}.png").write_bytes(png(picture))


def packed(picture: Picture) -> bytes:
    """Return a request for a picture."""
    told = json.dumps(picture).encode()
    return LENGTH.pack(len(told)) + told


def serve(requests: BinaryIO, answers: BinaryIO) -> None:
    """Draw until there are no more requests."""
    while head := requests.read(LENGTH.size):
        title, heading, lines, *more = json.loads(requests.read(*LENGTH.unpack(head)))
        try:
            drawn = png(Picture(title, heading, tuple(map(tuple, lines)), *more))
        except Exception as error:  # one that can't be drawn is no reason to draw no others
            print(f"the picture of {title[:100]!r} can't be drawn: {error!r}", file=sys.stderr)
            drawn = b""
        answers.write(LENGTH.pack(len(drawn)) + drawn)
        answers.flush()


def main(arguments: list[str]) -> None:
    """Do what the arguments say (see the top of this file)."""
    if arguments[:1] == ["--games"]:
        draw_games(Path(arguments[1]) if arguments[1:] else folder())
        return
    with suppress(OSError):
        os.nice(NICE)
    serve(sys.stdin.buffer, sys.stdout.buffer)


if __name__ == "__main__":
    main(sys.argv[1:])
