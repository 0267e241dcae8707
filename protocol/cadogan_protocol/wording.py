"""Sentences about invalid messages: what is wrong, with which value, and what to do, in words of the wire.

The reader may never have heard of Python, so values are written as in JSON, and the libraries' messages about their
internals stay hidden.
"""

from __future__ import annotations

import json
from typing import Any

import msgpack
from pydantic import ValidationError
from pydantic_core import ErrorDetails

MOST_ECHOED = 60
"""The most characters of a wrong value that a sentence repeats."""

NUMBERINGS = {"cadogan": "Cadogan", "microsoft": "Microsoft", "pysol": "PySolFC"}
"""The names of the numberings of deals."""

NUMBERING_HELP = (
    "Whose number it is: Microsoft FreeCell's, PySolFC's, or Cadogan's own. By default Microsoft's, in games that have deals of "
    "that number."
)
"""The help text of the option `--numbering`, which commands of the server and of the client have."""

_KINDS = {
    "int_type": "a whole number",
    "float_type": "a number",
    "bool_type": "true or false",
    "string_type": "text",
    "string_unicode": "text in whole characters",
    "tuple_type": "an array",
    "dict_type": "a map",
    "model_type": "a map",
}
"""The required kind of value, by pydantic's name for the error."""

_BOUNDS = {
    "greater_than_equal": "at least {ge}",
    "less_than_equal": "at most {le}",
    "less_than": "less than {lt}",
    "string_too_short": "at least {min_length} characters long",
    "string_too_long": "at most {max_length} characters long",
    "string_pattern_mismatch": "text that the pattern {pattern} describes",
    "literal_error": "{expected}",
}

_RETIRED = {
    ("`ready`", "nonce"): "its SHA-256 goes there as `nonce_hash`, and itself into `reveal` once the countdown runs",
}
"""By message and field: the present place of a field of an earlier protocol."""

_KEY = "[key]"
"""The end of pydantic's path of an error in the key of a map."""


def of_fields(error: ValidationError, what: str) -> str:
    """Return what is wrong with the fields of the message `what`, the first of several errors."""
    details = error.errors(include_url=False)
    first, several = _joined(details)
    more = f" (and {len(details) - several} more)" if len(details) > several else ""
    return f"{_sentence(first, what)}{more}"


def of_msgpack(error: Exception) -> str:
    """Return why bytes are not msgpack."""
    match error:
        case msgpack.ExtraData():
            return "more bytes follow the end of the message"
        case msgpack.FormatError():
            return "there is a byte that means nothing"
        case msgpack.StackError() | RecursionError():
            return "maps and arrays lie too deep in each other"
        case UnicodeDecodeError():
            return "there is text that is no UTF-8"
    text = str(error)
    if "incomplete" in text:
        return "the bytes end before the message does"
    if "map key" in text:
        return "the key of a map is no text"
    if "exceeds" in text:
        return "a length is more than there are bytes"
    return shown(text, quoted=False) or "the bytes can't be read"


def of_json(error: Exception) -> str:
    """Return why a text is not JSON."""
    if isinstance(error, json.JSONDecodeError):
        if error.msg == "Extra data":
            return f"more text follows the end of the message, from character {error.pos}"
        return f"{error.msg[:1].lower()}{error.msg[1:]}, at character {error.pos}"
    if isinstance(error, RecursionError):
        return "maps and arrays lie too deep in each other"
    return shown(str(error), quoted=False)


def shown(value: Any, most: int = MOST_ECHOED, *, quoted: bool = True) -> str:
    """Return `value` as JSON, without invisible characters and cut to a length that can be shown."""
    if isinstance(value, str):
        # Cut before quoting, so that the quotes stay whole.
        text = json.dumps(value if len(value) <= most else f"{value[: most - 1]}…", ensure_ascii=False)
        text = text if quoted else text[1:-1].replace('\\"', '"')
    else:
        text = _as_json(value)
        text = text if len(text) <= most else f"{text[: most - 1]}…"
    return "".join(c if c.isprintable() else f"\\u{ord(c):04x}" for c in text)


def _as_json(value: Any) -> str:
    if isinstance(value, bytes):
        return "a binary string"
    try:
        return json.dumps(value, ensure_ascii=False, default=lambda _: "binary string")
    except (TypeError, ValueError, RecursionError):
        return "an array" if isinstance(value, list | tuple) else "a map" if isinstance(value, dict) else "that"


def _joined(details: list[ErrorDetails]) -> tuple[ErrorDetails, int]:
    """Return the first error and the number of errors that belong to it.

    A value of several possible kinds has one error for each kind.
    """
    first = details[0]
    place = first["loc"][:-1]
    kinds = [d for d in details if d["loc"][:-1] == place and d["input"] is first["input"]]
    if len(kinds) < 2 or first["loc"][-1] != "bool":
        return first, 1
    # An error about the bounds of the right kind says more than an error about another kind.
    near = next((d for d in kinds if d["type"] not in _KINDS), None)
    words = " or ".join(_KINDS[d["type"]] for d in kinds if d["type"] in _KINDS)
    return {**(near or first), "loc": place, "msg": words, "type": near["type"] if near else "kinds"}, len(kinds)


def _sentence(detail: ErrorDetails, what: str) -> str:
    place, kind, value = _place(detail["loc"]), detail["type"], shown(detail["input"])
    if kind == "missing":
        return f"{what} lacks {place}; send it"
    if kind == "extra_forbidden":
        instead = _RETIRED.get((what, str(detail["loc"][-1])), "leave it out")
        return f"{what} has no field {place}; {instead}"
    if kind == "kinds":
        return f"in {what}, {place} must be {detail['msg']}, not {value}"
    if kind in _KINDS:
        return f"in {what}, {place} must be {_KINDS[kind]}, not {value}"
    if kind in _BOUNDS:
        bound = _BOUNDS[kind].format(**detail.get("ctx", {})).replace("'", '"').replace(" 1 characters", " 1 character")
        return f"in {what}, {place} must be {bound}, not {value}"
    if kind in ("too_long", "too_short"):
        most = detail["ctx"].get("max_length", detail["ctx"].get("min_length"))
        bound, entries = "at most" if kind == "too_long" else "at least", "entry" if most == 1 else "entries"
        return f"in {what}, {place} must have {bound} {most} {entries}"
    why = detail["msg"].removeprefix("Value error, ").removeprefix("Assertion failed, ")
    return f"in {what}, {place}: {shown(why[:1].lower() + why[1:], 2 * MOST_ECHOED, quoted=False)}; it is {value}"


def _place(loc: tuple[int | str, ...]) -> str:
    if loc and loc[-1] == _KEY:
        return f"each key of `{shown('.'.join(map(str, loc[:-2])), quoted=False)}`"
    return f"`{shown('.'.join(map(str, loc)), quoted=False)}`"
