"""Another node that follows a room, for all who look on there: one viewer, which gets what a spectator gets."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from cadogan_server.delivery.viewer import Viewer
from cadogan_server.mirrors.messages import Notice


@dataclass(eq=False)
class Follower(Viewer):
    """The link of a node that follows. `player` is a name of its own, no player's.

    Attributes:
        tell: tells it something.
        party: who looks on there, each with whether only in passing.
    """

    tell: Callable[[Notice], None] = field(kw_only=True)
    party: dict[str, bool] = field(default_factory=dict)

    @property
    def counted(self) -> int:
        """How many spectators look on there."""
        return sum(not preview for preview in self.party.values())
