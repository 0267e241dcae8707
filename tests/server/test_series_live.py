"""A series of races over real sockets: from the first lobby to the podium, with a restart of the server in between."""

from __future__ import annotations

from contextlib import AsyncExitStack
from typing import Any

import pytest

from cadogan_protocol.errors import ErrorCode
from cadogan_protocol.messages import Create, Leave, Onward, Rematch, Stand
from cadogan_protocol.room_options import RoomOptions
from cadogan_protocol.rooms import RoomState
from cadogan_server.app import Running
from tests.server.conftest import Serve
from tests.server.gateway.handlers.test_sequels import play
from tests.server.wire import LIVE, Wire, dial

GAMES = ("cover", "clock", "klondike_draw1")


def standings(room: RoomState) -> dict[str, tuple[int, int]]:
    assert room.races is not None
    return {line.name: (line.rank, line.points) for line in room.races.standings}


async def called(*wires: Wire) -> None:
    """Let all say that they are ready for the next race, and go there."""
    for wire in wires:
        await wire.ask(Onward)
    for wire in wires:
        await wire.state(lambda room: room.races is not None and room.races.called)
        await wire.joined(await wire.ask(Rematch))
    assert len({wire.code for wire in wires}) == 1


async def test_three_races_survive_a_restart_and_end_on_a_podium(serve: Serve) -> None:
    async with AsyncExitStack() as stack:
        async with serve() as first:
            anna = await (await stack.enter_async_context(dial(first.port))).hello("Anna")
            ben = await (await stack.enter_async_context(dial(first.port))).hello("Ben")
            await anna.create("cover", **LIVE | {"races": 3, "games": " ".join(GAMES)})
            await ben.join(anna.code)
            lobby = await ben.phase("lobby")
            assert lobby.races is not None
            assert (lobby.races.race, lobby.races.races, lobby.races.games) == (1, 3, GAMES)
            assert lobby.races.points[:2] == (10, 7)
            await play(anna, ben)
            over = await ben.state(lambda room: room.races is not None and room.races.next_at is not None)
            assert standings(over) == {"Anna": (1, 10), "Ben": (2, 0)}
            early = await anna.refusal(Rematch)
            assert (early.code, early.message[:30]) == (ErrorCode.WRONG_PHASE, "the next race of the series is")
            assert (await anna.refusal(Rematch, game="clock")).code is ErrorCode.WRONG_PHASE
            await anna.ask(Onward)
        async with serve() as second:
            tokens = anna.token, ben.token
            code = anna.code
            anna = await stack.enter_async_context(dial(second.port, first_id=500))
            ben = await stack.enter_async_context(dial(second.port, first_id=500))
            for wire, name, token in zip((anna, ben), ("Anna", "Ben"), tokens, strict=True):
                await (await wire.hello(name, token)).join(code)
            again = await ben.state(lambda room: room.onward == (anna.seat,))
            assert standings(again) == {"Anna": (1, 10), "Ben": (2, 0)}
            await called(ben, anna)
            await two_more(stack, second, anna, ben)


async def two_more(stack: AsyncExitStack, server: Running, anna: Wire, ben: Wire) -> None:
    """Play the second race, in which both are first, and the third, without her and with Eve."""
    lobby = await ben.state(lambda room: room.code == ben.code and len(room.seats) == 2)
    assert lobby.races is not None
    assert (lobby.game, lobby.races.race, lobby.host) == ("clock", 2, anna.seat), "the host stays, whoever is first"
    eve = await (await stack.enter_async_context(dial(server.port))).hello("Eve")
    await eve.join(ben.code, "spectator")
    await play(ben, anna)
    over = await eve.phase("finished")
    assert standings(over) == {"Anna": (1, 20), "Ben": (2, 10)}, "equal ranks get equal points"
    await anna.ask(Leave)
    await called(ben)
    followed = await eve.state(lambda room: room.rematch is not None)
    assert followed.rematch == ben.code
    await eve.ask(Leave)
    await eve.join(ben.code)  # a spectator who wants to play from now on
    await play(ben, eve)
    end = await eve.phase("finished")
    assert end.races is not None
    assert (end.game, end.races.race, end.races.next_at) == ("klondike_draw1", 3, None)
    assert standings(end) == {"Anna": (1, 20), "Ben": (1, 20), "Eve": (3, 0)}
    assert [line.races for line in end.races.standings] == [2, 3, 1]
    assert (await ben.refusal(Onward)).code is ErrorCode.WRONG_PHASE
    await ben.joined(await ben.ask(Rematch))
    new = await ben.state(lambda room: room.code == ben.code)
    assert new.races is not None
    assert (new.game, new.races.race, new.races.standings) == ("cover", 1, ())


@pytest.mark.parametrize(
    ("game", "rules", "why"),
    [
        ("cover", {"races": 2}, "a series has 3 to 9"),
        ("cover", {"races": 4, "games": " ".join(GAMES)}, "3 `games` for 4 races"),
        ("spite_and_malice", {"races": 3}, "Spite and Malice is no race"),
    ],
)
async def test_bad_options_of_a_series_are_refused(server: Running, game: str, rules: dict[str, Any], why: str) -> None:
    async with dial(server.port) as anna:
        await anna.hello("Anna")
        refused = await anna.refusal(Create, game=game, rules=RoomOptions(**rules))
        assert (refused.code, refused.message[: len(why)]) == (ErrorCode.BAD_OPTION, why)
        ten = await anna.refusal_of_raw(Create, game="cover", rules={"races": 10})
        assert "races" in ten.message
        assert "9" in ten.message
        unknown = await anna.refusal(Create, game="cover", rules=RoomOptions(races=3, games="cover clock nonsense"))
        assert "nonsense" in unknown.message
        await anna.create("cover", races=3)
        await anna.ready()
        await anna.phase("running")
        await anna.ask(Stand)
        over = await anna.phase("finished")
        assert over.races is not None
        assert len(over.races.games) == 3, "a mixed series is drawn when its first race is over"
