"""The process that draws pictures for link previews, with low priority.

    python -m cadogan_server.gateway.previews.painter                    answer requests on standard input, until it ends
    python -m cadogan_server.gateway.previews.painter --games [FOLDER]   draw the pictures of all games into a folder

A request is a `LinkPicture` as JSON, an answer a PNG, and `helper_process.py` carries both. The PNG of a picture that can't
be drawn is empty. The games' pictures are drawn when the page is built (`hatch_build.py`).
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

from cadogan_games import catalogue, texts
from cadogan_server import PAGE
from cadogan_server.gateway.http import page
from cadogan_server.gateway.previews.pictures import LinkPicture, png
from cadogan_server.helper_process import answer_all

PLAIN = "plain"
"""Name of the picture that replaces one that can't be drawn right now."""

READY = PAGE / page.PICTURES
"""Folder of the pictures drawn with the page."""


def of_game(id: str) -> LinkPicture:
    """Return the picture of a game's page."""
    return LinkPicture(texts.title(id, texts.ENGLISH), "Patience, as a race", table=id)


def plain() -> LinkPicture:
    """Return the plain picture that fits every link."""
    return LinkPicture("Patience, as a race", "Cadogan", note="The same cards, at the same moment")


def draw_games(into: Path) -> None:
    """Draw the pictures that never change."""
    into.mkdir(parents=True, exist_ok=True)
    pictures = {PLAIN: plain()} | {id: of_game(id) for id in catalogue.ids()}
    for name, picture in pictures.items():
        (into / f"{name}.png").write_bytes(png(picture))


def packed(picture: LinkPicture) -> bytes:
    """Return the request for a picture."""
    return json.dumps(picture).encode()


def drawn(request: bytes) -> bytes:
    """Return the picture of a request; empty if it can't be drawn."""
    title, heading, lines, *more = json.loads(request)
    try:
        return png(LinkPicture(title, heading, tuple(map(tuple, lines)), *more))
    except Exception as error:  # one failed picture must not stop the others
        print(f"the picture of {title[:100]!r} can't be drawn: {error!r}", file=sys.stderr)
        return b""


def main(arguments: list[str]) -> None:
    """Run the command of the arguments (see the top of this file)."""
    if arguments[:1] == ["--games"]:
        draw_games(Path(arguments[1]) if arguments[1:] else READY)
        return
    answer_all(drawn)


if __name__ == "__main__":
    main(sys.argv[1:])
