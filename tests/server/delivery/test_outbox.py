"""The only writer of a socket: bounded, and never dropping an answer."""

from __future__ import annotations

from cadogan_protocol.codec import Format
from cadogan_server.delivery.outbox import Outbox
from cadogan_server.delivery.reply import RESUME, Reply
from tests.server.pipe import Pipe


class Told:
    """Notes the times when an outbox says that it lags."""

    def __init__(self, told: list[str]) -> None:
        self.told = told

    def fell_behind(self) -> None:
        self.told.append("fell behind")

    def caught_up(self) -> None:
        self.told.append("caught up")


def outbox(pipe: Pipe, told: list[str], bound: int = 10) -> Outbox:
    return Outbox(pipe, Format.MSGPACK, lambda: told.append("overflow"), bound)


def spectator(pipe: Pipe, told: list[str], bound: int = 10) -> Outbox:
    box = outbox(pipe, told, bound)
    box.observe(Told(told))
    return box


def test_frames_of_a_batch_go_out_in_one_write() -> None:
    pipe = Pipe()
    outbox(pipe, []).write([b"a", b"b"])
    assert pipe.writes == [b"ab"]


def test_frames_wait_for_a_full_socket_and_leave_in_one_write() -> None:
    pipe, told = Pipe(), list[str]()
    box = outbox(pipe, told)
    pipe.open = False
    box.write([b"a"])
    box.write([b"b"])
    box.write([b"c"])
    assert pipe.writes == [b"a"]
    pipe.open = True
    box.drained()
    assert pipe.writes == [b"a", b"bc"]
    assert told == []


def test_a_player_who_falls_behind_is_closed_once() -> None:
    pipe, told = Pipe(), list[str]()
    box = outbox(pipe, told)
    pipe.open = False
    for _ in range(20):
        box.write([b"1234"])
    assert told == ["overflow"]
    pipe.open = True
    box.drained()
    box.write([b"late"])
    assert pipe.taken == b"1234"


def test_one_batch_may_be_larger_than_the_bound() -> None:
    pipe, told = Pipe(), list[str]()
    box = outbox(pipe, told)
    pipe.open = False
    box.write([b"a"])
    box.write([b"0123456789abcdef"])
    assert told == []


def test_a_spectator_behind_gets_answers_only_and_then_a_snapshot() -> None:
    pipe, told = Pipe(), list[str]()
    box = spectator(pipe, told)
    pipe.open = False
    box.write([b"first "])
    box.write([b"delta1", Reply(b"ok1 ")])
    box.write([b"delta2"])
    assert told == ["fell behind"]
    box.write([b"delta3", Reply(b"ok2 ")])
    pipe.open = True
    box.drained()
    assert told == ["fell behind", "caught up"]
    assert pipe.taken == b"first ok1 ok2 "
    box.write([b"delta4", RESUME, b"snapshot ", b"delta5"])
    assert pipe.taken == b"first ok1 ok2 snapshot delta5"
    assert not box.behind


def test_a_spectator_who_asks_and_never_reads_is_closed() -> None:
    pipe, told = Pipe(), list[str]()
    box = spectator(pipe, told)
    pipe.open = False
    for _ in range(9):
        box.write([Reply(b"answer")])
    assert told == ["overflow"]


def test_an_outbox_that_may_drop_nothing_overflows_for_spectators_too() -> None:
    pipe, told = Pipe(), list[str]()
    box = Outbox(pipe, Format.JSON, lambda: told.append("overflow"), 10, may_drop=False)
    box.observe(Told(told))
    pipe.open = False
    for _ in range(3):
        box.write([b"123456"])
    assert told == ["overflow"]


def test_an_outbox_whose_observer_has_gone_overflows() -> None:
    pipe, told = Pipe(), list[str]()
    box = spectator(pipe, told)
    box.observe(None)
    pipe.open = False
    for _ in range(3):
        box.write([b"123456"])
    assert told == ["overflow"]
