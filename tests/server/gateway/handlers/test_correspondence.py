"""Correspondence duels: they go on while nobody is there, over restarts and nodes, and each player has a few."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import msgpack
import pytest
from redis.asyncio import Redis

from cadogan_protocol.codec import encode
from cadogan_protocol.errors import CloseCode, ErrorCode
from cadogan_protocol.limits import MOST_CORRESPONDENCE
from cadogan_protocol.messages import (
    Create,
    Error,
    GetHistory,
    GetRunning,
    Join,
    Joined,
    Leave,
    Moved,
    Ok,
    Play,
    Rematch,
    Resign,
    SeatBots,
    Stand,
)
from cadogan_protocol.people import RunningDuel
from cadogan_protocol.room_options import RoomOptions
from cadogan_server.app import Running
from cadogan_server.hosting.caretaker import LOBBY_MS
from cadogan_server.hosting.clearing import Clearing
from cadogan_server.hosting.pushing.posting import News
from cadogan_server.hosting.pushing.pusher import Pusher
from cadogan_server.hosting.pushing.turns import ANYWAY_MS, Turns
from cadogan_server.rooms.kinds.day_clock import DAY_MS, GRACE_MS
from cadogan_server.rooms.records import Ended, Forfeited, Reminded, unpack
from cadogan_server.store import keys
from cadogan_server.store.redis.servers import Server
from cadogan_server.store.upkeep.policy import EvictionStep
from tests.server.clocks import put_forward
from tests.server.conftest import Serve
from tests.server.processes import process
from tests.server.waiting import until
from tests.server.wire import Wire, dial

GAME, SHORT = "spite_and_malice_modern", {"riddance": 5}
RULES: dict[str, Any] = {"days_per_turn": 2, "public": False}
HERE, THERE = "127.0.0.2", "127.0.0.3"


@pytest.fixture
async def redis(redis_url: str) -> AsyncIterator[Redis]:
    async with Redis.from_url(redis_url) as client:
        yield client


Player = tuple[str, str, str]
"""A player who has gone: the token, the player's id and the address."""


async def rest(server: Running, code: str) -> None:
    """Let a server leave a room to the store, in which nobody is."""
    hubs = server.services.rooms.registry.hubs
    await until(lambda: code not in hubs or not hubs[code].audience.viewers)
    for _ in range(2):
        await server.services.rooms.sweeping.sweep()
        put_forward(server, server.services.settings.empty_by_days + 1)
    await server.services.rooms.sweeping.sweep()
    assert code not in hubs


async def begin(server: Running) -> tuple[str, Player, Player]:
    """Begin a duel between Anna, who is away when it begins, and Olga, who is away then."""
    async with dial(server.port, source=HERE) as anna:
        await (await anna.hello("Anna")).create(GAME, SHORT, **RULES)
        assert isinstance(await anna.ready(), Ok)
    await rest(server, anna.code)
    async with dial(server.port, source=THERE) as olga:
        await (await olga.hello("Olga")).join(anna.code)
        assert isinstance(await olga.ready(), Ok)
        await olga.the(Moved)
    return anna.code, (anna.token, anna.player, HERE), (olga.token, olga.player, THERE)


def back(server: Running, player: Player) -> Any:
    return dial(server.port, source=player[2])


async def duels(wire: Wire) -> tuple[RunningDuel, ...]:
    answer: tuple[RunningDuel, ...] = (await wire.ask(GetRunning)).duels
    return answer


async def turn(wire: Wire) -> None:
    """Play a whole turn in the room that a player has just entered."""
    await wire.the(Moved)
    while wire.moves:
        move = next((move for move in wire.moves if move[0] == "discard"), wire.moves[-1])
        step = await wire.play(move)
        assert not isinstance(step, Error), step


async def on_turn(server: Running, one: Player, other: Player) -> tuple[Player, Player]:
    """Return the two players, the player on turn first."""
    async with back(server, one) as wire:
        await wire.hello("Back", one[0])
        (duel,) = await duels(wire)
    return (one, other) if duel.turn else (other, one)


@pytest.mark.usefixtures("certain_at_once")
async def test_a_duel_goes_on_over_restarts_and_ends_in_the_history(
    serve: Serve, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[tuple[str, News]] = []
    monkeypatch.setattr(Pusher, "tell", lambda _, player, news: told.append((player, news)))
    async with serve() as server:
        code, anna, olga = await begin(server)
        first, second = await on_turn(server, anna, olga)
        async with back(server, first) as wire:
            await wire.hello("First", first[0])
            (duel,) = await duels(wire)
            assert (duel.room, duel.game, duel.days, duel.turn, duel.calls_off) == (code, GAME, 2, True, True)
            assert duel.player == second[1]
            await wire.join(code)
            await turn(wire)
            assert isinstance(await wire.ask(Leave), Ok)
        await rest(server, code)
    async with serve() as server, back(server, second) as wire:
        await wire.hello("Second", second[0])
        (duel,) = await duels(wire)
        assert (duel.turn, duel.calls_off) == (True, False)
        await wire.join(code)
        await turn(wire)
        assert isinstance(await wire.ask(Leave), Ok)
        assert isinstance(await wire.ask(Resign, room=code), Ok), "nobody need be in the room"
        assert await duels(wire) == ()

        async def kept() -> bool:
            return len((await wire.ask(GetHistory)).games) == 1

        await until(kept)
        (row,) = (await wire.ask(GetHistory)).games
        assert (row.room, row.won, row.rules.days_per_turn) == (code, False, 2)
        assert (await wire.ask(GetRunning)).over == (row,), "it stays beside those that run for some days"
        await until(lambda: [(player, news.says) for player, news in told if news.says] == [(first[1], "won")])
        put_forward(server, 8 * DAY_MS / 1000)
        assert (await wire.ask(GetRunning)).over == ()


@pytest.mark.usefixtures("certain_at_once")
async def test_a_deadline_is_kept_by_whatever_node_lives(
    serve: Serve, redis: Redis, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[tuple[str, str | None]] = []
    monkeypatch.setattr(Pusher, "tell", lambda _, player, news: told.append((player, news.says)))
    async with serve() as server:
        code, anna, olga = await begin(server)
        first, second = await on_turn(server, anna, olga)
        for player in (first, second):
            async with back(server, player) as wire:
                await wire.hello("Back", player[0])
                await wire.join(code)
                await turn(wire)
        await rest(server, code)
    due = await redis.zscore(keys.DUE, code)
    assert due is not None
    async with serve() as server:
        put_forward(server, due / 1000 - server.services.clock.now() / 1000 + 1)
        await server.services.rooms.finder.take_up_due()
        assert server.services.rooms.registry.hubs[code].room.mode.news is not None, "the player is reminded first"
        await rest(server, code)

        async def is_due_at_the_end() -> bool:
            return (await redis.zscore(keys.DUE, code) or 0) >= due + DAY_MS / 2 + GRACE_MS

        await until(is_due_at_the_end)
        put_forward(server, (due + DAY_MS / 2 + GRACE_MS - server.services.clock.now()) / 1000 + 1)
        await server.services.rooms.finder.take_up_due()
        async with back(server, second) as wire:
            await wire.hello("Back", second[0])

            async def kept() -> bool:
                return len((await wire.ask(GetHistory)).games) == 1

            await until(kept)
            (row,) = (await wire.ask(GetHistory)).games
            assert row.won, "the other was out of time"
            await until(lambda: {end for end in told if end[1]} == {(first[1], "lost"), (second[1], "won")})


async def test_two_nodes_decide_once_that_somebody_is_out_of_time(nodes: list[Running], redis: Redis) -> None:
    code, anna, olga = await begin(nodes[0])
    first, second = await on_turn(nodes[0], anna, olga)
    for player in (first, second):
        async with back(nodes[0], player) as wire:
            await wire.hello("Back", player[0])
            await wire.join(code)
            await turn(wire)
    await rest(nodes[0], code)
    async with back(nodes[0], first) as wire:
        await wire.hello("Back", first[0])
        (duel,) = await duels(wire)
    assert duel.deadline is not None

    async def written(kind: type) -> int:
        entries: Any = await redis.xrange(keys.log(code))
        return sum(isinstance(record, kind) for record in unpack(fields[b"r"] for _, fields in entries))

    for moment, kind in ((duel.deadline - DAY_MS / 2, Reminded), (duel.deadline + GRACE_MS, Forfeited)):
        for node in nodes:
            put_forward(node, (moment - node.services.clock.now()) / 1000 + 1)

        async def is_decided(kind: type = kind) -> bool:
            await asyncio.gather(*(node.services.rooms.finder.take_up_due() for node in nodes for _ in range(2)))
            for node in nodes:
                if code in node.services.rooms.registry.hubs:
                    node.services.rooms.registry.hubs[code].tick()
            return await written(kind) > 0

        await until(is_decided)
    for player, won in ((first, False), (second, True)):
        async with back(nodes[1], player) as wire:
            await wire.hello("Back", player[0])
            assert await duels(wire) == ()

            async def kept(wire: Wire = wire) -> bool:
                return len((await wire.ask(GetHistory)).games) > 0

            await until(kept)
            assert [row.won for row in (await wire.ask(GetHistory)).games] == [won]
    assert [await written(kind) for kind in (Reminded, Forfeited, Ended)] == [1, 1, 1]
    assert await redis.zscore(keys.CORRESPONDENCE, code) is None


async def test_nobody_acts_in_a_duel_of_others_or_out_of_turn(serve: Serve) -> None:
    async with serve() as server:
        code, anna, olga = await begin(server)
        first, second = await on_turn(server, anna, olga)
        async with back(server, second) as wire, back(server, first) as owner, dial(server.port) as eve:
            await (await owner.hello("First", first[0])).join(code)
            await owner.the(Moved)
            move = next(move for move in owner.moves if move[0] == "discard")
            await (await wire.hello("Second", second[0])).join(code)
            assert (await wire.refusal(Play, move=move)).code is ErrorCode.NOT_YOUR_TURN
            await (await eve.hello("Eve")).join(code, "spectator")
            for kind, fields in ((Play, {"move": move}), (Stand, {}), (Resign, {"room": code})):
                assert (await eve.refusal(kind, **fields)).code is ErrorCode.NOT_SEATED
            assert isinstance(await eve.ask(Leave), Ok)
            assert (await eve.refusal(Join, room=code, role="player")).code in (
                ErrorCode.WRONG_PHASE,
                ErrorCode.ROOM_FULL,
            )
            assert await duels(eve) == ()
            room = server.services.rooms.registry.hubs[code].room
            assert not any(hands.moves for hands in room.state.hands.values()), "nothing was played"
            # The same request twice, as after a broken connection, is played once; another with the same card is refused.
            sent = Play(id=next(owner.ids), move=move)
            for _ in range(2):
                await owner.connection.send(encode(sent, owner.fmt))
                assert not isinstance(await owner.answer(sent.id), Error)
            assert isinstance(await owner.ask(Play, move=move), Error)
            assert sum(hands.moves for hands in room.state.hands.values()) == 1


async def test_a_player_resigns_through_a_node_that_has_not_the_room(nodes: list[Running]) -> None:
    code, anna, olga = await begin(nodes[0])
    first, second = await on_turn(nodes[0], anna, olga)
    async with back(nodes[1], first) as wire, back(nodes[1], second) as other:
        await wire.hello("Back", first[0])
        await other.hello("Back", second[0])
        assert isinstance(await wire.ask(Resign, room=code), Ok)
        assert await duels(other) == ()
        assert (await wire.ask(GetHistory)).games == (), "it was called off, as nobody had acted"
        assert (await wire.refusal(Resign, room=code)).code is ErrorCode.WRONG_PHASE


async def test_a_killed_node_loses_neither_a_duel_nor_its_list(redis_url: str, tmp_path: Path) -> None:
    options = ("--redis", redis_url, "--no-bots", "--lease", "1")
    async with process(tmp_path / "gone", *options) as gone, process(tmp_path / "stays", *options) as stays:
        async with dial(gone.port, source=HERE) as anna, dial(gone.port, source=THERE) as olga:
            await (await anna.hello("Anna")).create(GAME, SHORT, **RULES)
            await (await olga.hello("Olga")).join(anna.code)
            for wire in (anna, olga):
                await wire.ready()
            for wire in (anna, olga):
                await wire.the(Moved)
            await gone.end(signal.SIGKILL)
        async with dial(stays.port, source=HERE) as anna_again:
            await anna_again.hello("Anna", anna.token)
            (duel,) = await duels(anna_again)
            assert (duel.room, duel.opponent) == (anna.code, "Olga")
            assert isinstance(await anna_again.ask(Resign, room=anna.code), Ok)
            assert await duels(anna_again) == ()


async def test_giving_up_is_for_those_who_play_by_correspondence(serve: Serve) -> None:
    async with serve() as server, dial(server.port) as anna, dial(server.port) as olga:
        await (await anna.hello("Anna")).create(GAME, SHORT, **RULES)
        await olga.hello("Olga")
        assert (await olga.refusal(Resign, room=anna.code)).code is ErrorCode.NOT_SEATED
        assert (await olga.refusal(Resign, room="NOROOM")).code is ErrorCode.UNKNOWN_ROOM
        await olga.create("klondike")
        assert (await olga.refusal(Resign, room=olga.code)).code is ErrorCode.BAD_OPTION
        await anna.post(Resign, room=anna.code)
        assert (await anna.closed())[0] == CloseCode.UNSEATED, "the seat in the lobby is given up"


@pytest.mark.parametrize("days", [0, 8, -1, "a week", 1.5, True])
async def test_a_number_of_days_that_cannot_be_is_refused(serve: Serve, days: object) -> None:
    async with serve() as server, dial(server.port) as anna:
        await anna.hello("Anna")
        raw = {"type": "create", "id": 9, "game": GAME, "rules": {"days_per_turn": days}}
        await anna.connection.send(msgpack.packb(raw))
        answer = await anna.the(Error)
        assert answer.code is ErrorCode.BAD_MESSAGE
        assert "days_per_turn" in answer.message


async def test_a_player_has_at_most_thirty(serve: Serve, redis: Redis) -> None:
    async with serve(correspondence=2) as server, dial(server.port) as anna, dial(server.port) as olga:
        await (await anna.hello("Anna")).create(GAME, SHORT, **RULES)
        await olga.hello("Olga")
        await redis.hset(keys.running(olga.player), mapping={f"CODE{n}": "[]" for n in range(MOST_CORRESPONDENCE)})
        rules = RoomOptions(**RULES)
        for refused in (
            await olga.refusal(Create, game=GAME, options=SHORT, rules=rules),
            await olga.refusal(Join, room=anna.code, role="player"),
        ):
            assert refused.code is ErrorCode.TOO_MANY_DUELS
            assert "30 correspondence duels" in refused.message
        await redis.zadd(keys.CORRESPONDENCE, {"OTHER": 1})
        assert isinstance(await anna.ask(Leave), Ok)
        await redis.zadd(keys.CORRESPONDENCE, {"THIRD": 1})
        refused = await anna.refusal(Create, game=GAME, options=SHORT, rules=rules)
        assert "there are 2 correspondence duels here, which is the most" in refused.message


async def test_bots_are_refused_in_clear_words(serve: Serve) -> None:
    async with serve(bots=True) as server, dial(server.port) as anna:
        await (await anna.hello("Anna")).create(GAME, SHORT, **RULES)
        refused = await anna.refusal(SeatBots, count=1, level="fair")
        assert "bots play no correspondence duels" in refused.message


async def test_a_lobby_nobody_comes_to_is_closed_after_a_week(serve: Serve, redis: Redis) -> None:
    async with serve() as server:
        async with dial(server.port, source=HERE) as anna:
            await (await anna.hello("Anna")).create(GAME, SHORT, **RULES)
            await anna.ready()
            (duel,) = await duels(anna)
            assert (duel.opponent, duel.deadline) == (None, None)
        await rest(server, anna.code)
        put_forward(server, LOBBY_MS / 1000)
        await server.services.rooms.finder.take_up_due()
        await server.services.rooms.sweeping.sweep()
        async with dial(server.port, source=HERE) as again:
            await again.hello("Anna", anna.token)
            assert await duels(again) == ()
        assert not await redis.exists(keys.log(anna.code))


async def test_what_nobody_has_open_is_evicted_last_and_forgotten(serve: Serve, redis: Redis) -> None:
    async def never() -> bool:
        return False

    async with serve() as server:
        code, anna, _ = await begin(server)
        shed = server.services.rooms.eviction.keys.shed
        assert await shed(EvictionStep.RESTING, Server("", redis), never) == 0, "a node has it"
        assert Clearing(server.services.rooms.registry).clear(running=False) == 0
        await rest(server, code)
        assert await shed(EvictionStep.RESTING, Server("", redis), never) == 1
        async with back(server, anna) as wire:
            await wire.hello("Back", anna[0])
            assert await duels(wire) == ()
            await until(lambda: _forgotten(redis, anna[1]))


async def _forgotten(redis: Redis, player: str) -> bool:
    return not await redis.exists(keys.running(player))


class Told:
    """Keeps what would be sent."""

    def __init__(self) -> None:
        self.news: list[tuple[str, News]] = []

    def tell(self, player: str, news: News) -> None:
        self.news.append((player, news))


async def test_a_turn_is_told_once_even_to_those_who_are_on_the_page(serve: Serve) -> None:
    async with serve() as server:
        code, anna, olga = await begin(server)
        first, _ = await on_turn(server, anna, olga)
        told, services = Told(), server.services
        turns = Turns(services.rooms.registry.hubs, services.people.invitations, told, services.clock.now)  # type: ignore[arg-type]
        await until(lambda: not services.rooms.registry.hubs[code].audience.viewers)
        await services.people.invitations.note_here([first[1]])
        await turns.look()
        assert told.news == [], "the player is on another page"
        put_forward(server, ANYWAY_MS / 1000)
        for _ in range(2):
            await turns.look()
        ((player, news),) = told.news
        assert (player, news.kind, news.url, news.of, news.anyway) == (first[1], "turn", f"/r/{code}", code, True)
        await rest(server, code)
        async with dial(server.port) as watcher:
            await (await watcher.hello("Watcher")).join(code, "spectator")
        await turns.look()
        assert len(told.news) == 1, "it is no news any more"


async def test_players_of_running_duels_are_kept_for_a_month(serve: Serve, redis: Redis) -> None:
    async with serve() as server:
        _, anna, olga = await begin(server)

        async def kept() -> bool:
            left = await asyncio.gather(*(redis.ttl(keys.player(player)) for _, player, _ in (anna, olga)))
            return min(left) > 29 * 24 * 3600

        await until(kept)


async def test_two_who_ask_for_a_rematch_at_once_meet_in_one_room(server: Running) -> None:
    code, one, other = await begin(server)
    async with back(server, one) as anna, back(server, other) as olga:
        for wire, name, player in ((anna, "Anna", one), (olga, "Olga", other)):
            await (await wire.hello(name, player[0])).join(code)
        await anna.ask(Stand)
        await anna.phase("finished")
        await olga.phase("finished")
        joined = await asyncio.gather(anna.ask(Rematch), olga.ask(Rematch))
        assert all(isinstance(one, Joined) for one in joined), joined
        assert joined[0].room == joined[1].room != code
        assert [len(await duels(wire)) for wire in (anna, olga)] == [1, 1]
