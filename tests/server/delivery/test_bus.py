"""The order in which frames leave, and in how many writes."""

from __future__ import annotations

import pytest

from cadogan_server.delivery.bus import Bus
from cadogan_server.store.log.journal import Journal
from cadogan_server.store.log.room_log import RoomLog
from tests.server.delivery.recipient import Told
from tests.server.hosting.stage import FakeJournal


async def test_a_broken_socket_stops_no_other_and_callbacks_run_last(redis_url: str) -> None:
    said: list[bytes] = []

    def fail(frame: bytes) -> None:
        raise OSError("broken")

    journal = Journal(redis_url)
    bus = Bus(journal)
    bus.send(Told(fail), b"lost")
    bus.then(lambda: said.append(b"then"))
    bus.send(Told(said.append), b"frame")
    await journal.close()
    assert said == [b"frame", b"then"]


async def test_a_frame_for_many_comes_to_each_in_its_order_and_in_one_write(redis_url: str) -> None:
    class Counted(Told):
        writes = 0

        def write(self, frames: list[bytes]) -> None:
            self.writes += 1
            super().write(frames)

    journal = Journal(redis_url)
    bus = Bus(journal)
    said: list[list[bytes]] = [[] for _ in range(3)]
    outboxes = [Counted(one.append) for one in said]
    for _ in range(2):
        bus.publish(b"all", outboxes)
        bus.send(outboxes[0], b"one")
        bus.publish(b"some", outboxes[:2])
        journal.append(RoomLog("ABCDEF", 1), b"record")
        bus.publish(b"all again", outboxes)
        await journal.close()
    once = [[b"all", b"one", b"some", b"all again"], [b"all", b"some", b"all again"], [b"all", b"all again"]]
    assert said == [2 * one for one in once]
    assert [outbox.writes for outbox in outboxes] == [2, 2, 2]


def test_players_who_wait_for_an_answer_are_written_to_first() -> None:
    journal, order = FakeJournal(), list[str]()

    class Named(Told):
        def __init__(self, name: str) -> None:
            super().__init__(lambda frame: order.append(f"{name} {frame.decode()}"))

    crowd, ann, bob = Named("crowd"), Named("Ann"), Named("Bob")
    for _ in range(2):
        journal.bus.publish(b"delta", [crowd, ann, bob])
        journal.bus.answer(bob, b"answer")
        journal.bus.publish(b"delta", [crowd, ann])
        journal.bus.answer(ann, b"answer")
        journal.bus.send(bob, b"more")
        journal.release()
        answers = ["Bob delta", "Bob answer", "Bob more", "Ann delta", "Ann delta", "Ann answer"]
        assert order == [*answers, "crowd delta", "crowd delta"]
        order.clear()


async def test_send_now_passes_the_barrier(redis_url: str, caplog: pytest.LogCaptureFixture) -> None:
    def fail(frame: bytes) -> None:
        raise OSError("broken")

    journal, said = Journal(redis_url), list[bytes]()
    bus = Bus(journal)
    journal.append(RoomLog("ABCDEF", 1), b"1")
    bus.send(Told(said.append), b"waits")
    bus.send_now(Told(fail), b"lost")
    bus.send_now(Told(said.append), b"now")
    assert said == [b"now"]
    assert "a socket could not be written to" in caplog.text
    await journal.close()
    assert said == [b"now", b"waits"]


def test_batches_are_counted_as_they_are_begun_and_as_they_leave() -> None:
    journal = FakeJournal()
    bus, everybody = journal.bus, Told(lambda frame: None)
    assert (bus.tick, bus.released) == (0, 0)
    for _ in range(2):
        bus.send(everybody, b"frame")
    assert (bus.tick, bus.released) == (1, 0)
    journal.closed += 1  # the batch is on its way to the store
    bus.publish(b"frame", [everybody])
    assert (bus.tick, bus.released) == (2, 0)
    journal.release()
    assert (bus.tick, bus.released) == (2, 2)
