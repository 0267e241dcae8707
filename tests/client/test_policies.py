"""The bots' policies, on the real rules but without a server."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest

from cadogan_client.bots import POLICIES, Policy, UnknownPolicy, find_policy
from cadogan_client.bots.ahead import think
from cadogan_client.bots.easy import Easy
from cadogan_client.bots.fair import Fair
from cadogan_client.bots.good import Good
from cadogan_client.bots.laws import Laws
from cadogan_games import catalogue
from tests.client.tables import SIX, deal, mirror, push

MOST_MOVES = 3000


def play(game: str, policy: type[Policy], number: int) -> tuple[int, list[tuple[Any, ...]]]:
    """Play a deal to its end or until the bot gives up; return the progress made and the moves."""
    table = deal(game, number)
    seen, bot, made = mirror(table), policy(Random(number)), []
    while (move := bot.choose(seen, table.moves())) is not None:
        assert move in table.moves()
        push(table, seen, move)
        made.append(move)
        assert len(made) < MOST_MOVES, "the bot plays for ever"
    return table.progress, made


@pytest.mark.parametrize("level", list(POLICIES))
@pytest.mark.parametrize("game", SIX)
def test_every_game_comes_to_an_end(game: str, level: str) -> None:
    for number in range(3):
        play(game, POLICIES[level], number)


@pytest.mark.parametrize("level", list(POLICIES))
@pytest.mark.parametrize("game", ["klondike_draw1", "klondike_draw3"])
def test_redeals_without_limit_come_to_an_end(game: str, level: str) -> None:
    for number in range(3):
        play(game, POLICIES[level], number)


@pytest.mark.parametrize("level", list(POLICIES))
def test_the_same_chances_make_the_same_moves(level: str) -> None:
    assert play("klondike", POLICIES[level], 5) == play("klondike", POLICIES[level], 5)


@pytest.mark.parametrize("game", ["klondike_draw1", "la_belle_lucie", "sultan", "carpet"])
def test_good_gets_further_than_easy(game: str) -> None:
    good = sum(play(game, Good, number)[0] for number in range(12))
    easy = sum(play(game, Easy, number)[0] for number in range(12))
    assert good > easy


@pytest.mark.parametrize(("game", "share"), [("klondike_draw1", 0.2), ("sultan", 0.2), ("house_on_the_hill", 0.1)])
def test_good_wins_a_fair_share(game: str, share: float) -> None:
    most = catalogue.game(game, {}).progress_max
    won = sum(play(game, Good, number)[0] == most for number in range(30))
    assert won >= share * 30


@pytest.mark.parametrize(("game", "more"), [("spider_1", 4), ("kings", 3), ("congress", 2)])
def test_good_wins_by_thinking_ahead(game: str, more: int) -> None:
    most = catalogue.game(game, {}).progress_max
    good = sum(play(game, Good, number)[0] == most for number in range(12))
    fair = sum(play(game, Fair, number)[0] == most for number in range(12))
    assert good >= fair + more


def test_good_deals_before_it_gives_up() -> None:
    for number in range(12):
        table = deal("spider_1", number)
        seen, bot = mirror(table), Good(Random(number))
        while (move := bot.choose(seen, table.moves())) is not None:
            push(table, seen, move)
        assert table.won or not table.group("stock")[0] or ("deal",) not in table.moves()


def test_laws_are_learned_from_legal_moves() -> None:
    table = deal("klondike_draw1", 2)
    laws, right, wrong = Laws(mirror(table)), 0, 0
    chance = Random(2)
    for count in range(300):
        seen = mirror(table)
        plain = {move for move in table.moves() if not isinstance(move[0], str)}
        if count >= 100:
            expected = set(laws.moves([tuple(pile) for pile in seen.piles]))
            right, wrong = right + len(plain & expected), wrong + len(plain ^ expected)
        laws.look(seen, table.moves())
        table.push(chance.choice(table.moves()))
    assert right > 200
    assert wrong < 0.3 * right


def test_a_plan_takes_no_more_thought_than_is_allowed() -> None:
    table = deal("empress_of_india", 1)
    while not (plain := [move for move in table.moves() if not isinstance(move[0], str)]):
        table.push(table.moves()[0])
    seen, asked = mirror(table), 0
    laws = Laws(seen)
    laws.look(seen, table.moves())

    def mark(pile: int, cards: tuple[int, ...]) -> tuple[int, float]:
        nonlocal asked
        asked += 1
        return hash((pile, *cards)), float(len(cards))

    piles = [tuple(pile) for pile in seen.piles]
    first, effort = plain[:20], 100
    think(piles, first, laws, mark, lambda there: False, lambda: 0.0, effort)
    most = len(piles) + 2 * (len(first) + effort)
    assert asked <= most < len(laws.moves(piles))


def test_good_waits_where_the_waste_comes_again() -> None:
    """As long as there is a stock to turn, or a redeal, a plan is a single move."""
    table = deal("storehouse", 1)
    seen, bot, turned = mirror(table), Good(Random(1)), False
    while (move := bot.choose(seen, table.moves())) is not None:
        turned = turned or move == ("turn",)
        if {("turn",), ("redeal",)} & set(table.moves()):
            assert len(bot.plan) <= 1
        push(table, seen, move)
    assert turned


def test_no_policy_moves_where_nothing_is_legal() -> None:
    seen = mirror(deal("klondike"))
    for policy in POLICIES.values():
        assert policy(Random(0)).choose(seen, ()) is None


def test_policies_are_found_by_name_and_by_module(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert {name: find_policy(name) for name in POLICIES} == POLICIES
    assert find_policy("cadogan_client.bots.easy:Easy") is Easy
    for wrong in ("best", "no_such_module:X", "cadogan_client.bots.easy:Nobody", "cadogan_client.bots.easy:Random"):
        with pytest.raises(UnknownPolicy):
            find_policy(wrong)


class Hasty(Policy):
    """The example of the documentation."""

    def choose(self, view, moves):
        for move in moves:
            if len(move) == 3 and view.kinds[move[1]] == "foundation":
                return move
        return self.random.choice(moves) if moves else None


def test_ten_lines_make_a_bot() -> None:
    table = deal("sultan", 1)
    seen, bot = mirror(table), Hasty(Random(0))
    for _ in range(100):
        move = bot.choose(seen, table.moves())
        if move is None:
            break
        push(table, seen, move)
    assert table.log
