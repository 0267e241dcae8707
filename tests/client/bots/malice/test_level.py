"""The bots at Spite and Malice: they play by the rules, see nothing hidden, come to an end, and each level beats the one below."""

from __future__ import annotations

from random import Random

import pytest

from cadogan_client.bots import POLICIES
from cadogan_client.bots.malice import MaliceEasy, MaliceFair, MaliceGood
from cadogan_client.bots.malice.level import PLAYS_A_TURN, TURNS, MaliceLevel
from cadogan_client.bots.malice.sight import WILD, Sight
from cadogan_client.bots.malice.turn import HAND, UPCARD, Step, Turn
from cadogan_games import catalogue
from cadogan_games.engine import duel as duels
from cadogan_games.engine import table as engine
from tests.bench.malice_bots import GAMES, Seat, compete, play
from tests.games.duels import Act, duel, in_words, legal

LEVELS = {"easy": MaliceEasy, "fair": MaliceFair, "good": MaliceGood}


def sight(table: engine.Table) -> Sight:
    """What the seat sees whose action is awaited."""
    return Sight(Seat(table, table.count("seat"), MaliceEasy(Random(0))).seen)


def choice(table: engine.Table, policy: MaliceLevel) -> Act:
    """The move that a bot makes there, in words."""
    return in_words(table, Seat(table, table.count("seat"), policy).choose(table.moves()))


def pile_up_to(rank: int) -> str:
    return " ".join(f"{letter}S" for letter in "A23456789TJQ"[:rank])


# ---- strength --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("id", "better", "worse", "games", "least"),
    [
        ("spite_and_malice", "good", "easy", 10, 8),
        ("spite_and_malice_modern", "good", "easy", 10, 8),
        ("spite_and_malice_mixed", "good", "fair", 12, 7),
        ("spite_and_malice_modern", "good", "fair", 12, 7),
        ("spite_and_malice", "fair", "easy", 10, 7),
    ],
)
def test_each_level_beats_the_one_below(
    id: str, better: str, worse: str, games: int, least: int, thorough: bool
) -> None:
    """Of a few games, none of which is among the longest by far, the better one may lose one."""
    numbers, least = (range(games), least) if thorough else (range(5, 9), 3)
    tally = compete(id, LEVELS[better], LEVELS[worse], numbers)
    assert tally.games == len(numbers)
    assert tally.won >= least


@pytest.mark.parametrize("id", GAMES)
@pytest.mark.parametrize("level", list(LEVELS))
def test_every_game_between_equals_comes_to_an_end(id: str, level: str, thorough: bool) -> None:
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


# ---- what a bot knows ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("id", GAMES)
def test_its_own_idea_of_plays_is_that_of_the_rules(id: str) -> None:
    chance, met = Random(5), 0
    for number in range(6):
        table = catalogue.game(id).deal(number.to_bytes(32, "big"))
        for _ in range(150):
            if not table.moves():
                break
            if table.phase == "turn":
                seen = sight(table)
                turn = Turn(seen)
                listed = [move for move in table.moves() if move[0] == "play"]
                assert {MaliceGood.step(seen, move) for move in listed} == set(turn.steps(turn.start()))
                met += bool(listed)
            plays = [move for move in table.moves() if move[0] == "play"]
            table.push(chance.choice(plays if plays and chance.random() < 0.7 else table.moves()))
    assert met > 200


def test_what_it_sees() -> None:
    table = duel(
        {
            "riddance/0": "#6C #7C QH",
            "riddance/1": "#6D JK",
            "hand/0": "AC JK KD",
            "hand/1": "9C 9D",
            "discards/1": "5C JK 3D",
            "discards/6": "TD",
            "centre/2": "AS JK",
            "completed": "#KC " * 13,
            "stock": "#2C " * 20,
        },
        id="spite_and_malice_mixed",
    )
    seen = sight(table)
    assert (seen.upcard, seen.theirs, seen.left, seen.their_left) == (12, WILD, 3, 2)
    assert (seen.hand, seen.their_hand) == ([1, WILD, 13], 2)
    assert seen.discards == [[], [5, WILD, 3], [], []]
    assert seen.their_discards == [[], [], [10], []]
    assert seen.heights == [0, 0, 2, 0, 0, 0, 0, 0]
    assert (seen.modern, seen.full, seen.supply) == (False, 13, 33)


def test_it_counts_what_it_has_not_seen() -> None:
    table = catalogue.game("spite_and_malice").deal(bytes(32))
    seen = sight(table)
    assert sum(seen.unseen) == 108 - 5 - 2
    assert sum(sight(catalogue.game("spite_and_malice_modern", {"packs": 3}).deal(bytes(32))).unseen) == 156 - 5 - 2
    hidden = [card & 63 for pile in table.piles for card in pile if card >= 64] + table.group("hand")[
        1 - table.count("seat")
    ]
    assert seen.unseen[WILD] == hidden.count(52)
    assert seen.unseen[5] == sum(card % 13 == 4 for card in hidden)


def test_a_king_is_wild_in_the_modern_game_alone() -> None:
    piles = {"hand/0": "KC QC", "riddance/0": "#6C KD"}
    assert (sight(duel(piles)).hand, sight(duel(piles)).upcard) == ([13, 12], 13)
    modern = sight(duel(piles, id="spite_and_malice_modern"))
    assert (modern.hand, modern.upcard, modern.full) == ([WILD, 12], WILD, 12)


# ---- how it plays ----------------------------------------------------------------------------------------------------


def test_good_plays_the_cards_that_free_its_upcard() -> None:
    piles = {
        "riddance/0": "#9D 7C",
        "hand/0": "4H 6D QC QD KC",
        "discards/2": "TC 5D",
        "centre/3": pile_up_to(3),
        "centre/5": pile_up_to(10),
        "stock": "#9H " * 40,
    }
    table = duel(piles)
    table.group("riddance")[1][:] = [11]
    bot = MaliceGood(Random(1))
    for expected in ("hand/0/0", "discards/2", "hand/0/0", "riddance/0"):
        made = choice(table, bot)
        assert made == ("play", expected, "centre/3")
        table.play(next(move for move in table.moves() if in_words(table, move) == made))


def test_good_does_not_open_the_way_for_the_opponent() -> None:
    piles = {"riddance/0": "#9D QC", "riddance/1": "#9H 6S", "hand/0": "5H KC KD 9S 9D", "stock": "#9H " * 40}
    table = duel({**piles, "centre/0": pile_up_to(4)})
    assert ("play", "hand/0/0", "centre/0") in legal(table)
    assert choice(table, MaliceGood(Random(1)))[0] == "discard"


def test_good_takes_away_what_the_opponent_waits_for() -> None:
    piles = {"riddance/0": "#9D QC", "riddance/1": "#9H 6S", "hand/0": "6H KC KD 9S 9D", "stock": "#9H " * 40}
    table = duel({**piles, "centre/0": pile_up_to(5)})
    assert choice(table, MaliceGood(Random(1))) == ("play", "hand/0/0", "centre/0")


def test_good_goes_out() -> None:
    table = duel({"riddance/0": "3C", "hand/0": "JK KC", "centre/0": "AS", "discards/0": "9C", "stock": "#9H " * 40})
    assert choice(table, MaliceGood(Random(1))) == ("play", "hand/0/0", "centre/0")


def test_good_answers_offers_and_compulsion() -> None:
    piles = {"hand/0": "AC 2C KC", "hand/1": "9D", "stock": "#9H " * 40, "centre/0": "AD"}
    for phase in ("offer", "compel"):
        table = duel(piles, phase=phase, standing_0=1)
        assert choice(table, MaliceGood(Random(1))) in legal(table)


@pytest.mark.parametrize("level", list(LEVELS))
def test_no_turn_lasts_for_ever(level: str) -> None:
    """In the modern game an ace alone can be played and drawn again without end."""
    table = duel({"hand/0": "AC", "hand/1": "9D"}, id="spite_and_malice_modern")
    seat = Seat(table, 0, LEVELS[level](Random(1)))
    for _ in range(PLAYS_A_TURN + 1):
        if table.count("seat"):
            break
        table.play(seat.choose(table.moves()))
        seat.look(table)
    assert table.count("seat") == 1


def test_a_bot_that_gets_nowhere_leaves_its_ways() -> None:
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


def test_fair_keeps_its_wild_cards_for_the_upcard() -> None:
    table = duel({"riddance/0": "#9D 6C", "hand/0": "JK 8C", "centre/0": pile_up_to(4)})
    bot = MaliceFair(Random(1))
    assert bot.pick(sight(table), table.moves()) == table.moves()[table.moves().index(("play", (2, 0), 12))]
    table = duel({"riddance/0": "#9D QC", "hand/0": "JK 8C", "centre/0": pile_up_to(4)})
    made = [in_words(table, bot.pick(sight(table), table.moves())) for _ in range(40)]
    assert max(set(made), key=made.count)[:2] == ("discard", "hand/0/1")


def test_steps_name_where_a_card_comes_from() -> None:
    table = duel({"riddance/0": "#9D 5C", "hand/0": "5D JK", "discards/3": "9C 5H", "centre/0": pile_up_to(4)})
    seen = sight(table)
    steps = {MaliceGood.step(seen, move) for move in table.moves() if move[0] == "play" and move[2] == seen.place}
    assert steps == {Step(UPCARD, 5, 4), Step(HAND, 5, 4), Step(HAND, WILD, 4), Step(3, 5, 4)}


def test_resigning_is_left_to_people() -> None:
    table = duel({"hand/0": "9C"})
    duels.resign(table, 0)
    assert MaliceGood(Random(1)).choose(Seat(table, 0, MaliceGood(Random(1))).seen, table.moves()) is None
