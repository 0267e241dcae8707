"""The rooms of a tournament's games: opened for their two players, and decided for the one who is there if the other is not."""

from __future__ import annotations

import asyncio
import logging

from cadogan_protocol.limits import NO_SHOW_SECONDS
from cadogan_protocol.room_options import RoomOptions
from cadogan_server.hosting.absences import Absences, is_ready
from cadogan_server.hosting.hub import Hub
from cadogan_server.hosting.matching.for_two import RoomsForTwo, name_beside, rules_for_two, sit_beside
from cadogan_server.hosting.opener import Entrant, NodeLeaving
from cadogan_server.rooms.records import Locked
from cadogan_server.rooms.refused import Refused
from cadogan_server.rooms.room import Room
from cadogan_server.store import STORE_AWAY
from cadogan_server.store.log.journal import until_told
from cadogan_server.store.people.players import Player
from cadogan_server.store.tournaments.known import Contended, KnownTournaments, UnknownTournament
from cadogan_server.tournaments import orders
from cadogan_server.tournaments.records import Result
from cadogan_server.tournaments.state import Competitor, Pairing, Tournament

logger = logging.getLogger(__name__)

AT_ONCE = 5
"""Rooms that a node opens for tournaments before others are served. For the store all of them wait together: at the start of an
arena the last players wait for hundreds of rooms."""


class Tables:
    """The rooms of games of tournaments at this node.

    Args:
        known: the tournaments.
        parts: open the rooms.
        node: the id of this node.
    """

    def __init__(self, known: KnownTournaments, parts: RoomsForTwo, node: str) -> None:
        self._known = known
        self._parts = parts
        self._node = node
        self._opening: set[tuple[str, int]] = set()
        self._at_once = asyncio.Semaphore(AT_ONCE)
        self._absences = Absences()
        self._rooms: dict[str, set[str]] = {}
        """Tournament → codes of the rooms here in which its games are played."""

    # ---- opening -----------------------------------------------------------------------------------------------------

    def open_those_of(self, tournament: Tournament) -> None:
        """Open the rooms of a tournament's pairings that this node must open."""
        for pairing in tournament.open_pairings.values():
            key = tournament.id, pairing.number
            if pairing.node == self._node and not pairing.room and key not in self._opening:
                self._opening.add(key)
                self._parts.background.do(self._opened(tournament, pairing), "a room of a tournament")

    async def _opened(self, tournament: Tournament, pairing: Pairing) -> None:
        """Open a room when it is its turn."""
        try:
            if pairing.result is None:
                await self._open(tournament, pairing)
        finally:
            self._opening.discard((tournament.id, pairing.number))

    async def _open(self, tournament: Tournament, pairing: Pairing) -> None:
        code = ""
        try:
            if any(tournament.competitors[player].bot for player in pairing.players):
                await self._parts.seating.prepare()
            async with self._at_once:
                await self._parts.opener.prepare()
                if pairing.result is not None:
                    return
                code = self._seat(tournament, pairing)
                await asyncio.sleep(0)  # others are served
            await until_told(self._parts.journal)
            now = self._parts.now()
            state = await self._known.note(
                tournament.id, code, lambda state: orders.room_opened(state, now, pairing.number, code)
            )
            if state.pairings[pairing.number].room != code:
                self._parts.registry.close(code, "its tournament has given up this game")
        except (Refused, NodeLeaving, Contended, UnknownTournament, *STORE_AWAY) as error:
            logger.warning("the game %s of the tournament %s has no room yet: %s", pairing.number, tournament.id, error)
        except Exception:
            logger.exception("the game %s of the tournament %s has no room yet", pairing.number, tournament.id)
        else:
            return
        if code:
            self._parts.registry.close(code, "its tournament could not be told of it")

    def _seat(self, tournament: Tournament, pairing: Pairing) -> str:
        """Open the room, seat both players and return the room's code."""
        people = [tournament.competitors[player] for player in pairing.players]
        first, second = sorted(people, key=lambda one: one.bot != "")
        hub, seat = self._parts.opener.open(
            tournament.terms.game, tournament.terms.options, rules_of(tournament), _entrant(first)
        )
        try:
            if second.bot:
                name = name_beside(second.name, first.name)
                self._parts.seating.place(hub, seat, 1, second.bot, "", names=[name])
            else:
                sit_beside(hub, seat, second.player, second.name, self._parts.now(), second.program, second.origin)
        except Refused:
            self._parts.registry.close(hub.code, "not all of its players could be seated")
            raise
        with hub.change() as room:
            room.commit(Locked(self._parts.now(), True, seat, 0))
        return hub.code

    # ---- looking after -----------------------------------------------------------------------------------------------

    async def look_after(self, tournament: Tournament) -> None:
        """Decide the games here whose players are not there, and let those give up who are away or do nothing.

        Raises:
            redis.RedisError: the store does not answer.
        """
        now, rooms = self._parts.now(), set()
        for pairing in list(tournament.open_pairings.values()):
            hub = self._parts.registry.hubs.get(pairing.room) if pairing.room else None
            if hub is None or hub.still:
                continue
            rooms.add(hub.code)
            if hub.room.state.phase == "lobby":
                if now - pairing.opened > 1000 * NO_SHOW_SECONDS:
                    await self._nobody_came(tournament, pairing, hub, now)
            elif hub.room.state.phase == "running":
                await self._watch(tournament, pairing, hub, now)
        self._end_those(self._rooms.get(tournament.id, set()) - rooms, now)
        self._rooms[tournament.id] = rooms

    def _end_those(self, codes: set[str], now: int) -> None:
        """End the games of pairings that were decided without them."""
        for hub in [self._parts.registry.hubs[code] for code in codes if code in self._parts.registry.hubs]:
            if hub.room.state.phase == "running":
                with hub.change() as room:
                    room.end("left", now)
            elif hub.room.state.phase != "finished":
                self._parts.registry.close(hub.code, "its tournament has decided this game without it")

    def forget_the_gone(self) -> None:
        """Forget what was seen in rooms that are no longer here."""
        self._rooms = {id: rooms for id, rooms in self._rooms.items() if rooms}
        self._absences.keep(self._parts.registry.hubs)

    async def _nobody_came(self, tournament: Tournament, pairing: Pairing, hub: Hub, now: int) -> None:
        """Decide a game that has not begun in time, for the players who are there and ready."""
        there = [player for player in pairing.players if tournament.competitors[player].bot or _is_ready(hub, player)]
        result: Result = "neither"
        if len(there) == 1:
            result = "first" if there[0] == pairing.players[0] else "second"
        elif len(there) == 2:
            return  # the countdown is about to begin
        await self._known.note(
            tournament.id, hub.code, lambda state: orders.decide(state, now, pairing.number, result, "no_show")
        )
        self._parts.registry.close(hub.code, "somebody did not come to this game within a minute")

    async def _watch(self, tournament: Tournament, pairing: Pairing, hub: Hub, now: int) -> None:
        """End a game for the other player if one has been away for a minute, or could act and has done nothing for three."""
        room = hub.room
        gone = self._absences.gone(hub, now)
        if not gone:
            if _is_certain(room):
                with hub.change():
                    room.end("left", now)
            return
        players = [player for player in pairing.players if room.state.seat_of(player) in gone]
        result: Result = "neither"
        if len(players) == 1:
            result = "second" if players[0] == pairing.players[0] else "first"
        await self._known.note(
            tournament.id, hub.code, lambda state: orders.decide(state, now, pairing.number, result, "left")
        )
        with hub.change():
            for seat in gone:
                room.leave(seat, now)
            room.end("left", now)


def _is_certain(room: Room) -> bool:
    """Return True if somebody is done with a race, and the other one, who plays on, is ahead: nothing can change that."""
    seats = list(room.state.occupants)
    done = [seat for seat in seats if room.mode.is_done(seat)]
    if room.state.clock is not None or len(seats) != 2 or len(done) != 1:
        return False
    first, second = room.mode.standing(done[0]), room.mode.standing(sum(seats) - done[0])
    return first is not None and second is not None and second.progress > first.progress


def rules_of(tournament: Tournament) -> RoomOptions:
    """Return the options of the rooms of a tournament: those of rated games."""
    made = tournament.terms
    return rules_for_two(
        made.game,
        sudden_death=True,
        time_limit=made.time_limit,
        public=not made.private,
        tournament=tournament.id,
    )


def _entrant(first: Competitor) -> Entrant:
    return Entrant(Player(first.player, first.name, ()), "", 0, lambda _: first.origin, first.program)


def _is_ready(hub: Hub, player: str) -> bool:
    seat = hub.room.state.seat_of(player)
    return seat is not None and is_ready(hub, seat)
