"""The table of a shared game: everybody sees cards that lie face up, only the owner sees a hand, nobody sees cards face down."""

from __future__ import annotations

from cadogan_protocol.limits import MAX_NAME
from cadogan_protocol.streams import BOARDS, OTHERS
from cadogan_server.rooms.kinds.table_views import TableViews


class SharedViews(TableViews):
    """The views of a shared table."""

    __slots__ = ()

    WATCHED = OTHERS

    @property
    def streams(self) -> tuple[int, ...]:
        """One table, for each player and for spectators."""
        return (*(BOARDS + seat for seat in self._state.occupants), OTHERS) if self.table else ()

    @property
    def differ(self) -> bool:
        """True if there are hands."""
        return self.has_hands

    @property
    def has_hands(self) -> bool:
        """True if the game has cards that only their owner sees."""
        return any(owner is not None for owner in self._state.game.owners)

    def name(self, stream: int) -> str:
        """Return the players' names, at most as long as one name may be."""
        occupants = self._state.occupants
        return ", ".join(occupants[seat].name for seat in sorted(occupants))[:MAX_NAME]
