"""The bots at Spite and Malice: they play by the rules, see nothing hidden, come to an end, and each level beats the
lower one."""

from __future__ import annotations

from random import Random

import pytest

from cadogan_client.bots import POLICIES
from cadogan_client.bots.malice import MaliceEasy, MaliceFair, MaliceGood, MaliceMaster
from cadogan_client.bots.malice.level import PLAYS_A_TURN, TURNS, MaliceLevel
from cadogan_games import catalogue
from cadogan_games.engine import duel as duels
from cadogan_games.engine import table as engine
from tests.bench.malice_bots import GAMES, Seat, compete, play
from tests.examples import only_thorough
from tests.games.duels import Act, duel, in_words

LEVELS = {"easy": MaliceEasy, "fair": MaliceFair, "good": MaliceGood, "master": MaliceMaster}


def choice(table: engine.Table, policy: MaliceLevel) -> Act:
    """Return the move that a bot makes, in words."""
    return in_words(table, Seat(table, table.count("seat"), policy).choose(table.moves()))


def pile_up_to(rank: int) -> str:
    return " ".join(f"{letter}S" for letter in "A23456789TJQ"[:rank])


# ---- strength --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("id", "better", "worse", "games", "least"),
    [
        ("spite_and_malice", "good", "easy", 10, 8),
        *only_thorough(
            ("spite_and_malice_modern", "good", "easy", 10, 8), ("spite_and_malice_mixed", "good", "fair", 12, 7)
        ),
        ("spite_and_malice_modern", "good", "fair", 12, 7),
        ("spite_and_malice", "fair", "easy", 10, 7),
    ],
)
def test_each_level_beats_the_one_below(
    id: str, better: str, worse: str, games: int, least: int, thorough: bool
) -> None:
    """Of a few games without the very longest, the better bot may lose one."""
    numbers, least = (range(games), least) if thorough else (range(5, 9), 3)
    tally = compete(id, LEVELS[better], LEVELS[worse], numbers)
    assert tally.games == len(numbers)
    assert tally.won >= least


@pytest.mark.parametrize(
    ("level", "id"),
    [
        *((level, id) for level in ("easy", "fair", "good") for id in GAMES),
        ("master", "spite_and_malice_mixed"),
        *only_thorough(("master", "spite_and_malice"), ("master", "spite_and_malice_modern")),
    ],
)
def test_every_game_between_equals_comes_to_an_end(level: str, id: str, thorough: bool) -> None:
    for number in range(3 if thorough else 1):
        outcome, seats = play(id, number, (LEVELS[level], LEVELS[level]))
        assert outcome.winner in (0, 1, None)
        for seat in seats:
            hand = seat.seen.group("hand")[1 - seat.seat]
            assert set(hand) <= {-1}, "the opponent's hand"
            assert set(seat.seen.group("stock")[0]) <= {-1}


@pytest.mark.parametrize("level", list(LEVELS))
def test_the_same_chances_make_the_same_game(level: str) -> None:
    first, second = (play("spite_and_malice_modern", 3, (LEVELS[level], MaliceFair)) for _ in range(2))
    assert first[0] == second[0]
    assert first[1][0].seen.piles == second[1][0].seen.piles


@pytest.mark.parametrize("level", list(POLICIES))
def test_the_levels_of_races_leave_duels_to_these(level: str) -> None:
    table = catalogue.game("spite_and_malice").deal(bytes(32))
    seat = Seat(table, table.count("seat"), POLICIES[level](Random(7)))
    alone = Seat(table, table.count("seat"), LEVELS[level](Random(7)))
    assert seat.choose(table.moves()) == alone.choose(table.moves())
    assert seat.policy.choose(seat.seen, ()) is None


# ---- a bot's knowledge -----------------------------------------------------------------------------------------------


# ---- a bot's play ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("level", list(LEVELS))
def test_no_turn_lasts_for_ever(level: str) -> None:
    """In the modern game a lone ace can be played and drawn again without end."""
    table = duel({"hand/0": "AC", "hand/1": "9D"}, id="spite_and_malice_modern")
    seat = Seat(table, 0, LEVELS[level](Random(1)))
    for _ in range(PLAYS_A_TURN + 1):
        if table.count("seat"):
            break
        table.play(seat.choose(table.moves()))
        seat.look(table)
    assert table.count("seat") == 1


def test_a_bot_that_gets_nowhere_makes_other_moves() -> None:
    table = duel({"hand/0": "AC 9C", "hand/1": "9D"}, id="spite_and_malice_modern")
    bot = MaliceFair(Random(1))
    assert choice(table, bot)[0] == "play"
    bot.turns = TURNS
    assert {choice(table, bot)[0] for _ in range(20)} == {"discard"}
    bot = MaliceFair(Random(1))
    standard = duel({"hand/0": "5C 9C", "hand/1": "9D", "centre/0": pile_up_to(4)})
    choice(standard, bot)
    bot.turns = TURNS
    assert len({choice(standard, bot) for _ in range(60)}) > 3


def test_resigning_is_left_to_people() -> None:
    table = duel({"hand/0": "9C"})
    duels.resign(table, 0)
    assert MaliceGood(Random(1)).choose(Seat(table, 0, MaliceGood(Random(1))).seen, table.moves()) is None
