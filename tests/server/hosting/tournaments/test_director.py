"""A director tells the people of a hall its news, in time."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import partial
from typing import cast

from redis.asyncio import Redis

from cadogan_protocol.errors import ErrorCode
from cadogan_protocol.messages import Called, Message
from cadogan_server.app import Running
from cadogan_server.hosting.tournaments.director import LIVELY_MS, SHOWN_AT_ONCE, Director
from cadogan_server.hosting.tournaments.guests import Guest, Guests
from cadogan_server.hosting.tournaments.tables import Tables
from cadogan_server.rooms.refused import Refused
from cadogan_server.store.tournaments.halls import Halls, Present
from cadogan_server.store.tournaments.known import KnownTournaments
from cadogan_server.store.tournaments.tournament_logs import TournamentLogs
from cadogan_server.tournaments import orders
from cadogan_server.tournaments.records import Entered, Paired, RoomOpened, Started
from cadogan_server.tournaments.state import Tournament
from tests.server.hosting.tournaments.played import opened
from tests.server.tournaments.evening import NOON, terms
from tests.server.waiting import until
from tests.server.wire import dial

MORE = 50


class Looking(Halls):
    """Counts how often the players who wait at other nodes were read."""

    looks = 0

    async def present(self, id: str, nodes: Iterable[str]) -> dict[str, Present]:
        self.looks += 1
        return await super().present(id, nodes)


class Read(TournamentLogs):
    """Counts how often logs were read."""

    times = 0

    async def read(self, known: Mapping[str, int]) -> dict[str, list[bytes]]:
        self.times += 1
        return await super().read(known)


class NoTables:
    """Opens no rooms."""

    def open_those_of(self, tournament: Tournament) -> None:
        """Open none."""

    async def look_after(self, tournament: Tournament) -> None:
        """Look after none."""

    def forget_the_gone(self) -> None:
        """Forget nothing."""


async def test_where_nobody_can_be_paired_nothing_is_tried_until_a_change(redis_url: str) -> None:
    redis = Redis.from_url(redis_url)
    known, here, there = KnownTournaments(TournamentLogs(redis)), Looking(redis, "here"), Halls(redis, "there")
    guests, clock = Guests(lambda: clock[0]), [NOON]
    director = Director(known, here, guests, cast(Tables, NoTables()), lambda: clock[0])
    await known.open("evening", terms("arena"))
    for player, home in (("ann", "one"), ("bob", "one"), ("eve", "other")):
        await known.change(
            "evening", partial(orders.enter, now=NOON, player=player, name=player, rating=1, marks=(home,))
        )
    await known.change("evening", lambda _: [Started(NOON, 0)])
    guests.come("socket", "evening", Guest("ann", lambda: True, lambda _: None, lambda _: None))
    await there.tell("evening", {"bob": NOON}, set(), NOON, anew=True)

    async def beat(seconds: float) -> int:
        clock[0] += int(1000 * seconds)
        await director.beat()
        return here.looks

    assert [await beat(seconds) for seconds in (0, 0.5, 2, 0.1)] == [1, 1, 1, 1]
    assert [await beat(seconds) for seconds in (1, 1)] == [2, 2], "after three seconds even two are paired"
    await there.tell("evening", {"eve": NOON}, set(), clock[0], anew=False)
    assert await beat(0.5) == 3
    assert known["evening"].playing.keys() == {"ann", "eve"}
    await redis.aclose()


async def test_between_beats_only_lively_tournaments_are_looked_at(redis_url: str) -> None:
    redis = Redis.from_url(redis_url)
    known, clock = KnownTournaments(Read(redis)), [NOON]
    logs, guests = cast(Read, known.logs), Guests(lambda: clock[0])
    director = Director(known, Halls(redis, "here"), guests, cast(Tables, NoTables()), lambda: clock[0])
    await known.open("evening", terms("arena"))
    for player in ("ann", "bob", "cy", "dan"):
        await known.change("evening", partial(orders.enter, now=NOON, player=player, name=player, rating=1))
        guests.come(player, "evening", Guest(player, lambda: True, lambda _: None, lambda _: None))
    await known.change("evening", lambda _: [Started(NOON, 0)])

    async def ticks(*seconds: float) -> list[int]:
        found = []
        for after in seconds:
            clock[0] += int(1000 * after)
            before = logs.times
            await director.tick()
            found.append(logs.times - before)
        return found

    assert (await ticks(0))[0], "the first is a beat"
    assert not known["evening"].playing
    assert all(await ticks(0.3, 0.3, 0.3, 0.3)), "something has just happened"
    assert known["evening"].playing.keys() == {"ann", "bob", "cy", "dan"}, "a second after they came"
    await ticks(*[1] * (LIVELY_MS // 1000 + 1))
    assert await ticks(0.3, 0.3) == [0, 0]
    guests.stir("ann")
    assert (await ticks(0.2))[0]
    await redis.aclose()


async def test_who_has_too_much_unread_is_called_and_shown_the_rest_later(redis_url: str) -> None:
    redis = Redis.from_url(redis_url)
    known, guests = KnownTournaments(TournamentLogs(redis)), Guests(lambda: NOON)
    director = Director(known, Halls(redis, "here"), guests, cast(Tables, NoTables()), lambda: NOON)
    await known.open("evening", terms("arena"))
    told: list[tuple[str, Message]] = []
    shown: list[str] = []
    full = [True]

    def tell(player: str, message: Message) -> None:
        told.append((player, message))

    def show(player: str, _: object) -> None:
        if full[0]:
            raise Refused(ErrorCode.BUSY, "too much is unread")
        shown.append(player)

    for player in ("ann", "bob"):
        await known.change("evening", partial(orders.enter, now=NOON, player=player, name=player, rating=1))
        guests.come(
            player,
            "evening",
            Guest(player, lambda: True, partial(tell, player), partial(show, player)),
        )
    await known.change("evening", lambda _: [Started(NOON, 0), Paired(NOON, 0, ((1, ("ann", "bob"), "there"),))])
    await known.change("evening", lambda _: [RoomOpened(NOON, 1, "ABCDEF")])
    await director.beat()
    assert {player for player, message in told if isinstance(message, Called)} == {"ann", "bob"}
    full[0] = False
    await director.beat()
    assert sorted(shown) == ["ann", "bob"]
    await redis.aclose()


async def test_many_are_shown_what_is_new_in_turn_but_called_at_once(server: Running) -> None:
    part = server.services.tournaments
    shown: list[str] = []
    told: list[tuple[str, Message]] = []

    def guest(player: str) -> Guest:
        return Guest(
            player, lambda: True, lambda message: told.append((player, message)), lambda _: shown.append(player)
        )

    async with dial(server.port) as ann:
        await ann.hello("Ann")
        id = await opened(ann)
        everybody = {f"p{number}" for number in range(SHOWN_AT_ONCE + MORE)}
        for player in everybody:
            part.guests.come(player, id, guest(player))
        await until(lambda: set(shown) == everybody)
        await part.known.change(id, lambda state: orders.enter(state, 1, "eve", "Eve", 1500))
        for at, count in enumerate((SHOWN_AT_ONCE, MORE, 0)):
            shown.clear()
            await part.director.tell(id, part.guests.halls[id])
            assert not shown, "nothing of their own is new"
            await part.director.show_to_some(id, part.guests.halls[id])
            assert len(shown) == count, at
        await part.known.change(id, lambda _: [Entered(1, player, player, 1500) for player in ("p0", "p1")])
        pairing = (1, ("p0", "p1"), "elsewhere")
        await part.known.change(id, lambda _: [Started(2, 0), Paired(2, 0, (pairing,)), RoomOpened(3, 1, "ABCDEF")])
        await part.director.tell(id, part.guests.halls[id])
        assert {player for player, message in told if isinstance(message, Called)} == {"p0", "p1"}
