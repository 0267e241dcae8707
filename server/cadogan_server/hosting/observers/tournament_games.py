"""Tells a tournament how a game of it has ended."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable

from cadogan_server.rooms.refused import Refused
from cadogan_server.rooms.room import Room
from cadogan_server.store import STORE_AWAY
from cadogan_server.store.boards.leaderboard import is_for_ever
from cadogan_server.store.tournaments.known import Contended, KnownTournaments, UnknownTournament
from cadogan_server.tournaments import orders
from cadogan_server.tournaments.records import Cause, Opened, Record, Result
from cadogan_server.tournaments.state import Pairing, Tournament

logger = logging.getLogger(__name__)

RETRY_SECONDS = 1.0
"""Seconds after which a result is written again if the store did not answer."""


class TournamentGames:
    """Writes the results of rooms to their tournaments.

    Args:
        known: the tournaments.
        now: the clock, in ms.
    """

    def __init__(self, known: KnownTournaments, now: Callable[[], int]) -> None:
        self._known = known
        self._now = now

    def terms_of(self, room: Room) -> Opened | None:
        """Return the terms of a room's tournament; None: it has none, or this node does not know it."""
        state = self._known.get(room.state.rules.tournament)
        return state.terms if state is not None else None

    async def count(self, room: Room) -> None:
        """Give the tournament of a finished room its result. Waits while the store is away. A repeated call changes nothing."""
        id, now = room.state.rules.tournament, self._now()
        while id:
            try:
                await self._known.note(id, room.code, lambda state: _decided(state, room, now))
                return
            except (UnknownTournament, Refused) as error:
                logger.warning(
                    "room %s belongs to the tournament %s, which does not take its result: %s", room.code, id, error
                )
                return
            except Contended:
                await asyncio.sleep(RETRY_SECONDS)
            except STORE_AWAY as error:
                if is_for_ever(error):
                    logger.error(
                        "room %s can't be counted for its tournament, the store refuses it: %s", room.code, error
                    )
                    return
                await asyncio.sleep(RETRY_SECONDS)


def _decided(state: Tournament, room: Room, now: int) -> list[Record]:
    pairing = next((one for one in state.open_pairings.values() if one.room == room.code), None)
    if pairing is None or room.state.results is None:
        return []
    seats = [_seat(state, pairing, player, room) for player in pairing.players]
    result, cause = outcome(room, seats)
    return orders.decide(state, now, pairing.number, result, cause, reached(room, seats))


def _seat(state: Tournament, pairing: Pairing, player: str, room: Room) -> int:
    """Return the seat of a player of a pairing. A bot of this server has another id at the table: it has the other seat."""
    seat = room.state.seat_of(player)
    if seat is not None:
        return seat
    others = {room.state.seat_of(other) for other in pairing.players}
    return next((seat for seat in room.state.occupants if seat not in others), -1)


def reached(room: Room, seats: list[int]) -> tuple[int, ...]:
    """Return the cards or points of the players on these seats, as the results at the table show them. Races whose game has
    points, too, are not decided by them."""
    assert room.state.results is not None
    rows = {row.seat: row for row in room.state.results.rows}
    by_time = room.mode.kind.by_time
    made = [rows[seat] for seat in seats if seat in rows]
    return tuple(row.progress if by_time or row.score is None else row.score for row in made)


def outcome(room: Room, seats: list[int]) -> tuple[Result, Cause]:
    """Return how the game of a finished room counts for the players on these two seats: by their ranks at the table."""
    assert room.state.results is not None
    ranks = {row.seat: row.rank for row in room.state.results.rows}
    first, second = (ranks.get(seat, len(ranks) + 1) for seat in seats)
    return ("draw" if first == second else "first" if first < second else "second"), "played"
