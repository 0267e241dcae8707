"""The floods: each is the action of one of its sockets until it is closed."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from itertools import product

from cadogan_games import catalogue
from cadogan_protocol.applying import after_step
from cadogan_protocol.limits import CODE_ALPHABET, CODE_LENGTH
from cadogan_protocol.messages import Step
from cadogan_server.store.boards.metrics import ALL_METRICS
from tests.attack.attacker import Attackers, Guest, framed
from tests.attack.filling import SMALL, store
from tests.attack.lasting import (
    CHATTING,
    CORRESPONDENTS,
    begin_duels,
    chat,
    clubs,
    correspondence,
    open_chats,
    open_clubs,
)
from tests.attack.meeting import (
    CAUGHT,
    FRIENDS,
    PUSHING,
    halls,
    invitations,
    make_friends,
    open_halls,
    pushes,
    queue,
    set_trap,
)
from tests.attack.quiet import ENDLESS
from tests.attack.tables import (
    HANDS,
    SEATS,
    TABLES,
    by_turns,
    onlookers,
    seat_by_turns,
    seat_table,
    seat_tables,
    tables,
)
from tests.fuzz.connection import called, request

BOARDS = list(product(catalogue.ids(), ALL_METRICS))

RACERS = 8
MOVES = 400
"""The number of moves of each player in the game whose replay is asked for."""

PICTURES = [f"games/{id}" for id in catalogue.ids()]

ROOMS = 150
"""The number of rooms with pictures: more than a server keeps."""

USE_UP_SECONDS = 25.0

UNREAD_SECONDS = 2.0
"""The time in seconds for which a socket reads nothing of its answers before it is opened again."""


@dataclass(frozen=True)
class Flood:
    """One way to attack.

    Attributes:
        act: the action of a socket.
        sockets: the number of sockets that act at once.
        prepare: an action before the flood.
        ahead: the approximate number of bytes that a socket takes before they are read.
        least: the smallest number of addresses, each in another network.
        serve: options with which the flood's server is started.
        never: answers that attackers must never get.
        must: answers that they must get, or else the flood is not what it is meant to be.
        rests: True if the server starts again after the preparation, so that rooms rest in the store.
    """

    act: Callable[[Guest], Awaitable[None]]
    sockets: int
    prepare: Callable[[Attackers], Awaitable[None]] | None = None
    ahead: int = 1 << 22
    least: int = 1
    serve: tuple[str, ...] = ()
    never: tuple[str, ...] = ()
    must: tuple[str, ...] = ()
    rests: bool = False

    @property
    def what(self) -> str:
        """The flood in a few words."""
        return (self.act.__doc__ or "").partition("\n")[0].rstrip(".")


async def boards(guest: Guest) -> None:
    """Ask for leaderboards as fast as they are answered."""
    answered: object = await guest.come_in()
    while answered:
        game, metric = guest.random.choice(BOARDS)
        answered = await guest.ask("get_leaderboard", game=game, metric=metric, count=100)


async def boards_http(guest: Guest) -> None:
    """Ask for leaderboards over HTTP as fast as they are answered."""
    game, metric = guest.random.choice(BOARDS)
    guest.all.tried += 1
    await guest.line.send(request(f"/api/v1/boards/{game}?metric={metric}&count=100"))
    await guest.status()


async def identities(guest: Guest) -> None:
    """Come as a new player with each socket."""
    await guest.come_in(known=False)


async def lock_out(guest: Guest) -> None:
    """Open new players and rooms, guess codes and hold streams, after the quota of new players was used up."""
    if guest.random.random() < 0.1:
        await events(guest)
    elif await guest.come_in(known=False):
        await guest.ask("create", game="klondike")
        await guest.ask("leave")
        await guest.ask("join", room="".join(guest.random.choices(CODE_ALPHABET, k=CODE_LENGTH)))


async def previews(guest: Guest) -> None:
    """Ask for pictures of links: of games, and of more rooms than pictures are kept."""
    of = guest.random.choice(PICTURES + guest.all.preys)
    guest.all.tried += 1
    await guest.line.send(request(f"/picture/{of}.png"))
    await guest.status()


async def rooms(guest: Guest) -> None:
    """Open rooms and leave them."""
    answered: object = await guest.come_in()
    while answered:
        answered = await guest.ask("create", game="klondike") and await guest.ask("leave")


async def bots(guest: Guest) -> None:
    """Ask for bots in lobbies that do not begin."""
    answered: object = await guest.come_in() and await guest.ask("create", game="klondike", rules={"seats": 64})
    while answered:
        answered = await guest.ask("seat_bots", count=8, level="easy")


async def guesses(guest: Guest) -> None:
    """Guess codes of rooms."""
    answered: object = await guest.come_in()
    while answered:
        answered = await guest.ask("join", room="".join(guest.random.choices(CODE_ALPHABET, k=CODE_LENGTH)))


async def silent(guest: Guest) -> None:
    """Hold connections that never say a word."""
    guest.all.tried += 1
    await guest.status()


async def handshakes(guest: Guest) -> None:
    """Begin handshakes that never end."""
    guest.all.tried += 1
    answered = asyncio.create_task(guest.status())
    try:
        await guest.line.send(b"GET /ws HTTP/1.1\r\nHost: cards.example\r\n")
        while not answered.done():
            await asyncio.wait([answered], timeout=0.2)
            await guest.line.send(b"X-More: of it\r\n")
    finally:
        answered.cancel()


async def replays(guest: Guest) -> None:
    """Ask for replays and do not read them."""
    if await guest.come_in():
        for _ in range(10):
            await guest.post({"type": "get_replay", "id": 1 + guest.all.tried, "room": guest.all.prey})
        await asyncio.sleep(UNREAD_SECONDS)
        while await guest.hear():  # the waiting answers are counted, so that refusals are seen
            if guest.all.over:
                return


async def frames(guest: Guest) -> None:
    """Send frames, valid and broken, as fast as the line takes them."""
    if await guest.come_in():
        hearing = asyncio.create_task(_hear_all(guest))
        try:
            while not hearing.done():
                guest.all.tried += len(MIXED)
                await guest.line.send(b"".join(MIXED))
                await asyncio.sleep(0)
        finally:
            hearing.cancel()


async def lists(guest: Guest) -> None:
    """Ask for games, rooms and rules as fast as they are answered."""
    answered: object = await guest.come_in()
    while answered:
        kind = guest.random.choice(("list_games", "list_rooms", "get_rules"))
        answered = await guest.ask(kind, **({"game": "klondike"} if kind == "get_rules" else {}))


async def events(guest: Guest) -> None:
    """Open streams of events: read, left unread, read slowly, broken off, half asked for."""
    path = "/api/v1/events/rooms" + (f"/{guest.all.prey}" if guest.all.prey and guest.random.random() < 0.7 else "")
    way = guest.random.choice((_reads, _sleeps, _dawdles, _breaks_off, _half_asks))
    guest.all.tried += 1
    if way is _half_asks:
        await guest.line.send(request(path)[:40])
        await asyncio.sleep(UNREAD_SECONDS)
        return
    await guest.line.send(request(path))
    if await guest.status() == "200":
        await way(guest)


async def _reads(guest: Guest) -> None:
    """Read everything that comes, for a while. The list of rooms shows where a game is watched."""
    until = asyncio.get_running_loop().time() + UNREAD_SECONDS
    while asyncio.get_running_loop().time() < until and (event := await guest.line.event()):
        guest.all.answers["event"] += 1
        if found := re.search(rb'"code":"(\w+)"', event):
            guest.all.prey = guest.all.prey or found[1].decode()


async def _sleeps(_: Guest) -> None:
    await asyncio.sleep(UNREAD_SECONDS)


async def _dawdles(guest: Guest) -> None:
    for _ in range(10):
        guest.all.answers["event"] += bool(await guest.line.event())
        await asyncio.sleep(UNREAD_SECONDS / 10)


async def _breaks_off(guest: Guest) -> None:
    guest.line.hang_up()


async def _half_asks(_: Guest) -> None:
    """Send half of a request."""


async def _hear_all(guest: Guest) -> None:
    while await guest.hear():
        pass


MIXED = [
    framed(payload)
    for payload in (
        b"\x82\xa4type\xa4ping\xa2id\x01",
        b"\xc1",
        b"\x82\xa4type\xa4pong\xa2id\x01",
        b"\x93\xa1m\x01\x93\x01\x02\x03",
        b"\x82\xa4type\xaalist_rooms\xa2id\x01",
        bytes(range(256)) * 16,
        b"\x81\xa4type\xa5hello",
        b"\xdd\xff\xff\xff\xff",
    )
    * 4
]
"""Messages: valid ones, wrong ones, and values that are no message."""


async def use_up(attackers: Attackers) -> None:
    """Ask for all new players that the limit for all addresses allows in an hour, or for as long as that takes on a
    fast machine."""
    await attackers.flood(identities, 200, USE_UP_SECONDS, 1 << 22)


async def open_many(attackers: Attackers) -> None:
    """Open rooms whose pictures differ by the name of the player."""
    for number in range(min(ROOMS, 50 * len(attackers.addresses))):
        guest = Guest(attackers, attackers.addresses[number % len(attackers.addresses)], number)
        async with called(attackers.port, guest.address) as guest.line:
            if await guest.come_in() and (joined := await guest.ask("create", game="klondike")).get("room"):
                attackers.preys.append(f"r/{joined['room']}")


async def play_long(attackers: Attackers) -> None:
    """Play a long game to its end from the first address; its replay is large."""
    async with asyncio.TaskGroup() as group:
        seated: list[asyncio.Event] = [asyncio.Event() for _ in range(RACERS)]
        for number in range(RACERS):
            group.create_task(_race(Guest(attackers, attackers.addresses[0], 1000 + number), number, seated))


async def _race(guest: Guest, number: int, seated: list[asyncio.Event]) -> None:
    """Sit down, the first socket in a room of its own, play, and give up."""
    async with called(guest.all.port, guest.address) as guest.line:
        if number:
            await seated[0].wait()
        if not await guest.come_in():
            raise RuntimeError(f"the replay's player {number} is not let in: {guest.all.answers}")
        if number:
            await guest.ask("join", room=guest.all.prey)
        else:
            rules = {"time_limit": 0, "rated": False, "undo": "free", "seats": RACERS}
            guest.all.prey = (await guest.ask("create", game="klondike", options=ENDLESS, rules=rules))["room"]
        seated[number].set()
        for other in seated:
            await other.wait()
        await guest.ask("ready")
        moves = (await guest.hear())[3]
        for _ in range(MOVES):
            answer = await (guest.play(guest.random.choice(moves)) if moves else guest.ask("undo"))
            if isinstance(answer, list):
                moves = list(after_step(moves, *answer[4:6])) if answer[0] == Step.tag else answer[3]
            else:
                await asyncio.sleep(0.2)  # too fast for a socket
        answer = await guest.ask("stand")
        while answer and not (isinstance(answer, dict) and answer["type"] == "ok"):
            if isinstance(answer, list):
                answer = await guest.hear()
            else:  # too fast; till the end of the race there is no replay
                await asyncio.sleep(0.2)
                answer = await guest.ask("stand")


ALMOST_NOTHING = 4096

FLOODS = {
    "boards": Flood(boards, 115),
    "boards_http": Flood(boards_http, 115),
    "identities": Flood(identities, 50),
    "lock_out": Flood(lock_out, 50, use_up, least=64),
    "previews": Flood(previews, 100, open_many),
    "rooms": Flood(rooms, 50),
    "bots": Flood(bots, 40),
    "guesses": Flood(guesses, 200),
    "silent": Flood(silent, 1500),
    "handshakes": Flood(handshakes, 1500),
    "replays": Flood(replays, 200, play_long, ALMOST_NOTHING),
    "frames": Flood(frames, 200),
    "lists": Flood(lists, 115),
    "events": Flood(events, 2000, ahead=ALMOST_NOTHING),
    "tables": Flood(tables, SEATS * TABLES, seat_tables),
    "by_turns": Flood(by_turns, HANDS * TABLES, seat_by_turns, must=("moved", "illegal_move", "not_your_turn")),
    "onlookers": Flood(onlookers, 100, seat_table),
    "halls": Flood(halls, 100, open_halls),
    "queue": Flood(queue, 100),
    "invitations": Flood(invitations, FRIENDS, make_friends, must=("friends", "ok")),
    "pushes": Flood(
        pushes, FRIENDS, set_trap, serve=PUSHING, never=(CAUGHT, "unknown_player"), must=("ok", "bad_message")
    ),
    "chat": Flood(chat, CHATTING, open_chats, must=("ok", "too_fast", "not_seated")),
    "clubs": Flood(clubs, 100, open_clubs, must=("club", "clubs", "club_season", "not_member", "too_fast")),
    "correspondence": Flood(
        correspondence, CORRESPONDENTS + 10, begin_duels, must=("running", "joined", "not_seated"), rests=True
    ),
    "store": Flood(store, 40, serve=SMALL),
}
"""All floods, by name."""
