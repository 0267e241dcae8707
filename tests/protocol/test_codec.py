"""The codec: every message survives both formats, and no bytes get anything but a message or a BadMessage."""

from __future__ import annotations

import json
import re as regex
from contextlib import suppress
from typing import Any

import msgpack
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cadogan_protocol import (
    BadMessage,
    Create,
    Delta,
    Error,
    ErrorCode,
    Format,
    Hello,
    Join,
    Message,
    Moved,
    Play,
    Progress,
    RoomOptions,
    RoomUpdate,
    Step,
    decode_client,
    decode_server,
    encode,
)
from cadogan_protocol.limits import MAX_MESSAGE_BYTES
from cadogan_protocol.rooms import Seat, Standing
from tests.protocol.strategies import client_messages, plain_values, server_messages

both = pytest.mark.parametrize("fmt", list(Format))


def refused(data: bytes | str, fmt: Format = Format.JSON) -> BadMessage:
    with pytest.raises(BadMessage) as caught:
        decode_client(data, fmt)
    return caught.value


@both
@given(message=client_messages)
def test_what_a_client_sends_is_what_the_server_reads(fmt: Format, message: Any) -> None:
    frame = encode(message, fmt)
    assert isinstance(frame, bytes if fmt is Format.MSGPACK else str)
    assert decode_client(frame, fmt) == message


@both
@given(message=server_messages)
def test_what_the_server_sends_is_what_a_client_reads(fmt: Format, message: Any) -> None:
    assert decode_server(encode(message, fmt), fmt) == message


@given(message=server_messages | client_messages)
def test_both_formats_carry_the_same_structure(message: Message) -> None:
    packed = msgpack.unpackb(encode(message, Format.MSGPACK))
    assert packed == json.loads(encode(message, Format.JSON))


def check_answers(data: bytes | str, fmt: Format) -> None:
    """Decode, and see that nothing but a message or a short BadMessage comes of it."""
    for decode in (decode_client, decode_server):
        with suppress(BadMessage):
            decode(data, fmt)
            continue
        with pytest.raises(BadMessage) as caught:
            decode(data, fmt)
        assert caught.value.code in (ErrorCode.BAD_MESSAGE, ErrorCode.UNKNOWN_TYPE)
        assert len(caught.value.message) < 500
        assert caught.value.message.isprintable()


@given(st.binary(max_size=300))
def test_random_bytes_are_answered(data: bytes) -> None:
    check_answers(data, Format.MSGPACK)


@given(st.text(max_size=300))
def test_random_text_is_answered(data: str) -> None:
    check_answers(data, Format.JSON)


@given(plain_values)
def test_any_structure_is_answered(value: Any) -> None:
    check_answers(msgpack.packb(value), Format.MSGPACK)


NAMES = st.sampled_from(["type", "id", "name", "room", "last", "rules", "options", "seq", "moves", "state", "game"])
TYPES = st.sampled_from(["hello", "create", "join", "update", "room", "error", "replay"])


@given(st.dictionaries(NAMES, plain_values), TYPES)
def test_any_fields_are_answered(fields: dict[str, Any], kind: str) -> None:
    check_answers(msgpack.packb({**fields, "type": kind}), Format.MSGPACK)


@given(st.sampled_from(["m", 1, 2, 3, 4]), st.lists(plain_values, max_size=8))
def test_any_array_is_answered(tag: str, fields: list[Any]) -> None:
    check_answers(msgpack.packb([tag, *fields]), Format.MSGPACK)


@given(message=client_messages, cut=st.integers(0, 200), put=st.binary(max_size=4))
def test_damaged_messages_are_answered(message: Any, cut: int, put: bytes) -> None:
    frame = encode(message, Format.MSGPACK)
    check_answers(frame[:cut] + put + frame[cut + len(put) :], Format.MSGPACK)


@pytest.mark.parametrize("depth", [100, 2000, 8000])
def test_deep_nesting_is_answered(depth: int) -> None:
    check_answers(b"\x91" * depth + b"\xc0", Format.MSGPACK)
    check_answers(b"\x81\xa1a" * depth + b"\xc0", Format.MSGPACK)
    check_answers("[" * depth + "]" * depth, Format.JSON)
    check_answers('{"a":' * depth + "1" + "}" * depth, Format.JSON)


@pytest.mark.parametrize(
    ("data", "fmt"),
    [
        ("9" * 5000, Format.JSON),
        ("NaN", Format.JSON),
        ('["m",1,[0,1,Infinity]]', Format.JSON),
        (b"\xd6\xff\x00\x00\x00\x00", Format.MSGPACK),  # the timestamp extension
        (b"\xc7\x01\x05x", Format.MSGPACK),  # any other extension
        (b"\x81\x01\x02", Format.MSGPACK),  # a key that is no string
        (b"\xc0\xc0", Format.MSGPACK),  # two values in a frame
        (b"{}", Format.JSON),  # a binary frame where text is due
        ("{}", Format.MSGPACK),  # and the other way round
        ('{"type":"hello","id":1,"name":"\\ud800"}', Format.JSON),  # half a surrogate pair
        ('{"type":"get_leaderboard","id":1,"game":"klondike","options":{"\\ud800":true}}', Format.JSON),
    ],
)
def test_what_the_formats_allow_but_we_do_not(data: bytes | str, fmt: Format) -> None:
    assert refused(data, fmt).code is ErrorCode.BAD_MESSAGE


def test_size_is_bounded_for_clients() -> None:
    assert str(MAX_MESSAGE_BYTES) in refused(b"\x00" * (MAX_MESSAGE_BYTES + 1), Format.MSGPACK).message
    assert str(MAX_MESSAGE_BYTES) in refused("é" * (MAX_MESSAGE_BYTES // 2 + 1)).message


@pytest.mark.parametrize(
    ("text", "re", "says"),
    [
        (
            '{"type":"create","id":3,"game":"klondike","rules":{"seats":99}}',
            3,
            "`rules.seats` must be at most 64, not 99",
        ),
        ('{"type":"create","id":3,"game":"klondike","seats":9}', 3, "has no field `seats`"),
        ('{"type":"hello","id":7}', 7, "lacks `name`"),
        ('{"type":"hello","id":"7","name":"x"}', None, '`id` must be a whole number, not "7"'),
        ('{"type":"hello","id":7,"name":" \\t "}', 7, "at least 1 character"),
        ('{"type":"hello","id":7,"name":"a\\u202eb"}', 7, "U+202E"),
        ('{"type":"seat_bots","id":7,"count":true}', 7, "`count`"),
        ('["m",4,[1,2]]', 4, "three whole numbers"),
        ('["m",4,[1,2,true]]', 4, "three whole numbers"),
        ('["m",4,["discard",[1,2,3]]]', 4, "a spot is"),
        ('["m",4,["' + "x" * 9999 + '"]]', 4, "begins with its name"),
        ('["m",4,[0,1,1],5]', 4, "2 fields after its tag"),
        ('["m"]', None, "lacks `id`"),
    ],
)
def test_a_refusal_says_what_is_wrong(text: str, re: int | None, says: str) -> None:
    bad = refused(text)
    assert bad.code is ErrorCode.BAD_MESSAGE
    assert bad.re == re
    assert says in bad.message
    assert len(bad.message) < 300


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ('{"type":"helo","id":7}', 'did you mean "hello"?'),
        ('{"type":["hello"],"id":7}', "a client may send"),
        ('{"id":7}', "has no `type`"),
        ("[1,7,1,0]", "a client may send m"),
    ],
)
def test_unknown_types_are_told_apart(text: str, says: str) -> None:
    bad = refused(text)
    assert bad.code is ErrorCode.UNKNOWN_TYPE
    assert bad.re == 7
    assert says in bad.message


CREATE = '{"type":"create","id":3,"game":"klondike",'


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("null", "an array that begins with a tag, not null"),
        ('["m",4,null]', "in `m`, `move` must be an array, not null"),
        ('["m",4,[]]', "not an empty array; it is []"),
        ('["m",4,["take","a",[1,true]]]', 'it is ["take", "a", [1, true]]'),
        ('{"type":"ping","id":true}', "`id` must be a whole number, not true"),
        ('{"type":"list_games","id":1,"language":null}', "`language` must be text, not null"),
        (
            '{"type":"list_games","id":1,"language":"de-AT"}',
            'must be text that the pattern ^[a-z]{2}$ describes, not "de-AT"',
        ),
        (
            '{"type":"list_games","id":1,"language":"a\\nb"}',
            r'must be text that the pattern ^[a-z]{2}$ describes, not "a\nb"',
        ),
        (CREATE + '"options":[1]}', "`options` must be a map, not [1]"),
        (CREATE + '"options":{"draw":[1]}}', "`options.draw` must be true or false or a whole number or text, not [1]"),
        (CREATE + '"options":{"draw":4294967296}}', "`options.draw` must be less than 2147483648, not 4294967296"),
        (CREATE + f'"options":{json.dumps(dict.fromkeys("abcdefghijklmnopq", 1))}}}', "must have at most 16 entries"),
        (CREATE + '"rules":5}', "`rules` must be a map, not 5"),
        (CREATE + '"rules":{"undo":"maybe"}}', '`rules.undo` must be "free", "covered" or "none", not "maybe"'),
        (CREATE + '"rules":{"hints":1,"seats":65}}', "`rules.hints` must be true or false, not 1 (and 1 more)"),
        ('{"type":"join","id":1,"room":"Z"}', '`room` must be at least 4 characters long, not "Z"'),
        (
            '{"type":"join","id":1,"room":"ZZZZ","last":{"x":1}}',
            'each key of `last` must be a whole number, not "x"',
        ),
        ('{"type":"ping","id":1' + "0" * 5000 + "}", "a number has too many digits"),
        ("[" * 9000, "maps and arrays"),
        ('{"type":"ping","id":2} 1', "more text follows the end of the message"),
        ("{", "at character 1"),
    ],
)
def test_a_refusal_is_in_the_words_of_the_wire(text: str, says: str) -> None:
    message = refused(text).message
    assert says in message
    assert not regex.search(r"None|True|False|tuple|[Dd]ictionary|[Ii]nput|\(\d", message)


@pytest.mark.parametrize(
    ("data", "says"),
    [
        (b"\xc1", "a byte that means nothing"),
        (b"", "the bytes end before the message does"),
        (b"\x91" * 9000, "lie too deep in each other"),
        (b"\x82\xa4type\xa4ping\xa2id\x02\x00", "more bytes follow the end of the message"),
        (b"\xdd\x7f\xff\xff\xff", "a length is more than there are bytes"),
        (b"\x81\x05\x01", "the key of a map is no text"),
        (b"\x81\xa4type\xa4\xffing", "text that is no UTF-8"),
        (b"\x81\xa4type\xd4\x04x", "extension type 4 is not part of the protocol"),
        (b"\x82\xc4\x04type\xc4\x04ping\xc4\x02id\x02", "write keys and texts as text"),
        (b"\x82\xa4type\xa4join\xa4room\xc4\x02ab", "lacks `id`"),
        (b"\x83\xa4type\xa4join\xa2id\x01\xa4room\xc4\x04abcd", "`room` must be text, not a binary string"),
    ],
)
def test_what_is_no_msgpack_is_told_in_the_words_of_the_wire(data: bytes, says: str) -> None:
    message = refused(data, Format.MSGPACK).message
    assert says in message
    assert not regex.search(r"Error|codec|strict|unpack|max_|b'", message)


def test_nothing_is_converted_in_silence() -> None:
    for wrong in ('"1"', "1.0", "true", "null", "0", "2147483648"):
        refused(f'{{"type":"ping","id":{wrong}}}')


@pytest.mark.parametrize(
    "name",
    [
        "Z\u0351\u0352\u0353algo",  # over and under
        "e\u0301\u0301\u0301\u0301",  # one goes into its letter
        "e\u0302\u0301\u200d\u0301\u0302\u0301",  # a joiner begins no letter
        "\u0e01" + "\u0e47" * 3,
        "\u0627" + "\u064e" * 3,
        "\u1019" + "\u103b\u103c\u103d\u103e\u1030",
        "\u0336" * 3,
    ],
)
def test_no_character_of_a_name_carries_a_tower(name: str) -> None:
    frame = json.dumps({"type": "hello", "id": 7, "name": f"Anna {name}"})
    with pytest.raises(BadMessage, match="may carry 2 accents of a kind and 4 marks in all; take some off") as caught:
        decode_client(frame, Format.JSON)
    assert caught.value.re == 7


def test_names_chosen_before_are_still_shown() -> None:
    seat = {"seat": 0, "name": "Z\u0351\u0352\u0353"}
    assert Seat(**seat).name == seat["name"]


def test_numbers_of_thousands_of_digits_are_no_message() -> None:
    digits = "9" * 5000
    for frame, said in (
        (f'{{"type":"ping","id":{digits}}}', "a number has too many digits"),
        (f'["m",1,[0,{digits},1]]', "a number has too many digits"),
        (f'{{"type":"ping","id":-{digits[:4000]}}}', "a number has too many digits; whole numbers have 64 bits"),
        (f'{{"type":"ping","id":{2**64}}}', "a number has too many digits; whole numbers have 64 bits"),
        (f'{{"type":"ping","id":{2**64 - 1}}}', "must be at most 2147483647"),
        ('{"type":"ping","id":1e999}', "1e999 is larger than numbers can be"),
        (f'{{"type":"ping","id":{digits}.5}}', "is larger than numbers can be"),
        (f'{{"type":"join","id":1,"room":"ABCDEF","last":{{"{digits}":1}}}}', "each key of `last`"),
    ):
        with pytest.raises(BadMessage, match=said) as caught:
            decode_client(frame, Format.JSON)
        assert "limit" not in caught.value.message
        assert len(caught.value.message) < 300


@pytest.mark.parametrize("name", ["\\ud800", "x" * 41], ids=["half a character", "41 letters"])
def test_an_option_has_a_name_that_can_be_repeated(name: str) -> None:
    frame = f'{{"type":"create","id":7,"game":"klondike","options":{{"{name}":1}}}}'
    with pytest.raises(BadMessage, match="each key of `options`") as caught:
        decode_client(frame, Format.JSON)
    assert caught.value.message.encode()


def test_names_lose_blanks_around_them_and_may_hold_joined_emoji() -> None:
    family = "👨\u200d👩\u200d👧"
    frame = json.dumps({"type": "hello", "id": 1, "name": f"  {family} "})
    assert decode_client(frame, Format.JSON) == Hello(id=1, name=family)


def test_hot_messages_are_arrays_without_trailing_defaults() -> None:
    hot: list[tuple[Message, list[Any]]] = [
        (Play(id=9, move=(3, 0, 1)), ["m", 9, [3, 0, 1]]),
        (Delta(stream=1, seq=4, change=1, events=((0, 3, 0, 1),)), [1, 1, 4, 1, [0, 3, 0, 1]]),
        (Delta(stream=1, seq=4, change=Standing(0, 1, 2, 1), events=()), [1, 1, 4, [0, 1, 2, 1]]),
        (
            Step(re=9, seq=4, change=-1, gone=(2,), added=((0, 1, 1),), undo=False, events=((3, 1, 1, 37), (5, 0, 1))),
            [2, 9, 4, -1, [2], [[0, 1, 1]], False, [3, 1, 1, 37], [5, 0, 1]],
        ),
        (Moved(re=9, seq=4, moves=((0, 1, 1),)), [3, 9, 4, [[0, 1, 1]]]),
        (Moved(re=9, seq=4, moves=(), undo=True), [3, 9, 4, [], True]),
        (Progress(lines=(Standing(0, 1, 5), Standing(1, 2, 3, 0, 4))), [4, [0, 1, 5], [1, 2, 3, 0, 4]]),
        (Progress(lines=(Standing(0, 1, 5, 2, ended=0),)), [4, [0, 1, 5, 2, 0, 0]]),
    ]
    for message, wire in hot:
        assert msgpack.unpackb(encode(message, Format.MSGPACK)) == wire


def test_maps_leave_out_null_and_nothing_else() -> None:
    assert json.loads(encode(RoomUpdate(seq=3, watchers=0), Format.JSON)) == {"type": "update", "seq": 3, "watchers": 0}
    error = Error(code=ErrorCode.TOO_FAST, message="slower", retry=True)
    assert json.loads(encode(error, Format.JSON)) == {
        "type": "error",
        "code": "too_fast",
        "message": "slower",
        "retry": True,
    }
    created = json.loads(encode(Create(id=1, game="klondike"), Format.JSON))
    assert created["rules"] == RoomOptions().model_dump(exclude_none=True)


@both
def test_streams_are_string_keys_on_the_wire(fmt: Format) -> None:
    join = Join(id=1, room="ABCDEF", last={0: 4, 128: 17})
    frame = encode(join, fmt)
    assert decode_client(frame, fmt) == join
    assert (json.loads(frame) if isinstance(frame, str) else msgpack.unpackb(frame))["last"] == {"0": 4, "128": 17}


@both
def test_a_client_passes_over_what_a_newer_server_says_besides(fmt: Format) -> None:
    wires: list[Any] = [{"type": "pong", "re": 1, "now": 5}, [3, 9, 4, [], True]]
    newer: list[Any] = [{**wires[0], "mood": "fine"}, [*wires[1], "new"]]

    def read(wire: Any) -> Message:
        return decode_server(msgpack.packb(wire) if fmt is Format.MSGPACK else json.dumps(wire), fmt)

    assert [read(wire) for wire in newer] == [read(wire) for wire in wires]
