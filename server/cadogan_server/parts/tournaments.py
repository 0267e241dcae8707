"""The tournaments part: all tournaments of the store, as this node sees and runs them."""

from __future__ import annotations

from dataclasses import dataclass

from cadogan_server.hosting.housekeeping import every
from cadogan_server.hosting.tournaments.director import TICK_SECONDS, Director
from cadogan_server.hosting.tournaments.guests import Guests
from cadogan_server.hosting.tournaments.regular import LOOK_SECONDS, RegularTournaments
from cadogan_server.hosting.tournaments.space import TournamentSpace
from cadogan_server.hosting.tournaments.tables import Tables
from cadogan_server.parts.rooms import RoomsPart
from cadogan_server.parts.runtime import Runtime
from cadogan_server.parts.store import StorePart
from cadogan_server.store.tournaments.known import KnownTournaments


@dataclass(frozen=True)
class TournamentsPart:
    """The tournaments.

    Attributes:
        known: their states, and the way to change them.
        guests: the people in their halls at this node.
        director: runs them, with the other nodes.
        space: decides whether one more may be opened.
        regular: opens those of every day and week.
    """

    known: KnownTournaments
    guests: Guests
    director: Director
    space: TournamentSpace
    regular: RegularTournaments

    def start(self, runtime: Runtime) -> None:
        """Run the tournaments as long as the server runs."""
        runtime.background.do(every(TICK_SECONDS, self.director.tick), "tournaments")
        if runtime.settings.regular_tournaments:
            runtime.background.do(every(LOOK_SECONDS, self.regular.look), "regular tournaments")


def tournaments_part(runtime: Runtime, store: StorePart, rooms: RoomsPart) -> TournamentsPart:
    """Return the tournaments part."""
    known, guests, clock = store.tournaments, Guests(runtime.clock.now), runtime.clock
    tables = Tables(known, rooms.for_two, store.halls.node)
    return TournamentsPart(
        known=known,
        guests=guests,
        director=Director(known, store.halls, guests, tables, clock.now),
        space=TournamentSpace(known, clock.real),
        regular=RegularTournaments(known, clock.real),
    )
