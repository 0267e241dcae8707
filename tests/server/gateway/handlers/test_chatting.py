"""Chat: its writers, its readers, and its end."""

from __future__ import annotations

from contextlib import AsyncExitStack
from typing import Any

from cadogan_protocol.errors import ErrorCode
from cadogan_protocol.messages import Chat, ChatLine, Leave, Ok, Rematch, SetChat, Stand, WriteChat
from cadogan_server.app import Running
from tests.server.conftest import Serve
from tests.server.test_over_nodes import several
from tests.server.wire import Wire, dial

BY_LINK: dict[str, Any] = {"by_link": True, "public": False}


def told(wire: Wire) -> list[ChatLine]:
    """Return every line that a client was told, in order."""
    return [line for message in wire.log if isinstance(message, Chat) for line in message.lines]


async def test_the_host_lets_players_write_and_spectators_are_not_told(server: Running) -> None:
    async with dial(server.port) as anna, dial(server.port) as ben, dial(server.port) as eve:
        await (await anna.hello("Anna")).create(**BY_LINK)
        await (await ben.hello("Ben")).join(anna.code, key=anna.key)
        await (await eve.hello("Eve")).join(anna.code, "spectator", key=anna.key)
        refusal = await ben.refusal(WriteChat, text="hello")
        assert (refusal.code, "its host can switch chat on" in refusal.message) == (ErrorCode.WRONG_PHASE, True)
        assert (await ben.refusal(SetChat)).code is ErrorCode.NOT_HOST
        assert isinstance(await anna.ask(SetChat), Ok)
        await ben.state(lambda room: room.chat)
        assert isinstance(await ben.ask(WriteChat, text="<b>hello</b>\u202e\n there"), Ok)
        line = (await anna.the(Chat)).lines[-1]
        assert (line.text, line.name, line.seat, line.player) == ("<b>hello</b> there", "Ben", 1, ben.player)
        assert (await eve.refusal(WriteChat, text="me too")).code is ErrorCode.NOT_SEATED
        assert (await ben.refusal_of_raw(WriteChat, text="\u200b")).code is ErrorCode.BAD_MESSAGE
        log = server.services.rooms.registry.hubs[anna.code].room
        assert "hello" not in str(log.records)

        # A player who comes back, or sits down later, is shown the lines.
        async with dial(server.port, first_id=1000) as again, dial(server.port) as later:
            await (await again.hello("Ben", ben.token)).join(anna.code, key=anna.key)
            await (await later.hello("Lea")).join(anna.code, key=anna.key)
            assert [one.text for one in (await again.the(Chat)).lines] == ["<b>hello</b> there"]
            assert [one.text for one in (await later.the(Chat)).lines] == ["<b>hello</b> there"]
            assert isinstance(await anna.ask(SetChat, on=False), Ok)
            await again.state(lambda room: not room.chat)
            assert (await again.refusal(WriteChat, text="still?")).code is ErrorCode.WRONG_PHASE
            await anna.ask(SetChat)
            assert isinstance(await again.ask(WriteChat, text="anew"), Ok)
            async with dial(server.port) as last:
                await (await last.hello("Zoe")).join(anna.code, key=anna.key)
                assert [one.text for one in (await last.the(Chat)).lines] == ["anew"]
        await eve.state(lambda room: any(seat.name == "Zoe" for seat in room.seats))
        assert told(eve) == []


async def test_nobody_without_a_seat_there_writes_or_switches(server: Running) -> None:
    async with dial(server.port) as anna, dial(server.port) as ben, dial(server.port) as eve:
        await (await anna.hello("Anna")).create(**BY_LINK, chat=True)
        await (await ben.hello("Ben")).join(anna.code, key=anna.key)
        assert (await (await eve.hello("Eve")).refusal(WriteChat, text="hello")).code is ErrorCode.NOT_IN_ROOM
        assert (await eve.refusal(SetChat, on=False)).code is ErrorCode.NOT_IN_ROOM
        await eve.join(anna.code, "spectator", key=anna.key)
        assert (await eve.refusal(SetChat, on=False)).code is ErrorCode.NOT_SEATED
        assert (await ben.refusal(SetChat, on=False)).code is ErrorCode.NOT_HOST
        assert isinstance(await ben.ask(Leave), Ok)
        assert (await ben.refusal(WriteChat, text="still here")).code is ErrorCode.NOT_IN_ROOM
        for text in ("", "   ", "x" * 201, 7, None):
            assert (await anna.refusal_of_raw(WriteChat, text=text)).code is ErrorCode.BAD_MESSAGE
        assert isinstance(await anna.ask(WriteChat, text="mine"), Ok)
        assert [line.text for line in told(anna)] == ["mine"]
        assert told(ben) == told(eve) == []


async def test_public_rooms_and_rooms_by_code_have_no_free_text(server: Running) -> None:
    async with dial(server.port) as anna:
        await anna.hello("Anna")
        for public in (True, False):
            await anna.create(public=public)
            for refusal in (await anna.refusal(SetChat), await anna.refusal(WriteChat, text="hello")):
                assert (refusal.code, "emotes and set" in refusal.message) == (ErrorCode.BAD_OPTION, True)
            await anna.ask(Leave)


async def test_too_many_lines_of_a_player_or_an_address_are_refused(serve: Serve) -> None:
    async with serve(chats_per_address=0.5) as server, dial(server.port) as anna, dial(server.port) as ben:
        await (await anna.hello("Anna")).create(**BY_LINK, chat=True)
        await (await ben.hello("Ben")).join(anna.code, key=anna.key)
        assert isinstance(await anna.ask(WriteChat, text="one"), Ok)
        assert isinstance(await ben.ask(WriteChat, text="two"), Ok)
        refusal = await anna.refusal(WriteChat, text="three")
        assert (refusal.code, "lines of chat" in refusal.message) == (ErrorCode.TOO_FAST, True)
    async with serve() as server, dial(server.port) as anna:
        await (await anna.hello("Anna")).create(**BY_LINK, chat=True)
        for number in range(5):
            assert isinstance(await anna.ask(WriteChat, text=str(number)), Ok)
        assert (await anna.refusal(WriteChat, text="six")).code is ErrorCode.TOO_FAST


async def test_chat_reaches_players_at_other_nodes_and_ends_with_the_node(serve: Serve) -> None:
    async with several(serve) as nodes, AsyncExitStack() as stack:
        one, two = nodes
        anna, ben = [await stack.enter_async_context(dial(port)) for port in (one.port, two.port)]
        await (await anna.hello("Anna")).create("spite_and_malice_modern", **BY_LINK)
        await (await ben.hello("Ben")).join(anna.code, key=anna.key)
        assert isinstance(await anna.ask(SetChat), Ok)
        await ben.state(lambda room: room.chat)
        assert isinstance(await ben.ask(WriteChat, text="from afar"), Ok)
        assert [line.text for line in (await anna.the(Chat)).lines] == ["from afar"]
        assert isinstance(await anna.ask(WriteChat, text="from here"), Ok)
        last = (await ben.the(Chat)).lines[-1]
        assert last.text == "from here"
        for wire in (anna, ben):
            await wire.ready()
        for wire in (anna, ben):
            await wire.phase("running")
    async with serve() as later, dial(later.port, first_id=1000) as again:
        await (await again.hello("Anna", anna.token)).join(anna.code, key=anna.key)
        room = await again.state(lambda room: room.code == anna.code)
        assert room.chat, "the log has the host's switch, and no text"
        assert isinstance(await again.ask(WriteChat, text="anew"), Ok)
        (line,) = told(again)
        assert (line.text, line.number > last.number) == ("anew", True)


async def test_the_following_room_has_the_chat_as_it_was_last(server: Running) -> None:
    async with dial(server.port) as anna:
        await (await anna.hello("Anna")).create(**BY_LINK, chat=True)
        for on in (False, True):
            await anna.ask(SetChat, on=on)
            await anna.ready()
            await anna.phase("running")
            await anna.ask(Stand)
            await anna.phase("finished")
            await anna.joined(await anna.ask(Rematch))
            room = await anna.state(lambda room: room.code == anna.code)
            assert room.chat is on
