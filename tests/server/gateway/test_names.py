"""Names over real sockets: one is changed for everybody at once, and the same player comes in on another device."""

from __future__ import annotations

import secrets

from cadogan_protocol.errors import CloseCode, ErrorCode
from cadogan_protocol.messages import GetTicket, Hello, Join, Joined, ListRooms, Ok, Rename, Stand, Ticket, Welcome
from cadogan_server.app import Running
from tests.server.conftest import Serve
from tests.server.wire import dial

# ---- another name ----------------------------------------------------------------------------------------------------


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
        # Who sits nowhere is called so in the rooms that are entered afterwards.
        assert isinstance(await eve.ask(Rename, name="Emma"), Ok)
        assert (await eve.ask(Join, room=anna.code, last={0: 1})).seat == 2
        assert (await anna.state(lambda room: len(room.seats) == 3)).seats[2].name == "Emma"


async def test_while_it_is_played_a_seat_keeps_its_name(server: Running) -> None:
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


# ---- the same player on another device -------------------------------------------------------------------------------


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
        assert welcome.token != laptop.token, "each device has a secret of its own"
        joined = await phone.ask(Join, room=laptop.code)
        assert isinstance(joined, Joined)
        assert joined.seat == laptop.seat
        assert (await laptop.closed())[0] == CloseCode.REPLACED
        # It was good for once.
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


# ---- who only looks in passing ---------------------------------------------------------------------------------------


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


# ---- what is played most ---------------------------------------------------------------------------------------------


async def test_the_list_of_rooms_names_what_is_played_most(serve: Serve) -> None:
    async with serve() as server:
        now = server.services.clock.real()
        played = server.services.store.played
        for game, times in (("nestor", 1), ("spider_1", 3)):
            for _ in range(times):
                played.count(game, secrets.token_hex(8), now)
        month = 31 * 24 * 3600 * 1000
        for _ in range(5):
            played.count("klondike", secrets.token_hex(8), now - 4 * month)
        async with dial(server.port) as anna:
            await anna.hello("Anna")
            assert (await anna.ask(ListRooms)).played == ("spider_1", "nestor", "klondike")
    async with serve() as server, dial(server.port) as anna:
        await anna.hello("Anna")
        assert (await anna.ask(ListRooms)).played == ("spider_1", "nestor", "klondike"), "the store has kept it"
