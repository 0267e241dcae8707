"""Limits on a socket, an address and a role, and the answers of /healthz meanwhile."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack
from typing import Any

import pytest
from redis.asyncio import Redis
from redis.exceptions import ConnectionError as RedisConnectionError
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed
from websockets.typing import Subprotocol

from cadogan_protocol.codec import Format
from cadogan_protocol.errors import CloseCode, ErrorCode
from cadogan_protocol.messages import (
    Error,
    GetLeaderboard,
    GetRules,
    Join,
    ListGames,
    ListRooms,
    ManageClub,
    Message,
    Moved,
    OpenClub,
    Ping,
    Rematch,
    Stand,
)
from cadogan_server.app import Running
from cadogan_server.gateway.handlers.handlers import HANDLERS
from cadogan_server.store import keys
from cadogan_server.store.boards.board_reader import BoardReader
from cadogan_server.store.log.journal import Journal
from tests.server.conftest import Serve
from tests.server.fetching import fetch, fetch_json
from tests.server.wire import PATIENCE, Wire, dial


async def race_to_the_end(wire: Wire, **rules: Any) -> None:
    """Open a room, and give up in it."""
    await wire.create(**rules)
    await wire.ready()
    await wire.the(Moved)
    await wire.ask(Stand)
    await wire.phase("finished")


# ---- sockets and addresses -------------------------------------------------------------------------------------------


async def test_only_a_proxy_may_name_the_address_of_a_socket(serve: Serve) -> None:
    async with serve(sockets_per_address=1) as strict, AsyncExitStack() as stack:
        sockets = [
            await stack.enter_async_context(
                connect(
                    f"ws://127.0.0.1:{strict.port}/ws",
                    subprotocols=[Subprotocol(Format.JSON.value)],
                    additional_headers={"X-Forwarded-For": address},
                )
            )
            for address in ("10.0.0.1", "10.0.0.2")
        ]
        with pytest.raises(ConnectionClosed):
            async with asyncio.timeout(PATIENCE):
                await sockets[1].recv()
        assert sockets[1].close_code == CloseCode.TOO_MANY_SOCKETS


async def test_the_order_of_the_formats_is_the_clients(server: Running) -> None:
    for formats in (list(Format), list(Format)[::-1]):
        offered = [Subprotocol(fmt.value) for fmt in formats]
        async with connect(f"ws://127.0.0.1:{server.port}/ws", subprotocols=offered) as socket:
            assert socket.subprotocol == offered[0]


# ---- roles -----------------------------------------------------------------------------------------------------------


async def test_our_own_bots_are_not_taken_for_guessers_of_codes(serve: Serve) -> None:
    async with serve(guesses_per_second=0.001, guess_burst=1) as strict, dial(strict.port) as bot:
        await strict.services.people.players.prepare_bots()
        _, token = strict.services.people.players.welcome_bot("Blanche")
        await bot.hello("Blanche", token)
        for _ in range(3):
            assert (await bot.refusal(Join, room="AAAAAA")).code is ErrorCode.UNKNOWN_ROOM


async def test_a_bot_whose_seat_was_taken_away_takes_no_other(server: Running) -> None:
    async with dial(server.port) as anna, dial(server.port) as bot:
        await (await anna.hello("Anna")).create()
        await server.services.people.players.prepare_bots()
        _, token = server.services.people.players.welcome_bot("Blanche")
        await bot.hello("Blanche", token)
        assert (await bot.refusal(Join, room=anna.code)).code is ErrorCode.NOT_SEATED


async def test_a_room_without_spectators_opens_at_its_end(server: Running) -> None:
    async with dial(server.port) as anna, dial(server.port) as eve:
        await race_to_the_end(await anna.hello("Anna"), spectators="none")
        await (await eve.hello("Eve")).join(anna.code, "spectator")
        room = await eve.state(lambda room: room.results is not None and 1 in eve.boards)
        assert room.phase == "finished"
        assert sum(map(len, eve.boards[1].piles)) == 52


async def test_a_player_joins_the_rematch_through_another_socket(server: Running) -> None:
    async with dial(server.port) as anna, dial(server.port, first_id=100) as again:
        await race_to_the_end(await anna.hello("Anna"))
        old = anna.code
        new = await anna.ask(Rematch)
        await (await again.hello("Anna", anna.token)).join(old)
        joined = await again.ask(Rematch)
        assert (joined.room, joined.seat) == (new.room, 0)


# ---- the store -------------------------------------------------------------------------------------------------------


VALUES: dict[str, Any] = {
    "auth": "a" * 22,
    "choice": 0,
    "club": "nowhere2",
    "credential": "{}",
    "endpoint": "https://fcm.googleapis.com/x",
    "game": "klondike",
    "games": [{"game": "klondike"}],
    "move": ("turn",),
    "order": "start",
    "name": "Olga",
    "nonce": "00" * 16,
    "p256dh": "a" * 87,
    "passkey": "AA",
    "player": "a player",
    "room": "AAAAAA",
    "runs": [{"room": "AAAAAA", "seat": 0}],
    "seat": 1,
    "step": 0,
    "text": "hello",
    "terms": {"kind": "arena", "game": "klondike", "minutes": 20},
    "tournament": "nowhere",
}
"""A value for each field that a request which writes must have."""

OTHER_VALUES: dict[type[Message], dict[str, Any]] = {
    OpenClub: {"terms": {"name": "Hearts"}},
    ManageClub: {"order": "close"},
}
"""Values of fields that mean something else in these requests."""


@pytest.mark.parametrize("kind", [kind for kind, handler in HANDLERS.items() if handler.writes])
async def test_requests_that_write_are_refused_while_the_journal_is_full(
    server: Running, monkeypatch: pytest.MonkeyPatch, kind: type[Message]
) -> None:
    needed = [name for name, field in kind.model_fields.items() if field.is_required()]
    fields = {name: (VALUES | OTHER_VALUES.get(kind, {}))[name] for name in needed if name not in ("type", "id")}
    async with dial(server.port) as anna:
        await anna.hello("Anna")
        monkeypatch.setattr(Journal, "full", True)
        assert (await anna.refusal(kind, **fields)).code is ErrorCode.STORE_DOWN
        for question, asked in ((ListGames, {}), (ListRooms, {}), (GetRules, {"game": "klondike"}), (Ping, {})):
            assert not isinstance(await anna.ask(question, **asked), Error)


async def test_a_board_that_cannot_be_read_is_told_so(server: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    async def away(self: BoardReader, *_: object) -> None:
        raise RedisConnectionError

    monkeypatch.setattr(BoardReader, "top", away)
    assert (await fetch(server, "/api/v1/boards/klondike"))[0].status == 503
    async with dial(server.port) as anna:
        await anna.hello("Anna")
        assert (await anna.refusal(GetLeaderboard, game="klondike")).code is ErrorCode.STORE_DOWN


# ---- HTTP ------------------------------------------------------------------------------------------------------------


async def test_values_from_before_the_first_start_are_marked_as_of_an_old_rule(serve: Serve, redis_url: str) -> None:
    async with Redis.from_url(redis_url) as redis:
        await redis.zadd(keys.board("klondike", "best_time"), {"p": 61_000})
        async with serve() as server:
            (line,) = (await fetch_json(server, "/api/v1/boards/klondike?metric=best_time"))["rows"]
            assert (line["value"], line["old_rule"]) == (61_000, True)
            await redis.zadd(keys.board("klondike", "best_time"), {"p": 60_000})
        async with serve() as server:
            (line,) = (await fetch_json(server, "/api/v1/boards/klondike?metric=best_time"))["rows"]
            assert (line["value"], line["old_rule"]) == (60_000, False)


async def test_a_board_is_selected_by_the_options(server: Running, redis_url: str) -> None:
    async with Redis.from_url(redis_url) as redis:
        await redis.zadd(keys.board("klondike", "wins", "draw=3"), {"p": 2.5})
        await redis.zadd(keys.boards("klondike"), {"draw=3": 1})
    (line,) = (await fetch_json(server, "/api/v1/boards/klondike?option=draw%3D3&option=returns%3Dfalse"))["rows"]
    assert (line["value"], line["old_rule"]) == (2.5, False)
    assert (await fetch_json(server, "/api/v1/boards/klondike"))["rows"] == []
    for option, said in (
        ("draw%3D5", "may be: 1, 3"),
        ("draw", "no NAME=VALUE"),
        ("luck%3D1", "no option"),
        ("draw%3D" + "9" * 5000, "at most 82 characters"),
    ):
        answer, body = await fetch(server, f"/api/v1/boards/klondike?option={option}")
        assert (answer.status, said in body.decode()) == (400, True), body
    answer, body = await fetch(server, "/api/v1/boards/anno_domini?option=year%3D1111")
    assert (answer.status, b"has no board for year" in body) == (400, True), body
    async with dial(server.port) as anna:
        await anna.hello("Anna")
        found = await anna.ask(GetLeaderboard, game="klondike", options={"draw": 3, "returns": False})
        assert (found.options, found.boards) == ({"draw": 3}, ({"draw": 3},))
        assert [row.value for row in found.rows] == [2.5]
        assert (await anna.refusal(GetLeaderboard, game="klondike", options={"draw": 5})).code is ErrorCode.BAD_OPTION


@pytest.mark.parametrize("count", ["0", "101", "-1", "%C2%B2", "ten", "9" * 5000], ids=lambda count: count[:6])
async def test_a_board_has_one_to_a_hundred_lines(server: Running, count: str) -> None:
    assert (await fetch(server, f"/api/v1/boards/klondike?count={count}"))[0].status == 400
