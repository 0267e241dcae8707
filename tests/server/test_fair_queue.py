"""Input that comes together is not handled at once: the amount of work between two looks at new input, in counts."""

from __future__ import annotations

import asyncio
import gc
import random
import select
import weakref
from collections.abc import Callable, Generator, Sequence
from functools import partial
from typing import Any

import pytest

from cadogan_games import catalogue
from cadogan_protocol.codec import Format, decode_client, encode, in_pieces
from cadogan_protocol.messages import (
    Games,
    GetReplay,
    Leave,
    ListGames,
    ListRooms,
    Message,
    Moved,
    Ping,
    Play,
    Replay,
    Rooms,
    Stand,
    Step,
    Undo,
)
from cadogan_server.app import Running
from cadogan_server.delivery.frame import ANY_REQUEST
from cadogan_server.fair_queue import FairQueue, Rank
from cadogan_server.gateway import conversation
from cadogan_server.gateway.api import games
from cadogan_server.gateway.conversation import Conversation
from cadogan_server.gateway.handlers import asking
from cadogan_server.rooms.room import Room
from cadogan_server.store.log import logs
from cadogan_server.store.log.logs import PAGE
from tests.attack.attacker import framed
from tests.server.conftest import Serve
from tests.server.iterations import counted, guests
from tests.server.wire import PATIENCE, Wire, dial

# ---- iterations by hand ---------------------------------------------------------------------------------------------------


class ByHand:
    """A queue, and iterations of an event loop that the test makes itself."""

    def __init__(self) -> None:
        self.done: list[str] = []
        self._now = 0.0
        self._soon: list[Callable[[], None]] = []
        self.queue = FairQueue(self._soon.append, lambda: self._now)

    def wait(
        self, address: str, what: str, rank: Rank = Rank.OTHER, *, vain: bool = False, takes: float = 0.001
    ) -> None:
        """Let a piece of work wait, which takes some seconds. With `vain` it finds nothing to do."""

        def act() -> bool:
            self.done.append(what)
            self._now += takes
            return not vain

        self.queue.wait(address, act, rank)

    def iterate(self) -> list[str]:
        """Make an iteration, and return the work done in it."""
        self.done.clear()
        called, self._soon[:] = list(self._soon), []
        for function in called:
            function()
        return list(self.done)


def test_an_address_waits_for_one_act_of_another_however_many_it_has() -> None:
    by_hand = ByHand()
    for number in range(5):
        by_hand.wait("eve", f"eve {number}")
    assert by_hand.iterate() == ["eve 0"]
    for number in range(2):
        by_hand.wait("ann", f"ann {number}")
    acts = [["ann 0"], ["eve 1"], ["ann 1"], ["eve 2"], ["eve 3"], ["eve 4"], []]
    assert [by_hand.iterate() for _ in acts] == acts


def test_who_acts_seldom_goes_before_those_who_act_again_and_again() -> None:
    by_hand = ByHand()
    networks = [f"10.0.{number}.1" for number in range(20)]
    for network in networks:
        by_hand.wait(network, network)
    for turn in range(200):
        if turn % 50 == 25:
            by_hand.wait("ann", "ann")
            assert by_hand.iterate() == ["ann"]
        (done,) = by_hand.iterate()
        by_hand.wait(done, done)  # it sends as soon as it is answered
    served = [by_hand.iterate() for _ in networks]
    assert sorted(served) == sorted([network] for network in networks), "all get their turn in each round"


def test_networks_that_come_anew_again_and_again_stop_no_other() -> None:
    by_hand = ByHand()
    for number in range(3):
        by_hand.wait("ann", f"ann {number}")
    acts = []
    for _ in range(10):
        by_hand.wait("10.0.1.1", "eve")
        by_hand.wait("10.0.2.1", "eve")
        acts += by_hand.iterate()
    assert [act for act in acts if act != "eve"] == ["ann 0", "ann 1", "ann 2"]


@pytest.mark.parametrize(
    ("crowd", "other"),
    [
        ([f"10.0.0.{number}" for number in range(1, 5)], "10.0.1.1"),
        ([f"2001:0db8:0001:{number:04x}" for number in range(1, 5)], "2001:0db8:0002:0001"),
    ],
    ids=["/24", "/48"],
)
def test_a_network_of_many_addresses_delays_another_by_one_act_only(crowd: list[str], other: str) -> None:
    by_hand = ByHand()
    for number in range(2):
        for address in crowd:
            by_hand.wait(address, f"{address} {number}")
    assert by_hand.iterate() == [f"{crowd[0]} 0"]
    by_hand.wait(other, "the other's")
    assert by_hand.iterate() == ["the other's"]
    rest = [f"{address} 0" for address in crowd[1:]] + [f"{address} 1" for address in crowd]
    assert [act for _ in rest for act in by_hand.iterate()] == rest, "the addresses of one network take turns"


def test_a_seated_player_waits_for_no_stranger() -> None:
    by_hand = ByHand()
    for number in range(3):
        by_hand.wait("eve", f"eve {number}")
    by_hand.wait("eve", "a hasty player's", Rank.HASTY)
    by_hand.wait("eve", "a player's", Rank.PLAYER)
    assert by_hand.iterate() == ["a player's", "a hasty player's", "eve 0"]


def test_quick_moves_of_a_crowd_are_made_together_slow_ones_apart() -> None:
    by_hand = ByHand()
    for takes, together in ((0.0001, 5), (0.0004, 2), (0.001, 1)):
        for number in range(12):
            by_hand.wait(f"10.0.0.{number}", "move", Rank.HASTY, takes=takes)
            by_hand.wait(f"10.0.1.{number}", "question", takes=takes)
        assert by_hand.iterate() == [*together * ["move"], "question"]
        while by_hand.iterate():
            pass


def test_a_hasty_player_of_another_network_waits_for_no_crowd() -> None:
    by_hand = ByHand()
    for number in range(20):
        by_hand.wait("10.0.0.1", f"crowd {number}", Rank.HASTY, takes=0.0001)
    assert len(by_hand.iterate()) == 5
    by_hand.wait("10.0.1.1", "another's", Rank.HASTY, takes=0.0001)
    assert by_hand.iterate()[0] == "another's"


def test_a_client_that_is_gone_takes_nobodys_turn() -> None:
    by_hand = ByHand()
    for number in range(3):
        by_hand.wait(f"gone {number}", "in vain", vain=True)
    by_hand.wait("ann", "ann")
    assert by_hand.iterate()[-1] == "ann"


def test_a_failed_turn_keeps_nobody_from_the_next() -> None:
    by_hand = ByHand()

    def fail() -> bool:
        raise ZeroDivisionError

    by_hand.queue.wait("eve", fail)
    by_hand.wait("ann", "ann")
    with pytest.raises(ZeroDivisionError):
        by_hand.iterate()
    assert by_hand.iterate() == ["ann"]


async def test_long_work_is_done_a_step_in_each_turn() -> None:
    by_hand = ByHand()

    def work(fails: bool) -> Generator[None, None, str]:
        for number in range(3):
            by_hand.done.append(f"step {number}")
            yield
        if fails:
            raise ZeroDivisionError
        return "done"

    for fails in (False, True):
        task = asyncio.create_task(by_hand.queue.through(work(fails)))
        await asyncio.sleep(0)
        assert [by_hand.iterate() for _ in range(4)] == [["step 0"], ["step 1"], ["step 2"], []]
        if fails:
            with pytest.raises(ZeroDivisionError):
                await task
        else:
            assert await task == "done"


async def test_the_result_of_long_work_is_freed_without_the_collector() -> None:
    class Made:
        """An object as large as a room."""

    def work() -> Generator[None, None, Made]:
        yield
        return Made()

    gc.disable()
    try:
        made = await FairQueue(asyncio.get_running_loop().call_soon).through(work())
        mark = weakref.ref(made)
        del made
        await asyncio.sleep(0)  # the event loop lets go of the future that woke this task
        assert mark() is None
    finally:
        gc.enable()


# ---- a server's iterations ------------------------------------------------------------------------------------------------


async def over(wire: Wire) -> None:
    """Play alone, twenty moves that are taken back, and give up."""
    await wire.create(undo="free", rated=False)
    await wire.ready()
    await wire.the(Moved)
    for _ in range(20):
        await wire.play(wire.moves[0])
        await wire.ask(Undo)
    await wire.ask(Stand)
    await wire.phase("finished")


def at_once(
    server: Running, requests: Sequence[tuple[Wire, Sequence[Callable[..., Message]]]]
) -> list[tuple[Wire, int]]:
    """Send all these messages together, so that the server finds them in its next look at its sockets. Returns the
    requests that each wire waits for. The event loop stands still until the last message has arrived, whatever the
    speed of the machine."""
    owed = []
    for wire, kinds in requests:
        for kind in kinds:
            owed.append((wire, next(wire.ids)))
            data = encode(kind(id=owed[-1][1]), wire.fmt)
            assert isinstance(data, bytes)
            wire.connection.transport.write(framed(data))
    ports = {wire.connection.local_address[1] for wire, _ in requests}
    unheard = {
        socket.transport.get_extra_info("socket")
        for socket in server.gateway.sessions.values()
        if socket.remote_address[1] in ports
    }
    assert len(unheard) == len(requests)
    while unheard:
        readable, _, _ = select.select(unheard, (), (), PATIENCE)
        assert readable, "the written messages have not arrived"
        unheard.difference_update(readable)
    return owed


async def test_players_are_heard_while_strangers_wait(server: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    order: list[type] = []
    now = Conversation.receive_now

    def note(data: bytes, fmt: Format) -> Any:
        message = decode_client(data, fmt)
        order.append(type(message))
        return message

    def note_now(self: Conversation, data: bytes) -> bool:
        done = now(self, data)
        order.extend([Play] * done)
        return done

    monkeypatch.setattr(conversation, "decode_client", note)
    monkeypatch.setattr(Conversation, "receive_now", note_now)
    async with dial(server.port) as anna, guests(server, 30) as wires:
        await (await anna.hello("Anna")).create(undo="free", rated=False)
        await anna.ready()
        await anna.the(Moved)
        order.clear()
        # One behind the other: the number of strangers who are heard while the store takes the move depends on the store.
        mine: list[Callable[..., Message]] = [partial(Play, move=anna.moves[0]), Undo]
        owed = at_once(server, [*[(wire, [ListRooms]) for wire in wires], (anna, mine)])
        assert all([isinstance(await anna.answer(id), Step) for wire, id in owed if wire is anna])
        for wire, id in owed[: len(wires)]:
            await wire.answer(id)
        assert order.index(Play) < 10
        assert order.index(Undo) < 25
        assert order.count(ListRooms) == 30


async def test_players_of_a_hasty_network_wait_for_their_turn(serve: Serve, monkeypatch: pytest.MonkeyPatch) -> None:
    order: list[str] = []
    now = Conversation.receive_now

    def note_now(self: Conversation, data: bytes) -> bool:
        done = now(self, data)
        assert self.session.player is not None
        order.extend([self.session.player.name] * done)
        return done

    async with (
        serve(messages_per_second=0.001, message_burst=30) as server,
        guests(server, 8) as wires,
        dial(server.port, source="127.0.1.1") as anna,
    ):
        await anna.hello("Anna")
        for wire in (*wires, anna):
            await wire.create(undo="free", rated=False)
            await wire.ready()
            await wire.the(Moved)
        assert isinstance(await wires[0].play(wires[0].moves[0]), Step)
        monkeypatch.setattr(Conversation, "receive_now", note_now)
        owed = at_once(server, [(wire, [partial(Play, move=wire.moves[0])]) for wire in (*wires, anna)])
        for wire, id in owed:
            assert isinstance(await wire.answer(id), Step)
    assert len(order) == len(wires) + 1
    assert order[0] == "Anna"


async def test_players_of_a_game_go_before_guests_in_a_lobby(server: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    order: list[type] = []

    def note(data: bytes, fmt: Format) -> Any:
        message = decode_client(data, fmt)
        order.append(type(message))
        return message

    monkeypatch.setattr(conversation, "decode_client", note)
    async with dial(server.port) as anna, guests(server, 20) as wires:
        await (await anna.hello("Anna")).create(undo="free", rated=False)
        await anna.ready()
        await anna.the(Moved)
        await anna.play(anna.moves[0])
        for wire in wires:
            await wire.create()
        order.clear()
        owed = at_once(server, [*[(wire, [Leave]) for wire in wires], (anna, [Undo])])
        assert isinstance(await anna.answer(owed[-1][1]), Step)
        for wire, id in owed[:-1]:
            await wire.answer(id)
        assert order.index(Undo) < 15
        assert order.count(Leave) == 20


async def test_a_room_that_is_over_is_read_and_played_again_in_small_steps(
    serve: Serve, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with serve(empty_finished=-1.0) as server, dial(server.port) as anna:
        await over(await anna.hello("Anna"))
        await anna.ask(Leave)
        await server.services.rooms.sweeping.sweep()
        assert not server.services.rooms.registry.hubs
        async with (
            counted(monkeypatch, Room, "replay") as records,
            counted(monkeypatch, logs, "unpack") as entries,
            counted(monkeypatch, asyncio, "to_thread") as threads,
        ):
            hub = await server.services.rooms.finder.find(anna.code)
        assert hub.room.state.phase == "finished"
        assert records.times.total() > 40
        assert records.most == 1
        assert entries.most == 1
        assert not threads.times, "a thread would take the interpreter from the players"


async def test_opening_a_room_looks_at_no_other(server: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    looked_at: list[str] = []

    def look(room: Room, name: str) -> Any:
        looked_at.append(name)
        return object.__getattribute__(room, name)

    async with guests(server, 3) as wires:
        for wire in wires:
            await wire.create()
        monkeypatch.setattr(Room, "__getattribute__", look)
        server.services.rooms.space.must_be_free("127.0.0.1")
        monkeypatch.undo()
    assert not looked_at


async def test_a_players_own_messages_overtake_none(server: Running) -> None:
    async with dial(server.port) as anna:
        await (await anna.hello("Anna")).create(undo="free", rated=False)
        await anna.ready()
        await anna.the(Moved)
        (move, *_), choice = anna.moves, random.Random(0)
        sent = [Play(id=500, move=move), Undo(id=501), Play(id=502, move=move), Undo(id=503), Ping(id=504)]
        data = b"".join(framed(encode(message, Format.MSGPACK)) for message in sent)
        at = 0
        while at < len(data):  # in pieces that end anywhere
            step = choice.randrange(1, 12)
            anna.connection.transport.write(data[at : at + step])
            at += step
            await asyncio.sleep(0)
        await anna.answer(504)
        answered = [getattr(message, "re", None) for message in anna.log]
        assert [id for id in answered if id and id >= 500] == [500, 501, 502, 503, 504]


# ---- the door --------------------------------------------------------------------------------------------------------


# ---- long work -------------------------------------------------------------------------------------------------------


async def test_answers_that_are_the_same_for_all_are_made_in_advance(
    serve: Serve, monkeypatch: pytest.MonkeyPatch
) -> None:
    for made in (asking.games_answer, asking.game_infos, games.prepare):
        made.cache_clear()
    async with serve() as server, dial(server.port) as anna:
        monkeypatch.setattr(catalogue, "head_of", lambda id: pytest.fail("made only when somebody asks"))
        assert isinstance(await (await anna.hello("Anna")).ask(ListGames), Games)


async def test_a_replay_is_made_and_encoded_in_small_steps(server: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    async with dial(server.port) as anna:
        await over(await anna.hello("Anna"))
        async with (
            counted(monkeypatch, Room, "commit") as records,
            counted(monkeypatch, logs, "unpack") as entries,
            counted(monkeypatch, asyncio, "to_thread") as threads,
        ):
            answer = await anna.ask(GetReplay, room=anna.code)
        assert isinstance(answer, Replay)
        assert records.times.total() > 20
        assert records.most == 1
        assert entries.times.total() > PAGE
        assert entries.most == 1
        assert not threads.times, "a thread would take the interpreter from the players"
        for fmt in Format:
            whole = encode(answer, fmt)
            pieces = list(in_pieces(answer, fmt))
            assert b"".join(pieces) == (whole if isinstance(whole, bytes) else whole.encode())
            assert len(pieces) > len(answer.boards) + 4


async def test_an_answer_that_has_no_lists_of_models_is_whole_too() -> None:
    for message in (Rooms(re=ANY_REQUEST, rooms=()), Games(re=ANY_REQUEST, games=asking.game_infos())):
        assert b"".join(in_pieces(message, Format.JSON)).decode() == encode(message, Format.JSON)
        assert b"".join(in_pieces(message, Format.MSGPACK)) == encode(message, Format.MSGPACK)
