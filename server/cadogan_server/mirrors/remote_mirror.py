"""Another node's mirror, as one viewer of a room here: it gets what a spectator gets."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from cadogan_protocol.messages import Error
from cadogan_server.delivery.frame import TEXT, framed
from cadogan_server.delivery.reply import Reply
from cadogan_server.delivery.viewer import Viewer
from cadogan_server.mirrors.messages import Notice


def notice_frame(notice: Notice) -> bytes:
    """Return the frame that carries a notice. It is never dropped."""
    return Reply(framed(TEXT, notice.model_dump_json(exclude_unset=True).encode()))


@dataclass(eq=False)
class RemoteMirror(Viewer):
    """The link of a node that mirrors a room. `player` is a name of its own, no player's.

    Attributes:
        tell: sends the node a notice.
        party: the spectators there, by player id; True for a preview.
    """

    tell: Callable[[Notice], None] = field(kw_only=True)
    party: dict[str, bool] = field(default_factory=dict)

    @property
    def counted(self) -> int:
        """The number of spectators there, without previews."""
        return sum(not preview for preview in self.party.values())

    @property
    def players(self) -> tuple[str, ...]:
        """The id of the mirror, and those of the spectators there."""
        return (self.player, *self.party)

    def replaced(self, player: str) -> bool:
        """Have the node close the socket of a spectator there."""
        del self.party[player]
        self.tell(Notice(replaced=(player,)))
        return False

    def news(self, error: Error) -> bytes:
        """Return the frame that tells the node of a pause. An error would end the mirror."""
        return notice_frame(Notice(paused=error.message))

    def opened(self) -> None:
        """Have the node open another mirror for newcomers."""
        self.tell(Notice(open=True))
