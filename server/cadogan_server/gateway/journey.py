"""The place of a socket's player: the state machine that each step between rooms and nodes goes through.

It does nothing itself. The handlers and the room take the steps within this node, `escort.py` takes those to other
nodes and workers. `NEXT` lists every step.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from enum import Enum
from typing import TYPE_CHECKING

from cadogan_server.delivery.viewer import ViewedRoom
from cadogan_server.hosting.presence import Presence
from cadogan_server.mirrors.mirror import Mirror

if TYPE_CHECKING:
    from cadogan_server.gateway.relays.relay import Relay


class JourneyState(Enum):
    """The place of a player."""

    LOCAL = "at this node, in one of its rooms or in none"
    MIRROR = "at this node, watching a mirror of another node's room"
    MOVING = "on the way: the room goes to another node, and input waits"
    RELAYED = "at another node, which owns the room; this one carries the frames"
    GIVEN = "at another worker of this machine, which has the socket"
    ENDED = "gone: the socket is closed, or is being closed, and input is dropped"


class Step(Enum):
    """A step from one state to another. The method of `Journey` says what causes it."""

    ENTER = "a room of this node is entered"
    LOOK_ON = "a mirror is entered"
    LEAVE = "the room is left"
    SET_OUT = "the room sets out for another node"
    RELAY = "another node answers from now on"
    SETTLE = "the way is over"
    GIVE = "another worker has the socket"
    END = "the socket is closed"


NEXT: dict[JourneyState, dict[Step, JourneyState]] = {
    JourneyState.LOCAL: {
        Step.ENTER: JourneyState.LOCAL,
        Step.LOOK_ON: JourneyState.MIRROR,
        Step.LEAVE: JourneyState.LOCAL,
        Step.SET_OUT: JourneyState.MOVING,
        Step.RELAY: JourneyState.RELAYED,
        Step.SETTLE: JourneyState.LOCAL,
        Step.GIVE: JourneyState.GIVEN,
        Step.END: JourneyState.ENDED,
    },
    JourneyState.MIRROR: {
        Step.ENTER: JourneyState.LOCAL,
        Step.LOOK_ON: JourneyState.MIRROR,
        Step.LEAVE: JourneyState.LOCAL,
        Step.RELAY: JourneyState.RELAYED,
        Step.SETTLE: JourneyState.MIRROR,
        Step.GIVE: JourneyState.GIVEN,
        Step.END: JourneyState.ENDED,
    },
    # No act of the player ends the move to another node: messages from before are answered before new ones.
    JourneyState.MOVING: {
        Step.ENTER: JourneyState.MOVING,
        Step.LOOK_ON: JourneyState.MOVING,
        Step.LEAVE: JourneyState.MOVING,
        Step.SET_OUT: JourneyState.MOVING,
        Step.RELAY: JourneyState.MOVING,
        Step.GIVE: JourneyState.GIVEN,
        Step.END: JourneyState.ENDED,
    },
    JourneyState.RELAYED: {
        Step.LEAVE: JourneyState.RELAYED,
        Step.SET_OUT: JourneyState.MOVING,
        Step.SETTLE: JourneyState.RELAYED,
        Step.END: JourneyState.ENDED,
    },
    JourneyState.GIVEN: {
        Step.LEAVE: JourneyState.GIVEN,
        Step.SET_OUT: JourneyState.GIVEN,
        Step.SETTLE: JourneyState.GIVEN,
        Step.END: JourneyState.ENDED,
    },
    # A request that was under way may still enter a room: the session leaves it when the socket is gone.
    JourneyState.ENDED: {
        Step.ENTER: JourneyState.ENDED,
        Step.LOOK_ON: JourneyState.ENDED,
        Step.LEAVE: JourneyState.ENDED,
        Step.SET_OUT: JourneyState.ENDED,
        Step.GIVE: JourneyState.ENDED,
        Step.SETTLE: JourneyState.ENDED,
        Step.END: JourneyState.ENDED,
    },
}
"""JourneyState → step → the state after it. No other step is possible. `settle` ends MOVING, by the room or mirror that
is there then."""


class WrongStep(Exception):
    """A step that is not possible from the state that the player is in: an error of the server."""


class Journey:
    """The place of one socket's player, and the steps from there.

    Args:
        on_step: called with this at each step.

    Attributes:
        state: the state.
        presence: the room or mirror at this node, and the viewer in it; None outside.
        relay: the relay to the node that answers; None if this one does.
    """

    __slots__ = ("_left_with", "_on_step", "_settled", "presence", "relay", "state")

    def __init__(self, on_step: Callable[[Journey], None] | None = None) -> None:
        self._on_step = on_step
        self.state = JourneyState.LOCAL
        self.presence: Presence | None = None
        self.relay: Relay | None = None
        self._left_with: Presence | None = None
        """The room that was entered here and is on its way."""
        self._settled: asyncio.Event | None = None

    @property
    def answers_here(self) -> bool:
        """True while this node answers the player's messages."""
        return self.state is JourneyState.LOCAL or self.state is JourneyState.MIRROR

    async def settled(self) -> None:
        """Wait until the player is no longer on the way."""
        while self.state is JourneyState.MOVING:
            assert self._settled is not None
            await self._settled.wait()

    def enter(self, presence: Presence) -> None:
        """Be in a room or at a mirror: the player has opened or joined it, or has followed it to this node. The caller
        has left the room before."""
        self._make(Step.LOOK_ON if isinstance(presence.viewed, Mirror) else Step.ENTER)
        self.presence = presence

    def come_here(self, room: ViewedRoom) -> None:
        """Continue in a room with the same viewer: this node now owns the room that it mirrored."""
        if self.presence is not None:
            self.enter(Presence(room, self.presence.viewer))

    def leave(self) -> Presence | None:
        """Be in no room: the player has left it, or enters another one, or the socket is gone; or the room has let the
        player go. Return the place that was left.

        A room that is on its way takes only those along who are in it, so this ends the player's way too.
        """
        self._make(Step.LEAVE)
        left, self.presence = self.presence, None
        if left is not None and left is self._left_with:
            self.settle()
        return left

    def set_out(self) -> None:
        """Let input wait: the hub begins to hand the room over, or the node that had the relay has handed it over."""
        self._make(Step.SET_OUT)
        if self.state is JourneyState.MOVING:
            self._settled = self._settled or asyncio.Event()
            self._left_with, self.relay = self.presence, None

    def depart(self) -> None:
        """Be in no room, and on the way: the room has gone, and its hub has let all its viewers go."""
        self.set_out()
        self.presence = self._left_with = None

    def carry(self, relay: Relay) -> None:
        """Let another node answer: a relay to the owner of the room that the player wants, or follows, is open."""
        self._make(Step.RELAY)
        self.relay = relay

    def settle(self) -> None:
        """Let input go on: the player has followed the room, stays behind, or has left it."""
        if self.state is JourneyState.MOVING:
            watches = self.presence is not None and isinstance(self.presence.viewed, Mirror)
            here = JourneyState.MIRROR if watches else JourneyState.LOCAL
            self._reach(JourneyState.RELAYED if self.relay is not None else here)
        else:
            self._make(Step.SETTLE)

    def give(self) -> None:
        """Drop all input: another worker has the socket itself, because it owns the room that the player wants."""
        self._make(Step.GIVE)

    def end(self) -> None:
        """Drop all input: the socket is gone, or is closed because it can't follow its room."""
        self._make(Step.END)

    def _make(self, step: Step) -> None:
        try:
            self._reach(NEXT[self.state][step])
        except KeyError:
            raise WrongStep(f"a player who is {self.state.value}: {step.value}") from None

    def _reach(self, state: JourneyState) -> None:
        self.state = state
        if self._on_step is not None:
            self._on_step(self)
        if state is not JourneyState.MOVING:
            settled, self._settled, self._left_with = self._settled, None, None
            if settled is not None:
                settled.set()
