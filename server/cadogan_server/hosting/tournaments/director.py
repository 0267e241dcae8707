"""Runs the tournaments of a store, together with all other nodes.

Each second a node reads the news of all tournaments that are not over, writes which of its people wait, and tells them the news. It
does so four times a second in a tournament in which something has just happened among its people. One node pairs: the first by name
of those with people in the hall. That only saves work, since no two nodes can decide on one state (`store/tournaments/`): if that
node freezes, its people are gone after some seconds and the next one pairs.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterable, Mapping
from typing import NamedTuple

from cadogan_protocol.messages import Called, ListedTournament, Tournaments
from cadogan_server.delivery.frame import ANY_REQUEST, SharedAnswer
from cadogan_server.hosting.bots.names import BOT_NAMES
from cadogan_server.hosting.tournaments.guests import Guest, Guests, Hall, Shared, takes_part
from cadogan_server.hosting.tournaments.tables import Tables
from cadogan_server.hosting.tournaments.telling import Telling, Told
from cadogan_server.rooms.refused import Refused
from cadogan_server.store import STORE_AWAY
from cadogan_server.store.tournaments.halls import HALL_SECONDS, Crowd, Halls, Present
from cadogan_server.store.tournaments.known import Contended, Decision, KnownTournaments, UnknownTournament
from cadogan_server.tournaments import steps
from cadogan_server.tournaments.records import Record
from cadogan_server.tournaments.state import Tournament

logger = logging.getLogger(__name__)

BEAT_SECONDS = 1.0
"""Seconds between two beats, at which all tournaments are looked at."""

TICK_SECONDS = 0.25
"""Seconds between two looks at the lively ones. A player who waits for a game waits for up to four looks: one finds the waiting
player, one makes the pair, one opens the room, and one of the player's own node calls the player."""

LIVELY_MS = 4_000
"""A tournament is lively as long after something has happened: so nobody who begins to wait then waits for a whole beat."""

PAST = 30
"""Tournaments that are over in the list for everybody."""

SHOWN_AT_ONCE = 250
"""Guests of a hall at this node who are shown the news at a beat, at most. Guests of a fuller hall are shown it less often, but
their own call or result at the next tick."""

TOLD_IN_A_ROW = 20
"""Guests who are told in one go, before others are served."""

STEPS = 20
"""Steps that a tournament takes at a beat, at most."""


class Listed(NamedTuple):
    """The public tournaments: those that run, those to come, and the latest that are over."""

    running: tuple[ListedTournament, ...]
    coming: tuple[ListedTournament, ...]
    past: tuple[ListedTournament, ...]


class _Idle(NamedTuple):
    """A look at which nothing was due in a tournament.

    Attributes:
        until: the moment at which something may be due though nothing has changed.
        state: the tournament.
        version: its version then.
        hall: the hall of this node; None: nobody is there.
        changes: its number of changes then.
        elsewhere: the players who waited at other nodes.
    """

    until: int
    state: Tournament
    version: int
    hall: Hall | None
    changes: int
    elsewhere: dict[str, Crowd]

    def holds(self, state: Tournament, hall: Hall | None, elsewhere: dict[str, Crowd]) -> bool:
        """Return True if all is as it was then."""
        same = self.state is state and self.hall is hall and self.elsewhere == elsewhere
        return same and self.version == state.version and self.changes == _changes(hall)


class Director:
    """The tournaments, as this node sees and runs them.

    Args:
        known: the tournaments.
        halls: the people in the halls of all nodes.
        guests: the people in them at this node.
        tables: the rooms of the games.
        now: the rooms' clock, in ms.
    """

    def __init__(
        self, known: KnownTournaments, halls: Halls, guests: Guests, tables: Tables, now: Callable[[], int]
    ) -> None:
        self.known = known
        self.guests = guests
        self.telling = Telling()
        self._halls = halls
        self._tables = tables
        self._now = now
        self._listed = Listed((), (), ())
        self._answer = _answer(self._listed)
        self._waiting: dict[str, int] = {}
        self._idle: dict[str, _Idle] = {}
        self._happened: dict[str, tuple[int, int, int]] = {}
        """Lively tournament → its version and the changes in the hall at the last look, and the moment until which it is lively."""
        self._beaten = 0

    def waiting(self, id: str) -> int:
        """Return how many wait in the hall of a tournament, at all nodes, as of the last beat."""
        return self._waiting.get(id, 0)

    @property
    def listed(self) -> Listed:
        """The public tournaments, as of the last beat."""
        return self._listed

    @property
    def answer(self) -> SharedAnswer:
        """The answer to requests for that list."""
        return self._answer

    async def tick(self) -> None:
        """Look at the lively tournaments, or at all if it is time for a beat.

        Raises:
            redis.RedisError: the store does not answer.
        """
        now = self._now()
        if not 0 <= now - self._beaten < 1000 * BEAT_SECONDS:
            self._beaten = now
            await self.beat()
            return
        lively = [id for id, hall in self.guests.halls.items() if id in self.known and self._is_lively(id, hall, now)]
        if lively:
            await self.known.refresh(lively)
            for id in lively:
                await self._try(id, self._run)

    async def beat(self) -> None:
        """Read what is new, do what is due, and tell this node's people.

        Raises:
            redis.RedisError: the store does not answer.
        """
        index = await self.known.logs.listed(PAST)
        attended = list(self.guests.halls)
        unread = [id for id in index.past if id not in self.known]
        await self.known.refresh({*index.coming, *attended, *unread})
        for id in index.coming:
            if id in self.known and self.known[id].ended:  # the node that ended it did not come to this
                await self.known.close(self.known[id])
        for id in dict.fromkeys((*index.coming, *attended)):
            if id in self.known:
                await self._try(id, self._look_after)
        self._list(index.coming, index.past)
        self._tables.forget_the_gone()

    async def _try(self, id: str, work: Callable[[str], Awaitable[None]]) -> None:
        """Do something for a tournament. If it fails, the others go on."""
        try:
            await work(id)
        except (Refused, Contended, UnknownTournament) as error:
            logger.warning("the tournament %s waits for its next beat: %s", id, error)
        except STORE_AWAY:
            raise
        except Exception:
            logger.exception("the tournament %s fails; the others go on", id)

    async def _look_after(self, id: str) -> None:
        """Do for one tournament what is due at this beat."""
        await self._run(id)
        state, hall = self.known[id], self.guests.halls.get(id)
        if state.phase == "running":
            await self._tables.look_after(state)
        if hall is not None:
            await self.show_to_some(id, hall)
            if not hall.guests:
                self.guests.close(id)

    def _is_lively(self, id: str, hall: Hall, now: int) -> bool:
        state = self.known[id]
        return state.phase == "running" and (hall.is_restless or self._happened.get(id, (0, 0, 0))[2] > now)

    def _note_what_happens(self, id: str, hall: Hall | None, now: int) -> None:
        """Find out whether a tournament is lively."""
        seen = self.known[id].version, _changes(hall)
        if self._happened.get(id, ())[:2] != seen:
            self._happened[id] = (*seen, now + LIVELY_MS)

    async def _run(self, id: str) -> None:
        """Pair the waiting players of a tournament, open rooms, and tell people their own news."""
        hall, now = self.guests.halls.get(id), self._now()
        crowds: Mapping[str, Crowd] = {}
        if hall is not None:
            await self._write(id, hall, now)
        state = self.known[id]
        if not state.ended and (state.phase == "running" or now >= state.starts):
            crowds = await self._halls.crowds(id)
            if min(crowds, default=self._halls.node) == self._halls.node:
                state = await self._pair(state, crowds, hall, now)
            self._tables.open_those_of(state)
        self._note_what_happens(id, hall, now)
        self._waiting[id] = sum(crowd.people for crowd in crowds.values()) if state.terms.kind == "arena" else 0
        if hall is not None:
            await self.tell(id, hall)

    async def _write(self, id: str, hall: Hall, now: int) -> None:
        """Let the store know who waits here."""
        hall.look(self.known.get(id), now)
        anew = not hall.told
        if anew or hall.unwritten or not 0 <= now - hall.told <= 1000 * HALL_SECONDS / 3:
            came = {
                player: hall.since[player]
                for player in (hall.since if anew else hall.unwritten)
                if player in hall.since
            }
            left = hall.unwritten - hall.since.keys()
            hall.told = 0  # until the store has it
            hall.unwritten.clear()
            count = await self._halls.tell(id, came, left, now, anew=anew)
            hall.told = now if count == len(hall.since) else 0  # the store has lost some

    async def _pair(self, state: Tournament, crowds: Mapping[str, Crowd], hall: Hall | None, now: int) -> Tournament:
        """Do what the tournament does by itself, unless nothing that it depends on has changed since nothing was due."""
        elsewhere = {node: crowd for node, crowd in crowds.items() if node != self._halls.node}
        idle = self._idle.get(state.id)
        if idle is not None and now < idle.until and idle.holds(state, hall, elsewhere):
            return state
        changes = _changes(hall)
        present, version = await self._present(state.id, elsewhere, hall), state.version
        state = await self._step(state, present, now)
        if state.version == version and all(crowd.changed for crowd in elsewhere.values()):
            until = steps.idle_until(state, now, _waiting_of(state, present))
            self._idle[state.id] = _Idle(until, state, version, hall, changes, elsewhere)
        return state

    async def _step(self, state: Tournament, present: Mapping[str, Present], now: int) -> Tournament:
        """Do what the tournament does by itself."""

        def node_of(player: str) -> str:
            return present[player].node if player in present else self._halls.node

        def due(state: Tournament) -> list[Record]:
            return steps.due(state, now, _waiting_of(state, present), node_of, _bot_name)

        for _ in range(STEPS):
            version, found = state.version, due(state)
            if not found:
                return state
            state = await self.known.change(state.id, _decided_for(version, found, due))
            if state.version == version:
                return state
        return state

    async def _present(self, id: str, nodes: Iterable[str], hall: Hall | None) -> dict[str, Present]:
        """Return who waits here and at other nodes. This node knows its own people without asking the store."""
        present = await self._halls.present(id, nodes)
        if hall is not None:
            present |= {player: Present(self._halls.node, since) for player, since in hall.since.items()}
        return present

    # ---- messages to people ------------------------------------------------------------------------------------------

    async def tell(self, id: str, hall: Hall) -> None:
        """Tell those in a hall what is new of their own. Others are served in between, as this takes half a second where a
        thousand are called."""
        if id not in self.known or not (guests := hall.to_look_at(self.known[id])):
            return
        told, waiting = self.telling.of(self.known[id]), self.waiting(id)
        picture, seen = told.picture(waiting), (told.state.version, waiting)
        number = 0
        for guest in guests:
            if guest in hall.guests and guest.is_free() and guest.own != told.own(guest.player):
                self._tell(guest, told, seen, picture)
                number += 1
                if not number % TOLD_IN_A_ROW:
                    await asyncio.sleep(0)

    async def show_to_some(self, id: str, hall: Hall) -> None:
        """Show the news to some of the guests of a hall, beginning with those who were shown news longest ago."""
        if id not in self.known or hall.shown == (self.known[id].version, self.waiting(id)):
            return
        told, waiting = self.telling.of(self.known[id]), self.waiting(id)
        picture, seen, left, all_saw = told.picture(waiting), (told.state.version, waiting), SHOWN_AT_ONCE, True
        for guest in list(hall.guests):
            if guest not in hall.guests or guest.seen == seen or not guest.is_free():
                continue
            if not left:
                return
            self._tell(guest, told, seen, picture)
            del hall.guests[guest]
            hall.guests[guest] = None
            all_saw = all_saw and guest.seen == seen
            left -= 1
            if not left % TOLD_IN_A_ROW:
                await asyncio.sleep(0)
        if all_saw:
            hall.shown = seen

    def show(self, id: str, guest: Guest) -> None:
        """Show a guest at once what has become of a tournament."""
        if guest.is_free():
            told, waiting = self.telling.of(self.known[id]), self.waiting(id)
            self._tell(guest, told, (told.state.version, waiting), told.picture(waiting))

    def _tell(self, guest: Guest, told: Told, seen: tuple[int, int], picture: Shared) -> None:
        try:
            guest.show(picture)
            guest.seen = seen
        except Refused as error:  # too much is unread already; it is shown later, but what is the player's own now
            logger.debug("somebody is not shown the tournament %s: %s", told.state.id, error)
        mine = told.mine(guest.player)
        if mine != guest.mine:
            guest.tell(mine)
        guest.mine, guest.own = mine, told.own(guest.player)
        pairing = told.state.playing.get(guest.player)
        if pairing is None or not pairing.room or guest.called_to == pairing.number:
            return
        guest.called_to = pairing.number
        guest.tell(
            Called(
                tournament=told.state.id,
                room=pairing.room,
                game=told.state.terms.game,
                opponent=told.player(pairing.other(guest.player)),
            )
        )

    def _list(self, coming: tuple[str, ...], past: tuple[str, ...]) -> None:
        def listed(ids: tuple[str, ...], *phases: str) -> tuple[ListedTournament, ...]:
            states = [self.known[id] for id in ids if id in self.known]
            return tuple(
                self.telling.of(state).listed for state in states if state.phase in phases and not state.terms.private
            )

        found = Listed(listed(coming, "running"), listed(coming, "open"), listed(past, "over"))
        if found != self._listed:
            self._listed, self._answer = found, _answer(found)
        self.telling.keep({*coming, *past, *self.guests.halls})
        self._idle = {id: idle for id, idle in self._idle.items() if id in coming}
        self._happened = {id: seen for id, seen in self._happened.items() if id in coming}


def _answer(listed: Listed) -> SharedAnswer:
    return SharedAnswer(Tournaments(re=ANY_REQUEST, **listed._asdict()))


def _decided_for(version: int, records: list[Record], due: Decision) -> Decision:
    """Return a decision that was made for a version already, and is made anew for any other."""
    return lambda state: records if state.version == version else due(state)


def _changes(hall: Hall | None) -> int:
    return hall.changes if hall is not None else 0


def _waiting_of(state: Tournament, present: Mapping[str, Present]) -> dict[str, int]:
    """Return who of those present waits for a game → since when."""
    return {player: each.since for player, each in present.items() if takes_part(state, player)}


def _bot_name(number: int) -> str:
    """Return the name of the bot of this number, from 1."""
    rounds, place = divmod(number - 1, len(BOT_NAMES))
    return BOT_NAMES[place] if not rounds else f"{BOT_NAMES[place]} {rounds + 1}"
