"""A small store that strangers fill in every possible way: it evicts, says when it can't, and a race is played to its end."""

from __future__ import annotations

import json
import secrets
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any

import pytest
from redis.asyncio import Redis
from websockets.typing import Origin

from cadogan_protocol.errors import ErrorCode
from cadogan_protocol.limits import CODE_LENGTH, MAX_ENDPOINT, MOST_PUSH_DEVICES
from cadogan_protocol.messages import (
    AddFriend,
    AddPasskey,
    ClubTerms,
    Create,
    DeleteMe,
    EnterTournament,
    Error,
    GetAccount,
    GetAdvice,
    GetCalendar,
    GetClub,
    GetClubs,
    GetClubSeason,
    GetDay,
    GetHistory,
    GetLeaderboard,
    GetPasskeyOptions,
    GetPlayer,
    GetPush,
    GetReplay,
    GetReplayText,
    GetRules,
    GetRunning,
    GetTicket,
    GetTournamentGames,
    GetTournaments,
    GetTournamentStandings,
    Join,
    JoinClub,
    Joined,
    Leave,
    ListGames,
    ListRooms,
    Message,
    Moved,
    Ok,
    Onward,
    OpenClub,
    OpenTournament,
    Ping,
    Ready,
    Replay,
    Resign,
    Reveal,
    SeatBots,
    Stand,
    Step,
    SubscribePush,
    TournamentTerms,
    Undo,
    Unseat,
)
from cadogan_protocol.room_options import RoomOptions
from cadogan_server.app import Running, running
from cadogan_server.gateway.handlers.handlers import HANDLERS
from cadogan_server.hosting.clearing import Clearing
from cadogan_server.rooms.counting import FEWEST_MOVES
from cadogan_server.settings import Settings
from cadogan_server.store import keys
from cadogan_server.store.boards.metrics import ALL_METRICS
from cadogan_server.store.log.bounds import Bounds
from cadogan_server.store.log.logs import HARDLY
from cadogan_server.store.redis.embedded import EmbeddedRedis
from cadogan_server.store.redis.servers import Server
from cadogan_server.store.upkeep.eviction import BRIM
from cadogan_server.store.upkeep.memory import FULL, MemoryUse
from cadogan_server.store.upkeep.policy import KINDS, OUTCOME, PERIOD_LINE, Bound, DataKind, EvictionStep
from tests.server.fetching import fetch_json, figures
from tests.server.gateway.authenticator import Authenticator
from tests.server.push_service import Device
from tests.server.store.heard import heard
from tests.server.strangers import Strangers
from tests.server.waiting import soon, until
from tests.server.wire import PATIENCE, Wire, dial

SPACE = 2 << 20
"""Bytes that the store may take besides those of the empty one."""

PEOPLE = 4
"""The number of strangers who fill the store at a time."""

LARGE = 900
"""Bytes of the id of a passkey: the most that are accepted."""

AWAY = 600_000
"""Milliseconds for which copies of a stranger have been away."""

LOOSE = 10**6

ANY = {
    **dict.fromkeys(
        (
            *("players_per_hour", "new_players", "rooms_per_hour", "new_rooms", "seats_per_hour", "new_seats"),
            *(
                "passkeys_per_hour",
                "new_passkeys",
                "tickets_per_hour",
                "new_tickets",
                "friends_per_hour",
                "new_friends",
            ),
            *("push_devices_per_hour", "new_push_devices", "correspondence_per_hour", "new_correspondence"),
            *("correspondence_per_week", "new_correspondence_a_week"),
            *("sockets_per_address", "rooms_per_address", "messages_per_second", "message_burst", "reads_per_address"),
        ),
        LOOSE,
    ),
    "reads": LOOSE,
}
"""Settings without limits in the way, so that only the order of eviction counts."""


@dataclass
class Store:
    """A server on a small store.

    Attributes:
        server: the server.
        redis: a client.
        unsafe: what players were told of the store's safety.
        friend: a player who is there.
        club, tournament: a club and a tournament that anybody may enter.
        sent: the kinds of messages that clients have sent.
        seen: the kinds of data that the store had.
    """

    server: Running
    redis: Redis
    unsafe: list[bool] = field(default_factory=list)
    friend: str = ""
    club: str = ""
    tournament: str = ""
    sent: set[object] = field(default_factory=set)
    seen: set[DataKind] = field(default_factory=set)

    async def note(self) -> None:
        """Note the kinds of data that the store has now."""
        async for key in self.redis.scan_iter(count=1000):
            if (kind := kind_of(key.decode())) is not None:
                self.seen.add(kind)

    async def look(self) -> None:
        """Let the server look at its store at once."""
        await self.server.services.rooms.eviction.look()

    async def bound(self, share: float) -> None:
        """Limit the store so that this share of it is used."""
        await self.redis.config_set("maxmemory", int(await used_by(self.redis) / share))


async def used_by(redis: Redis) -> int:
    """Return the bytes that the store takes by the server's reckoning."""
    await (use := MemoryUse(Server("", redis))).measure()
    return use.used


@pytest.fixture
async def small(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Store]:
    monkeypatch.setattr("cadogan_server.rooms.counting.has_played", lambda *_: True)
    monkeypatch.setattr("cadogan_games.hands.quickest", lambda _: lambda _: 0)
    monkeypatch.setattr("cadogan_server.rooms.hands.quickest", lambda _: lambda _: 0)
    async with EmbeddedRedis(tmp_path, memory=1 << 30) as store, Redis.from_url(store.url) as redis:
        await redis.config_set("maxmemory", await used_by(redis) + SPACE)
        settings: Any = {
            "port": 0,
            "metrics_port": 0,
            "redis": store.url,
            "data": tmp_path,
            "bots": False,
            "push_contact": "mailto:me@example.org",
            "countdown": 0.01,
            "behind_proxy": True,
            "journal": Bounds(lately=0, hang=PATIENCE),
            "store_rest": 0,
            **ANY,
        }
        async with running(Settings(**settings)) as server:
            it = Store(server, redis)
            monkeypatch.setattr(Wire, "post", noting(it.sent))
            heard(server.services.store.journal, safe=it.unsafe.append)
            proofs = server.services.store.days.proofs
            for day in proofs.sought:
                await proofs.settle(day, None)  # nothing is sought beside the test
            yield it


def noting(sent: set[object]) -> Callable[..., Awaitable[int]]:
    """Return `Wire.post`, which notes the kinds of messages that are sent."""
    post = Wire.post

    async def post_and_note(wire: Wire, kind: Callable[..., Message], **fields: Any) -> int:
        sent.add(kind)
        return await post(wire, kind, **fields)

    return post_and_note


@asynccontextmanager
async def page(server: Running, address: str = "10.0.0.1") -> AsyncIterator[Wire]:
    origin = Origin(f"http://localhost:{server.port}")
    async with dial(server.port, origin=origin, name="localhost", address=address) as wire:
        yield wire


# ---- the ways of strangers -------------------------------------------------------------------------------------------


async def opens(wire: Wire, game: str = "klondike", **rules: Any) -> bool:
    """Open a room; return whether the store has space for it."""
    answer = await wire.ask(Create, game=game, rules=RoomOptions(**rules))
    if isinstance(answer, Joined):
        await wire.joined(answer)
    return isinstance(answer, Joined)


async def begins(wire: Wire, moves: int) -> None:
    """Begin the game of a room, and make some moves."""
    await wire.ready()
    await wire.the(Moved)
    for _ in range(moves):
        await (wire.play(wire.moves[0]) if wire.moves else wire.ask(Undo))


async def sits(wire: Wire, _: Store) -> None:
    """Take a seat as a new player."""
    if await opens(wire):
        await wire.ask(Leave)


async def makes_passkeys(wire: Wire, _: Store) -> None:
    """Add passkeys of the largest size."""
    origin = f"http://localhost:{wire.connection.remote_address[1]}"
    for _number in range(3):
        options = (await wire.ask(GetPasskeyOptions, purpose="add")).options
        made = Authenticator(origin, id=secrets.token_bytes(LARGE)).make(options)
        await wire.ask(AddPasskey, credential=made, label="x" * 24)


async def wants_news(wire: Wire, _: Store) -> None:
    """Have news sent to as many devices as may be, at addresses of the largest size."""
    for number in range(MOST_PUSH_DEVICES):
        address = f"https://fcm.googleapis.com/{number}/"
        device = Device(address + "x" * (MAX_ENDPOINT - len(address)))
        assert isinstance(await wire.ask(SubscribePush, **device.subscription), Ok)


async def makes_friends(wire: Wire, store: Store) -> None:
    """Add friends."""
    await wire.ask(AddFriend, player=store.friend)


async def makes_tickets(wire: Wire, _: Store) -> None:
    """Ask for tickets."""
    await wire.ask(GetTicket)


async def joins_in(wire: Wire, store: Store) -> None:
    """Do all that people do who stay: join a club, enter a tournament, have friends, tickets and news, and open a correspondence
    duel."""
    await joins_and_enters(wire, store)
    await makes_friends(wire, store)
    await makes_tickets(wire, store)
    await wire.ask(SubscribePush, **Device("https://fcm.googleapis.com/x").subscription)
    duel = RoomOptions(days_per_turn=7, public=False)
    answer = await wire.ask(Create, game="spite_and_malice_modern", rules=duel)
    if isinstance(answer, Joined):
        await wire.joined(answer)
        await wire.ready()


async def joins_and_enters(wire: Wire, store: Store) -> None:
    """Join the club, and enter the tournament."""
    await wire.ask(JoinClub, club=store.club)
    await wire.ask(EnterTournament, tournament=store.tournament)


async def opens_club_and_tournament(wire: Wire, store: Store) -> None:
    """Open a club and a tournament."""
    store.club = (await wire.ask(OpenClub, terms=ClubTerms(name="Ж"))).about.id
    evening = TournamentTerms(kind="arena", game="klondike", minutes=20)
    store.tournament = (await wire.ask(OpenTournament, terms=evening)).about.id


async def does_everything(wire: Wire, store: Store) -> None:
    """Do everything that two strangers from two networks can do."""
    async with page(store.server, "81.1.2.3") as mallory:
        await mallory.hello("Mallory")
        two = Strangers(wire, mallory, f"http://localhost:{store.server.port}")
        await two.do_everything()

        async def is_counted() -> bool:
            await store.note()
            return OUTCOME in store.seen

        await until(is_counted)
        await mallory.ask(DeleteMe)


async def finishes(wire: Wire, store: Store) -> None:
    """Finish a game that counts, with its log and its history."""
    await plays(wire, store)
    await stands(wire, store)


async def plays(wire: Wire, _: Store) -> None:
    """Begin a game that goes on."""
    if await opens(wire):
        await begins(wire, 20)


async def waits(wire: Wire, _: Store) -> None:
    """Open a lobby that does not begin."""
    await opens(wire)


async def plays_the_day(wire: Wire, store: Store) -> None:
    """Make an attempt at the deal of the day."""
    contest, _ = (await wire.ask(GetDay)).contests
    if await opens(wire, contest.game, deal="daily"):
        await begins(wire, FEWEST_MOVES)
        await stands(wire, store)

        async def in_the_calendar() -> bool:
            return bool(await store.redis.exists(keys.days(wire.player)))

        await until(in_the_calendar)


async def stood_on_boards(_: Wire, store: Store) -> None:
    """Add rows to boards, of players who are not known any more."""
    players = [secrets.token_urlsafe(9) for _ in range(200)]
    async with store.redis.pipeline(transaction=False) as pipe:
        pipe.zadd(keys.boards("klondike"), {"": 1})
        pipe.hset(keys.NAMES, mapping=dict.fromkeys(players, "Eve"))
        pipe.hset(keys.ratings(""), mapping=dict.fromkeys(players, "25 8 1"))
        for metric in ALL_METRICS:
            pipe.zadd(keys.board("klondike", metric), dict.fromkeys(players, 1.0))
        await pipe.execute(raise_on_error=False)


async def stands(wire: Wire, store: Store) -> None:
    """End a game, and wait until it is counted."""
    if not wire.code:
        return
    await wire.ask(Stand)
    await wire.phase("finished")

    async def counted() -> bool:
        return await store.redis.pttl(keys.log(wire.code)) != -1

    await until(counted)


Way = Callable[[Wire, Store], Awaitable[None]]

WAYS: tuple[Way, ...] = (
    makes_passkeys,  # first, as it fills the store fastest
    sits,
    joins_in,
    finishes,
    plays_the_day,
    stood_on_boards,
)

ROOMS: tuple[Way, ...] = (waits, plays)
"""The ways that leave rooms in use."""

SEEN_ELSEWHERE = {
    "cadogan:nonce:x": "only nodes send such headers to each other (`gateway/relays/test_seals.py`)",
    "cadogan:{admin}:orders": "there is one node (`gateway/test_steward.py`)",
    "cadogan:seats:x": "the same (`store/nodes/test_seat_index.py`)",
    "cadogan:{lease}:rooms": "the same (`hosting/observers/test_listing.py`)",
    "cadogan:{lease}:usage": "the same (`store/nodes/test_parts.py`)",
    "{cadogan:player:x}:pushed:day": "it needs a push service (`gateway/handlers/test_pushing.py`)",
    "cadogan:{leavers}:x": "the server looks once a second who has left (`hosting/matching/test_matched_games.py`)",
    "cadogan:{analyses}:waiting": "it is begun within moments (`store/games/test_analyses.py`)",
    f"cadogan:{{{'A' * CODE_LENGTH}}}:analysis": "only an idle processor makes it (`gateway/handlers/test_analysing.py`)",
    "cadogan:{boards}:behind": "it is gone within moments (`store/boards/test_waiting.py`)",
}
"""Keys of data that no client of one node leaves, and where they are filled."""

AS_A_MOVE: frozenset[type[Message]] = frozenset({Onward, Resign, Reveal, SeatBots, Unseat})
"""Messages that add a record to the log of a room and do nothing else, as a move does."""

READS: frozenset[type[Message]] = frozenset(
    {
        *(
            GetAccount,
            GetAdvice,
            GetCalendar,
            GetClub,
            GetClubs,
            GetClubSeason,
            GetDay,
            GetLeaderboard,
            GetPlayer,
            GetPush,
        ),
        *(GetReplayText, GetRules, GetRunning, GetTournamentGames, GetTournaments, GetTournamentStandings),
        *(ListGames, ListRooms, Ping),
    }
)
"""Messages by which the store keeps nothing."""


async def multiply(redis: Redis, ids: list[str], times: int) -> None:
    """Copy all keys of players and rooms under other names, as if this many more strangers had done the same. It ends as soon as
    the store is full, since the server's other writes must still find room until it has looked."""
    most = int(str((await redis.config_get("maxmemory"))["maxmemory"])) * (FULL + BRIM) / 2
    for id in ids:
        found = [key async for key in redis.scan_iter(f"*{id}*", count=1000)]
        copies = [(key, await redis.dump(key), left) for key in found if (left := await redis.pttl(key)) > 0]
        for _ in range(times):
            if await used_by(redis) > most:
                break
            other = "".join(secrets.choice("ABCDEFGHJKLMNPQRSTUVWXYZ") for _ in id)
            async with redis.pipeline(transaction=False) as pipe:
                for key, dumped, left in copies:
                    if dumped is not None:
                        pipe.restore(
                            key.replace(id.encode(), other.encode()), left - AWAY if left > AWAY else left, dumped
                        )
                await pipe.execute(raise_on_error=False)  # a full store takes no more
    await (
        redis.connection_pool.disconnect()
    )  # Redis frees this connection's buffers at once; else it does so some time later


async def race(anna: Wire, bea: Wire) -> None:
    """Begin a race of two."""
    await (await anna.hello("Anna")).create()
    await (await bea.hello("Bea")).join(anna.code)
    for wire in (anna, bea):
        await wire.ready()
    for wire in (anna, bea):
        await wire.the(Moved)


async def test_a_race_goes_on_whatever_fills_the_store(small: Store) -> None:
    server, redis = small.server, small.redis
    eviction = server.services.rooms.eviction
    async with dial(server.port) as anna, dial(server.port) as bea:
        await race(anna, bea)
        await opens_club_and_tournament(anna, small)
        small.friend = anna.player
        async with page(server) as eve:
            await eve.hello("Eve")
            await does_everything(eve, small)
        most = await used_by(redis) + SPACE  # Redis has all scripts by now
        await redis.config_set("maxmemory", most)
        for way in WAYS:
            before, rounds = eviction.evicted.copy(), 0
            while eviction.evicted == before:
                rounds += 1
                assert rounds < 30, f"{way.__name__} never fills the store"
                ids: list[str] = []
                for number in range(PEOPLE):
                    async with page(server) as eve:
                        await eve.hello(f"Eve {number}")
                        await way(eve, small)
                        ids += [id for id in (eve.player, eve.code) if id]
                await small.note()
                await multiply(redis, ids, 100)
                await small.look()
                for wire in (anna, bea):
                    answer = await (wire.play(wire.moves[0]) if wire.moves else wire.ask(Undo))
                    assert not isinstance(answer, Error), (way.__name__, answer)
            assert await redis.exists(keys.player(anna.player), keys.player(bea.player), keys.log(anna.code)) == 3
        for way in ROOMS:
            before = eviction.evicted.copy()
            for number in range(PEOPLE):
                async with page(server) as eve:
                    await eve.hello(f"Eve {number}")
                    await way(eve, small)
            await small.bound((FULL + BRIM) / 2)
            while eviction.evicted[EvictionStep.ROOMS] < before[EvictionStep.ROOMS] + PEOPLE:
                await small.look()
                await small.bound((FULL + BRIM) / 2)
            await small.redis.config_set("maxmemory", most)
            await small.look()
            assert not isinstance(await anna.play(anna.moves[0]), Error), way.__name__
        for wire in (anna, bea):
            await wire.ask(Stand)
        await bea.phase("finished")

        async def is_told() -> bool:
            return isinstance(await anna.ask(GetReplay, room=anna.code), Replay)

        await until(is_told)  # the log may still be on its way into the store

        async def counted() -> bool:
            return len((await anna.ask(GetHistory)).games) == 1

        await until(counted)
        assert small.unsafe == [], "no write of a running game was refused"
    kept = {kind for kind in KINDS if kind.bound and kind.patterns} - {kind_of(key) for key in SEEN_ELSEWHERE}
    assert [kind.what for kind in kept - small.seen] == [], "give strangers a way to fill the store with it"
    assert [kind.__name__ for kind in HANDLERS if kind not in small.sent | AS_A_MOVE | READS] == [], (
        "let strangers send it, or say why the store keeps nothing of it"
    )


def test_what_only_reads_keeps_nothing() -> None:
    assert [kind.__name__ for kind in READS if HANDLERS[kind].writes or HANDLERS[kind].keeps] == []
    assert all(HANDLERS[kind].writes for kind in AS_A_MOVE)


async def test_a_move_that_finds_the_store_full_has_something_evicted_for_it(small: Store) -> None:
    """It works however quickly the store was filled since the last look at it."""
    server = small.server
    async with dial(server.port) as anna, dial(server.port) as bea, page(server) as eve:
        await race(anna, bea)
        await eve.hello("Eve")
        await makes_passkeys(eve, small)
        await multiply(small.redis, [eve.player], 250)
        await small.bound(1.05)  # more than the buffers of other clients that Redis may free before the move
        for wire in (anna, bea):
            assert isinstance(await wire.play(wire.moves[0]), Step | Moved)
        assert server.services.rooms.eviction.evicted[EvictionStep.NEVER_PLAYED] > 0
    assert small.unsafe == []


async def test_a_store_that_cannot_evict_says_so_and_keeps_nothing_new(small: Store) -> None:
    server = small.server
    async with (
        dial(server.port) as anna,
        dial(server.port) as bea,
        page(server) as eve,
        dial(server.port) as lobby,
    ):
        await race(anna, bea)
        await (await lobby.hello("Lola")).create()
        await eve.hello("Eve")
        options = (await eve.ask(GetPasskeyOptions, purpose="add")).options
        await small.redis.config_set("maxmemory", 1 << 30)
        await small.redis.set("the operator's own", bytes(1 << 24))
        while not server.services.store.memory.full:  # Redis gives its temporary memory back soon
            await small.bound((FULL + BRIM) / 2)
            await small.look()
        assert (await fetch_json(server, "/healthz"))["status"] == "store_full"
        assert (await fetch_json(server, "/healthz"))["store"] == "full"
        told = await figures(server)
        assert "cadogan_store_memory_full 1.0" in told
        assert any(line.startswith('cadogan_store_evicted_total{step="rooms"}') for line in told)

        made = Authenticator(f"http://localhost:{server.port}").make(options)
        for kind, fields in (
            (AddPasskey, {"credential": made, "label": "x"}),
            (GetTicket, {}),
            (AddFriend, {"player": anna.player}),
            (Join, {"room": lobby.code}),
        ):
            refused = await eve.refusal(kind, **fields)
            assert (refused.code, "is full" in refused.message) == (ErrorCode.BUSY, True), kind
        assert (await eve.refusal(Create, game="klondike")).code is ErrorCode.TOO_MANY_ROOMS
        assert (await lobby.refusal(Ready)).code is ErrorCode.BUSY
        assert isinstance(await anna.play(anna.moves[0]), Step | Moved)
        assert isinstance(await lobby.ask(Leave), object)

        await small.redis.delete("the operator's own")
        await small.redis.config_set("maxmemory", 1 << 30)
        await small.look()
        assert (await fetch_json(server, "/healthz"))["status"] == "ok"
        await eve.create()


async def test_running_games_end_last_and_the_longest_first(small: Store) -> None:
    server = small.server
    clearing = Clearing(server.services.rooms.registry)
    async with (
        dial(server.port) as anna,
        dial(server.port) as eve,
        dial(server.port) as lola,
        dial(server.port) as away,
    ):
        for name, wire in (("Anna", anna), ("Eve", eve), ("Abe", away)):
            await (await wire.hello(name)).create()
            await wire.ready()
            await wire.the(Moved)
        await eve.play(eve.moves[0])
        await (await lola.hello("Lola")).create()
        await lola.ask(Leave)
        hubs = server.services.rooms.registry.hubs
        left, gone = lola.code, away.code
        await away.connection.close()
        await soon(lambda: not hubs[gone].attendance.people)
        assert clearing.clear(running=False) == 1
        assert left not in hubs, "a lobby that all have left goes first"
        assert clearing.clear(running=False) == 1
        assert gone not in hubs, "then a game that all have left"
        assert clearing.clear(running=False) == 0
        assert clearing.clear(running=True) == 1
        assert eve.code not in hubs, "then the longest game"
        assert anna.code in hubs
        assert isinstance(await anna.play(anna.moves[0]), Step | Moved)


async def test_players_who_never_played_are_evicted_first(small: Store) -> None:
    """Even with a passkey, and players of one day before players who came back."""
    server, redis = small.server, small.redis
    now = int(server.services.clock.real() / 1000)
    day, gone = 24 * 3600, "gone"

    async def player(id: str, left: int, **fields: Any) -> None:
        await redis.hset(keys.player(id), mapping={"hash": "x", "name": id} | fields)
        await redis.hset(keys.passkeys(id), "id", json.dumps(["k" * 900, "h", 0, "l", 1, 1]))
        for key in (keys.player(id), keys.passkeys(id)):
            await redis.expire(key, left)

    await player("unplayed", 7 * day - 600, account=2)
    await player("older", 700 * day, account=1)
    await player("once", 89 * day, played=1, since=now - day - 600)
    await player("often", 60 * day, played=1, since=now - 200 * day)
    await redis.hset(keys.NAMES, gone, "Gone")
    order = []
    sheds = server.services.rooms.eviction.keys
    for step in (EvictionStep.NEVER_PLAYED, EvictionStep.STRAYS, EvictionStep.ONE_DAY, EvictionStep.PLAYERS):

        async def never() -> bool:
            return False

        await sheds.shed(step, Server("", redis), never)
        there = [id for id in ("unplayed", "older", "once", "often") if await redis.exists(keys.player(id))]
        assert there == [id for id in there if await redis.exists(keys.passkeys(id))], "all their keys go too"
        order.append(there + ([gone] if await redis.hexists(keys.NAMES, gone) else []))
    assert order == [["once", "often", gone], ["once", "often"], ["often"], []]


RACERS = 8


def kind_of(key: str) -> DataKind | None:
    """Return the row of a key; a key of a period's board has a row of its own."""
    if "@" in key:
        return PERIOD_LINE
    return next((kind for kind in KINDS if any(fnmatchcase(key, pattern) for pattern in kind.patterns)), None)


async def test_no_key_is_larger_than_the_table_says(small: Store) -> None:
    """It is tried with a rated race of eight, whose players have the longest names, passkeys, tickets, friends and devices."""
    server, redis = small.server, small.redis
    async with AsyncExitStack() as stack:
        wires = [await stack.enter_async_context(page(server, f"{81 + number}.1.2.3")) for number in range(RACERS)]
        for number, wire in enumerate(wires):
            await wire.hello(f"{number} {'Ж' * 22}")
        await opens_club_and_tournament(wires[0], small)
        for wire in wires:
            await joins_and_enters(wire, small)
        await wires[0].create(seats=RACERS)
        for wire in wires[1:]:
            await wire.join(wires[0].code)
        for wire in wires:
            await wire.ready()
        for wire in wires:
            await wire.the(Moved)
            for _ in range(HARDLY):
                await (wire.play(wire.moves[0]) if wire.moves else wire.ask(Undo))
        small.friend = wires[0].player
        for wire in wires:
            await wire.ask(Stand)
        for wire in wires:
            await wire.phase("finished")
            await makes_passkeys(wire, small)
            await makes_tickets(wire, small)
            await makes_friends(wire, small)
            await wants_news(wire, small)
        await small.server.services.store.leaderboard.sorting.sort()

        async def counted() -> bool:
            return await redis.pttl(keys.log(wires[0].code)) != -1 and not await redis.exists(keys.BEHIND)

        await until(counted)
        taken: Counter[str] = Counter()
        async for key in redis.scan_iter(count=1000):
            kind = kind_of(key.decode())
            assert kind is not None, key
            if key.endswith(b":room") and wires[0].code.encode() not in key:
                continue  # the code was set aside for another room
            taken[kind.what] += int(await redis.memory_usage(key, samples=0) or 0)
    there = {
        Bound.ROOMS: 1,
        Bound.SEATS: RACERS,
        Bound.MESSAGES: RACERS * HARDLY,
        Bound.PASSKEYS: 3 * RACERS,
        Bound.TICKETS: RACERS,
        Bound.FRIENDS: RACERS - 1,
        Bound.PLAYERS: RACERS,
        Bound.DELETIONS: 1,
        Bound.PUSH_DEVICES: RACERS * MOST_PUSH_DEVICES,
        Bound.CLUBS: 1,
        Bound.TOURNAMENTS: 1,
    }
    found = {kind.what: taken[kind.what] / there[kind.bound] for kind in KINDS if kind.bound and taken[kind.what]}
    assert {what: size for what, size in found.items() if size > next(k.size for k in KINDS if k.what == what)} == {}
    assert len(found) > 10, found
