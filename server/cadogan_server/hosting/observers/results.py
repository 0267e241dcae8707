"""Adds a finished game to boards, histories and ratings."""

from __future__ import annotations

from cadogan_games import catalogue
from cadogan_server.clock import Clock
from cadogan_server.hosting.hub import Hub
from cadogan_server.hosting.observers.attempts import Attempts
from cadogan_server.hosting.observers.tournament_games import TournamentGames
from cadogan_server.rooms.records import SeatRating
from cadogan_server.rooms.room import Room
from cadogan_server.store.boards.leaderboard import Leaderboard
from cadogan_server.store.boards.outcome import GameOutcome
from cadogan_server.store.clubs.club_games import ClubGames
from cadogan_server.store.games.history import History
from cadogan_server.store.games.popularity import PlayCounts
from cadogan_server.store.log.logs import HARDLY
from cadogan_server.store.people.players import Players


class Results:
    """Writes the results of rooms to the store.

    Args:
        clock: the rooms' clock.
        leaderboard: counts results, each room once.
        players: keeps the identities of people who have played.
        played: counts how often each game is played.
        history: the games of each player, and their rating curves.
        attempts: counts the contests of days.
        tournaments: tells tournaments of their games.
        clubs: counts games among members of clubs.
    """

    def __init__(
        self,
        clock: Clock,
        leaderboard: Leaderboard,
        players: Players,
        played: PlayCounts,
        history: History,
        attempts: Attempts,
        tournaments: TournamentGames,
        clubs: ClubGames,
    ) -> None:
        self._clock = clock
        self._leaderboard = leaderboard
        self._players = players
        self._played = played
        self._history = history
        self._attempts = attempts
        self._tournaments = tournaments
        self._clubs = clubs

    def note(self, room: Room) -> None:
        """Note that a game was played, for the popularity of the game and for its players' histories."""
        if room.state.played > HARDLY:
            self._played.count(room.state.game.head.id, room.state.created.identity, self._clock.real())
            for occupant in room.state.occupants.values():
                self._players.note_game(occupant.player)
        self._history.count(room, self._clock.real(), self._tournaments.terms_of(room))

    async def count(self, hub: Hub) -> None:
        """Count the results for a tournament and on the boards, and give the room its players' changed ratings."""
        await self._tournaments.count(hub.room)
        await self._leaderboard.count(hub.room, self._clock.now(), lambda changed: self._rate(hub, changed))
        await self._attempts.count(hub.room)
        await self._clubs.count(hub.room)

    def _rate(self, hub: Hub, changed: GameOutcome) -> None:
        if (hub.room.state.rated, hub.room.scoring.elsewhere) != changed:
            with hub.change() as room:
                room.commit(room.scoring.rate(changed.ratings, self._clock.now(), changed.elsewhere))
            self._keep_curves(hub.room, changed.ratings)

    def _keep_curves(self, room: Room, ratings: tuple[SeatRating, ...]) -> None:
        """Add the new ratings of a game's players to their curves."""
        now, family = self._clock.real(), catalogue.head_of(room.state.created.game).family
        for rating in ratings:
            player = room.state.occupants[rating.seat].player
            lasts, identity = self._players.lasts(player), room.state.created.identity
            self._history.rated(player, family, identity, rating.family.value, now, lasts)
            self._history.rated(player, "", identity, rating.overall.value, now, lasts)
