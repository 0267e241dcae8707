"""The following game of a group: its chooser, the vote, the options that stay, the running score."""

from __future__ import annotations

from dataclasses import replace

import msgpack
import pytest

from cadogan_games import catalogue
from cadogan_protocol.errors import ErrorCode
from cadogan_protocol.limits import MOST_SCORES
from cadogan_protocol.room_options import RoomOptions
from cadogan_server.delivery import describe
from cadogan_server.rooms.effects import RoomChanged
from cadogan_server.rooms.opening import carried_over, open_room, replay
from cadogan_server.rooms.opening import replay as from_log
from cadogan_server.rooms.records import Created, Followed, NextGame, Onward, Score, pack, unpack
from cadogan_server.rooms.refused import Refused
from cadogan_server.rooms.room import Room
from cadogan_server.rooms.state import Wish
from tests.server.core import (
    BREAK_MS,
    NOON,
    all_ready,
    created,
    duel_of,
    finish,
    race,
    race_of,
    refusal,
    started,
    whole,
)
from tests.server.rooms.duels import begun

CELLS, SPIDER, CLOCK = (
    Wish(game, catalogue.resolve_options(game, {}, 2026)) for game in ("general_sedgewick", "spider_1", "clock")
)
LATER = NOON + 9000


def over(players: int = 3, game: str = "klondike") -> Room:
    """Return a race in which all have given up."""
    room = started(game, players=players)
    for seat in range(players):
        room.give_up(seat, NOON + 4000)
    assert room.state.phase == "finished"
    return room


def test_the_host_chooses_and_while_away_the_lowest_seat_that_is_here() -> None:
    room = over()
    assert room.state.host == 0
    assert [room.sequel.chooser(here) for here in ({0, 1, 2}, {1, 2}, {2}, set())] == [0, 1, 2, None]
    room.state.created = room.state.created._replace(host="p2")
    assert [room.sequel.chooser(here) for here in ({0, 1, 2}, {0, 1})] == [2, 0]
    with pytest.raises(Refused, match=r"^the host chooses the next game; "):
        room.sequel.must_choose(1, set())
    room.state.created = room.state.created._replace(host="")
    with pytest.raises(Refused, match="Player 0 chooses") as refused:
        room.sequel.must_choose(1, {0, 1, 2})
    assert refused.value.code is ErrorCode.NOT_HOST
    room.sequel.must_choose(1, {1, 2})


def test_most_votes_win_and_the_choosers_vote_decides_a_tie() -> None:
    room = over()
    assert room.propose(0, (CELLS, SPIDER, CLOCK), {0, 1, 2}, LATER, 5)
    assert room.propose(0, (CELLS, SPIDER), {0, 1, 2}, LATER, 5) is False, "the same request again"
    for seat, choice in ((0, 2), (1, 1)):
        room.vote(seat, choice, LATER, 6)
    with pytest.raises(Refused, match=r"still to vote: Player 2$") as refused:
        room.sequel.voted_for(1, {0, 1, 2})
    assert refused.value.code is ErrorCode.WRONG_PHASE
    assert room.sequel.voted_for(0, {0, 1, 2}) == (CLOCK, "tie", 0), "the chooser may end the vote, and decides a tie"
    assert room.sequel.voted_for(1, {0, 1}) == (CLOCK, "tie", 0), "nobody waits for an absent player"
    room.vote(2, 1, LATER, 6)
    assert room.sequel.voted_for(2, {0, 1, 2}) == (SPIDER, "majority", None)
    room.vote(2, 0, LATER, 7)
    assert room.sequel.voted_for(1, {1, 2}) == (SPIDER, "tie", 1), "in a tie without the host, the next chooser decides"
    assert describe.ballot(room)[0].votes == (2,)
    assert whole(from_log(unpack(map(pack, room.take_outcome().records)))) == whole(room)


def test_without_a_vote_the_first_game_is_played_without_a_ballot_none() -> None:
    room = over()
    assert room.sequel.voted_for(1, {0, 1, 2}) is None
    room.propose(0, (CELLS, SPIDER), {0, 1, 2}, LATER)
    with pytest.raises(Refused, match=r"still to vote: Player 0, Player 1, Player 2$"):
        room.sequel.voted_for(1, {0, 1, 2})
    assert room.sequel.voted_for(1, set()) == (CELLS, "", None), "no chooser is here"
    assert room.sequel.voted_for(0, {0, 1, 2}) == (CELLS, "", None), "nobody has voted: the host chose"
    room.propose(0, (), {0, 1, 2}, LATER)
    assert room.sequel.voted_for(1, {0, 1, 2}) is None


def test_a_tie_that_the_chooser_does_not_decide_goes_to_the_first_game() -> None:
    room = over()
    room.propose(0, (CELLS, SPIDER, CLOCK), {0, 1, 2}, LATER)
    for seat, choice in ((1, 2), (2, 1)):
        room.vote(seat, choice, LATER)
    assert room.sequel.voted_for(0, {0, 1, 2}) == (SPIDER, "tie", None)


def test_a_room_is_that_of_its_named_host_once_they_have_a_seat() -> None:
    room = open_room(created()._replace(host="p1"))
    room.sit("p0", "Player 0", NOON)
    assert room.state.host == 0, "until the host comes back"
    assert room.sit("p1", "Player 1", NOON) == room.state.host == describe.host(room) == 1
    room.leave(1, NOON)
    assert room.state.host == describe.host(room) == 0, "the host has been here, and has left"


def test_while_a_groups_host_is_awaited_others_seat_bots_and_no_more() -> None:
    room = open_room(created()._replace(host="p2"))
    room.sit("p0", "Player 0", NOON)
    room.sit("p1", "Player 1", NOON)
    assert describe.host(room) is None
    assert refusal(room.lock, 0, True, NOON) is ErrorCode.NOT_HOST
    assert refusal(room.unseat, 0, 1, NOON) is ErrorCode.NOT_HOST
    with pytest.raises(Refused, match="not finished"):
        room.sequel.must_let_go_on(0)
    room.seats.must_host(1, bots=True)
    bot = room.sit("b", "Bot", NOON, bot="easy", by=1)
    assert room.unseat(0, bot, NOON)
    all_ready(room)
    assert describe.host(room) is None, "the countdown may be called off"
    room.tick(NOON + 3000)
    assert (room.state.phase, describe.host(room)) == ("running", 0), "the host has missed the start"
    assert RoomChanged(("host",)) in room.take_outcome().effects


def test_the_next_game_is_told_with_the_vote_that_chose_it() -> None:
    room = over()
    room.follow("GHJKLM", LATER, 1, "clock", "tie", 0)
    told = describe.next_game(room)
    assert told is not None
    assert (told.game, told.by, told.vote, told.decided) == ("clock", 1, "tie", 0)


def test_proposals_and_votes_out_of_place_are_refused() -> None:
    here = {0, 1, 2}
    room = over()
    assert refusal(room.propose, 1, (CELLS, SPIDER), here, LATER) is ErrorCode.NOT_HOST
    with pytest.raises(Refused, match=r"; choose a single game with `rematch`$") as refused:
        room.propose(0, (CELLS,), here, LATER)
    assert refused.value.code is ErrorCode.BAD_OPTION
    assert refusal(room.propose, 0, (CELLS, SPIDER, CELLS), here, LATER) is ErrorCode.BAD_OPTION
    assert refusal(room.vote, 1, 0, LATER) is ErrorCode.WRONG_PHASE, "nothing was proposed"
    room.propose(0, (CELLS, SPIDER), here, LATER)
    assert refusal(room.vote, 1, 2, LATER) is ErrorCode.WRONG_PHASE, "the ballot has two games"
    room.follow("GHJKLM", LATER, 1)
    assert refusal(room.vote, 1, 0, LATER) is ErrorCode.WRONG_PHASE
    assert refusal(room.propose, 0, (CELLS, CLOCK), here, LATER) is ErrorCode.WRONG_PHASE
    running = started(players=2)
    assert refusal(running.propose, 0, (CELLS, SPIDER), {0, 1}, NOON + 4000) is ErrorCode.NOT_FINISHED


def test_in_the_lobby_the_host_goes_on_first_and_then_all_may() -> None:
    room = race(players=2)
    with pytest.raises(Refused, match=r"may go on together before, once two have said `onward`$") as refused:
        room.sequel.must_let_go_on(1)
    assert refused.value.code is ErrorCode.NOT_FINISHED
    room.sequel.must_let_go_on(0)
    room.follow("GHJKLM", NOON, 0, "clock")
    for seat in (0, 1):
        room.sequel.must_let_go_on(seat)


def test_the_next_game_is_chosen_after_the_end_or_in_the_lobby() -> None:
    over().sequel.must_let_change()
    race(players=2).sequel.must_let_change()
    assert refusal(started(players=2).sequel.must_let_change) is ErrorCode.NOT_FINISHED
    for settled in ({"contest": "race"}, {"seed": bytes(32)}):
        room = open_room(created()._replace(**settled))
        with pytest.raises(
            Refused, match=r"^this room has the deal of another; open a new room for another game$"
        ) as no:
            room.sequel.must_let_change()
        assert no.value.code is ErrorCode.WRONG_PHASE


def test_a_shared_table_seats_as_many_present_players_as_its_game_takes() -> None:
    room = over(players=5)
    table = catalogue.head_of("spite_and_malice_table")
    with pytest.raises(Refused, match=" is for 4, and 5 of you are here: "):
        room.sequel.must_fit(table, {0, 1, 2, 3, 4})
    room.sequel.must_fit(table, {0, 1, 2, 3})


def test_a_duel_seats_two_of_the_present_players() -> None:
    room = over()
    duel = catalogue.head_of("spite_and_malice_modern")
    with pytest.raises(Refused, match="modern is for two, and 3 of you are here: ") as refused:
        room.sequel.must_fit(duel, {0, 1, 2})
    assert refused.value.code is ErrorCode.BAD_OPTION
    room.sequel.must_fit(duel, {0, 2})
    room.sequel.must_fit(catalogue.head_of("general_sedgewick"), {0, 1, 2})


def test_the_options_that_another_game_takes_over() -> None:
    race, cells = catalogue.head_of("klondike"), catalogue.head_of("general_sedgewick")
    duel = catalogue.head_of("spite_and_malice_modern")
    rules = RoomOptions(deal="numbered", number=7, time_limit=120, undo="none", seats=5, public=False, by_link=True)
    assert carried_over(rules, race, cells) == rules.model_copy(update={"deal": "fresh", "number": None})
    strict = replace(race, undo_allowed=False)
    assert carried_over(rules, strict, cells).undo == RoomOptions().undo, (
        "the undo setting comes from the game, which had none"
    )
    winnable = RoomOptions(deal="winnable")
    assert carried_over(winnable, race, cells).deal == "winnable"
    assert carried_over(winnable, race, duel).deal == "fresh", "a duel has no winnable deals"
    towards = carried_over(rules, race, duel)
    assert (towards.deal, towards.time_limit, towards.target, towards.by_link) == ("fresh", 0, 0, True)
    back = carried_over(RoomOptions(target=50, time_limit=0), duel, cells)
    assert (back.target, back.time_limit) == (0, RoomOptions().time_limit)
    for deal in ("daily", "again"):
        alone = RoomOptions(deal=deal, seats=1, spectators="none", rated=False)
        assert carried_over(alone, race, cells) == RoomOptions()


def after(room: Room, *score: Score) -> dict[str, tuple[int, int]]:
    """Return the running score after a room that began with the given score, by name."""
    room.state.created = room.state.created._replace(score=score)
    return {line.name: (line.points, line.games) for line in room.sequel.score}


def test_equal_lines_of_the_score_stand_by_name() -> None:
    room = over()
    room.state.occupants = {seat: room.state.occupants[seat] for seat in (2, 0, 1)}
    assert [line.name for line in room.sequel.score] == ["Player 0", "Player 1", "Player 2"]


def test_the_first_player_gets_a_point() -> None:
    room = started(players=3)
    finish(room, 1, 1000)
    for seat in (0, 2):
        room.give_up(seat, NOON + 5000)
    zoe = Score("zoe", "Zoe", "", 1, 2)
    anna = Score("p0", "Player 0 before", "", 2, 2)
    assert after(room, zoe, anna) == {"Player 0": (2, 3), "Player 1": (1, 1), "Player 2": (0, 1), "Zoe": (1, 2)}
    assert [line.name for line in room.sequel.score] == ["Player 0", "Zoe", "Player 1", "Player 2"]


def test_who_was_there_all_evening_stands_above_a_latecomer() -> None:
    room = over(2)
    assert after(room, Score("z", "Zoe", "", 0, 2), Score("p1", "Player 1", "", 0, 2))["Player 1"] == (0, 3)
    assert [line.name for line in room.sequel.score] == ["Player 1", "Zoe", "Player 0"]


def test_the_leader_of_a_race_without_winner_gets_a_point_for_progress() -> None:
    room = started(players=2)
    race_of(room).racers[1].progress = 1
    for seat in range(2):
        room.give_up(seat, NOON + 5000)
    assert after(room) == {"Player 0": (0, 1), "Player 1": (1, 1)}


def test_a_person_is_no_bot_of_the_same_name() -> None:
    room = over(2)
    names = [line.name for line in (after(room, Score("", "Player 0", "good", 3, 3)), room.sequel.score)[1]]
    assert names == ["Player 0", "Player 0", "Player 1"]


def test_games_without_a_first_player_give_no_point() -> None:
    assert after(over()) == {f"Player {seat}": (0, 1) for seat in range(3)}, "nobody has brought a card home"
    alone = started(players=1)
    finish(alone, 0, 1000)
    assert after(alone) == {"Player 0": (0, 1)}, "there was no rival"
    left = started(players=3)
    left.give_up(0, NOON + 4000)
    assert after(left) == {f"Player {seat}": (0, 1) for seat in range(3)}, "others still play, and nobody has won"
    finish(left, 1, 2000)
    assert after(left)["Player 1"] == (1, 1), "the first racer to finish stays first"


def test_a_bot_is_known_by_its_name_and_a_person_by_the_id() -> None:
    room = started(players=2)
    room.state.occupants[1].bot, room.state.occupants[1].name = "fair", "Adelaide"
    finish(room, 1, 1000)
    room.give_up(0, NOON + 5000)
    assert after(room, Score("", "Adelaide", "good", 3, 3))["Adelaide"] == (4, 4)
    assert room.sequel.score[0] == Score("", "Adelaide", "fair", 4, 4)


def test_each_bot_has_a_line_of_its_own() -> None:
    room = over(3)
    for seat, name in ((1, "Adelaide"), (2, "Blanche")):
        room.state.occupants[seat].bot, room.state.occupants[seat].name = "fair", name
    assert after(room) == {"Player 0": (0, 1), "Adelaide": (0, 1), "Blanche": (0, 1)}


def test_a_duel_gives_its_winner_a_point() -> None:
    room = begun()
    room.give_up(0, NOON + 9000)
    assert room.state.phase == "finished"
    assert [line.points for line in room.sequel.score] == [1, 0]
    assert room.sequel.score[0].player == room.state.occupants[1].player


def test_a_score_is_cut_to_its_limit_and_keeps_present_players() -> None:
    room = over(2)
    many = [Score(f"x{n}", f"X{n}", "", n, 99) for n in range(MOST_SCORES + 5)]
    names = after(room, *many)
    assert len(names) == MOST_SCORES
    assert {"Player 0", "Player 1", f"X{MOST_SCORES + 4}"} <= set(names)
    assert "X0" not in names


def test_the_series_is_told_from_the_second_game_on() -> None:
    room = started(players=2)
    assert describe.series(room) is None
    room.state.created = room.state.created._replace(number=2, score=(Score("p0", "Player 0", "", 1, 1),))
    told = describe.series(room)
    assert told is not None
    assert [(line.name, line.points) for line in told.score] == [("Player 0", 1)], "this game is not over"
    finish(room, 1, 1000)
    room.give_up(0, NOON + 5000)
    told = describe.series(room)
    assert told is not None
    assert [(line.name, line.points) for line in told.score] == [("Player 0", 1), ("Player 1", 1)]


def test_logs_of_before_and_of_now_are_read() -> None:
    old = created()._asdict()
    del old["number"], old["score"]
    assert Created(**old).number == 1
    (followed,) = unpack([msgpack.packb(("follow", NOON, "GHJKLM"))])
    assert followed == Followed(NOON, "GHJKLM", None, "")
    room = open_room(created()._replace(number=3, score=(Score("p", "Anna", "", 2, 2),)))
    again = from_log(unpack(map(pack, room.take_outcome().records)))
    assert again.state.created.number == 3
    told = describe.series(again)
    assert told is not None
    assert told.score[0].name == "Anna"


def test_two_who_are_done_go_on_together_while_a_third_plays_on() -> None:
    room = started(players=4)
    finish(room, 0, 1000)
    assert refusal(room.sequel.must_let_go_on, 0) is ErrorCode.NOT_FINISHED
    room.go_onward(0, True, NOON + 4000)
    assert refusal(room.sequel.must_let_go_on, 0) is ErrorCode.NOT_FINISHED, "nobody else wants to go on"
    finish(room, 1, 2000)
    assert refusal(room.sequel.must_let_go_on, 1) is ErrorCode.NOT_FINISHED
    room.go_onward(1, True, NOON + 5000)
    for seat in (0, 1):
        room.sequel.must_let_go_on(seat)
    assert room.state.onward == (0, 1)
    finish(room, 2, 3000)
    assert refusal(room.sequel.must_let_go_on, 2) is ErrorCode.NOT_FINISHED, "a player who has not asked to go on waits"
    room.follow("GHJKLM", NOON + 6000)
    room.sequel.must_let_go_on(2)
    assert refusal(room.sequel.must_let_go_on, 3) is ErrorCode.NOT_FINISHED, "a player who still plays stays here"
    assert room.state.phase == "running"


def test_going_on_can_be_withdrawn_and_is_only_for_those_who_are_done() -> None:
    room = started(players=3)
    assert refusal(room.go_onward, 0, True, NOON + 4000) is ErrorCode.WRONG_PHASE
    for seat in (0, 1):
        finish(room, seat, 1000)
        room.go_onward(seat, True, NOON + 4000)
    room.go_onward(1, False, NOON + 4500)
    assert room.state.onward == (0,)
    assert refusal(room.sequel.must_let_go_on, 0) is ErrorCode.NOT_FINISHED
    room.give_up(2, NOON + 5000)
    assert room.state.phase == "finished"
    for seat in range(3):
        room.sequel.must_let_go_on(seat)
    assert refusal(room.go_onward, 0, True, NOON + 6000) is ErrorCode.WRONG_PHASE


def test_a_racer_against_bots_alone_waits_for_none_of_them() -> None:
    room = started(players=2)
    room.state.occupants[1].bot = "good"
    assert refusal(room.sequel.must_let_go_on, 0) is ErrorCode.NOT_FINISHED
    finish(room, 0, 1000)
    room.sequel.must_let_go_on(0)


def in_break() -> tuple[Room, int]:
    """Return a match whose first game is over, and the moment of its end."""
    room = begun(target=100)
    assert room.state.starts is not None
    room.give_up(0, room.state.starts + 10)
    return room, room.state.starts + 10


def test_both_want_the_next_game_of_their_match_at_once() -> None:
    room, over = in_break()
    assert refusal(room.sequel.must_let_go_on, 0) is ErrorCode.NOT_FINISHED
    room.take_outcome()
    room.go_onward(0, True, over + 1000)
    room.go_onward(0, True, over + 1000)
    assert (duel_of(room).match.games, room.state.onward) == (1, (0,))
    room.go_onward(1, True, over + 2000)
    assert (duel_of(room).match.games, room.state.onward) == (2, ())
    assert [type(record) for record in room.take_outcome().records] == [Onward, Onward, Onward, NextGame]
    assert refusal(room.go_onward, 0, True, over + 3000) is ErrorCode.WRONG_PHASE
    room.tick(over + BREAK_MS)
    assert duel_of(room).match.games == 2, "it is not dealt again at the end of the break"


def test_against_a_bot_one_word_is_enough() -> None:
    room, over = in_break()
    room.state.occupants[1].bot = "fair"
    room.go_onward(0, True, over + 1000)
    assert duel_of(room).match.games == 2


def test_a_room_from_its_log_knows_the_players_who_want_to_go_on() -> None:
    room = race(players=3)
    all_ready(room)
    assert room.state.starts is not None
    room.tick(room.state.starts)
    room.give_up(0, NOON + 4000)
    room.give_up(1, NOON + 4000, 5)
    room.go_onward(1, True, NOON + 5000, 6)
    assert room.go_onward(1, True, NOON + 5000, 6) is False, "the same request again"
    again = replay(unpack(map(pack, room.take_outcome().records)))
    assert whole(again) == whole(room)
    assert again.state.onward == (1,)
