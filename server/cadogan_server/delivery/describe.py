"""Describes rooms and refusals in messages of the protocol."""

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
from cadogan_protocol.games import TableLayout
from cadogan_protocol.limits import SERIES_POINTS
from cadogan_protocol.messages import Error, RoomUpdate
from cadogan_protocol.rooms import (
    PLAY_STATES,
    Candidate,
    Ghost,
    ListedRoom,
    NextGame,
    PracticeStart,
    RaceSeries,
    Rating,
    Results,
    RoomState,
    Said,
    Score,
    Seat,
    Series,
    SeriesLine,
)
from cadogan_server.rooms import fairness
from cadogan_server.rooms.occupant import Standing
from cadogan_server.rooms.records import Created
from cadogan_server.rooms.refused import Refused
from cadogan_server.rooms.room import Room

WAITING = Standing(state="waiting")
"""The standing of a player before the deal."""

STATE_NUMBERS = {state: number for number, state in enumerate(PLAY_STATES)}
"""By state: its number in the wire form of a standing."""


@dataclass(slots=True)
class Volatile:
    """The facts that everybody in a room may know and its log does not hold: they are lost with the node."""

    present: tuple[int, ...] = ()
    """The seats of the players who are here. A set would take four times as much memory."""
    watchers: int = 0
    safe: bool = True
    lost: int = 0
    paused: int = 0
    said: Said | None = None
    ratings: dict[str, Rating | None] = field(default_factory=dict)
    """By player id: the rating in the family of the room's game, of each person who has taken a seat; None if there is
    none yet or it is not known.
    """


def refusal(why: Refused, request: int | None = None) -> Error:
    """Return the message for a request that was refused, or for a room that shows nothing."""
    return Error(re=request, code=why.code, message=why.message, retry=RETRY[why.code], wait=why.wait, rule=why.rule)


def seats(room: Room, volatile: Volatile) -> tuple[Seat, ...]:
    """Return all seats of a room, in order."""
    after = {row.seat: row.rating for row in room.state.results.rows} if room.state.results else {}
    out = []
    for number in sorted(room.state.occupants):
        occupant = room.state.occupants[number]
        standing = room.mode.standing(number) or WAITING
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
    """Return a rating without its change by a game."""
    return rating.model_copy(update={"change": None}) if rating is not None and rating.change is not None else rating


def results(room: Room, now: int) -> Results | None:
    """Return the results of a finished room, with the secret of its day once that day is over."""
    created = room.state.created
    if room.state.results is None or not created.day_secret or fairness.day_of(now) <= created.day:
        return room.state.results
    return room.state.results.model_copy(update={"day_secret": created.day_secret.hex()})


def state(room: Room, volatile: Volatile, now: int) -> RoomState:
    """Return everything that all people in the room may know at `now`, in ms."""
    created = room.state.created
    return RoomState(
        code=room.code,
        game=room.state.game.head.id,
        title=room.state.game.head.title,
        kind=room.mode.kind.name,
        options=room.state.game.options,
        rules=room.state.told_rules,
        phase=room.state.phase,
        host=host(room),
        seats=seats(room, volatile),
        watchers=volatile.watchers,
        progress_max=room.state.game.progress_max,
        commit=fairness.commit(created.secret),
        called_off=room.state.called_off,
        day=created.day or None,
        day_commit=fairness.commit(created.day_secret) if created.day_secret else None,
        contest=created.contest or None,
        attempts=room.state.attempts,
        ghosts=ghosts(created),
        practice=practice(room),
        proof=room.state.proof,
        starts=room.state.starts,
        ends=room.state.ends,
        results=results(room, now),
        onward=room.state.onward,
        rematch=room.state.rematch,
        next=next_game(room),
        ballot=ballot(room),
        said=volatile.said,
        series=series(room),
        races=races(room),
        clock=room.state.clock,
        match=room.state.match,
        locked=room.state.locked,
        chat=room.state.chat,
        safe=volatile.safe,
        lost=volatile.lost,
        paused=volatile.paused,
    )


def host(room: Room) -> int | None:
    """Return the host's seat; None while the host of the room's group has not come, though another stands in."""
    return None if room.state.awaits_host else room.state.host


def ghosts(created: Created) -> tuple[Ghost, ...]:
    """Return the ghosts that race in a room. In a log they are plain tuples."""
    return tuple(
        Ghost(room=room, seat=seat, name=name, player=player or None, state=state, ended=ended, steps=steps)
        for room, seat, name, player, state, ended, steps in created.ghosts
    )


def practice(room: Room) -> PracticeStart | None:
    """Return where a practice room begins, without its moves; None for other rooms."""
    start = room.state.start
    return PracticeStart(room=start.room, seat=start.seat, step=start.step, moves=len(start.moves)) if start else None


def next_game(room: Room) -> NextGame | None:
    """Return the game of the following room, as far as this room's log holds it."""
    followed = room.state.followed
    if followed is None:
        return None
    game = followed.game or room.state.created.game
    return NextGame(
        game=game,
        title=catalogue.head_of(game).title,
        by=followed.seat,
        vote=followed.vote or None,
        decided=followed.decided,
    )


def ballot(room: Room) -> tuple[Candidate, ...]:
    """Return the games of the vote, each with the seats that voted for it."""
    return tuple(
        Candidate(
            game=game,
            title=catalogue.head_of(game).title,
            options=dict(options),
            votes=tuple(seat for seat, choice in room.state.votes.items() if choice == index),
        )
        for index, (game, options) in enumerate(room.state.ballot)
    )


def series(room: Room) -> Series | None:
    """Return the running score, from the second game of a group on. It includes this game once the game is over."""
    created = room.state.created
    if created.number < 2:
        return None
    lines = room.sequel.score if room.state.results is not None else created.score
    return Series(
        game=created.number,
        score=tuple(
            Score(name=name, player=player or None, bot=bot or None, points=points, games=games)
            for player, name, bot, points, games in lines
        ),
    )


def races(room: Room) -> RaceSeries | None:
    """Return the series of races to which a room belongs; None if it belongs to none."""
    rules, part = room.state.rules, room.series
    if not rules.races:
        return None
    leg, lines = part.leg, part.lines
    return RaceSeries(
        race=leg.race,
        races=rules.races,
        games=leg.games,
        points=SERIES_POINTS,
        standings=tuple(
            SeriesLine(
                rank=1 + sum(other.points > points for other in lines),
                name=name,
                player=player or None,
                bot=bot or None,
                points=points,
                races=races,
                last=last,
            )
            for player, name, bot, points, races, last in lines
        ),
        next_at=part.next_at,
        called=room.state.called,
    )


def update(room: Room, volatile: Volatile, seq: int, fields: set[str], now: int) -> RoomUpdate:
    """Return the message of stream 0 with the values of these fields at `now`, in ms."""
    values: dict[str, Any] = {}
    for name in fields:
        match name:
            case "host":
                values[name] = host(room)
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
            case "races":
                values[name] = races(room)
            case "watchers" | "safe" | "lost" | "paused" | "said":
                values[name] = getattr(volatile, name)
            case _:
                values[name] = getattr(room.state, name)
    return RoomUpdate(seq=seq, **values)


def standing(seat: int, now: Standing) -> WireStanding:
    """Return a player's standing in wire form."""
    return codec.standing(seat, now.progress, now.moves, STATE_NUMBERS[now.state], now.penalty, now.ended)


def standings(state: RoomState) -> list[WireStanding]:
    """Return all players' standings of a room's state in wire form; empty before the deal."""
    return [
        codec.standing(seat.seat, seat.progress, seat.moves, STATE_NUMBERS[seat.state], seat.penalty, seat.ended)
        for seat in state.seats
        if seat.state != WAITING.state
    ]


def listed(room: Room, volatile: Volatile) -> ListedRoom:
    """Return the entry of a room in the list of rooms."""
    return ListedRoom(
        code=room.code,
        game=room.state.game.head.id,
        title=room.state.game.head.title,
        kind=room.mode.kind.name,
        phase=room.state.phase,
        players=tuple(room.state.occupants[seat].name for seat in sorted(room.state.occupants)),
        seats=room.seats.most,
        watchers=volatile.watchers,
        spectators=room.state.rules.spectators,
        locked=room.state.locked,
    )


def layout(room: Room) -> TableLayout:
    """Return where the piles of the room's game lie."""
    return _layout(room.state.game)


@lru_cache(maxsize=GAMES_KEPT)
def _layout(game: Game) -> TableLayout:
    """Return the layout of a game. All its rooms share one object, which takes 20 KiB."""
    return TableLayout.model_validate(view.layout(game))
