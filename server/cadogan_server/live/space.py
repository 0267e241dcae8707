"""Whether one more room may be opened."""

from __future__ import annotations

from collections.abc import Callable

from cadogan_protocol.errors import ErrorCode
from cadogan_server.live.in_use import ALL, InUse
from cadogan_server.rooms.refused import Refused
from cadogan_server.settings import Settings
from cadogan_server.store.memory import FULL_SENTENCE, StoreMemory


class Space:
    """What rooms there may be.

    Args:
        settings: how many in all, and of one address.
        memory: of the store.
        in_use: how many there are.
        close: closes a room, by its code.
    """

    def __init__(self, settings: Settings, memory: StoreMemory, in_use: InUse, close: Callable[[str], object]) -> None:
        self._settings = settings
        self._memory = memory
        self._in_use = in_use
        self._close = close

    def must_be_free(self, address: str) -> None:
        """Return where an address may open one more room.

        Raises:
            Refused: it has as many as it may, this server has, or the store is full.
        """
        if self._memory.full:
            raise Refused(ErrorCode.TOO_MANY_ROOMS, FULL_SENTENCE)
        theirs = self._in_use.count(address)
        if address and theirs >= self._settings.rooms_per_address and not self._make_way(address):
            raise Refused(
                ErrorCode.TOO_MANY_ROOMS,
                f"{theirs} rooms opened from your address are still in use; finish or leave one",
            )
        if self._in_use.count() >= self._settings.rooms and not self._make_way():
            raise Refused(ErrorCode.TOO_MANY_ROOMS, "this server has as many rooms as it can take; try again later")

    def _make_way(self, address: str = ALL) -> bool:
        """Close the room that has been empty for longest of those, opened from an address or anywhere, that all have left before
        it began; False where there is none.

        Otherwise such a room is kept for a while: somebody may yet follow the link to it.
        """
        empty = self._in_use.left_first(address)
        if empty is not None:
            self._close(empty.room.code)
        return empty is not None
