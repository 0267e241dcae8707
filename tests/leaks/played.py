"""One game with a listener for every role. The harness compares each listener's messages with what its role may know.

After each action all listeners take their messages. No listener may then have seen a face that its role may not know,
neither in the present position nor in an earlier event. No message may hold a secret of the room, or another player's
token.
"""

from __future__ import annotations

import base64
from collections.abc import Iterator
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from random import Random
from typing import Any, ClassVar

from cadogan_games import catalogue
from cadogan_protocol.streams import SPECTATORS
from cadogan_server.app import Running
from cadogan_server.hosting.hub import Hub
from cadogan_server.rooms.kinds.duel import Duel
from cadogan_server.rooms.kinds.race import Race
from cadogan_server.rooms.kinds.shared import SharedTable
from tests.leaks.ear import Ear, Reader
from tests.leaks.truth import OTHERS, Faces, Laid, Seen, face_up, laid_open, seen_by_all, table_of, without_hands
from tests.server.clocks import put_forward
from tests.server.core import race_of

MODES = ("fair", "live", "delayed", "none")

DELAY_S = 5

STEP_MS = 1000
"""The time between two actions in ms. Delayed spectators are behind by five actions."""


@dataclass
class Report:
    """The result: the number of messages examined, and the faults of some of them."""

    messages: int = 0
    faces: int = 0
    wrong: list[str] = field(default_factory=list)

    def add(self, other: Report) -> None:
        """Add the figures of another report."""
        self.messages += other.messages
        self.faces += other.faces
        self.wrong += other.wrong


class Played:
    """A game of one id in one mode.

    Args:
        server: a running server of this process.
        game: the id.
        mode: the room's option `spectators`.
        steps: the number of actions after which the players give up.
        seed: the seed of all random choices.
    """

    NO_REPLAY = "not_finished"
    """The refusal of a stranger's wish for the replay while the game goes on."""

    OPTIONS: ClassVar[dict[str, Any]] = {}
    """The options of the game that are not the usual ones."""

    def __init__(self, server: Running, game: str, mode: str, steps: int, seed: int) -> None:
        self.report = Report()
        self._server = server
        self._game = game
        self._mode = mode
        self._steps = steps
        self._chance = Random(f"{game} {mode} {seed}")
        self._kind = catalogue.head_of(game).kind
        self._seen: Seen | None = None
        self._past: list[tuple[int, dict[int, Faces]]] = []
        """Actions, each as a time before it and the faces that viewers without a delay may know of each stream after it."""
        self._since = 0
        self._laid: list[tuple[int, Laid]] = []
        """At one table, for each action: a time before it, and the cards that it laid, with their places. The card that completes
        a pile is turned face down with it at once. A drawn card is gathered if nobody can move and the cards are dealt anew."""
        self._events = 0

    async def run(self) -> Report:
        """Play, and return the report."""
        async with AsyncExitStack() as stack:

            async def come(name: str) -> Ear:
                return await stack.enter_async_context(
                    Ear(f"{name} {self._chance.randrange(10**6)}", self._server.port, self._address(name))
                )

            self.racers = [await come(name) for name in self._names()]
            self.stranger = await come("Stranger")
            await self.open()
            self.watchers: list[Ear] = []
            for name in ("Watcher", "Second window"):
                watcher = await come(name)
                if self._mode == "none":
                    await self.expect(watcher, "join", "no_spectators", room=self.code, role="spectator")
                else:
                    self.watchers.append(await self.enter(watcher, "spectator"))
            if self.watchers:
                await self._begin_to_read(await stack.enter_async_context(self._reader()))
            await self._play()
            await self.end()
        return self.report

    def _names(self) -> tuple[str, ...]:
        return ("Ann", "Bea") if self._kind == "duel" else ("Ann", "Bea", "Cleo")

    def _address(self, name: str) -> str:
        """Return the address from which somebody comes."""
        return "127.0.0.1"

    async def enter(self, ear: Ear, role: str, last: dict[int, int] | None = None) -> Ear:
        """Let somebody into the room."""
        return await ear.join(self.code, role, last)

    def _reader(self) -> Reader:
        return Reader("Reader", self._server.port, self.watchers[0])

    async def _begin_to_read(self, reader: Reader) -> None:
        """Let somebody read the events of the room, who watches from then on."""
        self.watchers.append(await reader.join(self.code))

    # ---- the game ----------------------------------------------------------------------------------------------------

    async def open(self) -> None:
        """Open the room, and let all players in."""
        rules: dict[str, Any] = {
            "spectators": self._mode,
            "delay": DELAY_S,
            "rated": False,
            "undo": "free",
            "time_limit": 0,
        }
        if self._mode == "live":
            rules["public"] = False
        first, *others = self.racers
        self.code = (await first.create(self._game, rules, self.OPTIONS)).code
        for racer in others:
            await racer.join(self.code)
        self._look_into_the_server()

    def _look_into_the_server(self) -> None:
        self.hub: Hub = self._server.services.rooms.registry.hubs[self.code]
        self.room = self.hub.room

    async def _play(self) -> None:
        for racer in self.racers:
            assert (await racer.ask("ready"))["type"] == "ok"
        while self.room.state.phase == "countdown":
            self._pass(STEP_MS)
            await self.racers[0].catch_up()
        if isinstance(self.room.mode, Race):
            self._seen = Seen(self.room)
        await self._look()
        for step in range(self._steps):
            if self.room.state.phase != "running":
                return
            await self.act(step)
            await self._look()
            if step in (self._steps // 3, self._steps // 2):
                await self._return(self._chance.choice(self.racers), self._chance.choice([*self.watchers, None]))
                await self._look()

    async def act(self, step: int) -> None:
        """Let one of the players act."""
        able = [ear for ear in self.racers if ear.moves and not self.room.mode.is_done(seat_of(ear))]
        if not able or (step > self._steps * 0.7 and self._chance.random() < 0.1):
            await self._give_up(self.racers if not able else [self._chance.choice(able)])
            return
        ear, seen = self._chance.choice(able), self._seen
        if self._kind == "race" and self._chance.random() < 0.08:
            if isinstance(await ear.ask("undo"), list) and seen is not None:
                seen.after_undo(seat_of(ear))
            return
        odd = [move for move in ear.moves if isinstance(move[0], str)]
        answer = await ear.play(self._chance.choice(odd if odd and self._chance.random() < 0.4 else ear.moves))
        if isinstance(answer, dict):
            self.fail(f"{ear.name} was refused a legal move: {answer}")
        elif seen is not None:
            seen.after_a_move(seat_of(ear))

    async def _give_up(self, ears: list[Ear]) -> None:
        for ear in ears:
            if self.room.state.phase == "running" and not self.room.mode.is_done(seat_of(ear)):
                await ear.ask("stand")

    async def _return(self, racer: Ear, watcher: Ear | None) -> None:
        """Reconnect through a new socket, and ask for more streams than this listener has seen."""
        for ear, role in ((racer, "player"), (watcher, "spectator")):
            if ear is not None:
                await ear.hang_up()
                await ear.dial()
                await self.enter(ear, role, {s: ear.seqs.get(s, 0) for s in (0, 1, 2, 3, OTHERS, OTHERS + 1)})

    async def end(self) -> None:
        """Let all give up, and check that everything is open then, and not before."""
        while self.room.state.phase == "running":
            await self._give_up(self.racers)
            self._pass(60_000)
            await self._look()
        for ear in (*self.racers, self.stranger):
            await self.ask_for_the_replay(ear)

    async def ask_for_the_replay(self, ear: Ear) -> None:
        """Let a listener ask for the replay after the end."""
        replay = await ear.ask("get_replay", room=self.code)
        if replay["type"] != "replay":
            self.fail(f"{ear.name} is refused the replay after the end: {replay}")

    def _pass(self, ms: int) -> None:
        """Advance the server's clock."""
        put_forward(self._server, ms / 1000)
        self.hub.tick()

    # ---- the messages to each listener -------------------------------------------------------------------------------

    async def _look(self) -> None:
        """Let all listeners take their messages, and compare these with what each listener may know."""
        if self._mode == "delayed":
            self._pass(STEP_MS)
        if self.room.state.phase == "running":
            await self.expect(self.stranger, "get_replay", self.NO_REPLAY, room=self.code)
        everybody = [*self.racers, *self.watchers, self.stranger]
        self.hub.broadcast.end_digest()
        for ear in everybody:
            await ear.catch_up()
        self._past.append((self._since, self._true_now()))
        self._laid.append((self._since, self._laid_now()))
        self._since = self._server.services.clock.now()
        for ear in everybody:
            for stream, piles in ear.piles.items():
                self._compare(ear, stream, piles)
            self.search(ear)
            self.report.messages += len(ear.heard)
            ear.heard.clear()
            ear.forget()

    def _compare(self, ear: Ear, stream: int, piles: list[list[int]]) -> None:
        may = self._may(ear, stream)
        if not may:
            self.fail(f"{ear.name} is sent stream {stream}, which is not for this role, or not yet")
            return
        learned = ear.faces.get(stream, set())
        self.report.faces += len(learned)
        allowed = {face for table in may for pile in table for face in pile if face is not None}
        allowed |= self._laid_for(ear)
        if not learned <= allowed:
            self.fail(f"{ear.name} was shown {sorted(learned - allowed)} in stream {stream} on the way")
        as_it_is = may if ear.seat is None and self._mode == "delayed" else may[-1:]
        if not any(fits(piles, table) for table in as_it_is):
            self.fail(f"{ear.name} knows more of stream {stream} than is allowed: {piles}, not {may[-1]}")

    def _may(self, ear: Ear, stream: int) -> list[Faces]:
        """Return the states of a stream that a listener may know now. Without a delay these are the states before and after
        the last action.

        An empty list means that this listener may not see the stream.
        """
        room, seat = self.room, ear.seat
        past = [(moment, known[stream]) for moment, known in self._past if stream in known]
        if room.state.phase != "finished" and seat is None and self._mode == "delayed":
            return [known for moment, known in past if moment <= self._since - 1000 * DELAY_S]
        if room.state.phase == "finished" or seat == stream - 1:
            return [known for _, known in past]
        if isinstance(room.mode, Duel):
            mine = seat is None and stream == SPECTATORS
        elif isinstance(room.mode, SharedTable):
            mine = seat is None and stream == OTHERS
        else:
            looks_on = ear in self.watchers or (
                seat is not None and room.mode.is_done(seat) and self._mode != "delayed"
            )
            mine = looks_on and (stream >= OTHERS if self._mode == "fair" else stream < OTHERS and self._mode != "none")
        return [known for _, known in past[-2:]] if mine else []

    def _laid_for(self, ear: Ear) -> set[int]:
        """Return the cards that this listener saw laid by the last two actions. For a delayed listener they are those of the
        actions that it may know now."""
        laid = [laid for _, laid in self._laid[-2:]]
        if ear.seat is None and self._mode == "delayed" and self.room.state.phase != "finished":
            laid = [laid for moment, laid in self._laid if moment <= self._since - 1000 * DELAY_S]
        return {card for each in laid for owner, card in each if owner is None or owner == ear.seat}

    def _laid_now(self) -> Laid:
        room = self.room
        table = table_of(room)
        if table is None:
            return set()
        log = table.log
        new = log[self._events :] if self._events <= len(log) else log
        self._events = len(log)
        return laid_open(room, new)

    def _true_now(self) -> dict[int, Faces]:
        room = self.room
        if isinstance(room.mode, Duel | SharedTable):
            beyond = SPECTATORS if isinstance(room.mode, Duel) else OTHERS
            return {
                stream: without_hands(room, stream - 1 if stream < beyond else None)
                for stream in room.mode.views.streams
            }
        assert isinstance(room.mode, Race)
        known = {1 + seat: face_up(racer.table) for seat, racer in race_of(room).racers.items()}
        if self._mode == "fair" and self._seen is not None:
            known |= {OTHERS + seat: seen_by_all(self._seen, seat) for seat in race_of(room).racers}
        return known

    def search(self, ear: Ear) -> None:
        """Look for secrets that are sent before the end, and for other players' tokens."""
        sent = b"\n".join(ear.heard)
        secrets = [] if self.room.state.phase == "finished" else [self.room.state.created.secret, self.room.state.seed]
        for secret in filter(None, secrets):
            for form in forms(secret):
                if form in sent:
                    self.fail(f"{ear.name} was sent a secret of the room: {next(m for m in ear.heard if form in m)!r}")
        for mark in {mark for each in self.room.state.occupants.values() for mark in each.origin}:
            if mark.encode() in sent:
                self.fail(f"{ear.name} was sent a mark of somebody's origin: {mark}")
        for other in (*self.racers, *self.watchers, self.stranger):
            if other is not ear and other.token and other.token.partition(".")[2].encode() in sent:
                self.fail(f"{ear.name} was sent the token of {other.name}")

    async def expect(self, ear: Ear, kind: str, code: str, **fields: Any) -> None:
        """Hold that a request is refused with this code."""
        answer = await ear.ask(kind, **fields)
        # A process that stood still for a while finds that the game has ended meanwhile.
        ended = code == "not_finished" and self.room.state.phase == "finished"
        if answer.get("code") != code and not ended:
            self.fail(f"{ear.name} asks {kind} and is answered {answer} instead of {code}")

    def fail(self, what: str) -> None:
        """Note a fault."""
        self.report.wrong.append(f"{self._game}, {self._mode}: {what}")


class Partners(Played):
    """A game of four at one table, two against two: a hand is hidden from the partner too."""

    OPTIONS: ClassVar[dict[str, Any]] = {"partners": True}

    def _names(self) -> tuple[str, ...]:
        return ("Ann", "Bea", "Cleo", "Dora")


def seat_of(ear: Ear) -> int:
    """Return the seat of a player."""
    assert ear.seat is not None
    return ear.seat


def forms(secret: bytes) -> Iterator[bytes]:
    """Return the forms in which a secret could appear in a message."""
    yield secret
    yield secret.hex().encode()
    yield base64.b64encode(secret).rstrip(b"=")
    yield base64.urlsafe_b64encode(secret).rstrip(b"=")


def fits(piles: list[list[int]], table: Faces) -> bool:
    """Return whether the piles show only faces that may be known."""
    return all(
        len(shown) == len(known) and all(face < 0 or face == truth for face, truth in zip(shown, known, strict=True))
        for shown, known in zip(piles, table, strict=True)
    )
