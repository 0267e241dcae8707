"""The Checks of the sheet of Russian Bank, one by one, and what holds in every game."""

from __future__ import annotations

import random
from typing import Any

import pytest

from cadogan_games import catalogue
from cadogan_games.engine import duel as duels
from cadogan_games.engine.cards import DOWN
from cadogan_games.engine.events import apply
from cadogan_games.engine.table import IllegalMove, Table
from cadogan_games.games.russian_bank import first_seat
from tests.games.positions import as_move, counts, is_legal, pile, play, position, shown

PLAIN = {
    "reserve/0": "#9C KD",
    "reserve/1": "#9C KD",
    "stock/0": "#KH #KS #KH",
    "stock/1": "#KH #KS #KH",
    **{f"houses/{n}": "KC" for n in range(8)},
}
"""Cards that fit nowhere."""


def table_of(
    piles: dict[str, str], *, stop: str = "called", options: dict[str, Any] | None = None, **more: Any
) -> Table:
    """Return a table with these cards beside some that fit nowhere; seat 0 is on turn."""
    return position("russian_bank", PLAIN | piles, options={"stop": stop} | (options or {}), **more)


def seat(table: Table) -> int | None:
    return duels.awaited(table)


def stop(table: Table) -> None:
    """Let the seat that is not on turn call stop."""
    acting = seat(table)
    assert acting is not None
    assert duels.moves(table, 1 - acting) == [("stop",)]
    duels.play(table, 1 - acting, ("stop",))


def refusal(table: Table, *words: Any) -> str:
    with pytest.raises(IllegalMove) as refused:
        table.play(as_move(table, *words))
    assert refused.value.refusal is not None
    return refused.value.refusal.name


def ended(table: Table) -> duels.Ending:
    """Return the outcome of a game, which must be over."""
    found = duels.outcome(table)
    assert found is not None
    assert table.moves() == []
    return found


def turn(table: Table) -> None:
    acting = seat(table)
    play(table, "turn", f"stock/{acting}")


def lay_off(table: Table) -> None:
    acting = seat(table)
    play(table, f"stock/{acting}", f"waste/{acting}")


def test_counts_after_the_deal() -> None:
    dealt = counts(catalogue.game("russian_bank").deal(bytes(32)))
    assert (dealt["reserve"], dealt["houses"], dealt["stock"]) == ([13, 13], [1] * 8, [35, 35])
    fewer = counts(catalogue.game("russian_bank", {"reserve": 12}).deal(bytes(32)))
    assert (fewer["reserve"], fewer["stock"]) == ([12, 12], [36, 36])


def test_the_lower_reserve_begins_and_then_the_lower_house() -> None:
    table = table_of({"reserve/0": "5C", "reserve/1": "9D"})
    first = catalogue.game("russian_bank").deal(bytes(32))
    assert duels.awaited(first) == first_seat(first)
    assert first_seat(table) == 0
    assert first_seat(table_of({"reserve/0": "9C", "reserve/1": "9D", "houses/0": "QC", "houses/4": "3C"})) == 1
    assert first_seat(table_of({})) == 0


@pytest.mark.parametrize("spot", ["reserve/0", "houses/3", "stock/0"])
def test_an_ace_begins_a_foundation_of_its_suit(spot: str) -> None:
    table = table_of({spot: "AC"})
    assert is_legal(table, spot, "foundations/0")
    assert not is_legal(table, spot, "foundations/2")
    assert not is_legal(table_of({"stock/0": "#AC"}), "stock/0", "foundations/0")


def test_houses_are_built_down_in_alternate_colours() -> None:
    table = table_of({"houses/0": "8S", "houses/1": "7H", "houses/2": "7D", "houses/3": "7C", "houses/4": "9H"})
    assert is_legal(table, "houses/1", "houses/0")
    assert is_legal(table, "houses/2", "houses/0")
    assert not is_legal(table, "houses/3", "houses/0")
    assert not is_legal(table, "houses/4", "houses/0")
    play(table, "houses/1", "houses/0")
    assert not is_legal(table, "houses/0", "houses/4", 2)
    assert is_legal(table, "houses/0", "houses/1")
    assert is_legal(table, "reserve/0", "houses/1")


def test_the_opponent_is_loaded_in_suit_by_one_rank() -> None:
    table = table_of(
        {"reserve/1": "8S", "waste/1": "8S", "houses/0": "7S", "houses/1": "9S", "houses/2": "8S", "houses/3": "7C"}
    )
    for target in ("reserve/1", "waste/1"):
        loading = [n for n in range(4) if is_legal(table, f"houses/{n}", target)]
        assert loading == [0, 1]
    assert not is_legal(table_of({"houses/0": "7S"}), "houses/0", "waste/1")
    own = table_of({"reserve/0": "8S", "waste/0": "8S", "houses/0": "7S"})
    assert refusal(own, "houses/0", "reserve/0") == "load_opponent"
    assert refusal(own, "houses/0", "waste/0") == "load_opponent"
    assert refusal(own, "reserve/1", "houses/0") == "not_yours"


def test_the_turned_card_lies_on_the_stock_until_it_is_played() -> None:
    table = table_of({})
    turn(table)
    assert shown(table, "stock/0") == "#KH #KS KH"
    assert refusal(table, "turn", "stock/0") == "card_turned"
    empty = table_of({"stock/0": "", "waste/0": "KH KS 3C"})
    turn(empty)
    assert (shown(empty, "stock/0"), shown(empty, "waste/0")) == ("#3C #KS KH", "")


def test_the_turned_card_on_the_waste_ends_the_turn() -> None:
    table = table_of({})
    turn(table)
    assert refusal(table, "stock/0", "waste/1") in ("takes", "space_takes_nothing", "space_takes", "own_waste")
    lay_off(table)
    assert (shown(table, "waste/0"), seat(table)) == ("KH", 1)
    assert refusal(table, "stand") == "cards_to_turn"
    bare = table_of({"stock/0": ""})
    assert refusal(bare, "turn", "stock/0") == "nothing_to_turn"
    play(bare, "stand")
    assert seat(bare) == 1


def test_compulsory_plays_come_first_if_they_are_enforced() -> None:
    table = table_of({"reserve/0": "#9C AH", "houses/0": "AS"}, stop="enforced")
    assert {move[0] for move in table.moves()} == {pile(table, "reserve/0")}
    assert refusal(table, "houses/0", "foundations/6") == "reserve_home_first"
    assert refusal(table, "turn", "stock/0") == "reserve_home_first"
    play(table, "reserve/0", "foundations/4")
    assert {move[0] for move in table.moves()} == {pile(table, "houses/0")}
    assert refusal(table, "turn", "stock/0") == "card_home_first"
    assert "stop" not in table.game.actions


def test_an_empty_house_is_filled_before_the_stock_is_touched() -> None:
    table = table_of({"houses/0": "", "waste/1": "QC"}, stop="enforced")
    assert refusal(table, "turn", "stock/0") == "house_first"
    assert is_legal(table, "houses/1", "waste/1")
    play(table, "reserve/0", "houses/0")
    assert is_legal(table, "turn", "stock/0")
    assert is_legal(table_of({"houses/0": "", "reserve/0": ""}, stop="enforced"), "turn", "stock/0")


def test_a_right_call_takes_the_last_error_back() -> None:
    table = table_of({"houses/0": "AS", "houses/1": "7H", "houses/2": "8S"})
    play(table, "houses/1", "houses/2")
    stop(table)
    assert (shown(table, "houses/1"), shown(table, "houses/2")) == ("7H", "8S")
    assert (seat(table), table.count("stopped")) == (1, 1 + pile(table, "houses/0"))


def test_a_call_takes_back_a_card_of_the_reserve_face_up() -> None:
    table = table_of({"houses/0": "AS", "reserve/0": "#9C #3D 7H", "houses/2": "8S"})
    play(table, "reserve/0", "houses/2")
    assert shown(table, "reserve/0") == "#9C 3D"
    stop(table)
    assert (shown(table, "reserve/0"), shown(table, "houses/2")) == ("#9C #3D 7H", "8S")


def test_an_error_before_the_last_move_ends_the_turn_and_stays() -> None:
    table = table_of({"houses/0": "AS", "houses/1": "7H", "houses/2": "8S", "houses/3": "AH"})
    play(table, "houses/1", "houses/2")
    play(table, "houses/3", "foundations/4")
    stop(table)
    assert (shown(table, "houses/2"), shown(table, "foundations/4"), seat(table)) == ("8S 7H", "AH", 1)
    assert table.count("stopped") == 1 + pile(table, "houses/0")


def test_the_missed_play_mends_an_error() -> None:
    table = table_of({"houses/0": "AS", "houses/1": "7H", "houses/2": "8S"})
    play(table, "houses/1", "houses/2")
    play(table, "houses/0", "foundations/6")
    stop(table)
    assert (shown(table, "houses/2"), seat(table), table.count("called")) == ("8S 7H", 0, 1)


def test_a_wrong_call_costs_the_right_to_call_in_that_turn() -> None:
    table = table_of({})
    assert duels.moves(table, 1) == []
    turn(table)
    stop(table)
    assert (table.count("called"), seat(table), shown(table, "stock/0")) == (1, 0, "#KH #KS KH")
    assert duels.moves(table, 1) == []
    assert refusal(table, "stop") == "called_already"
    for _ in range(2):
        lay_off(table)
        turn(table)
    assert duels.moves(table, 1) == [("stop",)]


def test_an_empty_house_missed_stays_missed_until_it_is_filled() -> None:
    table = table_of({"houses/0": "", "waste/1": "QC"})
    turn(table)
    play(table, "houses/1", "waste/1")
    stop(table)
    assert (table.count("stopped"), shown(table, "waste/0"), seat(table)) == (1 + pile(table, "houses/0"), "KH", 1)
    filled = table_of({"houses/0": ""})
    turn(filled)
    play(filled, "reserve/0", "houses/0")
    stop(filled)
    assert (seat(filled), filled.count("called")) == (0, 1)


def test_only_the_seat_that_is_not_on_turn_calls() -> None:
    table = table_of({})
    turn(table)
    with pytest.raises(IllegalMove) as refused:
        duels.play(table, 0, ("stop",))
    assert refused.value.refusal is duels.NOT_YOUR_CALL
    assert ("stop",) not in duels.moves(table, 0)
    assert duels.moves(table, 0)


def test_a_card_turned_in_error_is_turned_down_again() -> None:
    table = table_of({"reserve/0": "#9C AH"})
    turn(table)
    stop(table)
    assert (shown(table, "stock/0"), table.count("stopped")) == ("#KH #KS #KH", 1 + pile(table, "reserve/0"))
    later = table_of({"houses/0": "AS", "houses/1": "7H", "houses/2": "8S", "waste/1": "QC"})
    turn(later)
    play(later, "houses/1", "houses/2")
    play(later, "houses/3", "waste/1")
    stop(later)
    assert (shown(later, "waste/0"), shown(later, "houses/2"), seat(later)) == ("KH", "8S 7H", 1)
    assert shown(later, "houses/3") == "KC"


def test_the_last_card_wins_and_misses_no_compulsory_play() -> None:
    last = {"reserve/0": "", "stock/0": "7H", "houses/0": "8S"}
    table = table_of(last)
    play(table, "stock/0", "houses/0")
    assert ended(table) == duels.Ending(winner=0, points=30 + 4 + 3, played_out=True)
    assert table.won
    assert refusal(table_of(last | {"houses/1": "AS"}), "stock/0", "houses/0") == "card_home_first"


def test_the_winner_scores_thirty_and_the_losers_cards() -> None:
    table = table_of(
        {
            "reserve/0": "",
            "stock/0": "7H",
            "houses/0": "8S",
            "reserve/1": "#9C #9C #9C #9C KD",
            "stock/1": " ".join(["#KH"] * 12),
            "waste/1": "KH KH KH",
        }
    )
    play(table, "stock/0", "houses/0")
    assert ended(table).points == 30 + 10 + 15


def test_a_blocked_game_ends_by_what_is_left_to_pay() -> None:
    table = table_of(
        {"reserve/0": " ".join(["#9C"] * 15 + ["KD"]), "stock/0": " ".join(["#KH"] * 8)}
        | {"reserve/1": " ".join(["#9C"] * 9 + ["KD"]), "stock/1": " ".join(["#KH"] * 11)},
        options={"dead_turns": 20},
    )
    for _ in range(20):
        assert duels.outcome(table) is None
        turn(table)
        lay_off(table)
    assert ended(table) == duels.Ending(winner=1, points=40 - 31, played_out=False)


def test_a_card_that_goes_home_unblocks_the_game() -> None:
    table = table_of({"houses/0": "AS"}, barren=150)
    play(table, "houses/0", "foundations/6")
    play(table, "reserve/0", "houses/0")
    turn(table)
    lay_off(table)
    assert table.count("barren") == 0


def test_who_resigns_pays_for_all_cards() -> None:
    table = catalogue.game("russian_bank").deal(bytes(32))
    assert duels.progress(table) == (0, 0)
    duels.resign(table, 1)
    assert ended(table) == duels.Ending(winner=0, points=30 + 26 + 35, played_out=False)


def test_cards_do_not_go_from_house_to_house_for_ever() -> None:
    table = table_of({"houses/0": "8S", "houses/1": "8C", "houses/2": "7H", "waste/1": "QC"})
    play(table, "houses/2", "houses/0")
    play(table, "reserve/0", "houses/2")
    for n in range(24):
        play(table, f"houses/{n % 2}", f"houses/{1 - n % 2}")
    assert refusal(table, "houses/0", "houses/1") == "idling"
    play(table, "houses/3", "waste/1")
    assert is_legal(table, "houses/0", "houses/1")


def test_a_time_out_makes_the_compulsory_plays_and_ends_the_turn() -> None:
    table = table_of({"reserve/0": "#9C AH", "houses/0": "2H", "stock/0": "#KH #3H"})
    duels.time_out(table)
    assert shown(table, "foundations/4") == "AH 2H"
    assert (shown(table, "houses/0"), shown(table, "reserve/0")) == ("9C", "")
    assert (shown(table, "waste/0"), seat(table)) == ("3H", 1)
    assert duels.time_outs(table) == (1, 0)
    turn(table)
    duels.time_out(table)
    assert (shown(table, "waste/1"), seat(table)) == ("KH", 0)
    bare = table_of({"stock/0": ""})
    duels.time_out(bare)
    assert seat(bare) == 1
    for _ in range(4):
        duels.time_out(bare)
    assert ended(bare).forfeited


def test_the_last_card_of_a_time_out_wins() -> None:
    table = table_of({"reserve/0": "AH", "stock/0": ""})
    duels.time_out(table)
    assert ended(table).winner == 0


@pytest.mark.parametrize("how", ["called", "enforced"])
def test_random_games_lose_no_card_and_come_to_an_end(how: str, thorough: bool) -> None:
    game = catalogue.game("russian_bank", {"stop": how, "dead_turns": 40})
    for number in range(500 if thorough else 4):
        table = game.deal(number.to_bytes(32, "big"))
        chance = random.Random(number)
        piles, counters = [pile[:] for pile in table.piles], table.counters[:]
        for _ in range(20_000):
            if duels.awaited(table) is None:
                break
            moves = table.moves()
            assert moves, "a state without a legal action"
            assert sorted(map(repr, moves)) == sorted(repr(m) for s in (0, 1) for m in duels.moves(table, s))
            for event in table.push(chance.choice(moves)):
                apply(event, piles, counters)
            assert piles == table.piles
            assert all(pile[-1] < DOWN for pile in table.group("reserve") if pile)
        assert counters == table.counters
        ended(table)
        assert sorted(card & 63 for pile in piles for card in pile) == sorted(table.game.pack)
