"""Sentences about invalid messages."""

from __future__ import annotations

import json
from typing import Any

import msgpack
import pytest
from pydantic import BaseModel, ValidationError

from cadogan_protocol.messages import Create, Hello, Propose, RaceGhosts, Ready
from cadogan_protocol.wording import MOST_ECHOED, of_fields, of_json, of_msgpack, shown


def wrong(model: type[BaseModel], **fields: Any) -> str:
    """Return the sentence about a message with these fields."""
    with pytest.raises(ValidationError) as caught:
        model.model_validate(fields)
    return of_fields(caught.value, f"`{model.__name__.lower()}`")


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({"id": 1}, "`create` lacks `game`; send it"),
        ({"id": [], "game": "nestor"}, "in `create`, `id` must be a whole number, not []"),
        ({"id": 1, "game": "x" * 41}, "in `create`, `game` must be at most 40 characters long, not"),
        ({"id": 1, "game": "nestor", "rules": {"seats": 0}}, "in `create`, `rules.seats` must be at least 1, not 0"),
        ({"id": 1, "game": "nestor", "rules": {"spectators": 3}}, 'must be "fair", "live", "delayed" or "none"'),
        ({"id": 1, "game": "nestor", "options": {"draw": []}}, "must be true or false or a whole number or text"),
    ],
)
def test_a_sentence_names_the_mistake_and_the_value(fields: dict[str, Any], sentence: str) -> None:
    assert sentence in wrong(Create, **fields)


def test_a_sentence_counts_as_people_do() -> None:
    assert "must be at least 1 character long" in wrong(Hello, id=1, name="")
    assert "`runs` must have at least 1 entry" in wrong(RaceGhosts, id=1, runs=[])
    assert "`games` must have at most 3 entries" in wrong(Propose, id=1, games=[{"game": "golf"}] * 9)


def test_further_mistakes_are_counted() -> None:
    assert wrong(Create, id=[]).endswith(" (and 1 more)")


def test_a_field_of_an_earlier_protocol_is_told_its_place() -> None:
    assert "goes there as `nonce_hash`" in wrong(Ready, id=1, nonce="00")


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ("a" * 100, '"' + "a" * (MOST_ECHOED - 1) + '…"'),
        ({"a": [1, None]}, '{"a": [1, null]}'),
        (b"\0", "a binary string"),
        ("\u202ename", '"\\u202ename"'),
        (float("nan"), "NaN"),
    ],
)
def test_values_are_shown_as_json_and_never_in_full_length(value: Any, text: str) -> None:
    assert shown(value) == text


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (b"\x92\x01", "the bytes end before the message does"),
        (b"\x01\x01", "more bytes follow the end of the message"),
        (b"\xc1", "there is a byte that means nothing"),
        (b"\xa1\xff", "there is text that is no UTF-8"),
    ],
)
def test_bytes_that_are_no_msgpack_are_explained(data: bytes, why: str) -> None:
    with pytest.raises(Exception) as caught:  # noqa: PT011  the library has many
        msgpack.unpackb(data)
    assert of_msgpack(caught.value) == why


@pytest.mark.parametrize(("text", "why"), [("{} x", "more text follows the end"), ("{", "at character 1")])
def test_text_that_is_no_json_is_explained(text: str, why: str) -> None:
    with pytest.raises(json.JSONDecodeError) as caught:
        json.loads(text)
    assert why in of_json(caught.value)
