"""What two nodes tell each other of a room that one of them has and the other follows for its spectators.

Beside this the node that follows gets what any spectator gets, and nothing else.
"""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict


class _Told(BaseModel):
    """What another node tells. One of a later version may say more."""

    model_config = ConfigDict(frozen=True, extra="ignore")


class Following(_Told):
    """The first that the node says that follows.

    Attributes:
        room: the code.
        last: the number of the last message that it has of each stream, where it has followed before.
        watching: who looks on there, each with whether only in passing.
    """

    room: str
    last: dict[int, int] = {}
    watching: dict[str, bool] = {}


class Attendance(_Told):
    """What it says now and then of those who look on there.

    Attributes:
        came: who has come, each with whether only to be shown in passing what goes on.
        went: who has gone.
    """

    came: dict[str, bool] = {}
    went: tuple[str, ...] = ()


class Notice(_Told):
    """What the node says that has the room.

    Attributes:
        put_out, barred: the players and addresses that stay out, each for how many ms yet.
        replaced: players who are there through another socket now.
        open: whether who comes from now on is shown more than those who are here: a delay is over for them.
        shown: whether all streams have been shown now, up to this moment.
    """

    put_out: dict[str, int] = {}
    barred: dict[str, int] = {}
    replaced: tuple[str, ...] = ()
    open: bool = False
    shown: bool = False
