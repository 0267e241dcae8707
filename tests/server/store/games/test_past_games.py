"""The parts of a player's past games that count."""

from __future__ import annotations

from cadogan_server.store.games import tally
from cadogan_server.store.games.past_games import PastGame, pack, unpack
from tests.server.core import NOON
from tests.server.rooms.test_counting import partners
from tests.server.store.games.test_tally import past


def added(*games: PastGame) -> tally.PlayerTally:
    sums = tally.PlayerTally()
    for game in games:
        sums.add(game)
    return sums


def test_times_and_moves_are_those_of_races_won() -> None:
    lost, duel = {"won": False, "first": False}, {"kind": "duel", "time": 1000, "moves": 1}
    sums = added(
        past(1, time=70_000, moves=90),
        past(2, time=61_000, moves=95),
        past(3, time=52_000, moves=60, undone=2),
        past(4, time=50_000, moves=70, undone=1),
        past(5, **lost, time=1000, moves=1),
        past(6, **lost, time=None, moves=1),
        past(7, **duel),
        past(8, time=None, moves=1),
    )
    told = sums.figures("klondike draw=3")
    assert (told.best, told.best_without_undo) == (50_000, 61_000)
    assert (told.fewest_moves, told.fewest_moves_without_undo) == (60, 90)
    assert told.average == 58_250
    assert (told.played, told.won, told.first, told.streak, told.longest) == (8, 6, 6, 2, 4)
    assert told.last == NOON + 8
    assert (told.game, told.options) == ("klondike", {"draw": 3})
    assert sums.own.model_dump() == {
        "races": 8,
        "wins": 6,
        "first": 6,
        "best_time": 61_000,
        "best_time_undo": 50_000,
        "fewest_moves": 90,
        "fewest_moves_undo": 60,
    }


def test_the_best_may_be_one_without_an_undone_move() -> None:
    told = added(past(1, time=40_000, moves=50), past(2, time=50_000, moves=60, undone=1)).figures("")
    assert (told.best, told.best_without_undo, told.fewest_moves, told.fewest_moves_without_undo) == (
        *(40_000, 40_000),
        *(50, 50),
    )


def test_without_games_there_is_neither_best_nor_average() -> None:
    told = tally.PlayerTally().figures("")
    assert (told.game, told.options, told.best, told.fewest_moves, told.average) == ("", {}, None, None, None)
    assert (told.played, told.won, told.first, told.streak, told.longest, told.last) == (0, 0, 0, 0, 0, 0)
    undone = added(past(1, undone=1)).figures("klondike")
    assert (undone.best, undone.best_without_undo) == (60_000, None)
    assert (undone.fewest_moves, undone.fewest_moves_without_undo) == (80, None)


def test_a_streak_is_of_games_won_one_after_the_other() -> None:
    sums = added(*(past(at, won=won) for at, won in enumerate((True, True, True, False, True, True))))
    assert (sums.streak, sums.longest) == (2, 3)


def test_a_game_of_a_later_version_is_shown_with_the_options_known_here() -> None:
    game = past(1)
    row = game._replace(rules={**game.rules, "weather": "fair", "seats": 3}).row("1-1", NOON)
    assert row.rules.seats == 3


def test_a_race_of_a_series_has_its_number_and_an_earlier_game_none() -> None:
    row = past(1, rules={"races": 3}, event=(2, "", "", False)).row("1-1", NOON)
    assert (row.race, row.rules.races, row.tournament) == (2, 3, None)
    assert past(1).row("1-1", NOON).race == 0


def test_a_tournament_is_linked_where_anybody_may_know_it() -> None:
    def row(event: tuple[object, ...], **rules: object) -> tuple[object, object]:
        made = past(1, rules={"tournament": "the-id", **rules}, event=event).row("1-1", NOON)
        return made.tournament and made.tournament.id, made.rules.tournament

    assert row((0, "swiss", "Tea", True)) == ("the-id", "the-id")
    assert row((0, "swiss", "Tea", True), by_link=True) == (None, "")
    assert row((0, "swiss", "Tea", False)) == (None, "")
    assert row(()) == (None, ""), "a server of an earlier version wrote it: whether it was private is not known"


def test_a_game_of_partners_has_the_place_of_a_side_and_names_the_partner() -> None:
    room = partners(0, 1, 2, 3)
    assert room.state.results is not None
    rows = room.state.results.rows
    (lost,) = [row for row in rows if row.seat == 1]
    told = unpack(pack(room, lost, rows, NOON)).row("1-1", NOON)
    assert (told.rank, told.of, told.won) == (2, 2, False)
    assert [(other.name, other.partner) for other in told.others] == [
        ("Player 0", False), ("Player 2", False), ("Player 3", True),
    ]  # fmt: skip
