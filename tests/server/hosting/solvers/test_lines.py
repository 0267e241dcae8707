"""The known lines of a board, and the next question for the solver."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from cadogan_games.solver.outcome import LOST, UNKNOWN, WON, Verdict
from cadogan_server.hosting.solvers.lines import UNDECIDED_KEPT, Lamp, Lines, Path


def path(letters: str) -> Path:
    """Return a path of made-up moves, one for each letter."""
    return tuple((letter,) for letter in letters)


def test_nothing_is_known_at_first_and_the_position_itself_is_asked() -> None:
    lines = Lines()
    assert lines.question(path("ab")) == path("ab")
    assert lines.lamp(path("ab")) == Lamp(UNKNOWN)


def test_positions_on_the_winning_line_need_no_further_question() -> None:
    lines = Lines()
    lines.learn(path("ab"), WON, path("cde"))
    for made, following in (("", "a"), ("a", "b"), ("ab", "c"), ("abcd", "e")):
        assert lines.question(path(made)) is None
        assert lines.lamp(path(made)) == Lamp(WON, (following,))
    assert lines.lamp(path("abcde")) == Lamp(WON)
    assert lines.question(path("abx")) == path("abx")


def test_a_lost_position_names_the_move_and_the_way_back() -> None:
    lines = Lines()
    lines.learn(path("ab"), WON, path("cde"))
    lines.learn(path("abx"), LOST)
    assert lines.question(path("abxyz")) is None
    assert lines.lamp(path("abxyz")) == Lamp(LOST, back=3, since=("x",), exact=True)
    assert lines.lamp(path("ab")) == Lamp(WON, ("c",)), "the moves were taken back"


def test_a_lost_position_without_a_known_win_before_has_no_way_back() -> None:
    lines = Lines()
    lines.learn(path(""), LOST)
    assert lines.question(path("a")) is None
    assert lines.lamp(path("a")) == Lamp(LOST)


def test_an_undecided_position_between_leaves_the_losing_move_open() -> None:
    lines = Lines()
    lines.learn(path("a"), WON, path("b"))
    lines.learn(path("axyz"), LOST)
    assert lines.question(path("axyz")) == path("ax")
    lines.learn(path("ax"), UNKNOWN)
    assert lines.question(path("axyz")) is None
    assert lines.lamp(path("axyz")) == Lamp(LOST, back=3, since=("x",), exact=False)


def test_an_undecided_position_is_not_asked_again_while_it_is_remembered() -> None:
    lines = Lines()
    lines.learn(path("a"), UNKNOWN)
    assert lines.question(path("a")) is None
    assert lines.lamp(path("a")) == Lamp(UNKNOWN)
    for number in range(UNDECIDED_KEPT):
        lines.learn(((number,),), UNKNOWN)
    assert lines.question(path("a")) == path("a")


@given(st.integers(0, 40), st.integers(0, 40))
def test_bisection_finds_the_losing_move_in_few_questions(length: int, last: int) -> None:
    """All positions up to `last` moves are won, and those after it are lost."""
    made = tuple((number,) for number in range(length))
    lines, asked = Lines(), 0
    while (position := lines.question(made)) is not None:
        asked += 1
        found: Verdict = WON if len(position) <= last else LOST
        lines.learn(position, found, (*made[len(position) : last], ("win",)) if found == WON else ())
    assert asked <= 8
    lamp = lines.lamp(made)
    if length <= last:
        assert lamp.verdict == WON
    else:
        assert lamp == Lamp(LOST, back=length - last, since=(last,), exact=True)
