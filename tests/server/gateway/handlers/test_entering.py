"""Rooms that are not open to everybody, over real sockets: by link only, locked, or closed to players who were put out."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from redis.asyncio import Redis

from cadogan_protocol.errors import CloseCode, ErrorCode
from cadogan_protocol.messages import (
    Create,
    GetReplay,
    GetTicket,
    Hello,
    Join,
    Joined,
    Leave,
    ListRooms,
    Lock,
    Moved,
    Ok,
    Rematch,
    Rename,
    Replay,
    SeatBots,
    Stand,
    Ticket,
    Unseat,
    Welcome,
)
from cadogan_protocol.room_options import RoomOptions
from cadogan_server.app import Running, running
from cadogan_server.settings import Settings
from cadogan_server.store import keys
from cadogan_server.store.redis.embedded import EmbeddedRedis
from tests.server.clocks import put_forward
from tests.server.conftest import Serve
from tests.server.wire import Wire, dial

WRONG = "AAAAAAAAAAA"


async def opened(wire: Wire, name: str = "Anna", **rules: Any) -> Wire:
    """Open a room by link only."""
    return await (await wire.hello(name)).create(by_link=True, public=False, **rules)


async def over(wire: Wire) -> None:
    """Play alone, and give up."""
    await wire.ready()
    await wire.the(Moved)
    await wire.ask(Stand)
    await wire.phase("finished")


# ---- by link only ----------------------------------------------------------------------------------------------------


async def test_the_code_of_a_room_by_link_lets_nobody_in_and_its_link_does(server: Running) -> None:
    async with dial(server.port) as anna, dial(server.port) as eve, dial(server.port) as olga:
        await opened(anna)
        assert anna.key is not None
        assert len(anna.key) == 11
        await eve.hello("Eve")
        for role in ("player", "spectator"):
            for key in (None, "", WRONG, anna.key[:-1], anna.key.swapcase()):
                assert (await eve.refusal(Join, room=anna.code, role=role, key=key)).code is ErrorCode.UNKNOWN_ROOM
        await (await olga.hello("Olga")).join(anna.code.lower(), key=anna.key)
        assert olga.key is None, "a player who came by the link has the key already"
        assert (await eve.ask(ListRooms)).rooms == ()


SAMPLES = 5
"""The most counts of the requests: a request that the node makes for itself may fall into some counts, but not into all."""


async def test_a_room_by_link_looks_to_others_like_no_room(server: Running, redis_url: str) -> None:
    """Neither the answer nor the requests to the store differ, as their time would tell as well."""
    async with Redis.from_url(redis_url) as redis, dial(server.port) as anna, dial(server.port) as eve:
        await opened(anna)
        await eve.hello("Eve")
        for _ in range(SAMPLES):
            seen = []
            for code in (anna.code, "AAAAAA"):
                for kind in (Join, GetReplay):
                    await redis.config_resetstat()
                    answer = await eve.refusal(kind, room=code, key=WRONG)
                    stats: Any = await redis.info("commandstats")
                    asked = {
                        name: stats[name]["calls"] for name in stats if name not in ("cmdstat_info", "cmdstat_eval")
                    }
                    asked.pop("cmdstat_config|resetstat", None)
                    seen.append(
                        (
                            kind,
                            {**answer.model_dump(exclude={"re"}), "message": answer.message.replace(code, "CODE")},
                            asked,
                        )
                    )
            if seen[:2] == seen[2:]:
                break
        assert seen[:2] == seen[2:]
        assert seen[0][2] == {"cmdstat_xrange": 1}


async def test_a_seated_player_comes_back_without_the_key(server: Running) -> None:
    async with dial(server.port) as anna:
        await opened(anna)
        await anna.ready()
        await anna.the(Moved)
        async with dial(server.port, first_id=1000) as again:
            await (await again.hello("Anna", anna.token)).join(anna.code)
            assert (again.seat, again.key) == (0, None)


@pytest.mark.parametrize("ends", ["running", "finished"])
async def test_a_seat_opens_a_room_by_link_after_a_restart(serve: Serve, ends: str) -> None:
    """It holds also at another node, but only for the seat's player."""
    async with serve() as server, dial(server.port) as anna, dial(server.port) as olga:
        await opened(anna)
        await (await olga.hello("Olga")).join(anna.code, key=anna.key)
        await olga.ask(Leave)
        await anna.ready()
        await anna.the(Moved)
        await anna.play(anna.moves[0])
        if ends == "finished":
            await anna.ask(Stand)
            await anna.phase("finished")
    async with serve() as server:
        for token, known in ((olga.token, False), (anna.token, True)):
            async with dial(server.port, first_id=1000) as again:
                await again.hello("Again", token)
                if known:
                    await again.join(anna.code)
                    assert (await again.phase(ends)).code == anna.code
                else:
                    assert (await again.refusal(Join, room=anna.code)).code is ErrorCode.UNKNOWN_ROOM, "she has left"


async def test_a_room_by_link_that_is_over_is_opened_by_its_key_alone(serve: Serve) -> None:
    async with serve(empty_finished=-1.0) as server, dial(server.port) as eve:
        async with dial(server.port) as anna:
            await opened(anna)
            await over(anna)
            await (await eve.hello("Eve")).join(anna.code, "spectator", key=anna.key)
            await anna.connection.close()
        await eve.ask(Leave)
        list(server.services.rooms.sweeping.caretaker.sweep())
        assert server.services.rooms.registry.hubs == {}
        for key in (None, WRONG):
            assert (await eve.refusal(GetReplay, room=anna.code, key=key)).code is ErrorCode.UNKNOWN_ROOM
            assert server.services.rooms.registry.hubs == {}, "the room was not even recovered"
        assert isinstance(await eve.ask(GetReplay, room=anna.code, key=anna.key), Replay)


async def test_a_request_that_comes_again_is_told_the_key_again(server: Running) -> None:
    async with dial(server.port) as anna:
        await opened(anna)
        async with dial(server.port, first_id=3) as again:
            await again.hello("Anna", anna.token)
            again.ids = iter([2])  # type: ignore[assignment]
            server.services.rooms.requested.note(anna.player, 2, anna.code)
            joined = await again.ask(Create, game="klondike", rules=RoomOptions(by_link=True, public=False))
            assert (joined.room, joined.key) == (anna.code, anna.key)


async def test_a_rematch_has_the_same_key(server: Running) -> None:
    async with dial(server.port) as anna, dial(server.port) as olga, dial(server.port) as eve:
        await opened(anna, seats=4)
        await (await olga.hello("Olga")).join(anna.code, key=anna.key)
        await (await eve.hello("Eve")).join(anna.code, "spectator", key=anna.key)
        for wire in (anna, olga):
            await wire.ready()
        for wire in (anna, olga):
            await wire.the(Moved)
            await wire.ask(Stand)
        await anna.phase("finished")
        key = anna.key
        await anna.joined(await anna.ask(Rematch))
        await olga.joined(await olga.ask(Rematch))
        assert (anna.key, olga.key, olga.code) == (key, key, anna.code)
        async with dial(server.port) as friend, dial(server.port) as stranger:
            await stranger.hello("Stranger")
            assert (await stranger.refusal(Join, room=anna.code)).code is ErrorCode.UNKNOWN_ROOM
            await (await friend.hello("Friend")).join(anna.code, key=key)


async def test_the_store_keeps_only_the_hash_of_a_key_and_beyond_a_restart(tmp_path: Path) -> None:
    async with EmbeddedRedis(tmp_path) as store, Redis.from_url(store.url) as redis:
        settings = Settings(port=0, redis=store.url, data=tmp_path, bots=False, countdown=0.01)
        async with running(settings) as server, dial(server.port) as anna:
            await opened(anna)
        assert anna.key is not None
        entries: Any = await redis.xrange(keys.log(anna.code))
        assert all(anna.key.encode() not in fields[b"r"] for _, fields in entries)
        async with running(settings) as server, dial(server.port) as eve:
            await eve.hello("Eve")
            assert (await eve.refusal(Join, room=anna.code)).code is ErrorCode.UNKNOWN_ROOM
            await eve.join(anna.code, key=anna.key)


async def test_a_room_by_link_in_the_list_is_refused(server: Running) -> None:
    async with dial(server.port) as anna:
        await anna.hello("Anna")
        refused = await anna.refusal(Create, game="klondike", rules=RoomOptions(by_link=True))
        assert refused.code is ErrorCode.BAD_OPTION
        assert "set `public` to false" in refused.message


# ---- locked ----------------------------------------------------------------------------------------------------------


async def test_in_a_locked_room_nobody_new_takes_a_seat(serve: Serve) -> None:
    async with (
        serve(bots=True) as server,
        dial(server.port) as anna,
        dial(server.port) as olga,
        dial(server.port) as eve,
    ):
        await (await anna.hello("Anna")).create()
        await (await olga.hello("Olga")).join(anna.code)
        assert (await olga.refusal(Lock)).code is ErrorCode.NOT_HOST
        assert isinstance(await anna.ask(Lock), Ok)
        assert (await olga.state(lambda room: room.locked)).locked
        await eve.hello("Eve")
        assert [line.locked for line in (await eve.ask(ListRooms)).rooms] == [True]
        refused = await eve.refusal(Join, room=anna.code)
        assert (refused.code, refused.retry) == (ErrorCode.ROOM_LOCKED, True)
        assert isinstance(await anna.ask(SeatBots, count=1, level="easy"), Ok), "the host may still ask for bots"
        async with dial(server.port, first_id=1000) as again:
            await (await again.hello("Olga", olga.token)).join(anna.code)  # she has a seat
        await eve.join(anna.code, "spectator")
        assert eve.seat is None
        assert eve.room is None or eve.room.locked
        assert isinstance(await anna.ask(Lock, locked=False), Ok)
        async with dial(server.port) as friend:
            await (await friend.hello("Friend")).join(anna.code)


# ---- put out ---------------------------------------------------------------------------------------------------------


async def test_a_player_put_out_stays_out_by_identity_and_by_address(serve: Serve) -> None:
    async with (
        serve(behind_proxy=True, away=10**6) as server,
        dial(server.port, address="10.0.0.1") as anna,
        dial(server.port, address="10.0.0.6") as eve,
        dial(server.port, address="10.0.0.6") as friend,
    ):
        await (await anna.hello("Anna")).create()
        await (await eve.hello("Eve")).join(anna.code)
        await (await friend.hello("Friend")).join(anna.code)
        assert isinstance(await anna.ask(Unseat, seat=1), Ok)
        code, reason = await eve.closed()
        assert (code, reason) == (CloseCode.UNSEATED, "the host has freed your seat; you can come back in 10 minutes")
        for address, name, token in (
            ("10.0.0.6", "Eve", eve.token),
            ("10.0.0.7", "Eve", eve.token),  # from elsewhere
            ("10.0.0.6", "Somebody else", None),  # under another identity
        ):
            async with dial(server.port, address=address) as again:
                await again.hello(name, token)
                for role in ("player", "spectator"):
                    refused = await again.refusal(Join, room=anna.code, role=role)
                    assert (refused.code, refused.retry) == (ErrorCode.PUT_OUT, True)
                    assert refused.wait is not None
                    assert 500 < refused.wait <= 600
                    assert "come back in 10 minutes" in refused.message
        async with dial(server.port, address="10.0.0.6", first_id=1000) as again:
            await (await again.hello("Friend", friend.token)).join(anna.code)  # a player with a seat keeps it
        put_forward(server, 601)
        async with dial(server.port, address="10.0.0.6") as again:
            await (await again.hello("Eve", eve.token)).join(anna.code)


async def test_the_hosts_own_address_stays_open(server: Running) -> None:
    async with dial(server.port) as anna, dial(server.port) as eve, dial(server.port) as olga:
        await (await anna.hello("Anna")).create()
        await (await eve.hello("Eve")).join(anna.code)
        await anna.ask(Unseat, seat=1)
        await (await olga.hello("Olga")).join(anna.code)
        async with dial(server.port) as again:
            await again.hello("Eve", eve.token)
            assert (await again.refusal(Join, room=anna.code)).code is ErrorCode.PUT_OUT


async def test_a_player_put_out_does_not_come_in_by_the_rematch(server: Running) -> None:
    async with dial(server.port) as anna, dial(server.port) as eve:
        await (await anna.hello("Anna")).create()
        await (await eve.hello("Eve")).join(anna.code)
        for wire in (anna, eve):
            await wire.ready()
        for wire in (anna, eve):
            await wire.the(Moved)
            await wire.ask(Stand)
        await eve.phase("finished")
        old = anna.code
        await anna.joined(await anna.ask(Rematch))
        await eve.joined(await eve.ask(Rematch))
        await anna.ask(Unseat, seat=1)
        async with dial(server.port, first_id=1000) as again:
            await (await again.hello("Eve", eve.token)).join(old)
            assert (await again.refusal(Rematch)).code is ErrorCode.PUT_OUT


async def test_a_name_is_changed_in_the_lobby_for_everybody_at_once(server: Running) -> None:
    async with dial(server.port) as anna, dial(server.port) as olga, dial(server.port) as eve:
        await (await anna.hello("Bold Marten")).create()
        await (await olga.hello("Olga")).join(anna.code)
        await (await eve.hello("Eve")).join(anna.code, "spectator")
        assert isinstance(await anna.ask(Rename, name="  Anna  "), Ok)
        for one in (anna, olga, eve):
            room = await one.state(lambda room: any(seat.name == "Anna" for seat in room.seats))
            assert [seat.name for seat in room.seats] == ["Anna", "Olga"]
        assert (await olga.refusal(Rename, name="anna")).code is ErrorCode.NAME_TAKEN
        assert (await olga.refusal(Rename, name="\u2800")).code is ErrorCode.BAD_MESSAGE
        assert [line.players for line in (await eve.ask(ListRooms)).rooms] == [("Anna", "Olga")]
        # A player without a seat has the new name in rooms that are entered afterwards.
        assert isinstance(await eve.ask(Rename, name="Emma"), Ok)
        assert (await eve.ask(Join, room=anna.code, last={0: 1})).seat == 2
        assert (await anna.state(lambda room: len(room.seats) == 3)).seats[2].name == "Emma"


async def test_a_seat_keeps_its_name_during_the_game(server: Running) -> None:
    async with dial(server.port) as anna:
        await (await anna.hello("Anna")).create()
        await anna.ready()
        await anna.phase("running")
        assert isinstance(await anna.ask(Rename, name="Beate"), Ok)
        await anna.ask(Stand)
        room = await anna.phase("finished")
        assert room.results is not None
        assert room.results.rows[0].name == "Anna"
    async with dial(server.port) as again:
        welcome = await again.ask(Hello, name="Beate", token=anna.token)
        assert welcome.name == "Beate"


async def test_a_seat_is_taken_over_on_another_device(server: Running) -> None:
    async with dial(server.port) as laptop, dial(server.port) as phone, dial(server.port) as thief:
        await (await laptop.hello("Anna")).create(by_link=True, public=False)
        await laptop.ready()
        await laptop.phase("running")
        ticket = await laptop.ask(GetTicket)
        assert isinstance(ticket, Ticket)
        assert laptop.token not in ticket.ticket
        welcome = await phone.ask(Hello, name="Quick Otter", ticket=ticket.ticket)
        assert isinstance(welcome, Welcome)
        assert (welcome.player, welcome.name) == (laptop.player, "Anna")
        assert welcome.token != laptop.token, "each device has a token of its own"
        joined = await phone.ask(Join, room=laptop.code)
        assert isinstance(joined, Joined)
        assert joined.seat == laptop.seat
        assert (await laptop.closed())[0] == CloseCode.REPLACED
        # The ticket was good for once.
        used = await thief.refusal(Hello, name="Eve", ticket=ticket.ticket)
        assert used.code is ErrorCode.BAD_TOKEN
        assert "was used before, or is too old" in used.message
        assert isinstance(await phone.ask(Stand), Ok)


async def test_both_devices_are_known_by_the_next_server(serve: Serve) -> None:
    async with serve() as server, dial(server.port) as laptop, dial(server.port) as phone:
        await laptop.hello("Anna")
        ticket = (await laptop.ask(GetTicket)).ticket
        welcome = await phone.ask(Hello, name="Quick Otter", ticket=ticket)
    async with serve() as server, dial(server.port) as laptop_again, dial(server.port) as phone_again:
        for wire, token in ((laptop_again, laptop.token), (phone_again, welcome.token)):
            assert (await wire.hello("Anna", token)).player == laptop.player


async def test_tickets_that_are_guessed_are_soon_refused(serve: Serve) -> None:
    async with serve(guess_burst=3, guesses_per_second=0.001) as server, dial(server.port) as eve:
        codes = [(await eve.refusal(Hello, name="Eve", ticket=f"{letter * 4}-AAAA-AAAA")).code for letter in "ABCD"]
        assert codes == [ErrorCode.BAD_TOKEN] * 3 + [ErrorCode.TOO_FAST]


async def test_a_preview_is_no_watcher_and_can_take_a_seat(server: Running) -> None:
    async with dial(server.port) as anna, dial(server.port) as eve, dial(server.port) as page:
        await (await anna.hello("Anna")).create()
        await page.hello("Page")
        await page.joined(await page.ask(Join, room=anna.code, role="spectator", preview=True))
        await (await eve.hello("Eve")).join(anna.code, "spectator")
        room = await anna.state(lambda room: room.watchers > 0)
        assert room.watchers == 1
        (line,) = (await page.ask(ListRooms)).rooms
        assert line.watchers == 1
        await page.state(lambda room: len(room.seats) == 1)
        joined = await page.ask(Join, room=anna.code, last=dict(page.seqs))
        assert (joined.role, joined.seat) == ("player", 1)
        assert [seat.name for seat in (await page.state(lambda room: len(room.seats) == 2)).seats] == ["Anna", "Page"]
