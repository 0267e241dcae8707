"""The codec: every message survives both formats, and any bytes give a message or a BadMessage."""

from __future__ import annotations

import json
import re as regex
from contextlib import suppress
from typing import Any, Literal, get_args

import msgpack
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cadogan_protocol import (
    BadMessage,
    ClientMessage,
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
    codec,
    decode_client,
    decode_server,
    encode,
)
from cadogan_protocol.codec import MOST_NESTED, as_json, decode_play, delta_head, in_pieces, is_map, packed
from cadogan_protocol.limits import MAX_MESSAGE_BYTES
from cadogan_protocol.messages import HotMessage, Pong
from cadogan_protocol.rooms import Seat, Standing
from cadogan_protocol.streams import SEQ_SPAN
from tests.protocol.strategies import client_messages, plain_values, server_messages

both = pytest.mark.parametrize("fmt", list(Format))


def refused(data: bytes | str, fmt: Format = Format.JSON) -> BadMessage:
    with pytest.raises(BadMessage) as caught:
        decode_client(data, fmt)
    return caught.value


@both
@given(message=client_messages)
def test_the_server_reads_the_message_that_a_client_sent(fmt: Format, message: Any) -> None:
    frame = encode(message, fmt)
    assert isinstance(frame, bytes if fmt is Format.MSGPACK else str)
    assert decode_client(frame, fmt) == message


@both
@given(message=server_messages)
def test_a_client_reads_the_message_that_the_server_sent(fmt: Format, message: Any) -> None:
    assert decode_server(encode(message, fmt), fmt) == message


@given(message=server_messages | client_messages)
def test_both_formats_carry_the_same_structure(message: Message) -> None:
    payload, text = encode(message, Format.MSGPACK), encode(message, Format.JSON)
    assert msgpack.unpackb(payload) == json.loads(text)
    assert as_json(payload) == text


def check_answers(data: bytes | str, fmt: Format) -> None:
    """Decode, and check that the outcome is a message or a short BadMessage."""
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
        (b"{}", Format.JSON),  # a binary frame where a text frame is due
        ("{}", Format.MSGPACK),  # and the other way round
        ('{"type":"hello","id":1,"name":"\\ud800"}', Format.JSON),  # half a surrogate pair
        ('{"type":"get_leaderboard","id":1,"game":"klondike","options":{"\\ud800":true}}', Format.JSON),
    ],
)
def test_frames_beyond_our_part_of_the_formats_are_refused(data: bytes | str, fmt: Format) -> None:
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
def test_a_frame_that_is_no_msgpack_is_refused_in_the_wires_own_words(data: bytes, says: str) -> None:
    message = refused(data, Format.MSGPACK).message
    assert says in message
    assert not regex.search(r"Error|codec|strict|unpack|max_|b'", message)


def test_nothing_is_converted_in_silence() -> None:
    for wrong in ('"1"', "1.0", "true", "null", "0", "2147483648"):
        refused(f'{{"type":"ping","id":{wrong}}}')


@pytest.mark.parametrize(
    "name",
    [
        "Z\u0351\u0352\u0353algo",  # three kinds, over and under
        "e\u0301\u0301\u0301\u0301",  # one becomes part of its letter
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
def test_a_client_ignores_unknown_fields_of_a_newer_server(fmt: Format) -> None:
    wires: list[Any] = [{"type": "pong", "re": 1, "now": 5}, [3, 9, 4, [], True]]
    newer: list[Any] = [{**wires[0], "mood": "fine"}, [*wires[1], "new"]]

    def read(wire: Any) -> Message:
        return decode_server(msgpack.packb(wire) if fmt is Format.MSGPACK else json.dumps(wire), fmt)

    assert [read(wire) for wire in newer] == [read(wire) for wire in wires]


# ---- wire forms without a model --------------------------------------------------------------------------------------


def test_numbers_are_short_on_the_wire() -> None:
    seq = 5 * SEQ_SPAN + 4
    assert codec.delta(7, seq, 1, [(0, 3, 0, 1)]) == [1, 7, 4, 1, (0, 3, 0, 1)]
    assert codec.step(9, seq, -1, [2], [(0, 1, 1)], True, [(5, 0, 1)]) == [
        2,
        9,
        4,
        -1,
        [2],
        [(0, 1, 1)],
        True,
        (5, 0, 1),
    ]
    assert codec.moved(9, seq, [(0, 1, 1)], False) == [3, 9, 4, [(0, 1, 1)]]
    assert codec.moved(9, seq, [(0, 1, 1)], True) == [3, 9, 4, [(0, 1, 1)], True]
    assert list(codec.delta(7, SEQ_SPAN - 1, 1, []))[2] == SEQ_SPAN - 1
    assert list(codec.step(9, SEQ_SPAN, 1, [], [], False, []))[2] == 0
    assert list(codec.moved(9, SEQ_SPAN, [], True))[2] == 0


@pytest.mark.parametrize(
    ("fields", "wire"),
    [
        ((3, 10, 20, 0, 0, None), [3, 10, 20]),
        ((3, 10, 20, 1, 0, None), [3, 10, 20, 1]),
        ((3, 10, 20, 0, 2, None), [3, 10, 20, 0, 2]),
        ((3, 10, 20, 2, 0, 0), [3, 10, 20, 2, 0, 0]),
        ((3, 10, 20, 2, 5, 900), [3, 10, 20, 2, 5, 900]),
    ],
)
def test_a_standing_leaves_out_usual_values_at_its_end(fields: tuple[Any, ...], wire: list[int]) -> None:
    assert codec.standing(*fields) == wire
    assert codec.progress([wire, wire]) == [4, wire, wire]
    read = decode_server(msgpack.packb([4, wire]), Format.MSGPACK)
    assert read == Progress(lines=(Standing(*fields),))


def test_a_frequent_message_ends_with_its_last_unusual_field() -> None:
    class Hot(HotMessage):
        tag = "x"
        first: int
        second: int = 2
        third: int = 3

    for message, wire in (
        (Hot(first=1), ["x", 1]),
        (Hot(first=2, second=2, third=3), ["x", 2]),
        (Hot(first=1, second=5), ["x", 1, 5]),
        (Hot(first=1, third=5), ["x", 1, 2, 5]),
    ):
        assert codec.to_wire(message) == wire


EVENTS = [(3, 1, 1, 37)]
HEADS = [(0, 0), (1, 4), (127, 127), (128, 5), (199, 99)]


@pytest.mark.parametrize("count", [0, 1, 11, 12, 20, 65_531, 65_532, 70_000])
def test_the_head_of_a_delta_is_read_however_long_it_is(count: int) -> None:
    """The head of an array is longer from 16 items on, and again from 65,536 on."""
    for stream, short in HEADS:
        payload = packed(codec.delta(stream, short, 1, EVENTS * count))
        assert delta_head(payload) == (stream, short)
        assert not is_map(payload)
    assert delta_head(packed(codec.step(1, 4, 1, [], [], False, EVENTS * count))) is None
    assert delta_head(packed(codec.progress([[1, 2, 3]] * count))) is None


@pytest.mark.parametrize("fields", [1, 15, 16, 70_000])
def test_a_map_is_told_from_an_array_and_has_no_head(fields: int) -> None:
    payload = packed({str(number): 1 for number in range(fields)})
    assert is_map(payload)
    assert delta_head(payload) is None
    assert is_map(encode(Pong(re=1, now=5), Format.MSGPACK))
    assert not is_map(encode(Moved(re=9, seq=4, moves=()), Format.MSGPACK))


def test_json_is_written_without_blanks_and_in_plain_letters() -> None:
    assert encode(Hello(id=1, name="Zoë"), Format.JSON) == '{"type":"hello","id":1,"name":"Zoë"}'
    with pytest.raises(ValueError, match="JSON compliant"):
        as_json(msgpack.packb([1, float("nan")]))


class Item(Message):
    type: Literal["item"] = "item"
    name: str


class Items(Message):
    type: Literal["items"] = "items"
    re: int
    items: tuple[Item, ...]
    names: tuple[str, ...] = ("a", "b")
    last: dict[int, int]
    seat: Seat = Seat(seat=0, name="Anna")
    next: int | None = None


@both
@pytest.mark.parametrize("count", [0, 1, 3])
def test_a_message_in_pieces_has_one_for_each_model_of_a_list(fmt: Format, count: int) -> None:
    item = Item(name="Zoë")
    message = Items(re=7, items=(item,) * count, last={5: 6})
    pieces = list(in_pieces(message, fmt))
    whole, one = encode(message, fmt), encode(item, fmt)
    assert b"".join(pieces) == (whole if isinstance(whole, bytes) else whole.encode())
    body = one if isinstance(one, bytes) else one.encode()
    assert [piece.removeprefix(b",") for piece in pieces].count(body) == count


# ---- reading ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("id", [1, 127, 65_536, 2**31 - 1])
@pytest.mark.parametrize("move", [(3, 0, 1), ("turn",), ("discard", 3, (1, 2))])
def test_a_play_is_read_at_once(id: int, move: Any) -> None:
    assert decode_play(encode(Play(id=id, move=move), Format.MSGPACK)) == (id, move)


@pytest.mark.parametrize(
    "wire",
    [
        ["m", 0, [3, 0, 1]],
        ["m", 2**31, [3, 0, 1]],
        ["m", True, [3, 0, 1]],
        ["m", "1", [3, 0, 1]],
        ["m", 1, "turn"],
        ["m", 1, {"a": 1}],
        ["m", 1, [1, 2]],
        ["m", 1],
        ["m", 1, [3, 0, 1], 5],
        ["n", 1, [3, 0, 1]],
        {"type": "ping", "id": 1},
    ],
)
def test_a_frame_that_is_no_play_is_left_to_the_full_decoder(wire: Any) -> None:
    assert decode_play(msgpack.packb(wire)) is None


def test_a_broken_or_long_play_is_left_to_the_full_decoder() -> None:
    whole = encode(Play(id=1, move=(3, 0, 1)), Format.MSGPACK)
    assert decode_play(whole[:-1]) is None
    assert decode_play(whole + b"\x00") is None


@both
def test_a_message_may_have_the_documented_length(fmt: Format) -> None:
    """The limit counts bytes, also if letters take two."""

    def written(fill: int) -> bytes | str:
        wire = ["m", 1, ["é" * 5000, "x" * fill]]
        return msgpack.packb(wire) if fmt is Format.MSGPACK else json.dumps(wire, ensure_ascii=False)

    def size_of(frame: bytes | str) -> int:
        return len(frame if isinstance(frame, bytes) else frame.encode())

    whole = written(1000 + MAX_MESSAGE_BYTES - size_of(written(1000)))
    size = size_of(whole)
    assert size == MAX_MESSAGE_BYTES
    assert "bytes; send" not in refused(whole, fmt).message
    longer = written(1001 + MAX_MESSAGE_BYTES - size_of(written(1000)))
    assert refused(longer, fmt).message == f"the message has {size + 1} bytes; send at most {MAX_MESSAGE_BYTES}"


def test_half_a_character_in_a_text_frame_is_answered() -> None:
    assert refused('{"type":"hello","id":1,"name":"\ud800"}').code is ErrorCode.BAD_MESSAGE


@pytest.mark.parametrize(
    ("data", "fmt", "says"),
    [
        ("{}", Format.MSGPACK, f"^{Format.MSGPACK.value} has binary frames; send bytes, or ask for {Format.JSON.value}$"),
        (b"{}", Format.JSON, f"^{Format.JSON.value} has text frames; send text, or ask for {Format.MSGPACK.value}$"),
        (b"\xc1", Format.MSGPACK, "^this is no msgpack: there is a byte that means nothing; send one whole message a frame$"),
        ("{", Format.JSON, "^this is no JSON: .*; send one whole message a frame$"),
        ("[NaN]", Format.JSON, "NaN is no number of JSON"),
        ("[-Infinity]", Format.JSON, "-Infinity is no number of JSON"),
        ("[1" + "0" * 400 + ".5]", Format.JSON, ": 10000000000000000.* is larger than numbers can be; "),
        (b"\xc7\x01\x05x", Format.MSGPACK, "extension type 5 is not part of the protocol"),
        ("[" + "9" * 21 + "]", Format.JSON, "^this is no JSON: a number has too many digits; whole numbers have 64 bits; send"),
        (b"\x81\xc4\x04type\xc4\x04ping", Format.MSGPACK, "^the keys of a map are binary; write .* not as binary strings$"),
        ('{"type":{"a":1},"id":7}', Format.JSON, r'^\{"a": 1\} is no type of message here; a client may send'),
        ("5", Format.JSON, "^a message is a map with a `type`, or an array that begins with a tag, not 5$"),
        ("{}", Format.JSON, "^the message has no `type`; a map needs one, and an array begins with its tag$"),
        ("[]", Format.JSON, "^the message has no `type`"),
        ("[null]", Format.JSON, "^the message has no `type`"),
        ("[true,7]", Format.JSON, "^true is no type of message here; a client may send m$"),
        ("[1.5,7]", Format.JSON, "^1.5 is no type of message here; a client may send m$"),
        ("[[1],7]", Format.JSON, r"^\[1\] is no type of message here; a client may send m$"),
        ('{"type":"zzzzz"}', Format.JSON, "a client may send add_friend, .* and [0-9]+ more, which PROTOCOL.md lists$"),
        ('{"type":"hell"}', Format.JSON, r'^"hell" is no type of message here; did you mean "hello"\?$'),
        (
            '["m",4,[0,1,1],5]',
            Format.JSON,
            r"^`m` has 2 fields after its tag \(id, move\), not 3$",
        ),
    ],
)  # fmt: skip
def test_each_kind_of_invalid_frame_has_its_sentence(data: bytes | str, fmt: Format, says: str) -> None:
    bad = refused(data, fmt)
    assert regex.search(says, bad.message), bad.message
    assert str(bad) == bad.message


def test_a_refusal_lists_some_types_and_counts_the_others() -> None:
    listed, _, others = refused('{"type":"zzzzz"}').message.rpartition(" may send ")[2].rpartition(" and ")
    assert len(listed.split(", ")) + int(others.partition(" ")[0]) == len(get_args(ClientMessage)) - 1, "`m` is a tag"


def test_a_long_number_is_repeated_in_part() -> None:
    said = refused("[1" + "0" * 400 + ".5]").message
    assert len(said.split(" is larger")[0].rsplit(" ", 1)[1]) == 20


@pytest.mark.parametrize(
    ("number", "read"),
    [(2**64 - 1, True), (2**64, False), (-(2**63), True), (-(2**63) - 1, False), (10**20, False), (10**30, False)],
)
def test_whole_numbers_have_64_bits(number: int, read: bool) -> None:
    """Smaller ones are read, and then refused as ids."""
    said = refused(f'{{"type":"ping","id":{number}}}').message
    assert ("whole numbers have 64 bits" in said) != read
    assert ("`id` must be" in said) == read


@pytest.mark.parametrize("outer", ["array", "map"])
def test_json_may_be_nested_to_the_documented_depth(outer: str) -> None:
    def nested(levels: int) -> str:
        return "[" * levels + "]" * levels if outer == "array" else '{"a":' * levels + "1" + "}" * levels

    deepest = MOST_NESTED + (outer == "array")
    assert "levels" not in refused(nested(deepest)).message
    assert f"more than {MOST_NESTED} levels of maps and arrays" in refused(nested(deepest + 1)).message


@pytest.mark.parametrize(
    ("text", "re"),
    [
        ('{"type":"nonsense","id":1}', 1),
        ('{"type":"nonsense","id":2147483647}', 2**31 - 1),
        ('{"type":"nonsense","id":2147483648}', None),
        ('{"type":"nonsense","id":0}', None),
        ('{"type":"nonsense","id":true}', None),
        ('{"type":"nonsense","id":"1"}', None),
        ('{"type":"nonsense","re":7}', 7),
        ('{"type":"ping","id":5,"more":1}', 5),
        ('["m",9,[1,2]]', 9),
        ('["x",9]', 9),
        ('["x"]', None),
    ],
)
def test_a_refusal_repeats_the_id_of_a_request_that_has_one(text: str, re: int | None) -> None:
    assert refused(text).re == re


def test_an_invalid_message_of_a_server_is_explained_to_the_client() -> None:
    for wire, code, says, re in (
        ({"type": "nonsense", "re": 7}, ErrorCode.UNKNOWN_TYPE, "the server may send account", 7),
        ([9, 7], ErrorCode.UNKNOWN_TYPE, "9 is no type of message here; the server may send 1, 2, 3, 4", 7),
        ({"type": "pong", "re": 3}, ErrorCode.BAD_MESSAGE, "`pong`", 3),
        ([3, 9, "x", []], ErrorCode.BAD_MESSAGE, "`3`", 9),
        ([1, 4], ErrorCode.BAD_MESSAGE, "^`1` lacks `seq`", 4),
    ):
        with pytest.raises(BadMessage, match=says) as caught:
            decode_server(json.dumps(wire), Format.JSON)
        assert (caught.value.code, caught.value.re) == (code, re)


def test_a_long_word_is_compared_with_no_type() -> None:
    assert "did you mean" in refused('{"type":"get_leaderboards"}').message
    assert "a client may send" in refused(f'{{"type":"{"hello" * 13}"}}').message
