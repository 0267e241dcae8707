"""The chat of one room: what its players have written lately, and how much they may write.

Lines are in this node's memory alone: no log, replay or other node has them, and spectators are not told.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from math import ceil

from cadogan_protocol.errors import ErrorCode
from cadogan_protocol.limits import CHAT_KEPT
from cadogan_protocol.messages import ChatLine
from cadogan_server.hosting.emote_limits import TextAllowance
from cadogan_server.rooms.occupant import Occupant
from cadogan_server.rooms.refused import Refused

PLAYER_BURST, PLAYER_SECONDS = 5, 2.0
"""The lines that a player may write at once, and then the seconds for each further one."""

ROOM_BURST, ROOM_SECONDS = 10, 1.0
"""The same limits for all players of a room together."""


class Chat:
    """The chat of one room.

    Args:
        now: the clock, in ms.
        first: the number of its first line.

    Attributes:
        lines: the last lines, the earliest first.
    """

    __slots__ = ("_next", "_now", "_players", "_room", "lines")

    def __init__(self, now: Callable[[], int], first: int) -> None:
        self.lines: deque[ChatLine] = deque(maxlen=CHAT_KEPT)
        self._now = now
        self._next = first
        self._room = TextAllowance(ROOM_BURST, ROOM_SECONDS, now() / 1000)
        self._players: dict[str, TextAllowance] = {}
        """By player id, for players who have written something. A room has few players."""

    def write(self, author: Occupant, text: str) -> ChatLine:
        """Add a line, and return it.

        Raises:
            Refused: this player, or all of the room, have written too much.
        """
        now = self._now()
        own = self._players.setdefault(author.player, TextAllowance(PLAYER_BURST, PLAYER_SECONDS, now / 1000))
        wait = max(own.wait(now / 1000), self._room.wait(now / 1000))
        if wait > 0:
            raise Refused(
                ErrorCode.TOO_FAST, "too much is being written in this room; wait a moment", wait=max(1, ceil(wait))
            )
        own.use()
        self._room.use()
        player = None if author.bot else author.player
        line = ChatLine(number=self._next, at=now, seat=author.seat, player=player, name=author.name, text=text)
        self._next += 1
        self.lines.append(line)
        return line
