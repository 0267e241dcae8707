"""The Checks of the sheet of Racing Demon, one by one, and what holds in every round."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

from cadogan_games import catalogue
from cadogan_games.engine import sharing
from cadogan_games.engine.cards import standard_order
from cadogan_games.engine.events import SHIFT, Event
from cadogan_games.engine.table import IllegalMove, Move, Table
from tests.games.positions import as_move, counts, position, shown

PLAIN = {"demon/0": "#KC KD", "demon/1": "#KC KD", "stock/0": "#KH #KS", "stock/1": "#KH #KS"}
"""Cards of two players that fit nowhere."""


def table_of(piles: dict[str, str], *, seats: int = 2, options: dict[str, Any] | None = None, **more: Any) -> Table:
    """Return a table with two seats in play, with these cards beside some that fit nowhere."""
    return position("racing_demon", PLAIN | piles, options=options, _seats=(1 << seats) - 1, **more)


def play(table: Table, seat: int, *words: Any) -> list[Event]:
    return sharing.play(table, seat, as_move(table, *words))


def may(table: Table, seat: int, *words: Any) -> bool:
    return as_move(table, *words) in sharing.moves(table, seat)


def refusal(table: Table, seat: int, *words: Any) -> str:
    with pytest.raises(IllegalMove) as refused:
        play(table, seat, *words)
    assert refused.value.refusal is not None
    return refused.value.refusal.name


def points(table: Table, seat: int) -> int:
    return sharing.definition(table).points(table, seat)


def test_counts_after_the_deal() -> None:
    table = catalogue.game("racing_demon").deal(bytes(32))
    table.game.definition.seat(table, 0, (0, 2, 5))
    for seat in range(8):
        there = seat in (0, 2, 5)
        assert len(table.group("demon")[seat]) == 13 * there
        assert [len(pile) for pile in table.group("work")[4 * seat : 4 * seat + 4]] == [int(there)] * 4
        assert len(table.group("stock")[seat]) == 35 * there
    assert sharing.in_play(table) == [0, 2, 5]
    smaller = counts(catalogue.game("racing_demon", {"demon": 10}).deal(bytes(32)))
    assert smaller["demon"] + smaller["stock"] == [10] * 8 + [38] * 8


def test_a_seats_cards_do_not_depend_on_who_else_plays() -> None:
    few, many = (catalogue.game("racing_demon").deal(bytes(32)) for _ in range(2))
    few.game.definition.seat(few, 0, (1, 4))
    many.game.definition.seat(many, 0, range(8))
    mine = [pile for pile, owner in enumerate(sharing.owners(few.game)) if owner == 4]
    assert [few.piles[pile] for pile in mine] == [many.piles[pile] for pile in mine]


def test_1_an_ace_goes_to_its_own_players_place() -> None:
    table = table_of({"demon/0": "#KC AC"})
    assert may(table, 0, "demon/0", "foundations/0")
    assert refusal(table, 0, "demon/0", "foundations/1") == "space_takes"
    assert refusal(table, 0, "demon/0", "foundations/4") == "place_of_own_aces"


@pytest.mark.parametrize("source", ["demon/0", "waste/0", "work/2"])
def test_2_everybodys_foundations_are_built_in_suit(source: str) -> None:
    for card, fits in (("2C", True), ("2S", False), ("3C", False)):
        table = table_of({"foundations/4": "AC", source: card})
        assert may(table, 0, source, "foundations/4") is fits


def test_3_a_card_that_was_forestalled_is_told_who_was_first() -> None:
    table = table_of({"foundations/4": "AC", "demon/0": "#KC 2C", "waste/1": "2C"})
    move = as_move(table, "demon/0", "foundations/4")
    assert move in sharing.moves(table, 0)
    play(table, 1, "waste/1", "foundations/4")
    with pytest.raises(IllegalMove):
        sharing.play(table, 0, move)
    late = sharing.too_late(table, move, "Ann Bea".split().__getitem__)
    assert late is not None
    assert late.reason == "Too late: Bea played 2♣ first."
    assert late.values == {"player": "Bea", "seat": 1, "cards": (1,)}
    for other in (("demon/0", "foundations/0"), ("demon/0", "work/0"), ("turn", "stock/0")):
        assert sharing.too_late(table, as_move(table, *other), str) is None


def test_4_work_piles_are_built_down_in_alternate_colours() -> None:
    for card, fits in (("6C", True), ("6H", False), ("8C", False)):
        table = table_of({"work/0": "8S 7H", "work/4": "7H", "demon/0": card, "waste/0": card})
        assert may(table, 0, "demon/0", "work/0") is may(table, 0, "waste/0", "work/0") is fits
        assert refusal(table, 0, "demon/0", "work/4") == "not_yours"


def test_5_runs_move_whole_or_in_part_but_not_from_space_to_space() -> None:
    table = table_of({"work/0": "TD 9S 8H", "work/1": "JC", "work/2": "TH"})
    assert may(table, 0, "work/0", "work/1", 3)
    assert may(table, 0, "work/0", "work/2", 2)
    assert may(table, 0, "work/0", "work/3", 2)
    assert refusal(table, 0, "work/0", "work/3", 3) == "whole_pile_into_space"
    assert refusal(table, 0, "work/0", "work/4", 2) == "not_yours"


def test_6_a_space_takes_any_card_and_waits_for_it() -> None:
    table = table_of({"work/0": "2C", "foundations/0": "AC", "waste/0": "KS"})
    play(table, 0, "work/0", "foundations/0")
    assert shown(table, "work/0") == ""
    assert may(table, 0, "demon/0", "work/0")
    assert may(table, 0, "waste/0", "work/0")


def test_7_the_stock_is_turned_by_threes_again_and_again() -> None:
    table = table_of({"stock/0": "#5C #4C #3C #2C #AC"})
    play(table, 0, "turn", "stock/0")
    assert (shown(table, "stock/0"), shown(table, "waste/0")) == ("#5C #4C", "AC 2C 3C")
    assert refusal(table, 0, "redeal", "stock/0") == "redeal_not_there"
    play(table, 0, "turn", "stock/0")
    assert shown(table, "waste/0") == "AC 2C 3C 4C 5C"
    assert refusal(table, 0, "turn", "stock/0") == "turn_not_there"
    play(table, 0, "redeal", "stock/0")
    assert (shown(table, "stock/0"), shown(table, "waste/0")) == ("#5C #4C #3C #2C #AC", "")
    assert refusal(table, 0, "turn", "stock/1") == "not_yours"


@pytest.mark.parametrize("out", ["called", "at_once"])
def test_8_an_empty_demon_lets_its_player_go_out(out: str) -> None:
    table = table_of({"demon/0": "2C", "foundations/0": "AC"}, options={"out": out})
    assert refusal(table, 0, "out", "demon/0") == "out_not_there"
    play(table, 0, "demon/0", "foundations/0")
    if out == "called":
        assert not sharing.is_over(table)
        assert refusal(table, 1, "out", "demon/0") == "not_yours"
        play(table, 0, "out", "demon/0")
    assert sharing.is_over(table)
    assert sharing.definition(table).out(table) == 0
    assert sharing.moves(table, 0) == sharing.moves(table, 1) == table.moves() == []


def test_9_the_next_card_of_a_demon_is_turned_up() -> None:
    table = table_of({"demon/0": "#9C 2C", "foundations/0": "AC"})
    play(table, 0, "demon/0", "foundations/0")
    assert shown(table, "demon/0") == "9C"


def test_10_when_all_are_stuck_all_gather() -> None:
    table = table_of({"waste/0": "3C 4D", "foundations/0": "AC", "work/0": "2C"})
    play(table, 0, "stuck", "stock/0")
    assert refusal(table, 0, "stuck", "stock/0") == "stuck_not_there"
    play(table, 1, "stuck", "stock/1")
    assert (shown(table, "stock/0"), shown(table, "waste/0")) == ("#3C #KH #KS #4D", "")
    assert shown(table, "stock/1") == "#KS #KH"
    assert (table.count("gathered"), table.count("stuck_0"), table.count("stuck_1")) == (1, 0, 0)
    play(table, 1, "stuck", "stock/1")
    play(table, 0, "work/0", "foundations/0")
    assert (table.count("gathered"), table.count("stuck_1")) == (0, 0)


@pytest.mark.parametrize("turn", [3, 1])
def test_11_a_round_ends_when_gathering_no_longer_helps(turn: int) -> None:
    table = table_of({}, options={"turn": turn})
    for _ in range(turn):
        assert not sharing.is_over(table)
        sharing.move_on(table)
    for seat in (0, 1):
        assert not sharing.is_over(table)
        play(table, seat, "stuck", f"stock/{seat}")
    assert sharing.is_over(table)
    assert sharing.definition(table).out(table) is None


def test_12_points_are_cards_home_less_two_for_each_in_the_demon() -> None:
    assert points(table_of({"demon/0": "#2C #3C 4C"}, home_0=20), 0) == 14
    assert points(table_of({"demon/0": ""}, options={"bonus": 10}, home_0=20, out=1), 0) == 30
    assert points(table_of({"demon/0": "2C " * 13}, home_0=4), 0) == -22


def test_13_nobody_waits_for_a_player_who_gave_up() -> None:
    table = table_of({})
    play(table, 0, "stuck", "stock/0")
    sharing.leave(table, 1)
    assert table.count("gathered") == 1
    assert sharing.moves(table, 1) == []
    assert sharing.in_play(table) == [0]


# ---- rules of every round --------------------------------------------------------------------------------------------


def random_round(number: int) -> tuple[int, Table]:
    """Play a round of two to eight players at random, some of them careful and some not."""
    chance = random.Random(number)
    seats = 2 + number % 7
    table = catalogue.game("racing_demon", {"turn": chance.choice((3, 1))}).deal(number.to_bytes(32, "big"))
    table.game.definition.seat(table, 0, range(seats))
    eager = chance.choice((0.2, 0.6, 0.9))
    for _ in range(3000):
        if sharing.is_over(table):
            break
        seat = chance.randrange(seats)
        moves = sharing.moves(table, seat)
        if not moves:  # nothing to turn, and `stuck` is said: this player waits for others
            continue
        plays = [move for move in moves if not isinstance(move[0], str)]
        sharing.play(table, seat, chance.choice(plays if plays and chance.random() < eager else moves))
    return seats, table


def packs(seats: int, table: Table) -> list[list[int]]:
    """Return the cards of each seat: those of its own piles, and those that it has brought home, by the events."""
    owners = sharing.owners(table.game)
    homes = {pile for span in table.game.homes for pile in range(span.start, span.stop)}
    cards: list[list[int]] = [[] for _ in range(seats)]
    for pile, owner in enumerate(owners):
        if pile not in homes and owner is not None and owner < seats:
            cards[owner] += [card & 63 for card in table.piles[pile]]
    for event in table.log:
        if event[0] == SHIFT and event[3] in homes:
            seat = owners[event[1]]
            assert seat is not None
            cards[seat] += event[5]
    return cards


SOME = 20
"""One round in this many is played without --thorough."""


@pytest.mark.parametrize("part", range(4))
def test_no_card_is_lost_in_a_thousand_random_rounds(part: int, thorough: bool) -> None:
    ended, numbers = 0, range(250 * part, 250 * part + 250, 1 if thorough else SOME)
    for number in numbers:
        seats, table = random_round(number)
        assert [sorted(cards) for cards in packs(seats, table)] == [standard_order(1)] * seats, number
        assert Counter(card & 63 for pile in table.piles for card in pile) == Counter(standard_order(seats))
        assert [table.count(f"home_{seat}") for seat in range(seats)] == homes_by_events(seats, table)
        ended += sharing.is_over(table)
    assert ended > len(numbers) / 2, "most rounds come to their end"


def homes_by_events(seats: int, table: Table) -> list[int]:
    owners = sharing.owners(table.game)
    gone = Counter(
        owners[event[1]]
        for event in table.log
        if event[0] == SHIFT and table.game.group_of[event[3]].kind == "foundation"
    )
    return [gone[seat] for seat in range(seats)]


def test_a_seats_moves_are_those_of_the_rules() -> None:
    """The quick finder of one seat finds what the whole rules find, and no two seats share a move."""
    chance = random.Random(3)
    for number in range(40):
        seats = 2 + number % 7
        table = catalogue.game("racing_demon").deal(number.to_bytes(32, "big"))
        table.game.definition.seat(table, 0, range(seats))
        for _ in range(60):
            by_seat = [sharing.moves(table, seat) for seat in range(seats)]
            together: list[Move] = [move for moves in by_seat for move in moves]
            assert sorted(together, key=repr) == sorted(table.moves(), key=repr)
            seat = chance.choice([seat for seat in range(seats) if by_seat[seat]])
            sharing.play(table, seat, chance.choice(by_seat[seat]))
            if sharing.is_over(table):
                break
