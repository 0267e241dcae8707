"""Ways to spoil valid data, in its bytes and in its structure."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

import msgpack

from cadogan_protocol.codec import Format

NUMBERS = (0, -1, 1, 99, 2**31 - 1, 2**31, 2**32, 2**53 + 1, 2**63, 2**64 - 1, -(2**31), -(2**63))
FLOATS = (0.0, -0.0, 0.5, 1e308, float("inf"), float("-inf"), float("nan"))
TEXTS = (
    *("", "x", "0", "-1", "١", "\0", "\u202e", "\u200d", "\U0010ffff", "\ud800"),
    *("Z\u0351\u0352\u0353", "a" * 41, "9" * 5000),
)
SHAPES: tuple[Any, ...] = (
    *((), {}, (0,), {"": 0}, {"type": "hello"}, ("m",), ("m", 1, (0, 0, 1))),
    *((((((((),),),),),),), {"0": 1, "00": 1}),
)
ODD: tuple[Any, ...] = (None, True, False, *NUMBERS, *FLOATS, *TEXTS, *SHAPES)
"""Values that are wrong in nearly all places, each in another way."""

ODD_TOKENS = (
    *("9" * 5000, "9" * 30, "1e999", "-1e999", "NaN", "Infinity", "-0", "0x1", "1.0", "01", "1e5"),
    *("[" * 200, '"\\ud800"', "\\ud800"),
)
"""Texts in place of a number in JSON. Most of them are wrong."""


def spoilt(data: bytes, others: Sequence[bytes], random: Random) -> bytes:
    """Return bytes with one to four changes. Pieces may be taken from `others`."""
    for _ in range(random.choice((1, 1, 2, 4))):
        at = random.randrange(len(data) + 1)
        end = min(len(data), at + random.choice((1, 1, 2, 4, 16)))
        match random.randrange(8):
            case 0:
                data = data[:at] + bytes(byte ^ (1 << random.randrange(8)) for byte in data[at:end]) + data[end:]
            case 1:
                data = data[:at] + random.randbytes(end - at) + data[end:]
            case 2:
                data = data[:at] + random.randbytes(random.choice((1, 2, 9))) + data[at:]
            case 3:
                data = data[:at] + data[end:]
            case 4:
                data = data[:at] + data[at:end] * random.choice((2, 3, 100)) + data[end:]
            case 5:
                data = data[:at]
            case 6:
                other = random.choice(others)
                data = data[:at] + other[random.randrange(len(other) + 1) :]
            case _:
                data = (
                    data[:at]
                    + random.choice((b"\x00", b"\xff", b"\xc1", b"\x91" * 600, b"\xdf\xff\xff\xff\xff"))
                    + data[end:]
                )
    return data


def misshapen(wire: Any, random: Random) -> Any:
    """Return a message's structure with one part of it changed. Each part is equally likely."""
    return _changed(wire, random.choice(list(_places(wire))), random)


def _places(value: Any) -> Iterator[tuple[Any, ...]]:
    """Yield the path to `value` itself, (), and to each part of it, as keys and indices."""
    yield ()
    if isinstance(value, dict | list | tuple):
        for key, item in value.items() if isinstance(value, dict) else enumerate(value):
            yield from ((key, *rest) for rest in _places(item))


def _changed(value: Any, place: tuple[Any, ...], random: Random) -> Any:
    """Return `value` with one part replaced. Now and then the part is left out, renamed, or gets another beside it."""
    odd = random.choice(ODD)
    if not place:
        return odd if random.random() < 0.8 else [value, odd]
    key, rest = place[0], place[1:]
    how = "within" if rest else random.choices(("within", "without", "beside", "other"), (7, 1, 1, 1))[0]
    if isinstance(value, dict):
        others = {k: v for k, v in value.items() if k != key}
        if how == "within":
            return {**value, key: _changed(value[key], rest, random)}
        return others if how == "without" else {**others, (key if how == "beside" else ""): value[key], _key(odd): odd}
    before, after = list(value[:key]), list(value[key + 1 :])
    if how == "within":
        return [*before, _changed(value[key], rest, random), *after]
    return [*before, *([] if how == "without" else [value[key], odd] if how == "beside" else [value]), *after]


def _key(odd: Any) -> str:
    return odd if isinstance(odd, str) else "more"


def written(wire: Any, fmt: Format) -> bytes:
    """Return a structure as bytes, even if it is no valid message."""
    if fmt is Format.MSGPACK:
        return bytes(msgpack.packb(wire, unicode_errors="surrogatepass"))
    return json.dumps(wire, ensure_ascii=False).encode(errors="surrogatepass")


def misspelt(wire: Any, random: Random) -> bytes:
    """Return a structure as JSON text in which a token that no JSON library would write replaces a digit."""
    text = json.dumps(wire)
    digits = [place for place, char in enumerate(text) if char.isdigit()]
    if not digits:
        return text.encode()
    place = random.choice(digits)
    return (text[:place] + random.choice(ODD_TOKENS) + text[place + 1 :]).encode()
