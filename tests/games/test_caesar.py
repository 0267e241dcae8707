"""The Checks of sheets/caesar.md."""

from __future__ import annotations

from collections import Counter
from itertools import permutations

import pytest

from cadogan_games import catalogue
from cadogan_games.engine.cards import rank_of
from cadogan_games.engine.shuffle import shuffled
from cadogan_games.engine.table import IllegalMove, NothingToUndo, Table
from cadogan_games.games.caesar import fewest_exchanges
from cadogan_server.rooms.kinds.ranking import Merit, ranked
from tests.each import each
from tests.games.positions import SEED, as_move, is_legal, play, position


def square(ranks: str, exchanges: int = 0) -> Table:
    """The nine cards row by row: `276 951 438`."""
    piles = {f"square/{i}": f"{rank}S".replace("1S", "AS") for i, rank in enumerate(ranks.replace(" ", ""))}
    return position("caesar", piles, exchanges=exchanges)


def ahead(*racers: tuple[Table, int]) -> list[int]:
    """Return racers in the order of their ranks. Each is a table and the second of its last exchange."""
    standings = [
        Merit(n, table.won, table.progress, table.game.penalty_of(table), t) for n, (table, t) in enumerate(racers)
    ]
    return [standing.seat for _, standing in ranked(standings)]


def test_nine_cards_that_add_up_to_45() -> None:
    table = catalogue.game("caesar").deal(SEED)
    assert sorted(rank_of(pile[0]) for pile in table.group("square")) == list(range(1, 10))
    assert all(len(pile) == 1 for pile in table.piles)


def test_the_fewest_exchanges_of_all_arrangements() -> None:
    sample = Counter(fewest_exchanges(ranks) for ranks in permutations(range(1, 10)) if ranks[0] == 1)
    assert max(sample) == 7
    assert sample[0] == 0, "no solution has a one in a corner"
    assert fewest_exchanges([2, 7, 6, 9, 5, 1, 4, 3, 8]) == 0
    assert fewest_exchanges([1, 2, 3, 4, 5, 6, 7, 8, 9]) == 6


@each("seed", range(40))
def test_the_first_shuffle_that_needs_four_is_taken(seed: int) -> None:
    bare = seed.to_bytes(32, "big")
    table = catalogue.game("caesar").deal(bare)
    dealt = [pile[0] for pile in table.group("square")]
    number = next(k for k in range(99) if fewest_exchanges(list(map(rank_of, shuffled(table.game.pack, bare, k)))) >= 4)
    assert shuffled(table.game.pack, bare, number) == dealt


def test_one_to_nine_has_four_fifteens() -> None:
    table = square("123 456 789")
    assert table.progress == 4
    assert not table.won


def test_a_solved_square_has_no_moves() -> None:
    table = square("276 951 438")
    assert table.progress == 8
    assert table.won
    assert table.moves() == []


def test_an_exchange_solves_and_as_a_start_it_is_too_easy() -> None:
    table = square("276 951 483")
    assert table.progress == 5
    play(table, "exchange", "square/7", "square/8")
    assert table.won
    assert table.count("exchanges") == 1
    assert fewest_exchanges([2, 7, 6, 9, 5, 1, 4, 8, 3]) == 1


def test_an_exchange_needs_two_places_and_they_need_not_be_neighbours() -> None:
    table = square("123 456 789")
    assert len(table.moves()) == 36
    assert is_legal(table, "exchange", "square/0", "square/8")
    for words in [("exchange", "square/4", "square/4"), ("exchange", "square/4"), ("square/0", "square/1")]:
        assert not is_legal(table, *words)
        with pytest.raises(IllegalMove):
            table.play(as_move(table, *words))


def test_progress_may_fall_and_every_exchange_counts() -> None:
    table = square("276 951 483", exchanges=11)
    play(table, "exchange", "square/0", "square/4")
    assert table.progress == 1
    play(table, "exchange", "square/0", "square/4")
    assert table.progress == 5
    assert table.game.penalty_of(table) == 13


def test_exchanges_cannot_be_taken_back_and_the_race_goes_on() -> None:
    table = square("123 456 789")
    play(table, "exchange", "square/0", "square/8")
    assert not table.can_undo
    with pytest.raises(NothingToUndo):
        table.undo()
    assert table.game.definition.races_on
    assert table.game.definition.rank_by_fewer == "exchanges"


def test_fewer_exchanges_rank_before_less_time() -> None:
    assert ahead((square("276 951 438", 6), 40), (square("276 951 438", 5), 200)) == [1, 0]


def test_of_equal_exchanges_the_earlier_is_ahead() -> None:
    assert ahead((square("276 951 438", 5), 120), (square("276 951 438", 5), 90)) == [1, 0]


def test_unsolved_more_fifteens_rank_before_fewer_exchanges() -> None:
    three = square("279 651 438", 4)
    assert three.progress == 3
    assert ahead((three, 10), (square("276 951 483", 12), 20)) == [1, 0]
