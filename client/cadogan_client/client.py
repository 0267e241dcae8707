"""The client: one player at a server, with a method for each request."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import AsyncIterator, Callable, Mapping
from types import TracebackType
from typing import Any, Literal, Self, TypeVar

from cadogan_client.connection import FIRST_DELAY
from cadogan_client.errors import ClientError, Disconnected, RequestRefused
from cadogan_client.feed import Feed
from cadogan_client.link import Ask, Link
from cadogan_client.promise import Promise
from cadogan_client.room import Gap, Room
from cadogan_protocol import (
    BoardMetric,
    BoardSnapshot,
    Calendar,
    Candidacy,
    Create,
    DayTold,
    Delta,
    Emote,
    ErrorCode,
    Format,
    GameInfo,
    Games,
    GetCalendar,
    GetDay,
    GetLeaderboard,
    GetReplay,
    GetRules,
    Hello,
    Join,
    Joined,
    Leaderboard,
    LeaderRow,
    Leave,
    ListedRoom,
    ListGames,
    ListRooms,
    Lock,
    Move,
    Moved,
    Ok,
    Onward,
    OptionValue,
    Ping,
    Play,
    Pong,
    Progress,
    Propose,
    RaceGhosts,
    Ready,
    Rematch,
    Rename,
    Replay,
    Reveal,
    RoomOptions,
    Rooms,
    RoomSnapshot,
    RoomUpdate,
    Rules,
    Run,
    SayEmote,
    SeatBots,
    ServerMessage,
    Stand,
    Step,
    Undo,
    Unseat,
    Vote,
    Welcome,
)

Answer = TypeVar("Answer", bound=ServerMessage)

Level = Literal["easy", "fair", "good"]

Update = Joined | RoomSnapshot | RoomUpdate | Progress | BoardSnapshot | Delta | Step | Moved
"""What `Client.updates` yields: each message about the room, after it has been applied to `Client.room`."""

RETRY_SECONDS = 0.5
"""Seconds to wait after a passing refusal of a request that the client sends by itself."""

MOST_GAPS = 5
"""Gaps in a row after which the room is joined through a new socket, which comes after a pause."""

GONE = (
    ErrorCode.UNKNOWN_ROOM,
    ErrorCode.WRONG_PHASE,
    ErrorCode.ROOM_FULL,
    ErrorCode.ROOM_LOCKED,
    ErrorCode.PUT_OUT,
    ErrorCode.NO_SPECTATORS,
)
"""Refusals of a join after which there is no way back into the room."""


class Client:
    """One player at a server.

    It keeps the room's state in `room`. It notices gaps in the messages, reconnects when the connection breaks, and
    repeats unanswered requests. Nothing is lost, and nothing done twice:

        async with await Client.connect("ws://localhost:8000/ws", "Ada") as client:
            room = await client.create("klondike", seats=1)
            await client.ready()
            await client.until(lambda: bool(room.moves))
            await client.play(room.moves[0])

    Every request may raise `RequestRefused`, and `Disconnected` when the connection is gone for good.

    Attributes:
        room: the local copy of the room that was created or joined last, or None.
        welcome: the server's answer to the last `hello`.
        token: the player's secret: whoever has it is this player.
        name: the player's name.
    """

    def __init__(
        self,
        url: str,
        name: str,
        token: str | None,
        fmt: Format,
        patience: float,
        first_delay: float,
        program: str | None,
    ) -> None:
        self._link = Link(url, fmt, patience, first_delay, self._greet, self._take, self._lose)
        self._feed: Feed[Update] = Feed()
        self._rejoining: set[int] = set()
        self._mending: set[asyncio.Task[None]] = set()
        self._gaps = 0
        self._keeping: asyncio.Task[None] | None = None
        self._clock_offset = 0.0
        self.name = name
        self.token = token
        self._is_somebody = token is not None
        """True if the identity matters: a token was given, or the player has had a seat."""
        self._program = program
        self.room: Room | None = None
        self.welcome: Welcome | None = None

    # ---- opening and closing -----------------------------------------------------------------------------------------

    @classmethod
    async def connect(
        cls,
        url: str,
        name: str,
        token: str | None = None,
        *,
        fmt: Format = Format.MSGPACK,
        patience: float = 300,
        first_delay: float = FIRST_DELAY,
        program: str | None = None,
    ) -> Client:
        """Return a client that has said hello.

        Args:
            url: the server's address, say `ws://localhost:8000/ws`.
            name: the player's name.
            token: the token of an earlier `welcome`, to be the same player.
            fmt: the format on the wire.
            patience: seconds to keep trying when the connection has broken.
            first_delay: the most seconds before the first of these attempts; each later delay is twice as long.
            program: the kind of bot, for a program that plays, say `good`; None for a person.

        Raises:
            CannotConnect: no server can be reached there.
            RequestRefused: it does not accept this name or token.
        """
        client = cls(url, name, token, fmt, patience, first_delay, program)
        await client._link.start()
        return client

    @property
    def away(self) -> str | None:
        """The reason why there is no connection now, in a sentence, say that the server is being renewed; None while
        there is one. The client reconnects by itself.
        """
        return self._link.away

    async def close(self) -> None:
        """Close the connection. The player keeps the seat for as long as the server allows."""
        await self._link.close()
        await asyncio.gather(*self._mending, *([self._keeping] if self._keeping else []))

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    # ---- requests ----------------------------------------------------------------------------------------------------

    async def list_games(self, language: str = "en") -> tuple[GameInfo, ...]:
        """Return the catalogue; games that race well come first. `language` is a code of ISO 639-1."""
        return (await self._request(Games, ListGames, language=language)).games

    async def list_rooms(self) -> tuple[ListedRoom, ...]:
        """Return the public rooms."""
        return (await self._request(Rooms, ListRooms)).rooms

    async def rules(self, game: str, language: str = "en") -> Rules:
        """Return the explanation of a game; `language` is a code of ISO 639-1."""
        return await self._request(Rules, GetRules, game=game, language=language)

    async def leaderboard(
        self,
        game: str,
        metric: BoardMetric = "wins",
        count: int = 20,
        options: Mapping[str, OptionValue] | None = None,
        **which: Any,
    ) -> tuple[LeaderRow, ...]:
        """Return lines of a board of a game, by default the best of all time.

        Args:
            game: the game's id.
            metric: what the board ranks by.
            count: the most lines.
            options: the game's options; each choice of them has a board of its own; options not named have their
                defaults.
            which: `period`, `scope`, `view` and `players`, as fields of `get_leaderboard`.
        """
        chosen = dict(options or {})
        answer = await self._request(
            Leaderboard, GetLeaderboard, game=game, metric=metric, count=count, options=chosen, **which
        )
        return answer.rows

    async def create(self, game: str, options: Mapping[str, OptionValue] | None = None, **rules: Any) -> Room:
        """Open a room and take its first seat.

        Args:
            game: the game's id.
            options: the game's own options.
            rules: fields of `RoomOptions`, say `seats=4, time_limit=600`.
        """
        await self._request(Joined, Create, game=game, options=dict(options or {}), rules=RoomOptions(**rules))
        return await self._arrived()

    async def day(self, day: str | None = None, count: int = 20) -> DayTold:
        """Return the contests of a day, with their results.

        Args:
            day: the day (UTC), as `2026-11-21`; None: today.
            count: the most rows of each board.
        """
        return await self._request(DayTold, GetDay, day=day, count=count)

    async def calendar(self, month: str | None = None) -> Calendar:
        """Return the player's results on each day of a month (UTC), as `2026-11`; None: the current month."""
        return await self._request(Calendar, GetCalendar, month=month)

    async def race_ghosts(self, *runs: Run) -> Room:
        """Open a room for a race alone against earlier runs on one deal: `Run(room="ABCDEF")`."""
        await self._request(Joined, RaceGhosts, runs=runs)
        return await self._arrived()

    async def join(self, code: str, role: Literal["player", "spectator"] = "player", key: str | None = None) -> Room:
        """Enter a room by its code and, if it is by link only, the link's `key`. A player with a seat there gets it
        again.
        """
        await self._request(Joined, Join, room=code, role=role, key=key)
        room = await self._arrived()
        room.key = key
        return room

    async def leave(self) -> None:
        """Leave the room: this frees the seat in the lobby, and gives up in a race."""
        await self._request(Ok, Leave)
        self.room = None

    async def ready(self, ready: bool = True, *, nonce: bool = True) -> None:
        """Set the player ready, or no longer.

        If the deal is fresh, this promises a nonce for its seed. The client shows the nonce by itself when all promises
        are made, and promises a new one when the countdown was called off.

        Args:
            ready: whether to be ready.
            nonce: whether to promise a nonce: without one nobody can tell afterwards that the deal was not chosen.
        """
        room = self.room
        fresh = room is not None and room.known and room.state.rules.deal == "fresh"
        promise = Promise() if ready and nonce and fresh else None
        before = room.promise if room is not None else None
        if room is not None:
            room.promise = promise  # at once, as the countdown may begin before the answer is here
        try:
            await self._request(Ok, Ready, ready=ready, nonce_hash=promise.hash if promise else None)
        except RequestRefused:
            if room is not None and room.promise is promise:
                room.promise = before
                self._keep_promise()
            raise

    async def play(self, move: Move) -> Moved:
        """Make a move, and return once the player's board shows it. A refusal with `illegal_move` names the rule."""
        return await self._shown(await self._link.request(Play(id=self._link.new_id(), move=move)))

    async def undo(self) -> Moved:
        """Take back the player's last move, and return once the player's board shows it."""
        return await self._shown(await self._link.request(Undo(id=self._link.new_id())))

    async def give_up(self) -> None:
        """Give up and keep the progress made; in a duel, resign."""
        await self._request(Ok, Stand)

    async def seat_bots(self, count: int = 1, level: Level = "fair") -> None:
        """Ask the server to seat bots; only in the lobby, and only the host."""
        await self._request(Ok, SeatBots, count=count, level=level)

    async def unseat(self, seat: int) -> None:
        """Free the seat of a bot or of another player, who stays out for a while; only in the lobby, and only the host."""
        await self._request(Ok, Unseat, seat=seat)

    async def lock(self, locked: bool = True) -> None:
        """Lock the room, so that nobody new takes a seat, or open it again; only in the lobby, and only the host."""
        await self._request(Ok, Lock, locked=locked)

    async def rename(self, name: str) -> None:
        """Change the player's name: in the lobby of a room at once, else in rooms that are entered later."""
        await self._request(Ok, Rename, name=name)
        self.name = name

    async def onward(self, onward: bool = True) -> None:
        """Want the next deal before all are done, or no longer: in a race once the own board is done, in a duel between
        two games.
        """
        await self._request(Ok, Onward, onward=onward)

    async def rematch(self, game: str | None = None, options: Mapping[str, OptionValue] | None = None) -> Room:
        """Open or join the following room, after the end, or before it with others who want to (see `onward`).

        It has the same game, or the one that won the vote; the chooser may name another `game`.
        """
        key = self.room.key if self.room is not None else None
        await self._request(Joined, Rematch, game=game, options=dict(options or {}))
        room = await self._arrived()
        room.key = room.key or key
        return room

    async def say(self, emote: Emote) -> None:
        """Send one of a fixed set of faces and phrases to everybody in the room."""
        await self._request(Ok, SayEmote, emote=emote)

    async def propose(self, *games: str) -> None:
        """After the end: put two or three games, with their default options, to the vote; none calls the vote off."""
        await self._request(Ok, Propose, games=tuple(Candidacy(game=game) for game in games))

    async def vote(self, choice: int) -> None:
        """Vote for the game at this index of the room's `ballot`, from 0."""
        await self._request(Ok, Vote, choice=choice)

    async def replay(self, code: str | None = None, key: str | None = None) -> Replay:
        """After the end: return every board from deal to end, by default of the player's room."""
        if code is None:
            if self.room is None:
                raise ValueError("there is no room to replay: say which")
            code, key = self.room.code, self.room.key
        return await self._request(Replay, GetReplay, room=code, key=key)

    async def ping(self) -> float:
        """Return the seconds that an answer takes."""
        before = time.monotonic()
        await self._request(Pong, Ping)
        return time.monotonic() - before

    def server_time(self) -> float:
        """Return the server's clock in milliseconds since 1970, as far as it is known here."""
        return time.monotonic() * 1000 + self._clock_offset

    async def _request(self, kind: type[Answer], message: type[Any], **fields: Any) -> Answer:
        answer = await self._link.request(message(id=self._link.new_id(), **fields))
        if not isinstance(answer, kind):
            raise ClientError(f"the server answered {message.__name__} with {type(answer).__name__}")
        return answer

    async def _arrived(self) -> Room:
        """Wait until the room that was just joined is known, and return it."""
        await self.until(lambda: self.room is None or self.room.known)
        if self.room is None:
            raise ClientError("the room is gone")
        return self.room

    async def _shown(self, answer: ServerMessage) -> Moved:
        """Wait until the player's board is as the answer to a move says, and return the legal moves."""
        if not isinstance(answer, Step | Moved):
            raise ClientError(f"the server answered a move with {type(answer).__name__}")
        room = self.room
        await self.until(lambda: self.room is not room or room is None or room.is_current)
        moves = room.moves if room is not None else None
        return Moved(re=answer.re, seq=answer.seq, moves=moves or (), undo=answer.undo)

    # ---- what happens ------------------------------------------------------------------------------------------------

    def updates(self) -> AsyncIterator[Update]:
        """Yield each message about the room from now on, after it has been applied to `room`, until the client is closed.

        Raises:
            Disconnected: the connection is gone for good.
            Lagging: more than 10,000 updates were waiting.
        """
        return self._feed.items()

    async def until(self, condition: Callable[[], bool]) -> None:
        """Wait until a condition holds; it is checked after each message.

        Raises:
            Disconnected: the connection is gone for good before it does.
        """
        await self._feed.until(condition)

    # ---- the link's side ---------------------------------------------------------------------------------------------

    async def _greet(self, ask: Ask) -> None:
        """Say hello on a new socket, and return to the room."""
        try:
            await self._hello(ask)
        except RequestRefused as refused:
            # A restarted server knows no player who has never taken a seat.
            if refused.code is not ErrorCode.BAD_TOKEN or self._is_somebody:
                raise
            self.token = None
            await self._hello(ask)
        if self.room is None:
            return
        try:
            await self._join_again(self.room, ask)
        except RequestRefused as refused:
            if refused.code not in GONE:
                raise
            self.room = None
            self._feed.wake()

    async def _hello(self, ask: Ask) -> None:
        await ask(Hello(id=self._link.new_id(), name=self.name, token=self.token, program=self._program))

    async def _join_again(self, room: Room, ask: Ask) -> None:
        """Join a room with the numbers of the last messages seen, so that the rest is sent again."""
        join = Join(id=self._link.new_id(), room=room.code, role=room.role, key=room.key, last=dict(room.last))
        self._rejoining.add(join.id)
        try:
            await ask(join)
        finally:
            self._rejoining.discard(join.id)

    def _take(self, message: ServerMessage) -> None:
        """Apply a message."""
        if isinstance(message, Welcome):
            self.welcome, self.token, self.name = message, message.token, message.name
            self._set_clock(message.now)
        elif isinstance(message, Joined):
            self._set_clock(message.now)
            self._is_somebody = self._is_somebody or message.seat is not None
            if self.room is not None and message.re in self._rejoining:
                self._rejoining.discard(message.re)
                self.room.rejoined(message)
            else:
                self.room = Room(message)
            self._feed.tell(message)
        elif isinstance(message, (RoomSnapshot, BoardSnapshot, RoomUpdate, Progress, Delta, Step, Moved)):
            self._follow(message)
        self._feed.wake()

    def _follow(self, message: RoomSnapshot | RoomUpdate | Progress | BoardSnapshot | Delta | Step | Moved) -> None:
        if self.room is None:
            return
        try:
            if self.room.apply(message):
                self._gaps = 0
                self._feed.tell(message)
                self._keep_promise()
        except Gap:
            if not self._rejoining:
                task = asyncio.create_task(self._mend(self.room))
                self._mending.add(task)
                task.add_done_callback(self._mending.discard)

    def _keep_promise(self) -> None:
        """Send what the room waits for, if a client sends it by itself."""
        room = self.room
        if room is not None and room.owes and (self._keeping is None or self._keeping.done()):
            self._keeping = asyncio.create_task(self._pay(room))

    async def _pay(self, room: Room) -> None:
        while self.room is room and (owed := room.owes):
            promise = room.promise
            assert promise is not None
            try:
                if owed == "promise":
                    await self.ready()
                else:
                    room.witness = room.witnessed(promise)
                    await self._request(Ok, Reveal, nonce=promise.nonce)
                    promise.shown = True
            except RequestRefused as refused:
                if refused.retry:
                    await asyncio.sleep(RETRY_SECONDS)
                elif owed == "nonce":
                    promise.shown = True  # the room has gone on without it
                else:
                    room.promise = None
            except ClientError:
                return

    async def _mend(self, room: Room) -> None:
        """Join again after a gap, once for everything that is missing."""
        if self._rejoining:
            return
        self._gaps += 1
        with contextlib.suppress(ClientError):
            if self._gaps > MOST_GAPS:
                await self._link.drop()
            else:
                await self._join_again(room, self._link.request)

    def _set_clock(self, now: int) -> None:
        self._clock_offset = now - time.monotonic() * 1000

    def _lose(self, lost: Disconnected | None) -> None:
        self._feed.end(lost)
