"""One who looks at a room through a socket."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from cadogan_server.live.outbox import Outbox


class Holder(Protocol):
    """Whose eyes a viewer is: the session of its socket."""

    def put_out(self) -> None:
        """The room has let this viewer go."""

    def close_after(self, code: int, reason: str) -> None:
        """Close the socket once what has been sent until now is on its way."""


@dataclass(eq=False)
class Viewer:
    """A socket in a room. `seat` is None for a spectator."""

    player: str
    outbox: Outbox
    seat: int | None
    holder: Holder
