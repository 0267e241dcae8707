"""Russian Bank over real sockets and a real Redis: two players and a spectator on two nodes."""

from __future__ import annotations

from random import Random

from cadogan_games.engine.cards import DOWN
from cadogan_protocol.applying import after_events
from cadogan_protocol.errors import ErrorCode
from cadogan_protocol.messages import Error, GetReplay, Moved, Replay, Stand, Step
from cadogan_protocol.moves import HIDDEN
from cadogan_protocol.streams import SPECTATORS
from cadogan_server.app import Running
from cadogan_server.rooms.kinds.duel import Duel
from tests.server.conftest import Serve
from tests.server.wire import Wire, dial

MOVES = 120


def face_up(server: Running, code: str) -> list[list[int]]:
    """Return the true table, with every card that lies face down masked."""
    mode = server.services.rooms.registry.hubs[code].room.mode
    assert isinstance(mode, Duel)
    assert mode.table is not None
    return [[card if card < DOWN else HIDDEN for card in pile] for pile in mode.table.piles]


async def sees(wire: Wire, stream: int, piles: list[list[int]]) -> None:
    """Wait until a socket's view is the whole table, and no more than what lies face up."""
    while stream not in wire.boards or [list(pile) for pile in wire.boards[stream].piles] != piles:
        await wire.next()


async def test_two_players_and_a_spectator_see_one_table_on_two_nodes(serve: Serve) -> None:
    async with (
        serve() as one,
        serve() as two,
        dial(one.port) as anna,
        dial(two.port) as olga,
        dial(two.port) as eve,
    ):
        await one.services.store.node_lease.confirm(anew=True)
        await (await anna.hello("Anna")).create("russian_bank", {"move_seconds": 0}, time_limit=0)
        await (await olga.hello("Olga")).join(anna.code)
        await (await eve.hello("Eve")).join(anna.code, "spectator")
        for wire in (anna, olga):
            await wire.ready()
        for wire in (anna, olga):
            await wire.the(Moved)
        await eve.phase("running")
        chance, made = Random(5), 0
        room = one.services.rooms.registry.hubs[anna.code].room
        assert anna.code not in two.services.rooms.registry.hubs, "Eve watches at a mirror"
        while made < MOVES and room.state.phase == "running":
            seat = next(seat for seat in (0, 1) if any(move[0] != "stop" for move in room.mode.choices(seat)[1]))
            wire = next(wire for wire in (anna, olga) if wire.seat == seat)
            for each, stream in ((anna, anna.own), (olga, olga.own), (eve, SPECTATORS)):
                await sees(each, stream, face_up(one, anna.code))
            while sorted(wire.moves, key=str) != sorted(room.mode.choices(seat)[1], key=str):
                await wire.next()
            answer = await wire.play(chance.choice([move for move in wire.moves if move[0] != "stop"]))
            assert isinstance(answer, Step | Moved), answer
            made += 1
        assert made > 40
        other = olga if wire is anna else anna
        assert isinstance(refused := await other.ask(GetReplay, room=anna.code), Error)
        assert refused.code is ErrorCode.NOT_FINISHED
        await olga.ask(Stand)
        for wire in (anna, olga, eve):
            await wire.phase("finished")
        replay = await eve.ask(GetReplay, room=anna.code)
        assert isinstance(replay, Replay)
        piles, counters = replay.boards[0].start.piles, replay.boards[0].start.counters
        for _, events in replay.boards[0].steps:
            piles, counters = after_events(piles, counters, events)
        assert [len(pile) for pile in piles] == [len(pile) for pile in anna.boards[anna.own].piles]
        assert sum(map(len, piles)) == 104, "no card is lost"
