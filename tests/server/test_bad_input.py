"""Any input is answered with a clear error, and harms nobody."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from typing import Any

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.typing import Subprotocol

from cadogan_protocol.codec import Format, encode
from cadogan_protocol.errors import CloseCode, ErrorCode
from cadogan_protocol.limits import MAX_MESSAGE_BYTES, MOST_BAD, OUTDATED, SUBPROTOCOL_MSGPACK
from cadogan_protocol.messages import (
    Create,
    Error,
    GetLeaderboard,
    GetReplay,
    GetRules,
    Hello,
    Join,
    Leave,
    Message,
    Moved,
    Ok,
    Ping,
    Play,
    Pong,
    Ready,
    Rematch,
    Stand,
    Step,
    Undo,
)
from cadogan_protocol.room_options import RoomOptions
from cadogan_server.app import Running
from tests.server.conftest import Serve
from tests.server.wire import PATIENCE, Wire, dial


@pytest.fixture
async def bystander(server: Running) -> AsyncIterator[Wire]:
    """Yield a racer who plays all the while, and must be able to go on afterwards."""
    async with dial(server.port) as wire:
        await (await wire.hello("Bystander")).create()
        await wire.ready()
        await wire.the(Moved)
        yield wire
        assert isinstance(await wire.play(wire.moves[0]), Step | Moved)


@pytest.fixture
async def anna(server: Running, bystander: Wire) -> AsyncIterator[Wire]:
    async with dial(server.port) as wire:
        yield await wire.hello("Anna")


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"\xc1\xc1\xc1", ErrorCode.BAD_MESSAGE),
        (b"", ErrorCode.BAD_MESSAGE),
        (b"\x91" * 5000, ErrorCode.BAD_MESSAGE),
        ("text", ErrorCode.BAD_MESSAGE),
        (b"\x80", ErrorCode.UNKNOWN_TYPE),
        (b"\x82\xa4type\xa5dance\xa2id\x07", ErrorCode.UNKNOWN_TYPE),
        (b"\x82\xa4type\xa4ping\xa2id\xa17", ErrorCode.BAD_MESSAGE),
        (b"\x93\xa1m\x07\x93\x00\x00\xa11", ErrorCode.BAD_MESSAGE),
    ],
)
async def test_a_frame_that_is_no_message_is_answered_with_an_error(
    anna: Wire, data: bytes | str, code: ErrorCode
) -> None:
    await anna.connection.send(data)
    error = await anna.the(Error)
    assert error.code is code
    assert isinstance(await anna.ask(Ping), Pong)


async def test_text_that_is_no_json_is_answered(server: Running, bystander: Wire) -> None:
    async with dial(server.port, Format.JSON) as wire:
        await wire.connection.send('{"type": "hello"')
        assert (await wire.the(Error)).code is ErrorCode.BAD_MESSAGE
        await wire.hello("Anna")


@pytest.mark.parametrize(
    ("kind", "fields", "code"),
    [
        (Create, {"game": "no_such_game"}, ErrorCode.UNKNOWN_GAME),
        (Create, {"game": "klondike", "options": {"draw": 2}}, ErrorCode.BAD_OPTION),
        (Create, {"game": "klondike", "options": {"drow": 1}}, ErrorCode.BAD_OPTION),
        (Create, {"game": "klondike", "rules": RoomOptions(deal="numbered")}, ErrorCode.BAD_OPTION),
        (Create, {"game": "klondike", "rules": RoomOptions(number=5)}, ErrorCode.BAD_OPTION),
        (Create, {"game": "klondike", "rules": RoomOptions(target=5)}, ErrorCode.BAD_OPTION),
        (Join, {"room": "AAAAAA"}, ErrorCode.UNKNOWN_ROOM),
        (Join, {"room": "0000"}, ErrorCode.UNKNOWN_ROOM),
        (GetReplay, {"room": "AAAAAA"}, ErrorCode.UNKNOWN_ROOM),
        (GetRules, {"game": "no_such_game"}, ErrorCode.UNKNOWN_GAME),
        (GetLeaderboard, {"game": "no_such_game"}, ErrorCode.UNKNOWN_GAME),
        (Play, {"move": (0, 1, 1)}, ErrorCode.NOT_IN_ROOM),
        (Undo, {}, ErrorCode.NOT_IN_ROOM),
        (Stand, {}, ErrorCode.NOT_IN_ROOM),
        (Ready, {}, ErrorCode.NOT_IN_ROOM),
        (Leave, {}, ErrorCode.NOT_IN_ROOM),
        (Rematch, {}, ErrorCode.NOT_IN_ROOM),
        (Hello, {"name": "Anna again"}, ErrorCode.BAD_MESSAGE),
    ],
)
async def test_requests_outside_of_a_room_are_refused(
    anna: Wire, kind: type[Message], fields: dict[str, Any], code: ErrorCode
) -> None:
    error = await anna.refusal(kind, **fields)
    assert error.code is code
    assert len(error.message) > 10


async def test_moves_are_refused_out_of_turn(anna: Wire) -> None:
    await anna.create()
    assert (await anna.refusal(Play, move=("turn",))).code is ErrorCode.WRONG_PHASE
    await anna.ready()
    await anna.the(Moved)
    board = anna.boards[1]
    illegal = await anna.refusal(Play, move=(0, 0, 1))
    assert illegal.code is ErrorCode.ILLEGAL_MOVE
    assert (await anna.refusal(Play, move=(999, 998, 999))).code is ErrorCode.ILLEGAL_MOVE
    assert (await anna.refusal(Play, move=("no_such_action", 1, 2))).code is ErrorCode.ILLEGAL_MOVE
    assert (await anna.refusal(Undo)).code is ErrorCode.NOTHING_TO_UNDO
    assert (await anna.refusal(Ready)).code is ErrorCode.WRONG_PHASE
    assert (await anna.refusal(Rematch)).code is ErrorCode.NOT_FINISHED
    assert (await anna.refusal(GetReplay, room=anna.code)).code is ErrorCode.NOT_FINISHED
    assert anna.boards[1] == board
    await anna.ask(Stand)
    await anna.phase("finished")
    assert (await anna.refusal(Play, move=("turn",))).code is ErrorCode.WRONG_PHASE
    assert (await anna.refusal(Stand)).code is ErrorCode.WRONG_PHASE


async def test_rooms_refuse_players_with_the_reason(server: Running, anna: Wire) -> None:
    await anna.create(seats=2, spectators="none")
    async with dial(server.port) as other:
        await other.hello("Аnnа")  # the first letter and the last are Cyrillic
        taken = await other.refusal(Join, room=anna.code)
        assert taken.code is ErrorCode.NAME_TAKEN
        assert "is called 'Anna', which looks like 'Аnnа'; choose another name" in taken.message
        assert (await other.refusal(Join, room=anna.code, role="spectator")).code is ErrorCode.NO_SPECTATORS
    async with dial(server.port) as olga, dial(server.port) as third:
        await (await olga.hello("Olga")).join(anna.code.lower())
        await third.hello("Third")
        assert (await third.refusal(Join, room=anna.code)).code is ErrorCode.ROOM_FULL
        assert (await olga.refusal(Join, room=olga.code)).code is ErrorCode.IN_ROOM
        assert (await olga.refusal(Create, game="klondike")).code is ErrorCode.IN_ROOM
        await anna.ready()
        await olga.ready()
        await olga.the(Moved)
        assert (await third.refusal(Join, room=anna.code)).code in (ErrorCode.WRONG_PHASE, ErrorCode.ROOM_FULL)


async def test_a_spectator_cannot_play(server: Running, bystander: Wire, anna: Wire) -> None:
    await anna.join(bystander.code, "spectator")
    for kind, fields in ((Play, {"move": bystander.moves[0]}), (Undo, {}), (Stand, {}), (Ready, {}), (Rematch, {})):
        assert (await anna.refusal(kind, **fields)).code is ErrorCode.NOT_SEATED


async def test_a_stolen_id_without_its_secret_is_nobody(server: Running, anna: Wire) -> None:
    async with dial(server.port) as thief:
        token = anna.token[:-1] + ("A" if anna.token[-1] != "A" else "B")
        assert (await thief.refusal(Hello, name="Anna", token=token)).code is ErrorCode.BAD_TOKEN


async def test_a_message_over_the_limit_closes_the_socket_alone(anna: Wire) -> None:
    await anna.connection.send(bytes(MAX_MESSAGE_BYTES + 1))
    assert (await anna.closed())[0] == CloseCode.TOO_BIG


async def test_a_socket_that_sends_only_rubbish_is_closed(anna: Wire) -> None:
    for _ in range(MOST_BAD):
        await anna.connection.send(b"\xc1")
    assert (await anna.closed())[0] == CloseCode.TOO_MANY_ERRORS


async def test_a_client_that_sends_too_fast_is_told_so(serve: Serve) -> None:
    async with serve(messages_per_second=0.001, message_burst=3) as strict, dial(strict.port) as wire:
        await wire.hello("Anna")
        assert isinstance(await wire.ask(Ping), Pong)
        assert isinstance(await wire.ask(Ping), Pong)
        error = await wire.refusal(Ping)
        assert (error.code, error.retry) == (ErrorCode.TOO_FAST, True)


@pytest.mark.parametrize(
    ("message", "refused"), [(b"\x82\xa4type\xa4ping\xa2id\x01", ErrorCode.TOO_FAST), (b"\xc1", ErrorCode.BAD_MESSAGE)]
)
async def test_a_client_that_sends_too_fast_is_not_read_for_a_while(
    serve: Serve, monkeypatch: pytest.MonkeyPatch, message: bytes, refused: ErrorCode
) -> None:
    pause, go_on, sleep = 3600.0, asyncio.Event(), asyncio.sleep

    async def slept(seconds: float) -> None:
        await (go_on.wait() if seconds == pause else sleep(seconds))

    monkeypatch.setattr(asyncio, "sleep", slept)
    async with (
        serve(messages_per_second=0.001, message_burst=20, too_fast_pause=pause) as strict,
        dial(strict.port) as eve,
        dial(strict.port) as anna,
    ):
        await eve.hello("Eve")
        await anna.hello("Anna")
        for _ in range(40):
            await eve.connection.send(message)
        answers = [await eve.next() for _ in range(20)]
        assert isinstance(answers[-1], Error)
        assert answers[-1].code is refused
        for _ in range(10):
            assert isinstance(await anna.ask(Ping), Pong)
        assert strict.services.stats.messages == 21 + 11, "the greetings, Eve's twenty and Anna's ten"
        go_on.set()


async def test_an_address_may_hold_only_so_many_sockets_and_rooms(serve: Serve) -> None:
    async with (
        serve(sockets_per_address=2, rooms_per_address=1) as strict,
        dial(strict.port) as one,
        dial(strict.port) as two,
    ):
        await (await one.hello("One")).create()
        await two.hello("Two")
        assert (await two.refusal(Create, game="klondike")).code is ErrorCode.TOO_MANY_ROOMS
        async with dial(strict.port) as three:
            assert (await three.closed())[0] == CloseCode.TOO_MANY_SOCKETS
        await one.ask(Leave)


async def test_codes_cannot_be_tried_one_after_the_other(serve: Serve) -> None:
    async with serve(guesses_per_second=0.001, guess_burst=3) as strict, dial(strict.port) as anna:
        await (await anna.hello("Anna")).create(public=False)
        for number in range(3):
            async with dial(strict.port) as guesser:
                await guesser.hello(f"Guesser {number}")
                assert (await guesser.refusal(Join, room="AAAAAA")).code is ErrorCode.UNKNOWN_ROOM
        async with dial(strict.port) as guesser:
            await guesser.hello("Guesser")
            assert (await guesser.refusal(Join, room=anna.code)).code is ErrorCode.TOO_FAST
            assert (await guesser.refusal(GetReplay, room=anna.code)).code is ErrorCode.TOO_FAST
        assert isinstance(await anna.ready(), Ok)


async def test_our_own_bots_do_not_count_among_the_sockets_of_an_address(serve: Serve) -> None:
    async with serve(sockets_per_address=1) as strict, AsyncExitStack() as stack:
        await strict.services.people.players.prepare_bots()
        for number in range(3):
            _, token = strict.services.people.players.welcome_bot(f"Bot {number}")
            bot = await stack.enter_async_context(dial(strict.port))
            await bot.hello(f"Bot {number}", token)
        await bot.connection.close()
        person = await stack.enter_async_context(dial(strict.port))
        await person.hello("Anna")
        another = await stack.enter_async_context(dial(strict.port))
        assert (await another.closed())[0] == CloseCode.TOO_MANY_SOCKETS


@pytest.mark.parametrize(
    ("others", "same"),
    [
        (["::ffff:10.0.0.1", "::ffff:10.0.0.2"], "10.0.0.1"),
        (["2001:db8:0:1::1", "2001:db8:0:2::1"], "2001:db8:0:1::2"),
    ],
    ids=["IPv4 within IPv6", "a network of 64 bits"],
)
async def test_addresses_of_one_network_count_as_one(serve: Serve, others: list[str], same: str) -> None:
    async with serve(sockets_per_address=1, behind_proxy=True) as strict, AsyncExitStack() as stack:
        sockets = [
            await stack.enter_async_context(
                connect(
                    f"ws://127.0.0.1:{strict.port}/ws",
                    subprotocols=[Subprotocol(Format.JSON.value)],
                    additional_headers={"X-Forwarded-For": address},
                )
            )
            for address in [*others, same]
        ]
        with pytest.raises(ConnectionClosed):
            async with asyncio.timeout(PATIENCE):
                await sockets[2].recv()
        for socket in sockets[:2]:
            await socket.ping()


async def test_a_proxy_names_the_address_of_a_socket(serve: Serve) -> None:
    async with serve(sockets_per_address=1, behind_proxy=True) as strict:
        url, ours = f"ws://127.0.0.1:{strict.port}/ws", [Subprotocol(Format.JSON.value)]
        headers = [{"X-Forwarded-For": f"6.6.6.6, 10.0.0.{number}"} for number in (1, 2, 1)]
        async with (
            connect(url, subprotocols=ours, additional_headers=headers[0]),
            connect(url, subprotocols=ours, additional_headers=headers[1]) as second,
            connect(url, subprotocols=ours, additional_headers=headers[2]) as third,
        ):
            with pytest.raises(ConnectionClosed):
                async with asyncio.timeout(PATIENCE):
                    await third.recv()
            assert third.close_code == CloseCode.TOO_MANY_SOCKETS
            await second.ping()


async def test_a_socket_at_another_path_is_told_the_right_one(server: Running) -> None:
    with pytest.raises(InvalidStatus) as caught:
        await connect(f"ws://127.0.0.1:{server.port}/socket", subprotocols=[Subprotocol(Format.JSON.value)])
    assert caught.value.response.status_code == 404
    assert b"at /ws, not at /socket" in caught.value.response.body


async def test_a_socket_without_our_subprotocol_is_refused_with_a_sentence(server: Running) -> None:
    for offered in (None, [Subprotocol("chat")], [Subprotocol("cadogan.2.jsonx"), Subprotocol("xcadogan.1.json")]):
        with pytest.raises(InvalidStatus) as caught:
            await connect(f"ws://127.0.0.1:{server.port}/ws", subprotocols=offered)
        assert caught.value.response.status_code == 400
        assert b"offer one of cadogan.2.msgpack, cadogan.2.json\n" in caught.value.response.body


@pytest.mark.parametrize("outdated", OUTDATED)
async def test_a_client_of_an_earlier_version_is_told_the_present_one(server: Running, outdated: str) -> None:
    async with connect(f"ws://127.0.0.1:{server.port}/ws", subprotocols=[Subprotocol(outdated)]) as old:
        with pytest.raises(ConnectionClosed) as caught:
            await old.recv()
    assert caught.value.rcvd is not None
    assert caught.value.rcvd.code == CloseCode.TOO_MANY_ERRORS
    assert SUBPROTOCOL_MSGPACK in caught.value.rcvd.reason
    both = [Subprotocol(outdated), Subprotocol(Format.JSON.value)]
    async with connect(f"ws://127.0.0.1:{server.port}/ws", subprotocols=both) as new:
        assert new.subprotocol == Format.JSON.value


async def test_bytes_within_a_frame_that_look_like_a_move_are_none(anna: Wire, bystander: Wire) -> None:
    await anna.create()
    await anna.ready()
    await anna.the(Moved)
    inner = encode(Play(id=99, move=anna.moves[0]), Format.MSGPACK)
    inner_frame = bytes((0x82, 0x80 | len(inner))) + bytes(4) + inner  # the mask is 0
    outer = bytes((0x82, 0x80 | (4 + len(inner_frame)))) + bytes(4) + bytes(4)
    transport = anna.connection.transport
    transport.write(outer)
    assert isinstance(await bystander.ask(Ping), Pong)  # so that the server has read that much
    transport.write(inner_frame)
    refused = await anna.the(Error)
    assert (refused.code, refused.re) == (ErrorCode.BAD_MESSAGE, None)
    assert isinstance(await anna.play(anna.moves[0]), Step)
    assert not any(isinstance(message, Step | Moved) and message.re == 99 for message in anna.log)


async def test_a_move_may_come_in_pieces(anna: Wire) -> None:
    await anna.create()
    await anna.ready()
    await anna.the(Moved)
    for pieces in (1, 2, 3, 1):
        id = next(anna.ids)
        data = encode(Play(id=id, move=anna.moves[0]), Format.MSGPACK)
        size = -(-len(data) // pieces)
        await anna.connection.send([data[at : at + size] for at in range(0, len(data), size)])
        assert isinstance(await anna.answer(id), Step)
