"""What a director tells the people of a hall, and when."""

from __future__ import annotations

from cadogan_protocol.messages import Called, Message
from cadogan_server.app import Running
from cadogan_server.hosting.tournaments.director import SHOWN_AT_ONCE
from cadogan_server.hosting.tournaments.guests import Guest
from cadogan_server.tournaments import orders
from cadogan_server.tournaments.records import Entered, Paired, RoomOpened, Started
from tests.server.hosting.tournaments.played import opened
from tests.server.waiting import until
from tests.server.wire import dial

MORE = 50


async def test_many_are_shown_what_is_new_in_turn_but_called_at_once(server: Running) -> None:
    part = server.services.tournaments
    shown: list[str] = []
    told: list[tuple[str, Message]] = []

    def guest(player: str) -> Guest:
        return Guest(
            player, lambda: True, lambda message: told.append((player, message)), lambda _: shown.append(player)
        )

    async with dial(server.port) as ann:
        await ann.hello("Ann")
        id = await opened(ann)
        everybody = {f"p{number}" for number in range(SHOWN_AT_ONCE + MORE)}
        for player in everybody:
            part.guests.come(player, id, guest(player))
        await until(lambda: set(shown) == everybody)
        await part.known.change(id, lambda state: orders.enter(state, 1, "eve", "Eve", 1500))
        for at, count in enumerate((SHOWN_AT_ONCE, MORE, 0)):
            shown.clear()
            part.director.tell(id, part.guests.halls[id])
            assert len(shown) == count, at
        await part.known.change(id, lambda _: [Entered(1, player, player, 1500) for player in ("p0", "p1")])
        pairing = (1, ("p0", "p1"), "elsewhere")
        await part.known.change(id, lambda _: [Started(2, 0), Paired(2, 0, (pairing,)), RoomOpened(3, 1, "ABCDEF")])
        told.clear()
        part.director.tell(id, part.guests.halls[id])
        assert {player for player, message in told if isinstance(message, Called)} == {"p0", "p1"}
