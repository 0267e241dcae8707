"""The messages between a room's owner and its mirror.

Besides these, the mirror gets the same messages as any spectator, and nothing else.
"""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict


class _NodeMessage(BaseModel):
    """A message of another node. Unknown fields are ignored, as a later version may add some."""

    model_config = ConfigDict(frozen=True, extra="ignore")


class MirrorRequest(_NodeMessage):
    """The first message of a mirror.

    Attributes:
        room: the code of the room.
        last: the number of the last message of each stream that the mirror has, if it had a link before.
        watching: the spectators at the mirror, by player id; True for a preview.
    """

    room: str
    last: dict[int, int] = {}
    watching: dict[str, bool] = {}


class SpectatorReport(_NodeMessage):
    """A change of the spectators at the mirror.

    Attributes:
        came: the new spectators, by player id; True for a preview, which is not counted.
        went: the spectators who have gone.
    """

    came: dict[str, bool] = {}
    went: tuple[str, ...] = ()


class Notice(_NodeMessage):
    """A message of the owner.

    Attributes:
        put_out, barred: the players and addresses that stay out, each for how many ms from now.
        replaced: players who have come in through another socket.
        open: true if newcomers see more than the spectators who are here, because their delay is over.
        shown: true once all streams have been sent up to this moment.
        paused: why the room is paused, in words, while the message that says so in its stream has to wait.
    """

    put_out: dict[str, int] = {}
    barred: dict[str, int] = {}
    replaced: tuple[str, ...] = ()
    open: bool = False
    shown: bool = False
    paused: str = ""
