"""No message to a role contains what the role may not see; every byte is read."""

from __future__ import annotations

import random
from collections.abc import AsyncIterator

import pytest
import pytest_asyncio
from redis import Redis

from cadogan_games import catalogue
from cadogan_games.engine.cards import DOWN
from cadogan_protocol.codec import Format
from cadogan_protocol.messages import BoardSnapshot, Delta, Moved, Stand, Step
from cadogan_protocol.moves import HIDDEN
from cadogan_server.app import Running
from cadogan_server.rooms.kinds.race import Race
from cadogan_server.rooms.room import Room
from tests.server.conftest import starter
from tests.server.core import race_of
from tests.server.wire import Wire, dial


def everything(wire: Wire) -> bytes:
    """Return all that a socket has received, as bytes."""
    return b"\n".join(data if isinstance(data, bytes) else data.encode() for data in wire.raw)


RACES = sorted(id for id in catalogue.ids() if catalogue.head_of(id).kind == "race")


@pytest_asyncio.fixture(loop_scope="module", scope="module")
async def server(redis_server: str, tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Running]:
    """Yield one server for all games."""
    with pytest.MonkeyPatch.context() as monkeypatch, Redis.from_url(redis_server) as redis:
        redis.flushall()
        serve = starter(redis_server, tmp_path_factory.mktemp("server"), monkeypatch)
        async with serve(players_per_hour=10**6) as it:
            yield it


@pytest.mark.asyncio(loop_scope="module")
@pytest.mark.parametrize(("game", "fmt"), [("klondike", Format.JSON), *((game, Format.MSGPACK) for game in RACES)])
async def test_no_role_is_sent_hidden_data(server: Running, game: str, fmt: Format) -> None:
    chance = random.Random(game)
    async with dial(server.port, fmt) as anna, dial(server.port, fmt) as olga, dial(server.port, fmt) as watcher:
        await (await anna.hello("Anna")).create(game)
        await (await olga.hello("Olga")).join(anna.code)
        await (await watcher.hello("Watcher")).join(anna.code, "spectator")
        for wire in (anna, olga):
            await wire.ready()
        await anna.the(Moved)
        room = server.services.rooms.registry.hubs[anna.code].room
        assert isinstance(room.mode, Race)
        table = race_of(room).racers[0].table
        for _ in range(12):
            if not anna.moves or not isinstance(await anna.play(chance.choice(anna.moves)), Step | Moved):
                break
            for true, shown in zip(table.piles, anna.boards[1].piles, strict=True):
                assert list(shown) == [HIDDEN if card >= DOWN else card for card in true]
        await watcher.state(
            lambda state: state.seats[0].moves == table_moves(room) and watcher.boards.keys() == {65, 66}
        )
        assert watcher.boards == {stream: room.mode.views.board(stream) for stream in (65, 66)}
        await olga.state(lambda state: state.seats[0].moves == table_moves(room))
        secrets = [room.state.created.secret, room.state.seed]
        for wire in (anna, olga, watcher):
            sent = everything(wire)
            for secret in secrets:
                assert secret not in sent
                assert secret.hex().encode() not in sent
        for racer, own in ((anna, 1), (olga, 2)):
            seen = {message.stream for message in racer.log if isinstance(message, BoardSnapshot | Delta)}
            assert seen == {own} or room.mode.is_done(own - 1)  # a racer who is stuck for good sees all boards
        await anna.ask(Stand)
        await olga.ask(Stand)
        finished = await olga.phase("finished")
        assert finished.results is not None
        assert finished.results.seed == room.state.seed.hex()
        assert finished.results.secret == room.state.created.secret.hex()


def table_moves(room: Room) -> int:
    return race_of(room).racers[0].moves
