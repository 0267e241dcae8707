"""Practice rooms begin exactly at a position of the replay of a finished race."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cadogan_games import catalogue
from cadogan_protocol.applying import after_events
from cadogan_protocol.errors import ErrorCode
from cadogan_protocol.notation import read, written
from cadogan_protocol.rooms import PracticeStart
from cadogan_protocol.streams import BOARDS
from cadogan_server.delivery import describe
from cadogan_server.replays.from_log import story
from cadogan_server.replays.from_recording import retold
from cadogan_server.rooms.counting import counted
from cadogan_server.rooms.finished.practice import MOST_BEFORE, PRACTICE_RULES, PastPosition, finding_past_position
from cadogan_server.rooms.finished.retelling import recorded
from cadogan_server.rooms.opening import at_once, open_room, replay
from cadogan_server.rooms.records import Created, Record, Start, Undone, pack, unpack
from cadogan_server.rooms.refused import Refused
from cadogan_server.rooms.room import Room
from tests.server.core import NOON, all_ready, created, race_of, started, whole
from tests.server.rooms.finished.test_contest import DUEL, opened

RACES = [game for game in catalogue.ids() if catalogue.head_of(game).kind == "race"]


def played(room: Room, seat: int, choices: list[int]) -> None:
    """Make or take back moves. Each choice selects one."""
    assert room.state.starts is not None
    for number, choice in enumerate(choices):
        _, legal, can_undo = room.mode.choices(seat)
        moment = room.state.starts + 1000 * number
        if can_undo and choice % 4 == 0:
            room.undo(seat, moment)
        elif legal:
            room.play(seat, legal[choice % len(legal)], moment)


def over(room: Room) -> list[Record]:
    """End a race, and return its log."""
    if not room.state.is_over:
        room.end("empty", NOON + 10_000_000)
    return list(room.take_outcome().records)


def found(log: list[Record], *where: Any) -> PastPosition:
    return at_once(finding_past_position(log, *where))


def refused(why: str, log: list[Record], *where: Any) -> ErrorCode:
    """Return the code of the refusal of a position, which says why."""
    with pytest.raises(Refused, match=why) as caught:
        found(log, *where)
    return caught.value.code


def practice(past: PastPosition) -> Room:
    """Return a practice room whose cards have just been dealt."""
    made = past.created
    first = created(made.game, **PRACTICE_RULES.model_dump())._replace(
        code="PRACTS", options=made.options, seed=past.deal.seed, start=past.deal.start
    )
    room = open_room(first)
    room.sit("p0", "Player 0", NOON)
    all_ready(room)
    assert room.state.starts is not None
    room.tick(room.state.starts)
    return room


@given(st.sampled_from(RACES), st.lists(st.integers(0, 400), max_size=60), st.data())
def test_practice_from_a_step_is_the_replays_position(game: str, choices: list[int], data: st.DataObject) -> None:
    room = started(game, players=2)
    played(room, 0, choices[::2])
    played(room, 1, choices)
    log = over(room)
    board = story(log)[0][1]
    step = data.draw(st.integers(0, len(board.steps)))
    events = [event for _, changed in board.steps[:step] for event in changed]
    position = after_events(board.start.piles, board.start.counters, events)
    racer = race_of(room).racers[1]
    if racer.is_done and step == len(board.steps):
        with pytest.raises(Refused, match="in that position"):
            found(log, 1, "p0", step)
        return
    again = practice(found(log, 1, "p0", step))
    shown = again.mode.views.board(BOARDS)
    assert (shown.piles, shown.counters) == position
    table = race_of(again).racers[0].table
    assert describe.practice(again) == PracticeStart(
        room="ABCDEF", seat=1, step=step, moves=race_of(again).racers[0].moves
    )
    # It goes on from there. Its recording and its log give the same game, and so does practice within practice.
    played(again, 0, data.draw(st.lists(st.integers(0, 400), max_size=10)))
    records = over(again)
    kept = replay(unpack([b"".join(map(pack, records))]))
    assert whole(kept) == whole(again)
    retelling = retold(read(written(recorded(again, records))))
    assert retelling.state.results == again.state.results
    boards = story(records)[0]
    end = found(records, 0, "p0", len(boards[0].steps)) if table.moves() else None
    if end is not None:
        assert race_of(practice(end)).racers[0].table.piles == table.piles


def test_undo_in_practice_goes_back_to_the_deal() -> None:
    room = started("klondike")
    played(room, 0, [1, 2, 3])
    dealt = race_of(started("klondike")).racers[0].table.piles
    again = practice(found(over(room), None, "p0", 3))
    racer = race_of(again).racers[0]
    assert (racer.moves, racer.state) == (3, "playing")
    for left in (2, 1, 0):
        again.undo(0, NOON + 9000)
        assert racer.moves == left
    assert racer.table.piles == dealt
    assert not racer.can_undo


def test_further_moves_lead_on_from_the_replay() -> None:
    room = started("klondike")
    played(room, 0, [1, 2, 3])
    log = over(room)
    line = found(log, 0, "p0", 3).deal.start
    assert isinstance(line, Start)
    shorter = found(log, 0, "p0", 1, line.moves[1:]).deal.start
    assert shorter == line._replace(step=1)
    with pytest.raises(Refused, match=r"^move 2 of `moves` is not possible there: ") as caught:
        found(log, 0, "p0", 1, (line.moves[1], (0, 0, 9)))
    assert (caught.value.code, caught.value.rule is not None) == (ErrorCode.ILLEGAL_MOVE, True)


def test_a_step_counts_moves_that_were_taken_back() -> None:
    room = started("klondike")
    played(room, 0, [1, 2, 4, 3])
    log = over(room)
    assert [type(record) is Undone for record in log].count(True) == 1
    lengths = [len(found(log, 0, "p0", step).deal.start[3]) for step in range(5)]  # type: ignore[misc]
    assert lengths == [0, 1, 2, 1, 2]


def test_practice_is_on_the_own_board_unless_a_seat_is_named() -> None:
    room = started("klondike", players=3)
    log = over(room)
    seats = [found(log, seat, player, 0).deal.start[1] for seat, player in ((None, "p1"), (0, "p1"), (2, "p1"))]  # type: ignore[misc]
    assert seats == [1, 0, 2]


def test_practice_has_the_deal_and_the_rules_of_the_race() -> None:
    room = started("klondike")
    past = found(over(room), None, "p0", 0)
    assert (past.deal.revision, past.deal.seed) == (room.state.created.revision, room.state.seed)


def test_practice_may_begin_at_a_position_with_no_move_but_undo() -> None:
    room = started("nestor")
    steps = 0
    while legal := room.mode.choices(0)[1]:
        steps += 1
        room.play(0, legal[0], NOON + 5000)
    again = practice(found(over(room), None, "p0", steps))
    assert (again.mode.choices(0)[1], race_of(again).racers[0].can_undo) == ([], True)


def test_practice_does_not_begin_at_a_position_without_move_or_undo() -> None:
    room = open_room(created("fortress", deal="again", seats=1)._replace(seed=(3).to_bytes(32)))
    room.sit("p0", "Player 0", NOON)
    all_ready(room)
    assert room.state.starts is not None
    room.tick(room.state.starts)
    assert room.mode.choices(0)[1] == []
    why = "^no move is left in that position, and none can be taken back: choose an earlier one$"
    assert refused(why, over(room), None, "p0", 0) is ErrorCode.BAD_OPTION


def test_practice_counts_for_nothing() -> None:
    room = started("cover")
    played(room, 0, [1])
    again = practice(found(over(room), None, "p0", 1))
    while again.mode.choices(0)[1]:
        played(again, 0, [1])
    assert again.state.results is not None
    assert (again.state.results.rows[0].won, again.state.results.rows[0].why_not) == (True, "unrated")
    assert counted(again.state, again.mode) == []


@pytest.mark.parametrize(
    ("where", "why"),
    [
        ((2, "p0", 0), "nobody raced on seat 2 of room ABCDEF"),
        ((0, "p0", 4), "has 3 steps, so it has no position after step 4"),
        ((1, "p0", 1), "the replay of seat 1 of room ABCDEF has 0 steps"),
    ],
)
def test_a_position_that_is_not_there_is_refused(where: tuple[int, str, int], why: str) -> None:
    room = started("klondike", players=2)
    played(room, 0, [1, 2, 3])
    with pytest.raises(Refused, match=why) as caught:
        found(over(room), *where)
    assert caught.value.code is ErrorCode.BAD_OPTION


def test_duels_running_races_and_earlier_rules_are_refused() -> None:
    assert refused("was a duel: only races", [opened(DUEL)], None, "p0", 0) is ErrorCode.BAD_OPTION
    running = list(started("klondike").take_outcome().records)
    assert refused("is not finished", running, None, "p0", 0) is ErrorCode.NOT_FINISHED
    head = next(head for head in map(catalogue.head_of, RACES) if head.revision > 1)
    old = list(open_room(created(head.id)._replace(revision=1)).take_outcome().records)
    why = f"by revision 1 of the rules of {head.title}, and new rooms have"
    assert refused(why, old, None, "p0", 0) is ErrorCode.BAD_OPTION


def test_a_position_that_is_won_or_very_far_is_refused() -> None:
    room = started("cover")
    steps = 0
    while room.mode.choices(0)[1]:
        played(room, 0, [1])
        steps += 1
    log = over(room)
    won = "^the game is won in that position: choose an earlier one$"
    assert refused(won, log, None, "p0", steps) is ErrorCode.BAD_OPTION
    assert found(log, None, "p0", steps - 1).deal.start
    for moves, code, why in (
        (MOST_BEFORE, ErrorCode.ILLEGAL_MOVE, "^move 1 of `moves` is not possible there: "),
        (
            MOST_BEFORE + 1,
            ErrorCode.BAD_OPTION,
            f"lies {MOST_BEFORE + 1} moves from the deal, .*: choose an earlier one$",
        ),
    ):
        assert refused(why, log, None, "p0", 0, [(0, 1, 1)] * moves) is code


def test_only_logs_of_practice_rooms_have_the_new_field() -> None:
    """An earlier node cannot read records with more fields than it knows, and leaves the rooms with them to others."""
    start = Start("ABCDEF", 0, 0, ((0, 1, 1), ("turn",)))
    assert Created._fields[-2:] == ("start", "leg")
    plain, practising = (pack(created()._replace(start=where)) for where in ((), start))
    assert len(plain) < len(practising)
    (again,) = unpack([practising])
    assert isinstance(again, Created)
    assert again.start == start
