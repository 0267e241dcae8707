"""Duels over real sockets and a real Redis: the messages of each role, reconnecting, counting."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Generator, Iterable
from itertools import takewhile
from typing import Any

import pytest

from cadogan_games.engine import view
from cadogan_games.engine.cards import DOWN
from cadogan_protocol.codec import Format, decode_server
from cadogan_protocol.messages import (
    BoardSnapshot,
    Delta,
    Error,
    GetLeaderboard,
    GetReplay,
    Leaderboard,
    Message,
    Moved,
    Play,
    Rematch,
    Replay,
    RoomUpdate,
    Stand,
    Step,
)
from cadogan_protocol.moves import HIDDEN
from cadogan_protocol.streams import SEQ_SPAN, SPECTATORS
from cadogan_server.app import Running
from cadogan_server.delivery.frame import payload
from cadogan_server.replays.from_log import Story, telling
from cadogan_server.rooms.fairness import day_of
from cadogan_server.rooms.kinds.duel import Duel
from cadogan_server.rooms.records import Record
from cadogan_server.rooms.room import Room
from cadogan_server.store.boards.board_reader import board_of_game
from tests.games.positions import copy_of
from tests.server.conftest import Serve
from tests.server.core import duel_of
from tests.server.established import establish
from tests.server.wire import Wire, dial

DUELS = ["spite_and_malice", "spite_and_malice_mixed", "spite_and_malice_modern"]
SHORT = {"riddance": 5}


def the_room(server: Running, code: str) -> Room:
    room = server.services.rooms.registry.hubs[code].room
    assert isinstance(room.mode, Duel)
    return room


async def sit_down(anna: Wire, olga: Wire, game: str, options: dict[str, Any] | None = None, **rules: Any) -> None:
    await (await anna.hello("Anna")).create(game, options, **rules)
    await (await olga.hello("Olga")).join(anna.code)
    await anna.ready()
    await olga.ready()
    await anna.the(Moved)
    await olga.the(Moved)


async def play_on(server: Running, players: tuple[Wire, Wire], chance: random.Random, most: int) -> None:
    """Play moves from the lists that the players are sent."""
    room = the_room(server, players[0].code)
    for _ in range(most):
        seat = room.state.clock.seat if room.state.clock is not None else None
        if seat is None:
            return
        wire = players[seat]
        await catch_up(server, wire, 1 + seat)
        plays = [move for move in wire.moves if move[0] == "play"]
        answer = await wire.play(chance.choice(plays or wire.moves))
        assert isinstance(answer, Step | Moved), answer


async def catch_up(server: Running, wire: Wire, stream: int) -> None:
    """Wait until a socket has all of a stream, and a player the legal moves that belong to it."""
    hub = server.services.rooms.registry.hubs[wire.code]
    seq = hub.broadcast.streams[stream].seq
    while wire.seqs.get(stream) != seq or (wire.seat is not None and not belongs(wire, seq)):
        await wire.next()


def belongs(wire: Wire, seq: int) -> bool:
    """Return True if the last list of moves belongs to the board's message `seq`."""
    lists = [message for message in wire.log if isinstance(message, Step | Moved)]
    return bool(lists) and lists[-1].seq == seq % SEQ_SPAN


@pytest.mark.parametrize(("game", "fmt"), [*((game, Format.MSGPACK) for game in DUELS), (DUELS[2], Format.JSON)])
async def test_no_role_is_ever_sent_a_card_that_it_may_not_see(server: Running, game: str, fmt: Format) -> None:
    options = {DUELS[0]: None, DUELS[1]: {"riddance": 10}, DUELS[2]: {"riddance": 5}}[game]
    async with dial(server.port, fmt) as anna, dial(server.port, fmt) as olga, dial(server.port, fmt) as watcher:
        await sit_down(anna, olga, game, options)
        await (await watcher.hello("Watcher")).join(anna.code, "spectator")
        room = the_room(server, anna.code)
        secrets = [
            room.state.seed,
            room.state.seed.hex().encode(),
            room.state.created.secret,
            room.state.created.secret.hex().encode(),
        ]
        roles = ((anna, 1), (olga, 2), (watcher, 3))
        chance = random.Random(game)
        for _ in range(150):
            await play_on(server, (anna, olga), chance, 1)
            if room.state.phase != "running":
                break
            for wire, stream in roles:
                await catch_up(server, wire, stream)
                compare(room, wire, stream)
        for wire, stream in roles:
            before_the_end = [m for m in takewhile(goes_on, wire.log) if isinstance(m, BoardSnapshot | Delta)]
            assert {message.stream for message in before_the_end} == {stream}
            for message in before_the_end:
                if isinstance(message, Delta):
                    for event in message.events:
                        assert_honest(room, stream, event)
            if room.state.phase == "running":
                sent = b"\n".join(data if isinstance(data, bytes) else data.encode() for data in wire.raw)
                assert not [secret for secret in secrets if secret in sent]


def goes_on(message: Message) -> bool:
    """Return True if the message does not say that the duel is over, and so open."""
    return not (isinstance(message, RoomUpdate) and message.phase == "finished")


def compare(room: Room, wire: Wire, stream: int) -> None:
    """Check that a role's view is the permitted part of the true table, and no more."""
    table, shown = duel_of(room).table, wire.boards[stream]
    for pile, (true, seen) in enumerate(zip(table.piles, shown.piles, strict=True)):
        allowed = [card if may_see(room, stream, pile) and card < DOWN else HIDDEN for card in true]
        assert list(seen) == allowed, table.game.group_of[pile].id


def may_see(room: Room, stream: int, pile: int) -> bool:
    """The sheet's table of views, for cards that lie face up: a hand is visible to its owner, all else to everybody."""
    first = room.state.game.first["hand"]
    return pile not in (first, first + 1) or pile == first + stream - 1


def assert_honest(room: Room, stream: int, event: tuple[Any, ...]) -> None:
    """Check that no event names a card of the stock, of the completed heap, or of a hand that the role may not see."""
    kind, *rest = event
    if kind in (0, 5):
        return
    pile, cards = {
        1: lambda: rest[1:3],
        2: lambda: (rest[2], rest[4]),
        3: lambda: (rest[0], [rest[2]]),
        4: lambda: rest,
    }[kind]()
    hidden = room.state.game.group_of[pile].id in ("stock", "completed") or not may_see(room, stream, pile)
    assert not hidden or set(cards) <= {HIDDEN}, event


async def test_a_player_comes_back_in_the_middle_to_the_own_hand(server: Running) -> None:
    async with dial(server.port) as anna, dial(server.port) as olga:
        await sit_down(anna, olga, DUELS[0])
        room = the_room(server, anna.code)
        await play_on(server, (anna, olga), random.Random(1), 10)
        async with dial(server.port) as again:
            await (await again.hello("Anna", anna.token)).join(anna.code)
            await again.the(Moved)
            assert again.seat == 0
            compare(room, again, 1)
            expected = view.state(duel_of(room).table, 0)[1]
            assert tuple(again.boards[1].counters) == expected


async def test_moves_out_of_turn_or_for_another_seat_are_refused(server: Running) -> None:
    async with dial(server.port) as anna, dial(server.port) as olga:
        await sit_down(anna, olga, DUELS[2], SHORT)
        room = the_room(server, anna.code)
        assert room.state.clock is not None
        assert room.state.clock.seat is not None
        mover, waiter = (anna, olga) if room.state.clock.seat == 0 else (olga, anna)
        before = copy_of(duel_of(room).table)
        refused = await waiter.refusal(Play, move=mover.moves[0])
        assert refused.code == "not_your_turn"
        theirs = next(move for move in mover.moves if move[0] == "discard")
        hand = room.state.game.first["hand"] + 1 - room.state.clock.seat
        stolen = await mover.refusal(Play, move=("discard", (hand, 0), theirs[2]))
        assert stolen.code == "illegal_move"
        assert "not yours to play" in stolen.message
        assert duel_of(room).table.piles == before.piles


@pytest.mark.usefixtures("counts_at_once")
async def test_a_match_is_counted_once_with_score_and_rating(serve: Serve) -> None:
    async with serve() as server, dial(server.port) as anna, dial(server.port, source="127.0.2.1") as olga:
        await sit_down(anna, olga, DUELS[2], SHORT)
        await establish(server.services.store.opened.connections.upkeep, anna.player, olga.player)
        assert not isinstance(await olga.ask(Stand), Error)
        finished = await anna.phase("finished")
        assert finished.results is not None
        assert [row.name for row in finished.results.rows] == ["Anna", "Olga"]
        room = the_room(server, anna.code)
        for _ in range(3):
            await server.services.store.leaderboard.count(room, 1)
        # The server itself may have counted it first, on another day.
        await server.services.store.leaderboard.sorting.sort()
        boards = {}
        for metric in ("wins", "races", "score", "rating"):
            answer = await anna.ask(GetLeaderboard, game=DUELS[2], metric=metric, options=SHORT)
            assert isinstance(answer, Leaderboard)
            boards[metric] = {row.name: row.value for row in answer.rows}
        assert boards["wins"] == {"Anna": 1}
        assert boards["races"] == {"Anna": 1, "Olga": 1}
        assert boards["score"] == {"Anna": 5, "Olga": 0}
        assert boards["rating"]["Anna"] > 1500 > boards["rating"]["Olga"]


@pytest.mark.usefixtures("counts_at_once")
async def test_two_matches_that_end_together_both_count(serve: Serve) -> None:
    async with serve() as server, dial(server.port) as anna, dial(server.port, source="127.0.2.1") as olga:
        await sit_down(anna, olga, DUELS[2], SHORT)
        await establish(server.services.store.opened.connections.upkeep, anna.player, olga.player)
        first = the_room(server, anna.code)
        await olga.ask(Stand)
        await anna.phase("finished")
        second = Room(first.state.created._replace(identity="2" * 16))
        second.state.occupants, second.state.results = first.state.occupants, first.state.results
        leaderboard, now = server.services.store.leaderboard, server.services.clock.now()
        # The server counts the first game as well, by its own clock, and forgets games of more than 30 days before.
        await asyncio.gather(leaderboard.count(first, now), leaderboard.count(second, now))
        await leaderboard.sorting.sort()
        board = first.scoring.board or ""
        boards = server.services.store.boards
        rows, _ = await boards.best(board_of_game(DUELS[2], "races", board, day=day_of(now)), 10)
        assert {row.name: row.value for row in rows} == {"Anna": 2, "Olga": 2}
        best, _ = await boards.best(board_of_game(DUELS[2], "rating", board, day=day_of(now)), 10)
        assert best[0].value > 1582.5, "the second win builds on the first"


async def test_the_replay_shows_one_table_with_open_hands(server: Running) -> None:
    async with dial(server.port) as anna, dial(server.port) as olga:
        await sit_down(anna, olga, DUELS[2], SHORT)
        room = the_room(server, anna.code)
        await play_on(server, (anna, olga), random.Random(5), 12)
        await olga.ask(Stand)
        await anna.phase("finished")
        answer = await anna.ask(GetReplay, room=anna.code)
        assert isinstance(answer, Replay)
        (board,) = answer.boards
        assert len(board.steps) >= 12
        hands = [board.start.piles[pile] for pile in room.state.game.indexes("hand")]
        assert all(card != HIDDEN for hand in hands for card in hand)
        assert {seat: done for _, seat, done in answer.progress} == {s.seat: s.progress for s in answer.state.seats}


async def test_a_replay_is_made_once_however_many_ask(serve: Serve, monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[str] = []

    def counted(records: Iterable[Record]) -> Generator[None, None, Story]:
        made.append("once")
        return telling(records)

    monkeypatch.setattr("cadogan_server.replays.from_log.telling", counted)
    async with serve() as server, dial(server.port) as anna, dial(server.port, Format.JSON, first_id=500) as olga:
        server.services.rooms.replays.most_kept = 1
        await sit_down(anna, olga, DUELS[2], SHORT)
        await olga.ask(Stand)
        for wire in (anna, olga):
            await wire.phase("finished")
        requests = [(wire, await wire.post(GetReplay, room=anna.code)) for wire in (anna, olga) * 3]
        answers = [await wire.answer(request) for wire, request in requests]
        assert all(isinstance(answer, Replay) for answer in answers)
        assert made == ["once"]
        rematch = await anna.ask(Rematch)
        later = await olga.ask(GetReplay, room=anna.code)
        assert later.state.rematch == rematch.room
        assert len(server.services.rooms.replays) == 1


@pytest.mark.parametrize("spectators", ["fair", "live", "delayed"])
async def test_spectators_see_no_hand_while_the_match_runs(server: Running, spectators: str) -> None:
    async with dial(server.port) as anna, dial(server.port) as olga, dial(server.port) as watcher:
        await sit_down(anna, olga, DUELS[2], SHORT, spectators=spectators, delay=600)
        await (await watcher.hello("Watcher")).join(anna.code, "spectator")
        await play_on(server, (anna, olga), random.Random(8), 12)
        room, line = the_room(server, anna.code), server.services.rooms.registry.hubs[anna.code].broadcast.delay
        assert room.state.phase == "running"
        if line is None:
            await catch_up(server, watcher, SPECTATORS)
            compare(room, watcher, SPECTATORS)
            sent = watcher.log
        else:  # the message that spectators will be sent in ten minutes
            sent = [
                decode_server(payload(frame), Format.MSGPACK) for frame in line.due((line.deadline or 0) + line.delay)
            ]
        (start,) = [message for message in sent if isinstance(message, BoardSnapshot)]
        assert {card for pile in room.state.game.indexes("hand") for card in start.table.piles[pile]} == {HIDDEN}
        events = [event for message in sent if isinstance(message, Delta) for event in message.events]
        assert events
        for event in events:
            assert_honest(room, SPECTATORS, event)
