"""Tournaments to test with: `an` opens one, an `Evening` plays it as nodes would, and `at_random` lets everything happen."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from random import Random
from typing import Any

import pytest

from cadogan_server.rooms.refused import Refused
from cadogan_server.tournaments import orders
from cadogan_server.tournaments.records import Decided, Kind, Opened, Paired, Record, Result, packed, unpacked
from cadogan_server.tournaments.state import Pairing, Tournament
from cadogan_server.tournaments.steps import due, idle_until

NOON = 1_790_000_000_000
MINUTE = 60_000
HOST = "host"


def terms(kind: Kind, **changed: Any) -> Opened:
    """Return the terms of a tournament that starts in a minute."""
    usual: dict[str, Any] = {
        "now": NOON,
        "kind": kind,
        "game": "klondike",
        "options": {},
        "title": "",
        "text": "",
        "host": HOST,
        "host_name": "Hedy",
        "starts": NOON + MINUTE,
        "minutes": 20 if kind == "arena" else 0,
        "rounds": 0,
        "time_limit": 300,
        "private": False,
        "bots": "fair" if changed.get("fill") else "",
        "fill": 0,
    }
    return orders.opened(**usual | changed)


class Evening:
    """A tournament that goes on in time. Every record is packed and unpacked on its way into the state, and checked."""

    def __init__(self, made: Opened) -> None:
        self.t = Tournament("t", made, made.starts)
        self.log: list[Record] = [made]
        self.now = NOON
        self.since: dict[str, int] = {}
        self.away: set[str] = set()
        """Players who are not in the hall."""

    def enter(self, *players: str, rating: int | None = None, **more: Any) -> None:
        """Let players enter, each stronger than the next, unless a rating is given."""
        for player in players:
            strength = 2000 - 10 * len(self.t.competitors) if rating is None else rating
            self.write(orders.enter(self.t, self.now, player, player.title(), strength, **more))

    def write(self, records: Iterable[Record]) -> list[Record]:
        """Append records to the log, as the store would."""
        written = [unpacked(packed(record)) for record in records]
        for record in written:
            self._must_be_sound(record)
            self.t.apply(record)
            self.log.append(record)
        self.waiting()
        return written

    def ask(self, order: Callable[..., Sequence[Record]], *arguments: Any) -> bool:
        """Carry an order out; False if it was refused. The same order at once once more must change nothing."""
        try:
            self.write(order(self.t, self.now, *arguments))
        except Refused:
            return False
        with suppress(Refused):
            assert not order(self.t, self.now, *arguments)
        return True

    def wait(self, ms: int) -> list[Record]:
        """Let time pass, and do what is due then."""
        self.now += ms
        return self.go_on()

    def begin(self) -> list[Record]:
        """Go to the start, and do what is due."""
        return self.wait(max(0, self.t.starts - self.now))

    def go_on(self) -> list[Record]:
        """Do what is due now."""
        done: list[Record] = []
        for _ in range(100):
            step = due(self.t, self.now, self.waiting(), lambda player: f"node of {player}", lambda n: f"Bot {n}")
            if not step:
                self._must_stay_idle()
                return done
            done += self.write(step)
        raise AssertionError("there is always something due")

    def waiting(self) -> dict[str, int]:
        """Return the people in the hall → since when."""
        here = [c.player for c in self.t.competitors.values() if not c.bot and not c.out and c.player not in self.away]
        self.since = {p: self.since.get(p, self.now) for p in here if p not in self.t.playing}
        return dict(self.since)

    def let_wait(self, **seconds: int) -> None:
        """Let these players alone be in the hall, each for its seconds, and take the steps that are due."""
        self.away = set(self.t.competitors) - set(seconds)
        self.since = {player: self.now - 1000 * waited for player, waited in seconds.items()}
        self.go_on()

    def games(self) -> list[Pairing]:
        """Return the pairings that are not decided."""
        return list(self.t.open_pairings.values())

    def pairs(self) -> list[set[str]]:
        """Return the players of these."""
        return [set(pairing.players) for pairing in self.games()]

    def decide(self, number: int, result: Result) -> None:
        """Let a game be over."""
        self.write(orders.decide(self.t, self.now, number, result, "played"))

    def win(self, *players: str) -> None:
        """Let players win the games that they play."""
        for player in players:
            pairing = self.t.playing[player]
            self.decide(pairing.number, "first" if pairing.players[0] == player else "second")

    def _must_stay_idle(self) -> None:
        """Nothing may become due before the moment that was foretold."""
        waiting = self.waiting()
        until = idle_until(self.t, self.now, waiting)
        assert until > self.now or self.t.is_over
        for now in {self.now, min(self.now + 500, until - 1), min(until, NOON + 86_400_000) - 1}:
            if now >= self.now:
                assert not due(self.t, now, waiting, lambda _: "node", str), "something is due before its time"

    def _must_be_sound(self, record: Record) -> None:
        t = self.t
        if isinstance(record, Paired):
            assert not t.paused
            players = [player for _, pair, _ in record.pairings for player in pair]
            assert len(players) == len(set(players)), "somebody is paired twice"
            assert t.playing.keys().isdisjoint(players), "somebody plays two games at once"
            assert all(node or len(pair) == 1 for _, pair, node in record.pairings)
        if isinstance(record, Decided):
            assert record.number in t.open_pairings, "a pairing is decided twice, or was none"
        assert not t.is_over, "something happens after the end"


def at_random(rng: Random, made: Opened, people: int) -> Evening:
    """Play a tournament in which people come late, go, come back, are removed, and in which rooms do not open and games do not
    end."""
    evening = Evening(made)
    for n in range(people):
        marks = (f"place {rng.randrange(4)}",) if rng.random() < 0.4 else ()
        evening.enter(f"p{n}", rating=rng.randrange(1000, 1010), marks=marks)
    for _ in range(60):
        _something_happens(rng, evening)
        evening.wait(rng.choice([0, 500, 3_000, 20_000, 60_000]))
        if evening.t.is_over:
            return evening
    evening.ask(orders.pause, HOST, False)
    for _ in range(200):
        _rooms_open_and_games_end(rng, evening)
        evening.wait(15_000)
        if evening.t.is_over:
            return evening
    raise AssertionError("it does not end")


def _something_happens(rng: Random, evening: Evening) -> None:
    player = f"p{rng.randrange(16)}"
    evening.away ^= {player} if rng.random() < 0.3 else set()
    match rng.randrange(12):
        case 0 | 1:
            evening.ask(orders.leave, player)
        case 2 | 3:
            evening.ask(orders.enter, player, "Late", rng.randrange(1000, 1010))
        case 4:
            evening.ask(orders.remove, HOST, player)
        case 5:
            evening.ask(orders.pause, HOST, rng.random() < 0.3)
        case 6:
            evening.ask(orders.void, HOST, rng.randrange(1, evening.t.next_number + 1))
        case 7:
            evening.ask(orders.start_now, HOST)
        case _:
            _rooms_open_and_games_end(rng, evening)


def _rooms_open_and_games_end(rng: Random, evening: Evening) -> None:
    for pairing in evening.games():
        if not pairing.room:
            if rng.random() < 0.9:
                evening.ask(orders.room_opened, pairing.number, "ROOM")
        elif rng.random() < 0.7:
            result = rng.choice(["first", "second", "second", "draw", "neither"])
            evening.ask(orders.decide, pairing.number, result, "played", (3, 5))


@contextmanager
def in_zone(zone: str) -> Iterator[None]:
    """Let the server stand in a time zone."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setenv("TZ", zone)
        time.tzset()
        yield
    time.tzset()
