"""The state machine of a player's journey, driven by random steps as handlers, the room and the escort take them."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from unittest.mock import create_autospec

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cadogan_server.delivery.viewer import Viewer
from cadogan_server.gateway.journey import NEXT, Journey, JourneyState, Step, WrongStep
from cadogan_server.gateway.relays.relay import Relay
from cadogan_server.hosting.hub import Hub
from cadogan_server.hosting.presence import Presence
from cadogan_server.mirrors.mirror import Mirror

VIEWER = create_autospec(Viewer, instance=True)
ROOM, MIRROR = (Presence(create_autospec(place, instance=True), VIEWER) for place in (Hub, Mirror))
RELAY = create_autospec(Relay, instance=True)


def enter(where: Journey, presence: Presence) -> None:
    where.leave()
    where.enter(presence)


def carry(where: Journey) -> None:
    where.leave()
    where.carry(RELAY)


def give(where: Journey) -> None:
    where.leave()
    where.give()


def follow(where: Journey) -> None:
    if where.presence is not None:
        where.depart()


STEPS: dict[str, tuple[Step, Callable[[Journey], object]]] = {
    "join": (Step.ENTER, lambda where: enter(where, ROOM)),
    "watch": (Step.LOOK_ON, lambda where: enter(where, MIRROR)),
    "leave": (Step.LEAVE, Journey.leave),
    "set out": (Step.SET_OUT, Journey.set_out),
    "follow": (Step.SET_OUT, follow),
    "relay": (Step.RELAY, carry),
    "give": (Step.GIVE, give),
    "settle": (Step.SETTLE, Journey.settle),
    "end": (Step.END, Journey.end),
}


def possible(where: Journey, name: str) -> bool:
    step = STEPS[name][0]
    if name == "follow":
        return where.presence is not None and step in NEXT[where.state]
    # No mirror sets out: its room is elsewhere. A player on the way settles at any time.
    return step in NEXT[where.state] or (step is Step.SETTLE and where.state is JourneyState.MOVING)


def check(where: Journey) -> None:
    """Check the invariants."""
    watches = where.presence is MIRROR
    assert where.answers_here == (where.state in (JourneyState.LOCAL, JourneyState.MIRROR))
    if where.answers_here:
        assert where.relay is None
        assert watches == (where.state is JourneyState.MIRROR)
    if where.state is JourneyState.RELAYED:
        assert (where.relay, where.presence) == (RELAY, None)
    if where.state is JourneyState.GIVEN:
        assert where.presence is None


def state_of(where: Journey) -> JourneyState:
    return where.state


async def waits(where: Journey) -> bool:
    """Return True if input waits."""
    waiting = asyncio.ensure_future(where.settled())
    await asyncio.sleep(0)
    done = waiting.done()
    waiting.cancel()
    return not done


@given(st.lists(st.sampled_from(sorted(STEPS)), max_size=40))
def test_each_walk_keeps_a_player_in_one_place(names: list[str]) -> None:
    async def walk() -> None:
        where = Journey()
        for name in names:
            if not possible(where, name):
                continue
            before = where.state
            waiting = asyncio.ensure_future(where.settled())
            await asyncio.sleep(0)
            STEPS[name][1](where)
            check(where)
            assert await waits(where) == (where.state is JourneyState.MOVING)
            await asyncio.sleep(0)
            assert waiting.done() == (where.state is not JourneyState.MOVING or before is not JourneyState.MOVING)
            waiting.cancel()
            assert before is not JourneyState.ENDED or where.state is JourneyState.ENDED
            assert before is not JourneyState.GIVEN or where.state in (JourneyState.GIVEN, JourneyState.ENDED)
        where.end()
        assert not await waits(where)

    asyncio.run(walk())


@pytest.mark.parametrize(
    ("state", "step"),
    [
        (JourneyState.MIRROR, Step.SET_OUT),
        (JourneyState.RELAYED, Step.ENTER),
        (JourneyState.RELAYED, Step.LOOK_ON),
        (JourneyState.RELAYED, Step.RELAY),
        (JourneyState.RELAYED, Step.GIVE),
        (JourneyState.GIVEN, Step.ENTER),
        (JourneyState.GIVEN, Step.LOOK_ON),
        (JourneyState.GIVEN, Step.RELAY),
        (JourneyState.GIVEN, Step.GIVE),
        (JourneyState.ENDED, Step.RELAY),
    ],
)
def test_a_step_that_is_not_possible_changes_nothing(state: JourneyState, step: Step) -> None:
    where = Journey()
    where.state = state
    take: dict[Step, Callable[[], None]] = {
        Step.ENTER: lambda: where.enter(ROOM),
        Step.LOOK_ON: lambda: where.enter(MIRROR),
        Step.SET_OUT: where.set_out,
        Step.RELAY: lambda: where.carry(RELAY),
        Step.GIVE: where.give,
    }
    with pytest.raises(WrongStep):
        take[step]()
    assert (where.state, where.presence, where.relay) == (state, None, None)


def test_every_state_can_be_reached_and_left() -> None:
    reached, new = set[JourneyState](), {JourneyState.LOCAL}
    while new:
        reached |= new
        new = {after for state in new for after in NEXT[state].values()} - reached
    assert reached == set(JourneyState)
    assert all(NEXT[state][Step.END] is JourneyState.ENDED for state in JourneyState)


def test_a_player_who_leaves_a_moving_room_stays_at_this_node() -> None:
    where = Journey()
    where.enter(ROOM)
    where.set_out()
    assert state_of(where) is JourneyState.MOVING
    assert where.leave() is ROOM
    assert state_of(where) is JourneyState.LOCAL


def test_a_followed_socket_is_read_once_earlier_requests_are_answered() -> None:
    where = Journey()
    where.carry(RELAY)
    where.set_out()
    enter(where, ROOM)
    assert state_of(where) is JourneyState.MOVING
    where.leave()
    assert state_of(where) is JourneyState.MOVING
    enter(where, ROOM)
    where.settle()
    assert (state_of(where), where.relay) == (JourneyState.LOCAL, None)


def test_a_mirror_becomes_the_room_when_that_comes_here() -> None:
    where = Journey()
    where.enter(MIRROR)
    assert state_of(where) is JourneyState.MIRROR
    where.come_here(ROOM.viewed)
    assert state_of(where) is JourneyState.LOCAL
    assert where.presence == ROOM
