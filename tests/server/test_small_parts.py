"""Names, limits, ranks, frames, rings: parts that stand alone."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from websockets.frames import Frame, Opcode

from cadogan_protocol.codec import Format, decode_server
from cadogan_protocol.limits import MAX_NAME
from cadogan_protocol.messages import Pong, Replay
from cadogan_server.app import bots_url
from cadogan_server.gateway import ratelimit
from cadogan_server.gateway.ratelimit import AddressBook, Guesses, TokenBucket
from cadogan_server.live import describe
from cadogan_server.live.describe import Volatile
from cadogan_server.live.frame import ANY_REQUEST, BINARY, Answer, frame_of, framed
from cadogan_server.live.names import BOT_NAMES, bot_name, cleaned
from cadogan_server.live.openings import Openings
from cadogan_server.live.stream import KEPT, Stream
from cadogan_server.rooms.lobby import same_name
from cadogan_server.rooms.ranking import Standing, ranked
from tests.server.core import started


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


@pytest.mark.parametrize("other", ["anna", "Anna\u3164", "A\u200dnna", "Ａｎｎａ", "An na", "Anna\u2800", "Anna\ufe0f"])
def test_names_that_look_alike_are_the_same(other: str) -> None:
    assert same_name("Anna", other)
    assert not same_name("Änna", other)
    assert not same_name("Anne", other)


def test_bots_have_names_that_nobody_else_has() -> None:
    taken: list[str] = ["adelaide"]
    for _ in range(70):
        taken.append(bot_name(taken))
    assert taken[1] == BOT_NAMES[1]
    assert len({name.casefold() for name in taken}) == 71


def test_a_bucket_allows_a_burst_and_then_its_rate() -> None:
    now = 0.0
    bucket = TokenBucket(2, 3, lambda: now)
    assert [bucket.take() for _ in range(4)] == [True, True, True, False]
    now = 1.0
    assert [bucket.take() for _ in range(3)] == [True, True, False]
    now = 100.0
    assert [bucket.take() for _ in range(4)] == [True, True, True, False]


def test_who_guesses_is_let_on_in_time_and_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ratelimit, "GUESSES_KEPT", 2)
    now = 0.0
    guesses = Guesses(1, 2, lambda: now)
    for _ in range(2):
        assert guesses.allowed("a")
        guesses.missed("a")
    assert not guesses.allowed("a")
    assert guesses.allowed("b")
    now = 1.0
    assert guesses.allowed("a")
    for address in "bcd":
        guesses.missed(address)
    assert list(guesses._buckets) == ["c", "d"]


def test_an_address_gets_back_what_it_gives_back() -> None:
    book = AddressBook(1)
    assert book.take("a")
    assert book.take("b")
    assert not book.take("a")
    book.give_back("a")
    assert book.take("a")


def test_ranks_go_by_winning_then_progress_then_time_and_may_be_equal() -> None:
    standings = [
        Standing(0, False, 10, 0, 500),
        Standing(1, True, 52, 0, 900),
        Standing(2, False, 12, 0, 800),
        Standing(3, True, 52, 0, 700),
        Standing(4, False, 10, 0, 500),
        Standing(5, False, 10, 0, 400),
        Standing(6, False, 9, 0, 100),
    ]
    assert [(rank, standing.seat) for rank, standing in ranked(standings)] == [
        (1, 3), (2, 1), (3, 2), (4, 5), (5, 0), (5, 4), (7, 6),
    ]  # fmt: skip


def test_in_games_with_a_penalty_fewer_come_first_also_among_winners() -> None:
    standings = [
        Standing(0, True, 8, 5, 100),
        Standing(1, True, 8, 4, 900),
        Standing(2, False, 3, 2, 50),
        Standing(3, False, 3, 1, 60),
    ]
    assert [standing.seat for _, standing in ranked(standings)] == [1, 0, 3, 2]


@pytest.mark.parametrize("size", [0, 1, 125, 126, 65535, 65536, 70000])
def test_frames_are_those_of_the_standard(size: int) -> None:
    payload = bytes(size)
    assert framed(BINARY, payload) == Frame(Opcode.BINARY, payload).serialize(mask=False)


def test_a_stream_gives_what_it_still_has() -> None:
    stream = Stream(base=100)
    frames = [frame_of(Pong(re=number, now=0)) for number in range(1, KEPT + 4)]
    assert stream.since(100, Format.MSGPACK) == []
    for frame in frames:
        stream.add(frame)
    assert stream.seq == 100 + KEPT + 3
    assert stream.since(stream.seq, Format.MSGPACK) == []
    assert stream.since(stream.seq - 2, Format.MSGPACK) == frames[-2:]
    assert stream.since(stream.seq - KEPT, Format.MSGPACK) == frames[-KEPT:]
    assert stream.since(stream.seq - KEPT - 1, Format.MSGPACK) is None
    assert stream.since(stream.seq + 1, Format.MSGPACK) is None
    assert stream.since(stream.seq - 1, Format.JSON) == [frame_of(Pong(re=KEPT + 3, now=0), Format.JSON)]


def test_an_opening_is_remembered_until_a_client_counts_anew() -> None:
    openings = Openings()
    openings.greet("p", 1)
    openings.note("p", 2, "ABCDEF")
    assert openings.of("p", 2) == "ABCDEF"
    assert openings.of("p", 3) is None
    openings.greet("p", 5)
    assert openings.of("p", 2) == "ABCDEF"
    openings.greet("p", 1)
    assert openings.of("p", 2) is None


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
        state=describe.state(room, Volatile()),
        layout=describe.layout(room),
        boards=(),
        progress=(),
    )
    answer = Answer(message)
    for re in (7, request_id):
        frame = answer.frame(fmt, re)
        payload = frame[{126: 4, 127: 10}.get(frame[1], 2) :]
        assert framed(frame[0], payload) == frame
        data = payload if fmt is Format.MSGPACK else payload.decode()
        assert decode_server(data, fmt) == message.model_copy(update={"re": re})
