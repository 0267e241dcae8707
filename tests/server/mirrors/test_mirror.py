"""A mirrored room: its spectators are sent the same bytes as those at the owner."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import count, cycle
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cadogan_protocol.codec import Format
from cadogan_protocol.errors import ErrorCode
from cadogan_protocol.limits import PUT_OUT_SECONDS
from cadogan_protocol.messages import BoardSnapshot, Error
from cadogan_server.delivery.outbox import Outbox
from cadogan_server.delivery.viewer import Viewer
from cadogan_server.mirrors.messages import Notice, SpectatorReport
from cadogan_server.rooms.fairness import day_of
from cadogan_server.rooms.opening import open_room
from cadogan_server.rooms.refused import Refused
from tests.examples import examples
from tests.server.core import NOON, created
from tests.server.hosting.followed import Followed, Pair
from tests.server.hosting.stage import SlowClient, Stage, begin
from tests.server.hosting.test_hub import play
from tests.server.replica import Replica
from tests.server.rooms.commands import COMMAND
from tests.server.rooms.duels import begun as duel_begun
from tests.server.test_hot_path import calls

VISITS = st.sampled_from(["watch", "return", "gone", "enter", "count"])


@examples(20, thorough=60)
@given(
    commands=st.lists(
        st.one_of(COMMAND, st.tuples(VISITS, st.integers(0, 3), st.integers(0, 99))),
        min_size=10,
        max_size=80,
    ),
    fmt=st.sampled_from(Format),
    spectators=st.sampled_from(["fair", "live", "delayed"]),
    begun=st.booleans(),
)
def test_a_spectator_at_a_mirror_is_sent_the_same_as_at_the_owner(
    commands: list[tuple[str, int, int]], fmt: Format, spectators: str, begun: bool
) -> None:
    stage = Stage(spectators=spectators, delay=5)
    both, left = Followed(stage), list[Pair]()
    both.look_on("first", fmt)
    if begun:
        begin(stage)
    for number, (command, who, what) in enumerate(commands):
        stage.now += 2000 if command == "wait" else what % 50
        stage.hub.tick()
        match command:
            case "watch":
                both.look_on(f"watcher {number}", fmt)
            case "return" if left:
                back = left.pop(who % len(left))
                both.look_on(f"again {number}", fmt, back.clients[0].replica)
            case "gone" if len(both.pairs) > 1:
                both.check()
                pair = both.pairs.pop(who % len(both.pairs))
                leave(both, pair)
                left.append(pair)
            case "enter" if stage.room.state.occupants:
                occupant = list(stage.room.state.occupants.values())[who % len(stage.room.state.occupants)]
                stage.enter(occupant.player, occupant.seat, {}, fmt, Replica())
            case "count":
                stage.hub.tell_watchers()
            case "return" | "gone" | "enter" | "reopen":
                pass
            case _:
                play(stage, command, who, what)
        both.check()


def moves(stage: Stage) -> Iterator[None]:
    """Yield after each move. The players move by turns."""
    for number in count():
        play(stage, "play", number, number)
        yield


def leave(both: Followed, pair: Pair) -> None:
    both.stage.hub.leave(pair.here)
    for mirror in both.mirrors:
        mirror.leave(pair.there)


@pytest.mark.parametrize("spectators", ["live", "delayed"])
def test_a_match_is_the_same_at_a_mirror(spectators: str) -> None:
    """Its spectators come one after the other, by turns in both formats."""
    chance = Random(spectators)
    stage = Stage(duel_begun(options={"riddance": 5}, target=15, time_limit=90, spectators=spectators, delay=5))
    room, both, number = stage.room, Followed(stage), 0
    formats = cycle(Format)
    first = both.look_on("first", next(formats))
    while room.state.phase == "running":
        stage.now += chance.choice([100] * 30 + [9_000, 45_000])
        stage.hub.tick()
        for seat in (0, 1):
            moves = room.mode.choices(seat)[1]
            if moves and room.state.phase == "running":
                plays = [move for move in moves if move[0] == "play"]
                stage.hub.play(seat, chance.choice(plays or moves), 0)
                break
        number += 1
        if not number % 10:
            both.look_on(f"watcher {number}", next(formats), first.clients[0].replica, late=number % 7)
        both.check()
    stage.now += 5_000
    stage.hub.tick()
    for fmt in Format:
        both.look_on(f"last {fmt}", fmt)
    both.check()


@pytest.mark.parametrize("spectators", ["fair", "delayed"])
def test_a_mirroring_node_is_sent_a_spectators_messages_and_no_more(spectators: str) -> None:
    stage = Stage(spectators=spectators, delay=5)
    both = Followed(stage)
    first = both.look_on("first", Format.MSGPACK)
    begin(stage)
    for _ in zip(range(40), moves(stage), strict=False):
        stage.now += 400
        stage.hub.tick()
    both.check()
    assert len(both.links[0].shown) > 30
    assert b"".join(both.links[0].shown) == first.clients[0].bytes


def test_spectators_elsewhere_make_no_move_dearer_for_the_owner() -> None:
    costs = []
    for many in (4, 4, 400):
        stage = Stage()
        both = Followed(stage)
        both.cut()
        link = both.connect(both.mirror)
        link.up = False  # this node does not learn what happens there
        (remote,) = stage.hub.attendance.remote_mirrors
        stage.hub.attendance.attend(
            remote, SpectatorReport(came={f"spectator {number}": False for number in range(many)})
        )
        stage.hub.tell_watchers()
        begin(stage)
        assert stage.hub.volatile.watchers == many
        before, made = link.writes, 0
        for request in range(1, 31):
            move = stage.room.mode.choices(request % 2)[1][0]
            made += calls(partial(stage.hub.play, request % 2, move, request))
            made += calls(stage.journal.release)
        costs.append((made, link.writes - before))
    assert costs[1] == costs[2], "the first one also prepared the parts that are prepared once"


def test_a_slow_spectator_of_a_mirror_gets_a_snapshot_and_delays_nobody() -> None:
    stage = Stage()
    both = Followed(stage)
    slow, quick = [both.look_on(name, Format.MSGPACK) for name in ("slow", "quick")]
    begin(stage)
    slow.clients[1].slow = True
    made = moves(stage)
    lost = count(1)
    while not slow.there.outbox.behind:
        next(made)
        stage.hub.tell_lost_elsewhere(next(lost))  # the game may end before enough moves were made
        both.release()
    assert quick.clients[1].replica.boards == quick.clients[0].replica.boards
    slow.clients[1].slow = False
    slow.clients[1].take(slow.clients[1].in_flight)
    slow.there.outbox.drained()
    next(made)
    both.release()
    assert slow.clients[1].replica.boards == quick.clients[1].replica.boards
    assert slow.clients[1].replica.room == quick.clients[0].replica.room


def test_a_pause_is_told_at_a_mirror_before_what_waits_at_the_owner() -> None:
    stage = Stage()
    both = Followed(stage)
    watcher = both.look_on("watcher", Format.MSGPACK)
    begin(stage)
    both.release()
    stage.hub.tell_lost_elsewhere(1)
    stage.journal.holding = True
    stage.hub.pause()
    assert [client.kinds[-1] for client in watcher.clients] == [Error, Error]
    late = SlowClient(Format.JSON)
    both.mirror.enter(Viewer("late", Outbox(late, Format.JSON, late.overflow, bound=2000), None, late), {})
    both.journal.release()
    assert late.kinds[-1] is Error, "behind the snapshot, which does not know of the pause"
    stage.journal.holding = False
    both.release()
    both.look_on("later", Format.MSGPACK)
    assert both.pairs[-1].clients[1].kinds[-1] is not Error, "the snapshot says it now"
    stage.hub.resume(stage.now)
    both.release()
    room = late.replica.room
    assert room is not None
    assert (room.paused, room.lost) == (0, 1)
    both.check()


def test_a_pause_is_told_at_a_mirror_whose_own_node_holds() -> None:
    stage = Stage()
    both = Followed(stage)
    watcher = both.look_on("watcher", Format.MSGPACK).clients[1]
    begin(stage)
    both.release()
    both.mirror.tell_pause_while_held()
    assert watcher.kinds[-1] is not Error, "the room is not paused"
    stage.hub.pause()
    stage.journal.release()
    assert watcher.kinds[-1] is not Error, "the frame that says so is on its way"
    both.mirror.tell_pause_while_held()
    assert watcher.kinds.pop() is Error, "the node holds it"
    both.journal.holding = True
    stage.hub.tell_lost_elsewhere(1)
    stage.journal.release()
    assert watcher.kinds[-1] is Error, "the node has held before the message came"


def test_a_link_that_was_cut_continues_at_its_last_message() -> None:
    stage = Stage()
    both = Followed(stage)
    watcher = both.look_on("watcher", Format.JSON)
    begin(stage)
    made = moves(stage)
    for _ in range(2):
        both.cut()
        for _ in range(4):
            next(made)
        both.release()
        both.connect(both.mirror)
        here, there = (client.replica for client in watcher.clients)
        assert (there.boards, there.room, there.seqs) == (here.boards, here.room, here.seqs)
    both.look_on("another", Format.MSGPACK)
    both.check_last()
    assert watcher.clients[1].kinds.count(BoardSnapshot) == 2, "the boards were shown once"


def test_a_spectator_at_two_nodes_is_counted_once() -> None:
    stage = Stage()
    both = Followed(stage)
    (remote,) = stage.hub.attendance.remote_mirrors
    stage.hub.attendance.attend(remote, SpectatorReport(came={"eve": False, "mallory": True}))
    assert stage.hub.audience.watchers == 1
    here = stage.enter("eve", None, {}, Format.MSGPACK, Replica())
    assert (stage.hub.audience.watchers, remote.party) == (1, {"mallory": True})
    stage.hub.attendance.attend(remote, SpectatorReport(came={"eve": False}, went=("mallory",)))
    assert stage.clients[here].closed
    assert (stage.hub.audience.watchers, remote.party) == (1, {"eve": False})
    stage.enter("p0", 0, {}, Format.MSGPACK, Replica())
    stage.hub.attendance.attend(remote, SpectatorReport(came={"p0": False}))
    assert remote.party == {"eve": False}, "a player with a seat is no spectator"
    both.cut()
    assert stage.hub.audience.watchers == 0
    stage.enter("eve", None, {}, Format.MSGPACK, Replica())
    assert stage.hub.audience.watchers == 1


def test_a_mirror_reports_arrivals_and_drops_spectators_seen_elsewhere() -> None:
    stage = Stage()
    both = Followed(stage)
    mirror = both.mirror
    assert mirror.report() is None
    one, two = [both.look_on(name, Format.MSGPACK) for name in ("one", "two")]
    assert mirror.report() == SpectatorReport(came={"one there": False, "two there": False})
    assert mirror.report() is None
    mirror.leave(one.there)
    mirror.receive(Notice(replaced=("two there", "nobody")).model_dump_json(exclude_unset=True))
    assert two.clients[1].out
    assert mirror.audience.viewers == []
    assert mirror.report() == SpectatorReport(went=("one there",)), (
        "the mirror knows that the other spectator is elsewhere"
    )


def test_a_player_put_out_may_not_watch_at_another_node() -> None:
    stage = Stage()
    both = Followed(stage)
    stage.hub.attendance.barring.note_address("p1", "10.0.0.1")
    with stage.hub.change() as room:
        room.unseat(0, 1, stage.now)
    stage.hub.attendance.stays_out("p1", "10.0.0.2")
    both.follow()
    for mirror in both.mirrors:
        for player, address in (("p1", "10.0.0.3"), ("another", "10.0.0.1")):
            with pytest.raises(Refused) as caught:
                mirror.must_not_be_out(player, address)
            assert caught.value.code is ErrorCode.PUT_OUT
        mirror.must_not_be_out("another", "10.0.0.3")
        assert mirror.has_seat("p0")
        assert not mirror.has_seat("p1")
    stage.now += 1000 * PUT_OUT_SECONDS
    both.mirror.must_not_be_out("p1", "10.0.0.1")


def test_a_mirror_of_a_finished_daily_room_is_outdated_after_the_day() -> None:
    room = open_room(created(deal="daily")._replace(day=day_of(NOON), day_secret=bytes(32)))
    room.sit("p0", "Player 0", NOON)
    stage = Stage(room)
    both = Followed(stage)
    assert not both.mirror.is_outdated(NOON + 24 * 3600 * 1000)
    begin(stage)
    with stage.hub.change() as room:
        room.give_up(0, stage.now)
    both.release()
    assert not both.mirror.is_outdated(NOON)
    assert both.mirror.is_outdated(NOON + 24 * 3600 * 1000)
