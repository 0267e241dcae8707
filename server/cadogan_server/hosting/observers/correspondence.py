"""Keeps the correspondence duels of each player in the store: whose turn it is, and until when."""

from __future__ import annotations

from collections.abc import Callable

from cadogan_server.hosting.hub import Hub
from cadogan_server.rooms.state import State
from cadogan_server.store.games.running import RunningGame, RunningGames


class Correspondence:
    """Follows the rooms of correspondence duels.

    Args:
        running: their entries in the store.
        now: the clock, in ms.
    """

    def __init__(self, running: RunningGames, now: Callable[[], int]) -> None:
        self._running = running
        self._now = now
        self._noted: dict[Hub, dict[str, RunningGame]] = {}
        """By room here: each player's entry of it, as far as it was written."""

    def changed(self, hub: Hub) -> None:
        """Write what has changed in a room for its players, whose seats or turn may have changed, or which may be over."""
        state = hub.room.state
        if not state.by_days:
            return
        before = self._noted.get(hub, {})
        games = {} if state.is_over else _games(state)
        if games == before and not state.is_over:
            return
        for player, game in games.items():
            if before.get(player) != game:
                self._running.note(player, game)
        gone = {*before, *(occupant.player for occupant in state.occupants.values())} - set(games)
        for player in gone:
            self._running.drop(player, hub.code)
        if state.is_over:
            self._noted.pop(hub, None)
            self._running.over(hub.code)
        else:
            self._noted[hub] = games
            self._running.touch(hub.code, self._now(), alone=len(games) < 2)

    def closed(self, hub: Hub) -> None:
        """Note that a room was closed before it was over."""
        if hub.room.state.by_days and not hub.room.state.is_over:
            for occupant in hub.room.state.occupants.values():
                self._running.drop(occupant.player, hub.code)
            self._running.over(hub.code)

    def drop(self, hub: Hub) -> None:
        """Forget a room that is no longer here."""
        self._noted.pop(hub, None)


def _games(state: State) -> dict[str, RunningGame]:
    """Return by player how each finds a duel that is not over."""
    found, clock = {}, state.clock
    for seat, occupant in state.occupants.items():
        other = state.occupants.get(1 - seat)
        found[occupant.player] = RunningGame(
            state.code,
            state.game.head.id,
            state.rules.days_per_turn or 0,
            other.name if other is not None else "",
            other.player if other is not None else "",
            turn=clock is not None and clock.seat == seat,
            deadline=clock.deadline if clock is not None else None,
            off=state.phase == "running" and not _has_acted(state, 1 - seat),
        )
    return found


def _has_acted(state: State, seat: int) -> bool:
    hands = state.hands.get(seat)
    return hands is not None and hands.moves > 0
