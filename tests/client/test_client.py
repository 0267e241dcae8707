"""The client against a real server, over real sockets and a real Redis."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from pathlib import Path

import pytest

from cadogan_client import Client, Disconnected, RequestRefused
from cadogan_client.commands.arguments import entrance
from cadogan_client.verify import check_fairness, is_fair
from cadogan_protocol import Chat, ErrorCode, Format
from cadogan_server.app import Running, running
from cadogan_server.settings import Settings
from tests.client.opened import Connect, refused, started
from tests.faults.tcp_proxy import tcp_proxy
from tests.server.clocks import put_forward


@pytest.mark.parametrize("fmt", list(Format))
async def test_a_race_from_lobby_to_replay(connect: Connect, fmt: Format) -> None:
    ada, bob = await connect("Ada", fmt=fmt), await connect("Bob", fmt=fmt)
    room = await ada.create("klondike", {"draw": 3}, seats=2, rated=False)
    assert (room.role, room.seat, room.state.options["draw"]) == ("player", 0, 3)
    other = await bob.join(room.code.lower())
    assert other.seat == 1
    await ada.until(lambda: len(room.state.seats) == 2)
    await ada.ready()
    await bob.ready()
    await ada.until(lambda: room.moves is not None)
    await bob.until(lambda: other.moves is not None)
    assert room.table is not None
    assert other.table is not None
    assert room.table.piles == other.table.piles
    assert list(room.boards) == [1]
    before = [pile[:] for pile in room.table.piles]
    assert room.moves
    moved = await ada.play(room.moves[-1])
    assert room.moves == moved.moves
    assert room.may_undo
    await bob.until(lambda: other.state.seats[0].moves == 1)
    await ada.undo()
    assert room.table.piles == before
    await ada.give_up()
    await bob.give_up()
    await ada.until(lambda: room.state.phase == "finished")
    assert room.state.results is not None
    checks = check_fairness(room.state, room.witness)
    assert (len(checks), is_fair(checks)) == (7, True)
    replay = await bob.replay()
    assert [board.name for board in replay.boards] == ["Ada", "Bob"]
    assert [list(pile) for pile in replay.boards[0].start.piles] == before
    again = await ada.rematch()
    assert again.code != room.code
    assert (await bob.rematch()).code == again.code


async def test_a_host_by_correspondence_may_be_away_at_the_start(connect: Connect, server: Running) -> None:
    ada, bob = await connect("Ada"), await connect("Bob")
    room = await ada.create("russian_bank", days_per_turn=3, public=False)
    await ada.ready()
    await ada.until(lambda: room.promise is not None and room.promise.shown)
    code, token = room.code, ada.token
    await ada.close()
    other = await bob.join(code)
    await bob.ready()
    await bob.until(lambda: other.moves is not None)
    again = await connect("Ada", token=token)
    (duel,) = await again.running()
    assert (duel.room, duel.opponent, duel.days) == (code, "Bob", 3)
    await again.resign(code)
    await bob.until(lambda: other.state.phase == "finished")
    assert is_fair(check_fairness(other.state, other.witness)), "the deal is of both players' nonces"
    assert is_fair(check_fairness(other.state, room.witness)), "Ada had seen no promise but her own"
    assert await again.running() == ()


async def test_a_client_can_ask_for_games_rules_boards_and_rooms(connect: Connect) -> None:
    ada = await connect("Ada")
    assert "nestor" in {game.id for game in await ada.list_games()}
    assert (await ada.rules("nestor")).title == "Nestor"
    assert await ada.leaderboard("nestor", "best_time", 5) == ()
    room = await ada.create("nestor", public=True)
    assert room.code in {line.code for line in await ada.list_rooms()}


async def test_a_ping_sets_the_clients_clock_by_the_servers(connect: Connect, server: Running) -> None:
    ada = await connect("Ada")
    before = ada.server_time()
    assert before > 1_700_000_000_000
    put_forward(server, 7200)
    assert ada.server_time() < before + 3_600_000
    assert await ada.ping() < 3600
    assert ada.server_time() > before + 3_600_000


async def test_refusals_say_why(connect: Connect, url: str) -> None:
    ada = await connect("Ada")
    assert await refused(ada.create("chess")) is ErrorCode.UNKNOWN_GAME
    assert await refused(ada.rules("chess")) is ErrorCode.UNKNOWN_GAME
    assert await refused(ada.create("klondike", {"draw": 7})) is ErrorCode.BAD_OPTION
    assert await refused(ada.join("ZZZZZZ")) is ErrorCode.UNKNOWN_ROOM
    assert await refused(ada.ready()) is ErrorCode.NOT_IN_ROOM
    room = await started(ada)
    assert await refused(ada.play((0, 3, 1))) is ErrorCode.ILLEGAL_MOVE
    assert await refused(ada.undo()) is ErrorCode.NOTHING_TO_UNDO
    assert await refused(ada.replay(room.code)) is ErrorCode.NOT_FINISHED
    with pytest.raises(RequestRefused) as unknown:
        await Client.connect(url, "Eve", "no such token")
    assert unknown.value.code is ErrorCode.BAD_TOKEN


async def test_a_broken_line_costs_nothing(server: Running) -> None:
    """The line is cut again and again in the middle of a stream of moves. Each move is applied once."""
    soon = asyncio.get_running_loop().call_soon
    async with (
        tcp_proxy(server.port) as between,
        await Client.connect(f"ws://127.0.0.1:{between.port}/ws", "Ada") as ada,
    ):
        room = await started(ada, "klondike_draw1")
        for turn in range(1, 25):
            if turn % 4 == 1:
                soon(between.cut)  # before the move is sent
            playing = asyncio.create_task(ada.play(("turn",)))
            if turn % 4 == 3:
                soon(between.cut)  # after the move is sent, and before its answer
            await playing
            assert room.table is not None
            assert len(room.table.group("waste")[0]) == turn
        await ada.until(lambda: room.state.seats[0].moves == 24)


async def test_another_device_takes_over(connect: Connect) -> None:
    ada = await connect("Ada")
    room = await started(ada)
    await ada.play(("turn",))
    phone = await connect("Ada", token=ada.token)
    same = await phone.join(room.code)
    await phone.until(lambda: same.moves is not None)
    assert same.table is not None
    assert room.table is not None
    assert same.table.piles == room.table.piles
    with pytest.raises(Disconnected):
        await ada.until(lambda: False)


async def test_a_client_that_is_closed_says_so(connect: Connect) -> None:
    ada = await connect("Ada")
    await ada.close()
    with pytest.raises(Disconnected, match="was closed"):
        await ada.list_rooms()


async def test_a_room_by_link_and_its_rematch_are_entered_with_their_key(connect: Connect) -> None:
    ada, bob, eve = await connect("Ada"), await connect("Bob"), await connect("Eve")
    room = await ada.create("klondike", by_link=True, public=False, seats=2)
    assert room.key
    assert await refused(eve.join(room.code)) is ErrorCode.UNKNOWN_ROOM
    watched = await eve.join(room.code, "spectator", room.key)
    other = await bob.join(*entrance(f"http://localhost/r/{room.code}#{room.key}"))
    await ada.lock()
    await bob.until(lambda: other.state.locked)
    assert watched.key == other.key == room.key
    await ada.ready()
    await bob.ready()
    await ada.until(lambda: room.moves is not None)
    await ada.give_up()
    await bob.give_up()
    await bob.until(lambda: other.state.phase == "finished")
    assert (await eve.replay()).state.code == room.code
    assert await refused((await connect("Stranger")).replay(room.code)) is ErrorCode.UNKNOWN_ROOM
    again = await ada.rematch()
    assert (await bob.rematch()).key == again.key == room.key


async def test_a_player_who_took_no_seat_is_new_after_a_restart(redis_url: str, tmp_path: Path) -> None:
    settings = Settings(port=0, redis=redis_url, data=tmp_path, bots=False)
    async with running(settings) as server:
        port = server.port
        ada = await Client.connect(f"ws://127.0.0.1:{port}/ws", "Ada")
        eve = await Client.connect(f"ws://127.0.0.1:{port}/ws", "Eve")
        room = await ada.create("klondike")
        watched = await eve.join(room.code, "spectator")
        players = [each.welcome.player for each in (ada, eve) if each.welcome]
    async with running(replace(settings, port=port)):
        await ada.ping()
        await eve.ping()
        now = [each.welcome.player for each in (ada, eve) if each.welcome]
        assert now[0] == players[0]
        assert now[1] != players[1]
        assert eve.room is watched
        await ada.close()
        await eve.close()


async def test_friends_write_to_each_other_in_a_room_by_link(connect: Connect) -> None:
    ada, bob = await connect("Ada"), await connect("Bob")
    room = await ada.create("klondike", seats=2, public=False, by_link=True)
    other = await bob.join(room.code, key=room.key)
    await ada.set_chat()
    await bob.until(lambda: other.state.chat)
    await bob.write("Hello Ada")
    await ada.until(lambda: len(room.chat) == 1)
    assert (room.chat[0].name, room.chat[0].text) == ("Bob", "Hello Ada")
    room.heard(Chat(lines=tuple(room.chat)))
    assert len(room.chat) == 1, "what was told before is passed over"
