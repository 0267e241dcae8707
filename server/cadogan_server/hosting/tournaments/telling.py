"""The messages about a tournament, made from its state."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property, partial
from itertools import islice

from cadogan_protocol.messages import (
    ListedTournament,
    MyTournament,
    Tournament,
    TournamentGame,
    TournamentLine,
    TournamentPlayer,
    TournamentTerms,
)
from cadogan_protocol.messages.tournaments import Emblem
from cadogan_server.delivery.frame import ANY_REQUEST, SharedAnswer
from cadogan_server.hosting.tournaments.guests import Shared
from cadogan_server.store.clubs.clubs import is_by_link
from cadogan_server.tournaments import state as core
from cadogan_server.tournaments.standings import Line, standings

SHOWN_LINES = 20
"""Lines of the standings that everybody in a hall is told; the others are for asking."""

SHOWN_GAMES = 40
"""Games that everybody in a hall is told."""

WINNERS_NAMED = 5
"""Names that are given of players who share the first place, at most."""


class Told:
    """The messages about one tournament in one state. Those for many people are made and encoded once.

    Args:
        state: the tournament, in its present state.
    """

    def __init__(self, state: core.Tournament) -> None:
        self.state = state
        self._ranking = standings(state)
        self._places = {line.player: place for place, line in enumerate(self._ranking)}
        self._pictures: tuple[int, Shared, SharedAnswer] | None = None

    def __len__(self) -> int:
        """Return the number of lines of the standings."""
        return len(self._ranking)

    def lines(self, first: int = 0, count: int | None = None) -> tuple[TournamentLine, ...]:
        """Return lines of the standings, by default all."""
        return tuple(map(self._line, self._ranking[first : None if count is None else first + count]))

    def ranking(self) -> Iterable[tuple[Line, core.Competitor]]:
        """Return the standings and whose they are."""
        return ((line, self.state.competitors[line.player]) for line in self._ranking)

    def own(self, player: str) -> tuple[object, ...]:
        """Return what changes whenever a player must be told something at once: a call, a result, the beginning and the end."""
        known, playing = self.state.competitors.get(player), self.state.playing.get(player)
        game = (playing.number, playing.room) if playing is not None else ()
        if known is None:
            return (self.state.phase,)
        return (self.state.phase, self.state.paused, known.out, known.last and known.last.number, *game)

    @cached_property
    def listed(self) -> ListedTournament:
        """Its line in the list of tournaments."""
        state = self.state
        return ListedTournament(
            id=state.id,
            terms=terms_of(state),
            phase=state.phase,
            starts=state.begun or state.starts,
            until=state.until,
            host=state.terms.host_name,
            players=sum(not one.out for one in state.competitors.values()) if state.phase == "open" else len(self),
            round=state.round,
            rounds=state.rounds,
            winner=self._winners() if state.phase == "over" else "",
        )

    def _winners(self) -> str:
        """Return the names of the players who share the first place, the first ones if there are many; nobody wins without a
        point."""
        first = [line.player for line in self._ranking if line.rank == 1 and line.points]
        names = [self.state.competitors[player].name for player in first[:WINNERS_NAMED]]
        return ", ".join([*names, *["…"] * (len(first) > WINNERS_NAMED)])

    def tournament(self, waiting: int, request: int | None = None) -> Tournament:
        """Return it as everybody sees it."""
        state = self.state
        playing = sorted(state.open_pairings.values(), key=lambda one: min(map(self.place, one.players)))
        return Tournament(
            re=request,
            version=state.version,
            about=self.listed,
            hosted_by=state.terms.host or None,
            paused=state.paused,
            waiting=waiting,
            standings=self.lines(0, SHOWN_LINES),
            games=tuple(self.game(pairing) for pairing in islice(playing, SHOWN_GAMES)),
            games_played=sum(pairing.counts for pairing in state.pairings.values()),
        )

    def picture(self, waiting: int) -> Shared:
        """Return it as everybody in its hall is shown it."""
        return self._pictures_with(waiting)[0]

    def answer(self, waiting: int) -> SharedAnswer:
        """Return the answer to requests for it."""
        return self._pictures_with(waiting)[1]

    def _pictures_with(self, waiting: int) -> tuple[Shared, SharedAnswer]:
        if self._pictures is None or self._pictures[0] != waiting:
            answer = SharedAnswer(self.tournament(waiting, ANY_REQUEST))
            self._pictures = waiting, Shared(partial(self.tournament, waiting)), answer
        return self._pictures[1:]

    def mine(self, player: str) -> MyTournament:
        """Return what it is to a player."""
        state = self.state
        known, playing = state.competitors.get(player), state.playing.get(player)
        last = known.last if known is not None else None
        return MyTournament(
            tournament=state.id,
            entered=known is not None and not known.out,
            line=self._line(self._ranking[self._places[player]]) if player in self._places else None,
            game=self.game(playing) if playing is not None else None,
            last=self.game(last) if last is not None else None,
        )

    def game(self, pairing: core.Pairing) -> TournamentGame:
        """Return a game."""
        return TournamentGame(
            number=pairing.number,
            round=pairing.round,
            players=tuple(self.player(player) for player in pairing.players),
            room=pairing.room or None,
            result=pairing.result,
            cause=pairing.cause,
            cards=pairing.cards,
            at=pairing.at,
            ended=pairing.ended or None,
        )

    def games(self, pairings: Iterable[core.Pairing]) -> tuple[TournamentGame, ...]:
        """Return games."""
        return tuple(map(self.game, pairings))

    def player(self, player: str) -> TournamentPlayer:
        """Return a player with the rank."""
        known = self.state.competitors[player]
        rank = self._ranking[self._places[player]].rank if player in self._places else 0
        return TournamentPlayer(
            player=None if known.bot else player, name=known.name, bot=known.bot or known.program, rank=rank
        )

    def place(self, player: str) -> int:
        """Return the place of a player in the standings, from 0."""
        return self._places.get(player, len(self))

    def _line(self, line: Line) -> TournamentLine:
        known = self.state.competitors[line.player]
        return TournamentLine(
            rank=line.rank,
            player=None if known.bot else line.player,
            name=known.name,
            bot=known.bot or known.program,
            points=line.points,
            games=line.games,
            won=line.won,
            drawn=line.drawn,
            lost=line.lost,
            streak=line.streak,
            tie_breaks=tuple(line.tie_breaks),
            out=line.out,
        )


def terms_of(state: core.Tournament) -> TournamentTerms:
    """Return the terms of a tournament. They don't name a club by link: a spectator of a game finds the tournament, and would
    find the way into the club with it."""
    made = state.terms
    return TournamentTerms(
        kind=made.kind,
        game=made.game,
        options=made.options,
        title=made.title,
        text=made.text,
        minutes=made.minutes,
        rounds=made.rounds,
        time_limit=made.time_limit,
        private=made.private,
        bots=made.bots,
        fill=made.fill,
        club="" if is_by_link(made.club) else made.club,
        emblem=Emblem.model_validate(dict(zip(("motif", "ground", "figure"), made.emblem, strict=True)))
        if made.emblem
        else None,
    )


class Telling:
    """Keeps what was last made of each tournament, as long as its state is the same."""

    def __init__(self) -> None:
        self._made: dict[str, tuple[int, Told]] = {}

    def of(self, state: core.Tournament) -> Told:
        """Return what is told of a tournament."""
        version, told = self._made.get(state.id, (0, None))
        if told is None or version != state.version or told.state is not state:
            told = Told(state)
            self._made[state.id] = state.version, told
        return told

    def keep(self, ids: Iterable[str]) -> None:
        """Forget all tournaments but these."""
        kept = set(ids)
        for id in [id for id in self._made if id not in kept]:
            del self._made[id]
