"""Draws the picture of a link preview: the table of a game as dealt, the players, and their results."""

from __future__ import annotations

import zlib
from functools import cache
from math import cos, radians, sin
from pathlib import Path
from struct import pack
from typing import NamedTuple

from PIL import Image, ImageDraw, ImageFont

from cadogan_server.gateway.previews.drawings import DrawnGroup, drawing

WIDTH, HEIGHT = 1200, 630
"""Pixels of the pictures that programs ask for to show a link."""

FONTS = Path(__file__).parent / "fonts"
"""Folder of the fonts."""

FELT, DEEP = (47, 90, 75), (35, 68, 56)
INK, SOFT, GOLD = (245, 236, 217), (207, 220, 207), (242, 193, 78)
PAPER, EDGE, BACK, BACK_EDGE, EMPTY = (255, 253, 248), (81, 96, 79), (141, 58, 70), (243, 230, 210), (41, 80, 66)
"""Colours of the background, of text and of cards, as red, green and blue."""

ASPECT = 1.4
"""Height of a card, as a multiple of its width."""

ACROSS, DOWN = 1 / 0.9, ASPECT / 0.93
"""Units of x and y in card widths: a card and the gap beside it."""

LEFT, RIGHT = 72, 1128
TABLE = (640, 130, RIGHT, 500)
"""Position of the table in pixels."""

MOST_LINES = 4
"""Lines of names that are shown at most."""


class LinkPicture(NamedTuple):
    """The content of a picture.

    Attributes:
        title: the large line.
        heading: the line above it.
        lines: names, each with a text.
        note: the line at the bottom.
        table: id of the game whose table is drawn; empty for none.
    """

    title: str
    heading: str = ""
    lines: tuple[tuple[str, str], ...] = ()
    note: str = ""
    table: str = ""


def png(picture: LinkPicture) -> bytes:
    """Return the picture as a PNG of some kilobytes."""
    image = _felt().copy()
    pen = ImageDraw.Draw(image)
    room = (TABLE[0] if picture.table else RIGHT) - LEFT - 30
    _write(pen, picture.heading, 30, SOFT, (LEFT, 84), room)
    title = _fitting(picture.title, room)
    _write(pen, picture.title, title, INK, (LEFT, 132), room, bold=True)
    for number, (name, value) in enumerate(picture.lines[:MOST_LINES]):
        top = 250 + 64 * number
        ends = LEFT + room
        width = _write(pen, value, 30, GOLD, (ends, top), room // 2, right=True)
        _write(pen, name, 34, INK, (LEFT, top), room - width - 24, bold=True)
    _write(pen, picture.note, 28, SOFT, (LEFT, 540), RIGHT - LEFT - 220)
    _write(pen, "Cadogan", 32, GOLD, (RIGHT, 536), 200, bold=True, right=True)
    if picture.table:
        _draw_table(pen, drawing(picture.table))
    return _encoded(image)


def _encoded(image: Image.Image) -> bytes:
    """Return an RGB image as PNG. Pillow's own encoder holds the interpreter lock for 30 ms; zlib releases it."""
    rows, length = image.tobytes(), 3 * image.width
    filtered = b"".join(b"\0" + rows[at : at + length] for at in range(0, len(rows), length))
    head = pack(">IIBBBBB", image.width, image.height, 8, 2, 0, 0, 0)
    chunks = ((b"IHDR", head), (b"IDAT", zlib.compress(filtered)), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        pack(">I", len(data)) + kind + data + pack(">I", zlib.crc32(kind + data)) for kind, data in chunks
    )


# ---- words -----------------------------------------------------------------------------------------------------------


@cache
def _font(size: int, bold: bool) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(FONTS / ("DejaVuSans-Bold.ttf" if bold else "DejaVuSans.ttf"), size)


@cache
def _unknown(size: int, bold: bool) -> bytes:
    """Return the glyph of a character that the font lacks."""
    return bytes(_font(size, bold).getmask("\uffff"))


def _shown(text: str) -> str:
    """Return a text without characters that the font lacks."""
    unknown = _unknown(16, False)
    return "".join(one for one in text if one == " " or bytes(_font(16, False).getmask(one)) != unknown).strip()


def _fitting(text: str, room: int) -> int:
    """Return the largest size at which a title fits."""
    return next((size for size in range(66, 36, -4) if _font(size, True).getlength(text) <= room), 38)


def _write(
    pen: ImageDraw.ImageDraw,
    text: str,
    size: int,
    colour: tuple[int, int, int],
    at: tuple[int, int],
    room: int,
    *,
    bold: bool = False,
    right: bool = False,
) -> int:
    """Write a line, cut to the available width; return its width."""
    font, shown = _font(size, bold), _shown(text)
    if font.getlength(shown) > room:
        while shown and font.getlength(f"{shown}…") > room:
            shown = shown[:-1]
        shown = f"{shown.rstrip()}…"
    pen.text(at, shown, colour, font, anchor="ra" if right else "la")
    return int(font.getlength(shown))


# ---- the table -------------------------------------------------------------------------------------------------------


@cache
def _felt() -> Image.Image:
    """Return the background: felt with light from above."""
    light = (
        Image.radial_gradient("L")
        .resize((2 * WIDTH, 2 * HEIGHT))
        .crop((WIDTH // 2, HEIGHT - 60, WIDTH // 2 + WIDTH, 2 * HEIGHT - 60))
    )
    return Image.composite(Image.new("RGB", (WIDTH, HEIGHT), DEEP), Image.new("RGB", (WIDTH, HEIGHT), FELT), light)


class _Card(NamedTuple):
    """A card or an empty place: its middle in card widths, its angle, and what is visible of it."""

    x: float
    y: float
    angle: float
    side: int


def _cards(table: tuple[DrawnGroup, ...]) -> list[_Card]:
    found = []
    for _, tail, piles in table:
        for x, y, angle, dx, dy, runs, *path in piles:
            left, top = x * ACROSS + 0.5, y * DOWN + ASPECT / 2
            cards = [1 if run > 0 else -1 for run in runs for _ in range(abs(run))]
            squared = len(cards) - tail if tail else 0
            if not cards:
                found.append(_Card(left, top, angle, 0))
            for number, side in enumerate(cards):
                if path and path[0]:
                    right, down = path[0][min(number, len(path[0]) - 1)]
                else:
                    steps = max(0, number - max(0, squared))
                    right, down = dx * steps, dy * steps
                found.append(_Card(left + right * ACROSS, top + down * DOWN, angle, side))
    return found


def _draw_table(pen: ImageDraw.ImageDraw, table: tuple[DrawnGroup, ...]) -> None:
    cards = _cards(table)
    reach = ASPECT / 2
    west, east = min(card.x for card in cards) - reach, max(card.x for card in cards) + reach
    north, south = min(card.y for card in cards) - reach, max(card.y for card in cards) + reach
    width, height = TABLE[2] - TABLE[0], TABLE[3] - TABLE[1]
    scale = min(64.0, width / (east - west), height / (south - north))
    left = TABLE[2] - (east - west) * scale
    top = TABLE[1] + (height - (south - north) * scale) / 2
    for card in cards:
        _draw_card(pen, card._replace(x=left + (card.x - west) * scale, y=top + (card.y - north) * scale), scale)


def _draw_card(pen: ImageDraw.ImageDraw, card: _Card, width: float) -> None:
    fill, edge = {1: (PAPER, EDGE), -1: (BACK, BACK_EDGE), 0: (EMPTY, EDGE)}[card.side]
    half = width / 2
    if card.angle % 180 == 0:
        box = (card.x - half, card.y - half * ASPECT, card.x + half, card.y + half * ASPECT)
        pen.rounded_rectangle(box, width * 0.1, fill, edge)
        return
    turn = radians(card.angle)
    corners = [(-half, -half * ASPECT), (half, -half * ASPECT), (half, half * ASPECT), (-half, half * ASPECT)]
    turned = [(card.x + x * cos(turn) - y * sin(turn), card.y + x * sin(turn) + y * cos(turn)) for x, y in corners]
    pen.polygon(turned, fill, edge)
