"""Players in trouble who note every acknowledgement."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import AsyncExitStack
from dataclasses import dataclass, fields
from random import Random
from time import monotonic

from websockets.exceptions import ConnectionClosed, InvalidStatus, WebSocketException

from cadogan_games import catalogue
from cadogan_protocol.applying import after_events
from cadogan_protocol.codec import encode
from cadogan_protocol.errors import CloseCode, ErrorCode
from cadogan_protocol.messages import Error, GetReplay, Hello, Join, Message, Moved, Play, Replay, Undo
from cadogan_protocol.streams import OTHERS
from tests.server.wire import PATIENCE, Wire, dial


@dataclass
class Tally:
    """The results of trials of a kind.

    Attributes:
        trials: the number of trials.
        acknowledged: the number of moves of which a player was told.
        lost: the number of those that are missing in the log at the end, or have another order there.
        lost_safe: the number of lost moves that were acknowledged while the room was said to be safe.
        twice: the number of moves that are in the log more than once.
        ended: the number of games that were over, or could not be found again, before anybody ended them.
        gaps: players whose streams had a hole, whose board was not as they had left it, or whose replay was another; and
            times that a proxy refused to let a player in, though a node was alive.
        pause: the longest time in seconds between two answers, a player's coming back included.
        notice: the longest time in seconds until a player was told that a room's node is silent.
    """

    trials: int = 0
    acknowledged: int = 0
    lost: int = 0
    lost_safe: int = 0
    twice: int = 0
    ended: int = 0
    gaps: int = 0
    pause: float = 0.0
    notice: float = 0.0

    def add(self, other: Tally) -> None:
        """Add the results of other trials."""
        for field in fields(self):
            mine, theirs = getattr(self, field.name), getattr(other, field.name)
            setattr(self, field.name, max(mine, theirs) if field.name in ("pause", "notice") else mine + theirs)


class Witness:
    """A player who comes back whenever the connection breaks, and takes down every acknowledgement.

    Attributes:
        told: the acknowledged requests.
        told_safe: those of them that were acknowledged while the room was said to be safe.
        unsure: true if the player was ever told that the room is not safe.
        wire: the present socket.
        ports: the ports to connect to, one after the other while connecting fails.
        patience: the seconds without a due answer after which the connection is dropped.
        seat: the seat in the room, known at the end.
        thinks: the seconds between two moves.
        behind_proxy: true if a proxy must find a node for the player at any time.
    """

    def __init__(self, name: str, seed: int) -> None:
        self.name = name
        self.told: list[int] = []
        self.told_safe: list[int] = []
        self.unsure = False
        self.wire: Wire | None = None
        self.tally = Tally()
        self.ports: list[int] = []
        self.code = ""
        self.seat = 0
        self.patience = PATIENCE
        self.thinks = 0.0
        self.behind_proxy = False
        self._which = 0
        self._token: str | None = None
        self._next = 1
        self._open: tuple[int, Play | Undo] | None = None
        self._board: object = None
        self._answered = monotonic()
        self._silent_since: float | None = None
        self._chance = Random(seed)
        self._stack = AsyncExitStack()

    async def join(self, ports: list[int], code: str) -> str:
        """Come in, or open a room if there is none yet."""
        self.ports, self.code = ports, code
        wire = await self._dial()
        if code:
            await wire.join(code)
        else:
            await self._create(wire)
            self.code = wire.code
        return self.code

    async def _create(self, wire: Wire) -> None:
        await wire.create("klondike", time_limit=0, undo="free", rated=False)

    async def begin(self) -> None:
        """Wait for the cards."""
        assert self.wire is not None
        await self.wire.the(Moved)
        self._answered = monotonic()

    async def play(self, moves: int) -> None:
        """Make this many acknowledged moves, or fewer if the game is won before, however often the connection breaks."""
        wanted = len(self.told) + moves
        async with asyncio.timeout(6 * PATIENCE):
            await self.play_while(lambda: len(self.told) < wanted)

    async def play_while(self, goes_on: Callable[[], bool]) -> None:
        """Play while the condition holds and the game is not won, however often the connection breaks."""
        while goes_on() and not self._has_won:
            try:
                async with asyncio.timeout(self.patience):
                    # After coming back the loop checks its condition first: once all others have made their moves, no news comes.
                    if self.wire is None:
                        await self._come_back()
                    else:
                        await self.move()
                await asyncio.sleep(self.thinks)
            except AssertionError:
                self.tally.gaps += 1
                await self.leave()
            except (WebSocketException, OSError, TimeoutError) as error:
                self.tally.gaps += self.behind_proxy and isinstance(error, InvalidStatus)
                await self.leave()
                if not _renewed(error):
                    self._which += 1
                    await asyncio.sleep(0.02)  # like a client, which tries again after a while

    @property
    def _has_won(self) -> bool:
        """True if random moves have won the game, which happens once in many trials."""
        wire = self.wire
        if self._open is not None or wire is None or wire.room is None or wire.seat is None:
            return False
        return wire.room.seats[wire.seat].state == "finished"

    def rested(self) -> None:
        """Note that nobody has sent a request until now, so that no pause is counted."""
        self._answered = monotonic()

    def expects_notice(self) -> None:
        """Note that the room's node is silent from now on, and later the moment when the player is told or the socket
        is closed."""
        self._silent_since = monotonic()

    def _noticed(self) -> None:
        if self._silent_since is not None:
            self.tally.notice = max(self.tally.notice, monotonic() - self._silent_since)
            self._silent_since = None

    async def leave(self) -> None:
        """Drop the connection."""
        self._noticed()
        if self.wire is not None:
            self._next = next(self.wire.ids)
        self.wire = None
        await self._stack.aclose()

    async def _dial(self) -> Wire:
        port = self.ports[self._which % len(self.ports)]
        self.wire = wire = await self._stack.enter_async_context(
            dial(port, first_id=self._next, close_timeout=0.2, open_timeout=self.patience)
        )
        answer = await wire.ask(Hello, name=self.name, token=self._token)
        _must_not_ask_to_retry(answer)  # a worker may answer whose supervisor and store are gone
        self._token = wire.welcomed(answer).token
        return wire

    async def _come_back(self) -> None:
        wire = await self._dial()
        joined = await wire.ask(Join, room=self.code)
        _must_not_ask_to_retry(joined)  # the server may have started, and its store is not there yet
        await wire.joined(joined)
        await wire.the(Moved)
        assert wire.room is not None
        if wire.room.phase != "running":
            self.tally.ended += 1
        if self._open is None and not self._is_as_left(wire):
            self.tally.gaps += 1

    def _is_as_left(self, wire: Wire) -> bool:
        """Return True if the room is as the player left it."""
        return wire.boards[wire.own] == self._board

    async def _request(self, wire: Wire) -> Play | Undo:
        """Return the next request."""
        request = next(wire.ids)
        return Play(id=request, move=self._chance.choice(wire.moves)) if wire.moves else Undo(id=request)

    def _is_forestalled(self, answer: Error) -> bool:
        """Return True if a request was refused because another player was faster."""
        return False

    async def move(self) -> None:
        """Send the open request, or the next one, and note its answer."""
        wire = self.wire
        assert wire is not None
        if self._open is None:
            asked = await self._request(wire)
            self._open = asked.id, asked
        request, message = self._open
        await wire.connection.send(encode(message, wire.fmt))
        answer = await wire.until(lambda message: self._answers(message, request))
        if isinstance(answer, Error):
            if answer.retry:  # the store has been away for so long that all rooms are paused
                await asyncio.sleep(0.1)
                return
            if self._is_forestalled(answer):
                self._open = None
                return
            raise AssertionError(answer.message)
        now = monotonic()
        self.tally.pause = max(self.tally.pause, now - self._answered)
        self._answered, self._open = now, None
        self.told.append(request)
        assert wire.room is not None
        if wire.room.safe:
            self.told_safe.append(request)
        else:
            self.unsure = True
        self._board = wire.boards[wire.own]

    def _answers(self, message: Message, request: int) -> bool:
        if isinstance(message, Error) and message.re is None and message.code is ErrorCode.BUSY:
            self._noticed()
        return getattr(message, "re", None) == request

    async def sees_its_replay(self) -> None:
        """End the game, and compare the replay with the player's view."""
        assert self.wire is not None
        assert self.wire.seat is not None
        await self.wire.phase("finished")
        replay = await self.wire.ask(GetReplay, room=self.code)
        if not isinstance(replay, Replay):
            self.tally.gaps += 1
            return
        board = replay.boards[self.wire.seat]
        piles, counters = board.start.piles, board.start.counters
        for _, events in board.steps:
            piles, counters = after_events(piles, counters, events)
        if (len(board.steps), piles) != (len(self.told), self.wire.boards[self.wire.own].piles):
            self.tally.gaps += 1


class AtTable(Witness):
    """A player of Racing Demon, at one table with others. Nobody ends a round."""

    async def _create(self, wire: Wire) -> None:
        await wire.create("racing_demon", time_limit=0, rated=False)

    def _is_as_left(self, wire: Wire) -> bool:
        """Return True if the player has made as many moves as were acknowledged; others may have gone on."""
        assert wire.room is not None
        assert wire.seat is not None
        return wire.room.seats[wire.seat].moves == len(self.told)

    async def _request(self, wire: Wire) -> Play:
        while not (moves := [move for move in wire.moves if move[0] not in ("stuck", "out")] or wire.moves):
            await wire.next()
        return Play(id=next(wire.ids), move=self._chance.choice(moves))

    def _is_forestalled(self, answer: Error) -> bool:
        return answer.code in (ErrorCode.ILLEGAL_MOVE, ErrorCode.WRONG_PHASE)

    async def sees_its_replay(self) -> None:
        """End the match, and compare the replay with the player's view. No card may be missing."""
        assert self.wire is not None
        await self.wire.phase("finished")
        replay = await self.wire.ask(GetReplay, room=self.code)
        if not isinstance(replay, Replay):
            self.tally.gaps += 1
            return
        (board,) = replay.boards
        piles, counters = board.start.piles, board.start.counters
        for _, events in board.steps:
            piles, counters = after_events(piles, counters, events)
        players = sum(seat.name != "" for seat in replay.state.seats)
        shown = self.wire.boards.get(OTHERS) or self.wire.boards[self.wire.own]
        if piles != shown.piles or sum(map(len, piles)) != 52 * players:
            self.tally.gaps += 1


class ByTurns(AtTable):
    """A player of Spite and Malice for three. Nobody is faster than others, so no move is refused. Nobody plays an upcard, so no
    game ends, and the other cards go round."""

    UPCARDS = frozenset(catalogue.game("spite_and_malice_table").indexes("riddance"))

    PLAYS = 0.8
    """The share of turns in which a player who can play a card does so. Else the centre would not grow, and all cards be
    discarded."""

    def __init__(self, name: str, seed: int) -> None:
        super().__init__(name, seed)
        self._wanted = 0
        """The moves that each player is to have made. A player with as many plays on, because the others need the turns."""

    async def _create(self, wire: Wire) -> None:
        await wire.create("spite_and_malice_table", time_limit=0, rated=False)

    async def play(self, moves: int) -> None:
        """Play by turns until all have made this many more moves, however often the connection breaks."""
        self._wanted += moves
        async with asyncio.timeout(6 * PATIENCE):
            await self.play_while(self._want_turns)

    def _want_turns(self) -> bool:
        if self._open is not None or self.wire is None or self.wire.room is None:
            return True
        return any(seat.moves < self._wanted for seat in self.wire.room.seats if seat.name)

    async def _request(self, wire: Wire) -> Play:
        moves = [move for move in wire.moves if len(move) < 2 or move[1] not in self.UPCARDS] or wire.moves
        plays = [move for move in moves if move[0] == "play"]
        return Play(
            id=next(wire.ids),
            move=self._chance.choice(plays if plays and self._chance.random() < self.PLAYS else moves),
        )

    async def move(self) -> None:
        """Make a move, or wait for news if it is another player's turn."""
        assert self.wire is not None
        if self._open is None and not self.wire.moves:
            await self.wire.next()
            self._answered = monotonic()
        else:
            await super().move()

    def _is_forestalled(self, answer: Error) -> bool:
        return False

    async def sees_its_replay(self) -> None:
        """End the match, and wait until the hands are shown, as in the replay."""
        assert self.wire is not None
        while OTHERS not in self.wire.boards:
            await self.wire.next()
        await super().sees_its_replay()


def _must_not_ask_to_retry(answer: Message) -> None:
    """Raise ConnectionError if the server asks to be tried again later, as somebody does whose connection broke."""
    if isinstance(answer, Error) and answer.retry:
        raise ConnectionError(answer.message)


def _renewed(error: Exception) -> bool:
    """True if a server has said that clients should come back at once."""
    return isinstance(error, ConnectionClosed) and error.rcvd is not None and error.rcvd.code == CloseCode.RENEWED
