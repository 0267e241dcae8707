"""Names, limits, ranks, frames, rings: parts that stand alone."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st
from redis.asyncio import Redis
from websockets.frames import Frame, Opcode

from cadogan_protocol.codec import Format, decode_server
from cadogan_protocol.limits import MAX_NAME
from cadogan_protocol.messages import Hello, Pong, Replay
from cadogan_server.app import bots_url
from cadogan_server.live import describe
from cadogan_server.live.describe import Volatile
from cadogan_server.live.frame import ANY_REQUEST, BINARY, SharedAnswer, frame_of, framed
from cadogan_server.live.names import BOT_NAMES, bot_name, cleaned
from cadogan_server.live.openings import Openings
from cadogan_server.live.stream import KEPT, SPARE, Stream
from cadogan_server.rooms.alike import same_name, skeleton
from cadogan_server.rooms.ranking import Merit, ranked
from cadogan_server.store.journal import Journal
from tests.server.core import started

NAMES = {
    "Vietnamese": ["Nguyễn", "Nguyên", "Nguyền", "Thế Anh", "Thể Anh", "Phượng", "Phương", "Đức", "Dục"],
    "Thai": ["มานี", "มานะ", "ปู่", "ปู้", "ปู", "น้ำ", "นำ", "ก็"],
    "Hindi": ["किरण", "करण", "कीर्ति", "कृति", "फ़िरोज़", "दीपिका", "दीपक", "हृषीकेश"],
    "Bengali": ["রবীন্দ্র", "রবি", "সৌমিত্র", "সুমিত্রা"],
    "Tamil": ["கண்ணன்", "கண்ணா", "ஸ்ரீ", "மீனா"],
    "Burmese": ["မြွှေ", "မြွေ", "အောင်", "ကြောင့်"],
    "Khmer": ["ស្ត្រី", "សុភា", "ធីតា"],
    "Tibetan": ["བསྒྲུབས", "བཀྲ་ཤིས", "པདྨ"],
    "Arabic": ["مُحَمَّد", "أحمد", "علي", "عمر", "لَيْلَىٰ"],
    "Hebrew": ["שַׁבָּתַּי", "שָׂרָה", "דוד", "רבקה"],
    "Greek": ["Ὀδυσσεύς", "Ἅιδης", "ᾍδης τῷ", "Άννα", "Ελένη"],
    "Russian": ["Жанна", "Йосиф", "Иосиф", "Ёлка", "Ольга"],
    "Ukrainian": ["Їжак", "Ґанна", "Ганна", "Єва"],
    "Japanese": ["ありが", "ありか", "ガガ", "カカ", "山田", "山口"],
    "Korean": ["김민수", "김민서", "이영희"],
    "Chinese": ["李明", "季明", "王小明"],
    "Icelandic": ["Þórður", "Guðrún", "Gudrun", "Ægir"],
    "Lithuanian": ["Žemaitė", "Žemaite", "Ąžuolas"],
    "Yoruba": ["Ọlọ́run", "Ṣadé", "Adé", "Ẹ̀bùn"],
    "Navajo": ["Dinéǫ́", "Diné"],
    "Turkish": ["Işık", "İpek", "Gökçe", "Ömer"],
    "German": ["Jürgen", "Jurgen", "Groß", "Käthe"],
    "pictures": ["👩‍🚀", "👨‍🚀", "👩🏽‍🚀", "❤️ Anna", "1️⃣ first", "🏳️‍🌈"],
}
"""Names, and words that put more on a letter than names do."""


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("Anna", "Anna"),
        ("  Anna \u00a0  B\t", "Anna B"),
        ("Ame\u0301lie", "Am\u00e9lie"),
        ("\u200d", ""),
        ("\u0301", ""),
        ("\u3164\u2800", ""),
        ("x" * 30, "x" * MAX_NAME),
        ("👩\u200d🚀", "👩\u200d🚀"),
    ],
)
def test_names_are_cleaned(name: str, shown: str) -> None:
    assert cleaned(name) == shown


@given(st.text(max_size=40))
def test_a_clean_name_stays_as_it_is(name: str) -> None:
    once = cleaned(name)
    assert cleaned(once) == once
    assert len(once) <= MAX_NAME


@pytest.mark.parametrize(
    "other",
    [
        *("anna", "Anna\u3164", "A\u200dnna", "Ａｎｎａ", "An na", "Anna\u2800", "Anna\ufe0f", "Ann\u034fa"),
        *("Аnna", "Αnna", "ANNΑ", "ΑΝΝΑ", "𝐀𝓷𝕟𝖆", "Ａnnа", "Anna\u0335", "Anna\U000e0100"),
    ],
)
def test_names_that_look_alike_are_the_same(other: str) -> None:
    assert same_name("Anna", other)
    assert same_name(other, "Anna")
    assert not same_name("Änna", other)
    assert not same_name("Anne", other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Ivan", "lvan"),
        ("Ivan", "1van"),
        ("Al", "AI"),
        ("Bob", "B0b"),
        ("Bob", "Воb"),
        ("Tom", "Torn"),
        ("scope", "ѕсоре"),
        ("Ольга", "Oльгa"),
        ("Άννα", "Άvvα"),
        ("Łukasz", "łukasz"),
        ("STRASSE", "straße"),
        ("שָׂרָה", "שרה"),
        ("مُحَمَّد", "محمد"),
        ("आशा", "आशा\ufe00"),
    ],
)
def test_names_of_other_letters_that_look_alike_are_the_same(one: str, other: str) -> None:
    assert same_name(one, other)
    assert same_name(other, one)


@pytest.mark.parametrize("names", NAMES.values(), ids=NAMES)
def test_names_of_a_language_are_told_apart_and_may_be_chosen(names: list[str]) -> None:
    for name in names:
        assert Hello(id=1, name=name).name == name
        assert cleaned(name) == unicodedata.normalize("NFC", name)
        assert [other for other in names if same_name(name, other)] == [name]
        for form in ("NFC", "NFD", "NFKC"):
            other = unicodedata.normalize(form, name)
            assert same_name(name, other)
            Hello(id=1, name=other)


@given(st.text(min_size=1, max_size=24))
def test_a_name_is_like_itself_however_it_is_written(name: str) -> None:
    assert same_name(name, name)
    for form in ("NFC", "NFD", "NFKC", "NFKD"):
        assert same_name(name, unicodedata.normalize(form, name))


@given(st.text(max_size=24))
def test_a_skeleton_has_no_other_skeleton(text: str) -> None:
    assert skeleton(skeleton(text)) == skeleton(text)


def test_bots_have_names_that_nobody_else_has() -> None:
    taken: list[str] = ["adelaide"]
    for _ in range(70):
        taken.append(bot_name(taken))
    assert taken[1] == BOT_NAMES[1]
    assert len({name.casefold() for name in taken}) == 71


def test_ranks_go_by_winning_then_progress_then_time_and_may_be_equal() -> None:
    merits = [
        Merit(0, False, 10, 0, 500),
        Merit(1, True, 52, 0, 900),
        Merit(2, False, 12, 0, 800),
        Merit(3, True, 52, 0, 700),
        Merit(4, False, 10, 0, 500),
        Merit(5, False, 10, 0, 400),
        Merit(6, False, 9, 0, 100),
    ]
    assert [(rank, merit.seat) for rank, merit in ranked(merits)] == [
        (1, 3), (2, 1), (3, 2), (4, 5), (5, 0), (5, 4), (7, 6),
    ]  # fmt: skip


def test_in_games_with_a_penalty_fewer_come_first_also_among_winners() -> None:
    merits = [
        Merit(0, True, 8, 5, 100),
        Merit(1, True, 8, 4, 900),
        Merit(2, False, 3, 2, 50),
        Merit(3, False, 3, 1, 60),
    ]
    assert [merit.seat for _, merit in ranked(merits)] == [1, 0, 3, 2]


@pytest.mark.parametrize("size", [0, 1, 125, 126, 65535, 65536, 70000])
def test_frames_are_those_of_the_standard(size: int) -> None:
    payload = bytes(size)
    assert framed(BINARY, payload) == Frame(Opcode.BINARY, payload).serialize(mask=False)


def test_a_stream_gives_what_it_still_has() -> None:
    stream = Stream(base=100)
    sizes = {5: 126, 300: 70_000}  # their lengths are written in two and in eight bytes more
    frames = [framed(BINARY, bytes(sizes.get(number, 9))) for number in range(KEPT + SPARE - 1)]
    frames.append(frame_of(Pong(re=7, now=0)))
    assert stream.since(100, Format.MSGPACK) == []
    for frame in frames[:-1]:
        stream.add(frame)
    assert stream.since(100, Format.MSGPACK) == frames[:-1]
    stream.add(frames[-1])
    assert stream.seq == 100 + KEPT + SPARE
    assert stream.since(stream.seq, Format.MSGPACK) == []
    assert stream.since(stream.seq - 2, Format.MSGPACK) == frames[-2:]
    assert stream.since(stream.seq - KEPT, Format.MSGPACK) == frames[-KEPT:]
    assert stream.since(stream.seq - KEPT - 1, Format.MSGPACK) is None
    assert stream.since(stream.seq + 1, Format.MSGPACK) is None
    assert stream.since(stream.seq - 1, Format.JSON) == [frame_of(Pong(re=7, now=0), Format.JSON)]
    stream.forget()
    assert stream.since(stream.seq - 1, Format.MSGPACK) is None
    assert stream.since(stream.seq, Format.MSGPACK) == []
    stream.add(frames[-1])
    assert stream.since(stream.seq - 1, Format.MSGPACK) == frames[-1:]


async def test_an_opening_is_remembered_until_a_client_counts_anew(redis_url: str) -> None:
    async with Redis.from_url(redis_url) as redis:
        journal = Journal(redis_url)
        here = Openings(redis, journal)
        here.note("p", 2, "ABCDEF")
        await journal.close()
        for openings in (here, Openings(redis, journal)):
            assert await openings.of("p", 5, 2) == "ABCDEF"
            assert await openings.of("p", 5, 3) is None
            assert await openings.of("p", 1, 2) is None


@pytest.mark.parametrize(
    ("host", "url"),
    [
        ("127.0.0.1", "ws://127.0.0.1:80/ws"),
        ("0.0.0.0", "ws://127.0.0.1:80/ws"),
        ("::", "ws://[::1]:80/ws"),
        ("192.168.1.5", "ws://192.168.1.5:80/ws"),
    ],
)
def test_bots_find_a_server_wherever_it_listens(host: str, url: str) -> None:
    assert bots_url(host, 80) == url


@pytest.mark.parametrize("fmt", Format)
@pytest.mark.parametrize("request_id", [1, 300, ANY_REQUEST])
def test_an_answer_that_is_kept_has_the_id_of_each_request(fmt: Format, request_id: int) -> None:
    room = started()
    message = Replay(
        re=ANY_REQUEST,
        state=describe.state(room, Volatile(), 0),
        layout=describe.layout(room),
        boards=(),
        progress=(),
    )
    answer = SharedAnswer(message)
    for re in (7, request_id):
        frame = answer.frame(fmt, re)
        payload = frame[{126: 4, 127: 10}.get(frame[1], 2) :]
        assert framed(frame[0], payload) == frame
        data = payload if fmt is Format.MSGPACK else payload.decode()
        assert decode_server(data, fmt) == message.model_copy(update={"re": re})
