"""A room, and why something is refused, in the words of the protocol."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from cadogan_games import catalogue
from cadogan_games.catalogue import GAMES_KEPT
from cadogan_games.engine import view
from cadogan_games.engine.game import Game
from cadogan_protocol import codec
from cadogan_protocol.codec import WireStanding
from cadogan_protocol.errors import RETRY
from cadogan_protocol.messages import Error, RoomUpdate
from cadogan_protocol.rooms import (
    PLAY_STATES,
    Candidate,
    Ghost,
    ListedRoom,
    NextGame,
    Rating,
    Results,
    RoomState,
    Said,
    Score,
    Seat,
    Series,
    TableLayout,
)
from cadogan_server.rooms import fairness
from cadogan_server.rooms.records import Created
from cadogan_server.rooms.refused import Refused
from cadogan_server.rooms.room import Room
from cadogan_server.rooms.seats import Standing
from cadogan_server.rooms.sequel import score_after

WAITING = Standing(state="waiting")

STATE_NUMBERS = {state: number for number, state in enumerate(PLAY_STATES)}


@dataclass(slots=True)
class Volatile:
    """What everybody in a room may know but its log does not hold: it is gone when the server is."""

    present: set[int] = field(default_factory=set)
    watchers: int = 0
    safe: bool = True
    lost: int = 0
    paused: int = 0
    said: Said | None = None
    ratings: dict[str, Rating | None] = field(default_factory=dict)
    """Of each person who has taken a seat, in the family of the room's game; None where there is none yet, as far as is known."""


def refusal(why: Refused, request: int | None = None) -> Error:
    """Return what is said of a request that was refused, or of a room that shows nothing."""
    return Error(re=request, code=why.code, message=why.message, retry=RETRY[why.code], wait=why.wait, rule=why.rule)


def seats(room: Room, volatile: Volatile) -> tuple[Seat, ...]:
    """All seats of a room, in order."""
    after = {row.seat: row.rating for row in room.results.rows} if room.results else {}
    out = []
    for number in sorted(room.occupants):
        occupant = room.occupants[number]
        standing = room.standing(number) or WAITING
        out.append(
            Seat(
                seat=number,
                name=occupant.name,
                player=None if occupant.bot else occupant.player,
                bot=occupant.bot or None,
                ready=occupant.ready,
                nonce_hash=occupant.nonce_hash or None,
                present=number in volatile.present,
                state=standing.state,
                progress=standing.progress,
                penalty=standing.penalty,
                moves=standing.moves,
                ended=standing.ended,
                rating=_on_plate(after.get(number) or volatile.ratings.get(occupant.player)),
            )
        )
    return tuple(out)


def _on_plate(rating: Rating | None) -> Rating | None:
    """A rating without what a game has changed of it."""
    return rating.model_copy(update={"change": None}) if rating is not None and rating.change is not None else rating


def results(room: Room, now: int) -> Results | None:
    """The results of a room that is over, with the secret of its day once that is over too."""
    created = room.created
    if room.results is None or not created.day_secret or fairness.day_of(now) <= created.day:
        return room.results
    return room.results.model_copy(update={"day_secret": created.day_secret.hex()})


def state(room: Room, volatile: Volatile, now: int) -> RoomState:
    """All that everybody in the room may know at moment `now`."""
    created = room.created
    return RoomState(
        code=room.code,
        game=room.game.head.id,
        title=room.game.head.title,
        kind=room.kind,
        options=room.game.options,
        rules=room.rules,
        phase=room.phase,
        host=room.host,
        seats=seats(room, volatile),
        watchers=volatile.watchers,
        progress_max=room.game.progress_max,
        commit=fairness.commit(created.secret),
        called_off=room.called_off,
        day=created.day or None,
        day_commit=fairness.commit(created.day_secret) if created.day_secret else None,
        contest=created.contest or None,
        attempts=room.attempts,
        ghosts=ghosts(created),
        starts=room.starts,
        ends=room.ends,
        results=results(room, now),
        onward=room.onward,
        rematch=room.rematch,
        next=next_game(room),
        ballot=ballot(room),
        said=volatile.said,
        series=series(room),
        clock=room.clock,
        match=room.match,
        locked=room.locked,
        safe=volatile.safe,
        lost=volatile.lost,
        paused=volatile.paused,
    )


def ghosts(created: Created) -> tuple[Ghost, ...]:
    """The ghosts that race in a room. Of a log they are plain tuples."""
    return tuple(
        Ghost(room=room, seat=seat, name=name, player=player or None, state=state, ended=ended, steps=steps)
        for room, seat, name, player, state, ended, steps in created.ghosts
    )


def next_game(room: Room) -> NextGame | None:
    """What is played in the room that follows, as far as its log tells."""
    followed = room.followed
    if followed is None:
        return None
    game = followed.game or room.created.game
    return NextGame(
        game=game,
        title=catalogue.head_of(game).title,
        by=followed.seat,
        vote=followed.vote or None,
        decided=followed.decided,
    )


def ballot(room: Room) -> tuple[Candidate, ...]:
    """The games that are put to the vote, each with those who are for it."""
    return tuple(
        Candidate(
            game=game,
            title=catalogue.head_of(game).title,
            options=dict(options),
            votes=tuple(seat for seat, choice in room.votes.items() if choice == place),
        )
        for place, (game, options) in enumerate(room.ballot)
    )


def series(room: Room) -> Series | None:
    """The running score, from the second game of a group on; this game is in it once it is over."""
    created = room.created
    if created.number < 2:
        return None
    lines = score_after(room) if room.results is not None else created.score
    return Series(
        game=created.number,
        score=tuple(
            Score(name=name, player=player or None, bot=bot or None, points=points, games=games)
            for player, name, bot, points, games in lines
        ),
    )


def update(room: Room, volatile: Volatile, seq: int, fields: set[str], now: int) -> RoomUpdate:
    """The message of stream 0 that says how these fields are at moment `now`."""
    values: dict[str, Any] = {}
    for name in fields:
        match name:
            case "seats":
                values[name] = seats(room, volatile)
            case "results":
                values[name] = results(room, now)
            case "next":
                values[name] = next_game(room)
            case "ballot":
                values[name] = ballot(room)
            case "series":
                values[name] = series(room)
            case "watchers" | "safe" | "lost" | "paused" | "said":
                values[name] = getattr(volatile, name)
            case _:
                values[name] = getattr(room, name)
    return RoomUpdate(seq=seq, **values)


def standing(seat: int, of: Standing) -> WireStanding:
    """How a player stands, between model and bytes."""
    return codec.standing(seat, of.progress, of.moves, STATE_NUMBERS[of.state], of.penalty, of.ended)


def standings(state: RoomState) -> list[WireStanding]:
    """How all players stand, as a state of their room says; none before the cards are dealt."""
    return [
        codec.standing(seat.seat, seat.progress, seat.moves, STATE_NUMBERS[seat.state], seat.penalty, seat.ended)
        for seat in state.seats
        if seat.state != WAITING.state
    ]


def listed(room: Room, volatile: Volatile) -> ListedRoom:
    """What the list of rooms says of the room."""
    return ListedRoom(
        code=room.code,
        game=room.game.head.id,
        title=room.game.head.title,
        kind=room.kind,
        phase=room.phase,
        players=tuple(room.occupants[seat].name for seat in sorted(room.occupants)),
        seats=room.most_seats,
        watchers=volatile.watchers,
        spectators=room.rules.spectators,
        locked=room.locked,
    )


def layout(room: Room) -> TableLayout:
    """Where the piles of the room's game lie."""
    return _layout(room.game)


@lru_cache(maxsize=GAMES_KEPT)
def _layout(game: Game) -> TableLayout:
    """All rooms of a game have the same one, which takes 20 KiB."""
    return TableLayout.model_validate(view.layout(game))
