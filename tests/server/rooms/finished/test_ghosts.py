"""Ghosts: earlier runs that race again."""

from __future__ import annotations

import pytest

from cadogan_protocol.errors import ErrorCode
from cadogan_protocol.limits import MOST_GHOSTS
from cadogan_server.delivery import describe
from cadogan_server.rooms.finished.ghosts import MOST_STEPS, PlayedDeal, finding_past_run, on_one_deal
from cadogan_server.rooms.opening import at_once, open_room, replay
from cadogan_server.rooms.records import Seated, pack, unpack
from cadogan_server.rooms.refused import Refused
from cadogan_server.rooms.room import Room
from cadogan_server.store.upkeep.policy import ROOM
from tests.server.core import NOON, all_ready, created, moves, race, race_of, refusal, started
from tests.server.rooms.finished.test_contest import DUEL, opened


def past(players: int = 2) -> Room:
    room = started("klondike", players)
    for seat in range(players):
        moves(room, seat, 10_000 + seat, 20_000, 30_000)
        room.give_up(seat, NOON + 40_000 + seat)
    return room


def test_a_ghost_has_the_moments_of_a_run_and_no_cards() -> None:
    room = past()
    records = room.take_outcome().records
    run = at_once(finding_past_run(records, None, "p1"))
    assert (run.ghost.seat, run.ghost.player, run.ghost.name, run.ghost.state) == (1, "p1", "Player 1", "stood")
    assert run.ghost.steps[0] == (0, 0)
    assert run.ghost.steps[-1][1] == race_of(room).racers[1].progress
    assert run.seed == room.state.seed
    assert at_once(finding_past_run(records, None, "somebody")).ghost.seat == 0, "the run of the first player"
    assert at_once(finding_past_run(records, 1, "p0")).ghost.seat == 1
    for seat in (2, 63):
        with pytest.raises(Refused, match="nobody raced") as caught:
            at_once(finding_past_run(records, seat, "p0"))
        assert caught.value.code is ErrorCode.BAD_OPTION


def test_a_ghost_has_the_moments_of_its_progress_and_its_end() -> None:
    room = started("nestor", players=4)
    assert room.state.starts is not None
    for moment in (4000, 5000):
        room.play(0, room.mode.choices(0)[1][0], room.state.starts + moment)
    room.give_up(1, room.state.starts + 6000)
    room.state.occupants[2].bot = "easy"
    while race_of(room).racers[3].state == "playing":
        room.play(3, room.mode.choices(3)[1][0], room.state.starts + 7000)
    room.end("empty", room.state.starts + 9000)
    records = [
        record._replace(bot="easy") if isinstance(record, Seated) and record.seat == 2 else record
        for record in room.take_outcome().records
    ]
    ghosts = [at_once(finding_past_run(records, seat, "p0")).ghost for seat in range(4)]
    each = race_of(room).racers[0].progress // 2
    assert ghosts[0].steps == ((0, 0), (4000, each), (5000, 2 * each))
    assert [(ghost.state, ghost.ended) for ghost in ghosts] == [
        ("stood", 5000), ("stood", 6000), ("stood", 0), ("stuck", 7000),
    ]  # fmt: skip
    assert [ghost.player for ghost in ghosts] == ["p0", "p1", "", "p3"]


def test_a_race_that_is_not_over_and_a_duel_have_no_ghosts() -> None:
    going = started("klondike", 1)
    with pytest.raises(Refused) as caught:
        at_once(finding_past_run(going.take_outcome().records, None, "p0"))
    assert caught.value.code is ErrorCode.NOT_FINISHED
    with pytest.raises(Refused, match="duel") as caught:
        at_once(finding_past_run([opened(DUEL)], None, "p0"))
    assert caught.value.code is ErrorCode.BAD_OPTION


def test_a_run_that_a_solver_advised_is_no_ghost() -> None:
    log = race(advice=True).take_outcome().records
    with pytest.raises(Refused, match=r"^the racers in room ABCDEF were advised by a solver ") as caught:
        at_once(finding_past_run(log, None, "p0"))
    assert caught.value.code is ErrorCode.BAD_OPTION


def test_several_ghosts_are_of_one_deal_and_race_on_it_again() -> None:
    records = past().take_outcome().records
    runs = [at_once(finding_past_run(records, seat, "p0")) for seat in (0, 1)]
    again = on_one_deal(runs)
    assert [ghost.name for ghost in again.ghosts] == ["Player 0", "Player 1"]
    assert (again.revision, again.seed) == (runs[0].created.revision, runs[0].seed)
    with pytest.raises(Refused, match="one deal") as caught:
        on_one_deal([runs[0], runs[1]._replace(seed=b"x" * 32)])
    assert caught.value.code is ErrorCode.BAD_OPTION
    made = created(deal="again", seats=1)._replace(seed=again.seed, ghosts=again.ghosts)
    room = open_room(made)
    room.sit("p0", "Player 0", NOON)
    all_ready(room)
    assert room.state.starts is not None
    room.tick(room.state.starts)
    assert room.state.seed == runs[0].seed
    taken_up = replay(unpack(map(pack, room.take_outcome().records)))
    assert taken_up.state.seed == room.state.seed
    for one in (room, taken_up):
        told = describe.state(one, describe.Volatile(), NOON)
        assert [(ghost.name, ghost.steps) for ghost in told.ghosts] == [(g.name, g.steps) for g in again.ghosts]
        assert len(told.seats) == 1, "a ghost has no seat"
    assert refusal(room.play, 0, ("nonsense",), NOON + 10_000) is ErrorCode.ILLEGAL_MOVE


def test_a_ghost_of_a_ghost_race_is_a_ghost_like_any_other() -> None:
    again = PlayedDeal(1, b"s" * 32, ())
    room = open_room(created(deal="again", seats=1)._replace(seed=again.seed))
    room.sit("p0", "Player 0", NOON)
    all_ready(room)
    assert room.state.starts is not None
    room.tick(room.state.starts)
    room.give_up(0, NOON + 10_000)
    assert at_once(finding_past_run(room.take_outcome().records, None, "p0")).seed == again.seed


def test_a_run_with_very_many_changes_is_thinned_out() -> None:
    """Otherwise a racer who plays a card home and takes it back again and again fills each room that races the ghost."""
    room = started("nestor", players=1)
    assert room.state.starts is not None
    for moment in range(0, 8 * MOST_STEPS, 8):
        room.play(0, room.mode.choices(0)[1][0], room.state.starts + moment)
        room.undo(0, room.state.starts + moment + 4)
    room.play(0, room.mode.choices(0)[1][0], room.state.starts + 9 * MOST_STEPS)
    room.give_up(0, room.state.starts + 10 * MOST_STEPS)
    records = room.take_outcome().records
    run = at_once(finding_past_run(records, 0, "p0"))
    assert len(run.ghost.steps) == MOST_STEPS
    assert run.ghost.steps[0] == (0, 0)
    assert run.ghost.steps[-1] == (9 * MOST_STEPS, 2)
    moments = [at for at, _ in run.ghost.steps]
    assert moments == sorted(moments)
    deal = on_one_deal([run] * MOST_GHOSTS)
    first = created("nestor", deal="again", rated=False)._replace(ghosts=deal.ghosts, seed=deal.seed)
    assert len(pack(first)) < ROOM.size
