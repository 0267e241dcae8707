"""The moves of a duel are judged in parts, which are the same wherever a part begins and whichever player has begun."""

from __future__ import annotations

import json

from cadogan_games import catalogue
from cadogan_games.engine import duel
from cadogan_games.players import Seen
from cadogan_server.hosting.solvers.judging import (
    AT_ONCE,
    DuelMatch,
    DuelQuestion,
    DuelStep,
    Judged,
    Walk,
    has_judge,
    judged,
)
from cadogan_server.hosting.solvers.worker import answer_in, answered, packed

MODERN = "spite_and_malice_modern"
SEEDS = ["01", "02"]


def match(moves: int = 60) -> tuple[DuelMatch, list[DuelStep]]:
    """A match of two games in which everybody makes the first legal move, and the rules act now and then."""
    head, options = catalogue.head_of(MODERN), dict(catalogue.game(MODERN).options)
    steps: list[DuelStep] = []
    for number, seed in enumerate(SEEDS):
        table = catalogue.game(MODERN, options).deal(bytes.fromhex(seed))
        if number:
            steps.append(DuelStep("next"))
            duel.swap_sides(table)
        for made in range(moves):
            seat = duel.awaited(table)
            assert seat is not None
            if made % 7 == 3:
                steps.append(DuelStep("time_out"))
                duel.time_out(table)
            else:
                steps.append(DuelStep("play", seat, table.moves()[0]))
                table.play(table.moves()[0])
        steps.append(DuelStep("resign", 0))
        duel.resign(table, 0)
    return DuelMatch(options, head.revision, SEEDS, steps), steps


def asked(told: DuelMatch, first: int = 0) -> DuelQuestion:
    return DuelQuestion(MODERN, SEEDS[0], json.dumps(told), first)


def test_all_moves_of_a_match_are_judged_whoever_has_begun() -> None:
    assert has_judge()
    told, steps = match()
    found: list[Judged] = []
    first, parts, is_done = 0, 0, False
    while not is_done:
        answer = judged(asked(told, first))
        assert judged(asked(told, first)) == answer, "a process that has gone on, or a new one, finds the same"
        assert 0 < len(answer.judged) <= AT_ONCE
        found += answer.judged
        first, is_done, parts = answer.following, answer.is_done, parts + 1
    assert parts > 1
    assert [one.step for one in found] == [number for number, step in enumerate(steps) if step.kind == "play"]
    assert any(one.loss for one in found)
    for one in found:
        assert 0 <= one.loss <= one.chance <= 1000
        assert (one.loss == 0) or (one.best != steps[one.step].move)


def test_the_judge_is_shown_what_the_seat_to_move_could_see() -> None:
    told, steps = match(20)
    shown: list[int] = []

    def look(view: Seen, moves: object, played: tuple[object, ...]) -> tuple[tuple[object, ...], int, int]:
        seat = view.counters[view.counter_names.index("seat")]
        hands = [view.piles[view.group_of.index("hand") + each] for each in (0, 1)]
        shown.append(seat)
        assert -1 not in hands[seat]
        assert set(hands[1 - seat]) <= {-1}
        assert set(view.piles[view.group_of.index("stock")]) <= {-1}
        return played, 500, 0

    walk = Walk(MODERN, told)
    for _ in steps:
        walk.judge(look)
    assert set(shown) == {0, 1}
    assert len(shown) == sum(step.kind == "play" for step in steps)


def test_questions_and_answers_survive_the_way_to_the_process() -> None:
    told, _ = match(10)
    assert answer_in(answered(packed(asked(told)))) == judged(asked(told))
