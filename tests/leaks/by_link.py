"""Games in rooms by link: with chat, among members of a club by link, and by correspondence, whose rooms rest in the store.

Nobody but the seated may be sent what is written, and nobody may be sent a key or a club's id who was not given the link. What
is written may be in no log, and in no replay.
"""

from __future__ import annotations

from typing import Any

from cadogan_server.app import Running
from cadogan_server.store import keys
from tests.leaks.ear import Ear, Reader
from tests.leaks.met import Met
from tests.leaks.played import Played
from tests.server.clocks import put_forward
from tests.server.waiting import until

BY_LINK = (
    "klondike",
    "la_belle_lucie",
    "terrace",
    "spite_and_malice",
    "spite_and_malice_modern",
    "spite_and_malice_mixed",
    "spite_and_malice_table",
    "russian_bank",
    "racing_demon",
)
"""The games that are played in rooms by link."""

WRITES = 0.15
"""The share of turns in which somebody writes a line instead of playing a card."""

SAID = "whisper-7f3a9c"
"""A word that each line contains."""

LINE_MS = 2000
"""The time in ms after which a player may write again."""


class ByLink(Played):
    """A game in a room by link with chat.

    Attributes:
        written: the number of lines that its players have written.
    """

    NO_REPLAY = "unknown_room"

    def __init__(self, server: Running, game: str, mode: str, steps: int, seed: int) -> None:
        super().__init__(server, game, mode, steps, seed)
        self.written = 0

    def rules(self) -> dict[str, Any]:
        """Return the options of the room, beside those of a room by link."""
        return {"spectators": self._mode, "rated": False, "undo": "free", "time_limit": 0}

    async def open(self) -> None:
        first, *others = self.racers
        rules = {**self.rules(), "by_link": True, "public": False, "chat": True}
        self.code = (await first.create(self._game, rules)).code
        self._key = first.key or ""
        assert self._key, "the host is told the key"
        await self.expect(self.stranger, "join", "unknown_room", room=self.code, role="spectator")
        for racer in others:
            await self.enter(racer, "player")
        self._look_into_the_server()

    async def enter(self, ear: Ear, role: str, last: dict[int, int] | None = None) -> Ear:
        return await ear.join(self.code, role, last, self._key)

    async def _begin_to_read(self, reader: Reader) -> None:
        """Hold that nobody reads the events of a room by link over HTTP."""
        try:
            await reader.join(self.code)
        except AssertionError:
            return
        self.fail("somebody without the key reads the events of a room by link")

    async def act(self, step: int) -> None:
        if self._chance.random() < WRITES:
            ear = self._chance.choice(self.racers)
            answer = await ear.ask("write_chat", text=f"{SAID} {step}")
            if answer["type"] != "ok":
                self.fail(f"{ear.name} may not write: {answer}")
            self.written += 1
            for other in (*self.watchers, self.stranger):
                await self.expect(
                    other, "write_chat", "not_seated" if other in self.watchers else "not_in_room", text=SAID
                )
            self._pass(LINE_MS)
        else:
            await super().act(step)

    async def end(self) -> None:
        await super().end()
        for ear in (*self.racers, *self.watchers, self.stranger):
            self.search(ear)
        if SAID.encode() in await self._stored():
            self.fail("the store holds what was written")

    async def _stored(self) -> bytes:
        """Return the room's log as the store has it."""
        entries: Any = await self._server.services.store.opened.connections.reads.xrange(keys.log(self.code))
        assert entries, "the log can be read"
        return b"".join(part for _, fields in entries for part in fields.values())

    async def ask_for_the_replay(self, ear: Ear) -> None:
        if ear is self.stranger:
            await self.expect(ear, "get_replay", "unknown_room", room=self.code)
            return
        ear.heard.clear()
        await super().ask_for_the_replay(ear)
        if SAID.encode() in b"".join(ear.heard):
            self.fail(f"{ear.name} is sent a replay with what was written")

    def search(self, ear: Ear) -> None:
        super().search(ear)
        sent = b"\n".join(ear.heard)
        if ear not in self.racers and SAID.encode() in sent:
            self.fail(f"{ear.name} was sent what players have written")
        if ear is self.stranger and self._key.encode() in sent:
            self.fail(f"{ear.name} was sent the room's key")


class Rested(ByLink):
    """A correspondence duel. All go now and then, the room rests in the store, and somebody else takes it up."""

    def rules(self) -> dict[str, Any]:
        return {"days_per_turn": 7}

    async def _return(self, racer: Ear, watcher: Ear | None) -> None:
        everybody = [*self.racers, *self.watchers]
        for ear in everybody:
            await ear.hang_up()
        await self._rest()
        for ear in (*everybody, self.stranger):
            if ear is not self.stranger:
                await ear.dial()
            mine = (await ear.ask("get_running"))["duels"]
            if [duel["room"] for duel in mine] != ([self.code] if ear in self.racers else []):
                self.fail(f"{ear.name} is told of the duels {mine}")
            await self.expect(self.stranger, "join", "unknown_room", room=self.code, role="spectator")
        self._chance.shuffle(everybody)
        for ear in everybody:
            last = {stream: ear.seqs.get(stream, 0) for stream in (0, 1, 2, 3)}
            await self.enter(ear, "player" if ear in self.racers else "spectator", last)
        self._look_into_the_server()

    async def _rest(self) -> None:
        """Let the node leave the room to the store."""
        rooms = self._server.services.rooms
        await until(lambda: not self.hub.audience.viewers)
        for _ in range(2):
            await rooms.sweeping.sweep()
            put_forward(self._server, self._server.services.settings.empty_by_days + 1)
        await rooms.sweeping.sweep()
        assert self.code not in rooms.registry.hubs, "the room rests"


class InPrivate(Met):
    """A game of a private arena. Only its players may learn its id, which is the way in: a person who has the room's code may
    watch, and is not told it, nor is a reader of the replay."""

    def __init__(self, server: Running, game: str, steps: int, seed: int) -> None:
        super().__init__(server, game, "arena", steps, seed)

    def guests(self) -> tuple[Ear, ...]:
        return ()

    async def terms(self) -> dict[str, Any]:
        return {"private": True}

    async def ask_for_the_replay(self, ear: Ear) -> None:
        await super().ask_for_the_replay(ear)
        self.search(ear)
        if ear is self.stranger:
            for kind, fields in (
                ("get_replay_text", {"room": self.code}),
                ("join", {"room": self.code, "role": "spectator"}),
            ):
                await ear.ask(kind, **fields)
                self.search(ear)

    def search(self, ear: Ear) -> None:
        super().search(ear)
        if ear not in self.racers and self.arena.encode() in b"\n".join(ear.heard):
            self.fail(f"{ear.name} was sent the id of a private arena")


class InAClub(Met):
    """A game of an arena of a club by link. Only its members may learn its id, which is the way in."""

    def __init__(self, server: Running, game: str, steps: int, seed: int) -> None:
        super().__init__(server, game, "arena", steps, seed)
        self._club = ""

    async def terms(self) -> dict[str, Any]:
        host, *others = self.racers
        told = await host.ask("open_club", terms={"name": "Few", "entry": "link"})
        self._club = told["about"]["id"]
        for racer in others:
            assert (await racer.ask("join_club", club=self._club))["role"] == "member"
        return {"club": self._club}

    def search(self, ear: Ear) -> None:
        super().search(ear)
        if ear not in self.racers and self._club.encode() in b"\n".join(ear.heard):
            self.fail(f"{ear.name} was sent the id of a club by link")

    async def end(self) -> None:
        await super().end()
        for kind, fields in (("get_clubs", {}), ("get_tournaments", {}), ("get_player", {"player": self._host})):
            await self.stranger.ask(kind, **fields)
        self.search(self.stranger)

    async def in_an_arena(self) -> None:
        self._host = (await self.racers[0].ask("get_account"))["player"]
        await super().in_an_arena()
