"""A group stays together: rematches, other games, votes on them, and the running score."""

from __future__ import annotations

from contextlib import AsyncExitStack
from typing import Any

from cadogan_protocol.errors import ErrorCode
from cadogan_protocol.messages import (
    Candidacy,
    Joined,
    Leave,
    Lock,
    Moved,
    Ok,
    Propose,
    Ready,
    Rematch,
    SeatBots,
    Stand,
    Unseat,
    Vote,
)
from cadogan_protocol.rooms import RoomState
from cadogan_server.app import Running
from tests.server.conftest import Serve
from tests.server.test_over_nodes import several
from tests.server.wire import LIVE, Wire, dial

NAMES = ("Anna", "Ben", "Cleo")


async def group(stack: AsyncExitStack, *ports: int) -> tuple[Wire, Wire, Wire]:
    """Connect three players, each at one of these ports."""
    wires = [await stack.enter_async_context(dial(ports[n % len(ports)])) for n in range(3)]
    for wire, name in zip(wires, NAMES, strict=True):
        await wire.hello(name)
    anna, ben, cleo = wires
    return anna, ben, cleo


async def race(first: Wire, *others: Wire, **rules: Any) -> None:
    """Let these players race each other in a room of the first."""
    await first.create("cover", **LIVE | rules)
    for wire in others:
        await wire.join(first.code, key=first.key)
    await play(first, *others)


async def play(*wires: Wire) -> None:
    """Let these players get ready and give up; the first makes a move before."""
    for wire in wires:
        await wire.ready()
    for wire in wires:
        wire.moves = ()
        await wire.the(Moved)
    await home(wires[0])
    for wire in wires:
        await wire.ask(Stand)
    for wire in wires:
        await wire.state(lambda room: room.code == wires[0].code and room.phase == "finished")


async def home(wire: Wire) -> None:
    """Play at random until a card is home, so that this player comes first."""
    for _ in range(400):
        assert wire.room is not None
        mine = next(seat for seat in wire.room.seats if seat.seat == wire.seat)
        if mine.progress > 0:
            return
        await wire.play(wire.moves[-1] if wire.moves[-1] != ("turn",) or len(wire.moves) == 1 else wire.moves[-2])
    raise AssertionError("no card came home")


def score(room: RoomState) -> dict[str, tuple[int, int]]:
    assert room.series is not None
    return {line.name: (line.points, line.games) for line in room.series.score}


async def go_on(*wires: Wire, **how: Any) -> None:
    """Let all go on to the following room; `how` is for the request of the first."""
    first, *others = wires
    await first.joined(await first.ask(Rematch, **how))
    for wire in others:
        await wire.joined(await wire.ask(Rematch))
        assert wire.code == first.code


async def test_a_group_plays_three_games_and_one_looks_on(server: Running) -> None:
    async with AsyncExitStack() as stack:
        anna, ben, cleo = await group(stack, server.port)
        eve = await stack.enter_async_context(dial(server.port))
        await eve.hello("Eve")
        await race(anna, ben, cleo, by_link=True, time_limit=60)
        first = anna.code
        await eve.join(first, "spectator", key=anna.key)
        assert (await ben.refusal(Rematch, game="clock")).code is ErrorCode.NOT_HOST
        await go_on(anna, ben, cleo, game="klondike_draw1")
        told = await eve.state(lambda room: room.next is not None)
        assert told.next is not None
        assert (told.rematch, told.next.game, told.next.by) == (anna.code, "klondike_draw1", anna.seat)

        # Spectators follow by the same link, and the options stay.
        await eve.ask(Leave)
        await eve.join(anna.code, "spectator", key=anna.key)
        second = await eve.state(lambda room: room.code == anna.code)
        assert (second.game, second.rules.by_link, second.rules.time_limit) == ("klondike_draw1", True, 60)
        assert score(second) == {"Anna": (1, 1), "Ben": (0, 1), "Cleo": (0, 1)}
        await play(ben, anna, cleo)

        # A vote: only the host may end it before all have voted.
        games = tuple(Candidacy(game=game) for game in ("clock", "spider_1", "klondike"))
        assert (await ben.refusal(Propose, games=games)).code is ErrorCode.NOT_HOST
        assert isinstance(await anna.ask(Propose, games=games), Ok)
        for wire in (anna, ben):
            assert isinstance(await wire.ask(Vote, choice=1), Ok)
        assert (await ben.refusal(Rematch)).code is ErrorCode.WRONG_PHASE
        seen = await eve.state(lambda room: bool(room.ballot) and len(room.ballot[1].votes) == 2)
        assert [candidate.title for candidate in seen.ballot] == [
            "The Clock",
            "Spider, one suit",
            "Canfield or Klondike",
        ]
        await cleo.ask(Vote, choice=0)
        cleo_before = cleo.seat
        await go_on(cleo, ben, anna)
        told = await eve.state(lambda room: room.next is not None)
        assert told.next is not None
        assert (told.next.by, told.next.vote, told.next.decided) == (cleo_before, "majority", None)
        third = await anna.state(lambda room: room.code == anna.code and len(room.seats) == 3)
        assert third.host == anna.seat != 0, "the host stays the host, even if another player opened the room"
        assert (third.game, third.options["relaxed"]) == ("spider_1", False)
        assert third.series is not None
        assert third.series.game == 3
        assert score(third) == {"Anna": (1, 2), "Ben": (1, 2), "Cleo": (0, 2)}
        assert (await ben.refusal(Rematch)).code is ErrorCode.NOT_FINISHED


async def test_a_group_cannot_choose_an_unknown_game_or_bad_options(server: Running) -> None:
    async with AsyncExitStack() as stack:
        anna, ben, cleo = await group(stack, server.port)
        await race(anna, ben, cleo)
        assert (await anna.refusal(Rematch, game="bridge")).code is ErrorCode.UNKNOWN_GAME
        assert (await anna.refusal(Rematch, game="clock", options={"packs": 3})).code is ErrorCode.BAD_OPTION
        assert (await anna.refusal(Rematch, options={"packs": 1})).code is ErrorCode.BAD_OPTION
        duel = "spite_and_malice_modern"
        assert (await anna.refusal(Rematch, game=duel)).code is ErrorCode.BAD_OPTION
        assert (await anna.refusal(Propose, games=(Candidacy(game=duel),) * 2)).code is ErrorCode.BAD_OPTION
        assert (await anna.refusal(Propose, games=(Candidacy(game="clock"),))).code is ErrorCode.BAD_OPTION
        assert (await ben.refusal(Vote, choice=0)).code is ErrorCode.WRONG_PHASE
        await ben.joined(await ben.ask(Rematch))
        assert (await anna.refusal(Rematch, game="clock")).code is ErrorCode.WRONG_PHASE
        assert isinstance(await anna.ask(Rematch, game="cover"), Joined), "this game is played next"


async def test_while_the_host_is_away_the_next_chooses(server: Running) -> None:
    async with AsyncExitStack() as stack:
        anna, ben, cleo = await group(stack, server.port)
        await race(anna, ben, cleo)
        await anna.gone(ben)
        assert (await cleo.refusal(Rematch, game="clock")).code is ErrorCode.NOT_HOST
        duel = await ben.ask(Rematch, game="spite_and_malice_modern")
        await ben.joined(duel)
        room = await ben.state(lambda room: room.code == duel.room)
        assert (room.kind, room.rules.time_limit) == ("duel", 0)


async def test_a_guest_who_opens_the_rematch_takes_nothing_from_the_host(serve: Serve) -> None:
    async with serve(bots=True) as server, AsyncExitStack() as stack:
        anna, ben, cleo = await group(stack, server.port)
        await race(anna, ben, cleo)
        await ben.joined(await ben.ask(Rematch))
        await cleo.joined(await cleo.ask(Rematch))
        assert (await ben.refusal(Rematch, game="clock")).code is ErrorCode.NOT_FINISHED
        assert (await ben.refusal(Lock, locked=True)).code is ErrorCode.NOT_HOST
        assert (await ben.refusal(Unseat, seat=cleo.seat)).code is ErrorCode.NOT_HOST
        assert isinstance(await cleo.ask(SeatBots, count=1, level="easy"), Ok)
        seen = await cleo.state(lambda room: room.code == cleo.code and len(room.seats) == 3)
        assert seen.host is None

        # From her arrival on the room is hers, though she comes last.
        await anna.joined(await anna.ask(Rematch))
        seen = await cleo.state(lambda room: room.code == cleo.code and room.host is not None)
        assert seen.host == anna.seat == 3
        assert (await ben.refusal(SeatBots, count=1, level="easy")).code is ErrorCode.NOT_HOST
        assert isinstance(await anna.ask(Unseat, seat=2), Ok)
        await anna.joined(await anna.ask(Rematch, game="clock"))
        third = await anna.state(lambda room: room.code == anna.code)
        assert (third.game, third.host) == ("clock", anna.seat)


async def test_people_come_before_bots_in_a_duel_that_follows(serve: Serve) -> None:
    async with serve(bots=True, bot_pace=0) as server, AsyncExitStack() as stack:
        anna, ben, _ = await group(stack, server.port)
        await anna.create("cover", **LIVE)
        await ben.join(anna.code)
        await anna.ask(SeatBots, count=1, level="easy")
        await play(anna, ben)
        first, token = anna.code, anna.token

        # While Anna is away, a bot takes the seat.
        await anna.gone(ben)
        await ben.joined(await ben.ask(Rematch, game="spite_and_malice_modern"))
        room = await ben.state(lambda room: len(room.seats) == 2)
        assert room.seats[1].bot == "easy"

        # She comes back, and the bot gets up.
        async with dial(server.port, first_id=1000) as again:
            await (await again.hello("Anna", token)).join(first)
            await again.joined(await again.ask(Rematch))
            assert again.code == ben.code
            room = await ben.state(lambda room: room.seats[-1].name == "Anna")
            assert [seat.bot for seat in room.seats] == [None, None]


async def test_vote_and_score_outlive_a_restart(serve: Serve) -> None:
    async with AsyncExitStack() as stack:
        async with serve() as first, AsyncExitStack() as before:
            anna, ben, cleo = await group(before, first.port)
            await race(anna, ben, cleo)
            await go_on(anna, ben, cleo)
            await play(anna, ben, cleo)
            games = tuple(Candidacy(game=game) for game in ("clock", "spider_1"))
            await anna.ask(Propose, games=games)
            await ben.ask(Vote, choice=1)
        second = await stack.enter_async_context(serve())
        again = []
        for old, name in zip((anna, ben, cleo), NAMES, strict=True):
            wire = await stack.enter_async_context(dial(second.port, first_id=1000))
            await (await wire.hello(name, old.token)).join(old.code)
            again.append(wire)
        room = await again[0].state(lambda room: bool(room.ballot) and all(seat.present for seat in room.seats))
        assert [candidate.votes for candidate in room.ballot] == [(), (1,)]
        assert score(room)["Anna"] == (2, 2)
        for wire in (again[0], again[2]):
            await wire.ask(Vote, choice=1)
        await go_on(again[1], again[0], again[2])
        room = await again[0].state(lambda room: room.code == again[1].code)
        assert room.game == "spider_1"
        assert score(room)["Anna"] == (2, 2)


async def test_a_group_over_two_nodes_votes_and_goes_on(serve: Serve) -> None:
    """Ben comes through another node than the room's, and Eve watches there."""
    async with several(serve) as nodes, AsyncExitStack() as stack:
        one, two = nodes
        anna, ben, cleo = await group(stack, one.port, two.port)
        eve = await stack.enter_async_context(dial(two.port))
        await eve.hello("Eve")
        await race(anna, ben, cleo)
        await eve.join(anna.code, "spectator")
        games = tuple(Candidacy(game=game) for game in ("clock", "spider_1"))
        assert isinstance(await anna.ask(Propose, games=games), Ok)
        await ben.state(lambda room: len(room.ballot) == 2)
        for wire in (ben, cleo, anna):
            assert isinstance(await wire.ask(Vote, choice=1), Ok)
        await eve.state(lambda room: bool(room.ballot) and len(room.ballot[1].votes) == 3)
        await go_on(ben, anna, cleo)
        told = await eve.state(lambda room: room.next is not None)
        assert told.next is not None
        assert (told.rematch, told.next.game, told.next.by) == (ben.code, "spider_1", 1)
        room = await cleo.state(lambda room: room.code == ben.code and len(room.seats) == 3)
        assert score(room) == {"Anna": (1, 1), "Ben": (0, 1), "Cleo": (0, 1)}


async def test_the_host_changes_the_game_of_a_rematch_that_a_guest_has_opened(server: Running) -> None:
    async with AsyncExitStack() as stack:
        anna, ben, cleo = await group(stack, server.port)
        await race(anna, ben, cleo)
        await ben.joined(await ben.ask(Rematch))
        await anna.joined(await anna.ask(Rematch))
        lobby = anna.code
        assert (await ben.refusal(Rematch, game="clock")).code is ErrorCode.NOT_FINISHED
        assert (await anna.refusal(Rematch)).code is ErrorCode.BAD_OPTION
        await anna.joined(await anna.ask(Rematch, game="clock"))
        assert anna.code != lobby
        told = await ben.state(lambda room: room.code == lobby and room.next is not None)
        assert told.next is not None
        assert (told.rematch, told.next.game) == (anna.code, "clock")

        # The lobby that was left can't begin any more, and leads on. The room before it leads past it.
        assert (await ben.refusal(Ready)).code is ErrorCode.WRONG_PHASE
        await ben.joined(await ben.ask(Rematch))
        told = await cleo.state(lambda room: room.rematch == anna.code)
        assert told.next is not None
        assert (told.next.game, told.next.by) == ("clock", anna.seat)
        await cleo.joined(await cleo.ask(Rematch))
        assert anna.code == ben.code == cleo.code
        seen = await anna.state(lambda room: room.code == anna.code and len(room.seats) == 3)
        assert (seen.game, seen.host) == ("clock", anna.seat)
        assert seen.series is not None
        assert seen.series.game == 2
        assert score(seen) == {"Anna": (1, 1), "Ben": (0, 1), "Cleo": (0, 1)}
