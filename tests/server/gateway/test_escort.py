"""The escort of a socket whose player's room moves while other things happen."""

from __future__ import annotations

import asyncio
from typing import Any
from unittest.mock import AsyncMock, create_autospec

import pytest

from cadogan_protocol.errors import CloseCode
from cadogan_protocol.messages import Leave, Rename
from cadogan_server.app import Running
from cadogan_server.delivery.outbox import Outbox
from cadogan_server.delivery.viewer import Moving, Viewer
from cadogan_server.gateway.escort import Escort
from cadogan_server.gateway.journey import Journey, JourneyState
from cadogan_server.gateway.relays.relay import MOVED, Passenger, Relay, Relays, read_reason
from cadogan_server.gateway.session import Giver, Session
from cadogan_server.hosting.hub import Hub
from cadogan_server.hosting.presence import Presence
from cadogan_server.store.people.players import Player
from tests.server.hosting.tournaments.played import entered, opened
from tests.server.waiting import until
from tests.server.wire import dial

ANNA = Player("p1", "Anna", ("h",))
THERE = Moving("there", "ABCDEF", False, False)


class Conversation:
    """A conversation that handles no message."""

    handled = 3
    allowance = 10.0

    def __init__(self) -> None:
        self.answered = True
        self.again: list[bytes | str] = []

    async def has_answered(self) -> bool:
        return self.answered

    async def hear_again(self, data: bytes | str) -> None:
        self.again.append(data)


class Scene:
    """A session in a room, and its escort. Its relays open when the test lets them."""

    def __init__(self, *, player: Player = ANNA, relayed_here: bool = False) -> None:
        self.where = Journey()
        self.session: Any = create_autospec(Session, instance=True)
        self.session.journey, self.session.player, self.session.relayed_here = self.where, player, relayed_here
        self.session.presence = self.room = Presence(
            create_autospec(Hub, instance=True), create_autospec(Viewer, instance=True)
        )
        self.session.passenger = Passenger(player, 1, "", "127.0.0.1", None, "")
        self.session.outbox, self.session.about = create_autospec(Outbox, instance=True), {}
        self.session.gone.side_effect = self.where.leave
        self.where.enter(self.room)
        self.relay: Any = create_autospec(Relay, instance=True)
        self.may_open = asyncio.Event()
        self.relays: Any = create_autospec(Relays, instance=True)
        self.relays.me = "here"
        self.relays.open = AsyncMock(side_effect=self._open)
        self.conversation = Conversation()
        self.escort = Escort(self.relays, Giver(), self.conversation)

    async def _open(self, *_: object) -> Relay:
        await self.may_open.wait()
        relay: Relay = self.relay
        return relay


async def test_a_player_follows_a_room_by_a_relay() -> None:
    scene = Scene()
    scene.where.set_out()
    scene.may_open.set()
    await scene.escort.follow(scene.session, THERE)
    assert (scene.where.state, scene.where.relay) == (JourneyState.RELAYED, scene.relay)


async def test_a_relay_that_opens_for_a_socket_that_is_gone_is_closed() -> None:
    scene = Scene()
    scene.where.set_out()
    following = asyncio.create_task(scene.escort.follow(scene.session, THERE))
    await asyncio.sleep(0)
    scene.where.leave()
    await scene.escort.close(scene.session)
    scene.may_open.set()
    await following
    scene.relay.stop.assert_awaited_once()
    assert scene.where.relay is None


async def test_a_player_who_has_left_meanwhile_stays() -> None:
    scene = Scene()
    scene.where.set_out()
    scene.where.leave()
    scene.session.presence = None
    await scene.escort.follow(scene.session, THERE)
    assert scene.where.state is JourneyState.LOCAL
    scene.relays.open.assert_not_awaited()


@pytest.mark.parametrize(
    ("scene", "moving", "answered", "code"),
    [
        ({"player": ANNA._replace(bot=True)}, THERE, True, CloseCode.REPLACED),
        ({}, None, True, CloseCode.RENEWED),
        ({}, THERE, False, CloseCode.RENEWED),
        ({"relayed_here": True}, THERE, True, MOVED),
    ],
    ids=["bot", "no owner", "still busy", "another node has the socket"],
)
async def test_a_socket_that_cannot_follow_is_closed(
    scene: dict[str, Any], moving: Moving | None, answered: bool, code: int
) -> None:
    told = Scene(**scene)
    told.conversation.answered = answered
    told.where.set_out()
    await told.escort.follow(told.session, moving)
    assert told.where.state is JourneyState.ENDED
    ((closed, reason), _) = told.session.close_after.call_args
    assert closed == code
    if code == MOVED:
        assert read_reason(reason) == (THERE, 3)


async def test_messages_not_handled_there_are_answered_before_new_ones() -> None:
    scene = Scene()
    scene.where.set_out()
    scene.may_open.set()
    await scene.escort.follow(scene.session, THERE)
    moved = scene.relays.open.await_args.args[4]
    moved(Moving("there", "", False, False), [b"1", b"2"])  # the socket is in no room there
    assert scene.where.state is JourneyState.MOVING
    await scene.where.settled()
    assert scene.conversation.again == [b"1", b"2"]
    assert (scene.where.state, scene.where.relay) == (JourneyState.LOCAL, None)


async def test_a_socket_that_is_closed_already_follows_nothing() -> None:
    scene = Scene()
    scene.where.set_out()
    scene.may_open.set()
    await scene.escort.follow(scene.session, THERE)
    moved = scene.relays.open.await_args.args[4]
    scene.where.end()
    moved(THERE, [b"1"])
    scene.escort.send_home(scene.session)
    await asyncio.sleep(0)
    assert scene.conversation.again == []
    scene.relays.open.assert_awaited_once()
    scene.session.close_after.assert_not_called()


async def test_who_leaves_the_room_of_another_node_is_back_where_the_socket_is(nodes: list[Running]) -> None:
    """So the hall of a tournament there calls the player again, and relays do not become a chain from room to room."""
    async with dial(nodes[0].port, source="127.0.1.2") as ann, dial(nodes[1].port, source="127.0.2.3") as bob:
        await ann.hello("Ann")
        await bob.hello("Bob")
        id = await opened(ann)
        await entered(id, ann)
        (guest,) = nodes[0].services.tournaments.guests.halls[id].guests
        for _ in range(2):
            room = await bob.create("golf")
            await ann.join(room.code)
            assert [len(node.gateway.sessions) for node in nodes] == [1, 2]
            assert not guest.is_free()
            await ann.ask(Leave)
            await bob.ask(Leave)
            await until(guest.is_free)
            await until(lambda: len(nodes[1].gateway.sessions) == 1)
        room = await bob.create("golf")
        await ann.join(room.code)
        await ann.ask(Rename, name="Anna")
        await ann.ask(Leave)
        assert (await (await ann.create("golf")).state(lambda room: len(room.seats) == 1)).seats[0].name == "Anna"
