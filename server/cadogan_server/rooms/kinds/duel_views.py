"""The table of a duel in three views: one for each seat, and one for spectators, who see no hand."""

from __future__ import annotations

from cadogan_protocol.limits import MAX_NAME
from cadogan_protocol.streams import BOARDS, SPECTATORS
from cadogan_server.rooms.kinds.table_views import TableViews


class DuelViews(TableViews):
    """The views of a duel's table."""

    __slots__ = ()

    WATCHED = SPECTATORS

    @property
    def streams(self) -> tuple[int, ...]:
        """One table, in three views."""
        return (BOARDS, BOARDS + 1, SPECTATORS) if self.table else ()

    @property
    def differ(self) -> bool:
        """True: most duels have hands."""
        return True

    def name(self, stream: int) -> str:
        """Return both players' names, at most as long as one name may be."""
        occupants = self._state.occupants
        return f"{occupants[0].name} – {occupants[1].name}"[:MAX_NAME]
