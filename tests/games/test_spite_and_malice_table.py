"""The Checks of the sheet of Spite and Malice for three and four, one by one, and what holds in every game."""

from __future__ import annotations

import random
from typing import Any

import pytest

from cadogan_games import catalogue
from cadogan_games.engine import in_turn, sharing, view
from cadogan_games.engine.cards import DOWN
from cadogan_games.engine.events import Event, apply
from cadogan_games.engine.table import IllegalMove, Table
from tests.games.positions import act, counts, position, shown

ID = "spite_and_malice_table"
IDLE = {f"riddance/{seat}": "#6C #6C 6C" for seat in range(4)}
"""Pay-off piles whose cards fit nowhere on an empty centre."""
PARTNERS = {"partners": True}


def table_of(
    piles: dict[str, str], *, seats: tuple[int, ...] = (0, 1, 2, 3), options: dict[str, Any] | None = None, **more: Any
) -> Table:
    """Return a table at which these seats play, with these cards beside some that fit nowhere."""
    taken = {spot: cards for spot, cards in IDLE.items() if int(spot[-1]) in seats}
    return position(ID, taken | piles, options=options, _seats=sum(1 << seat for seat in seats), **more)


def play(table: Table, seat: int, *words: str) -> list[Event]:
    return sharing.play(table, seat, act(table, *words))


def may(table: Table, seat: int, *words: str) -> bool:
    return act(table, *words) in sharing.moves(table, seat)


def refusal(table: Table, seat: int, *words: str) -> str:
    with pytest.raises(IllegalMove) as refused:
        play(table, seat, *words)
    assert refused.value.refusal is not None
    return refused.value.refusal.name


def points(table: Table) -> list[int]:
    return [sharing.definition(table).points(table, seat) for seat in range(4)]


def test_counts_after_the_deal() -> None:
    table = catalogue.game(ID).deal(bytes(32))
    assert counts(table) == {
        "riddance": [20] * 4, "hand": [5] * 4, "discards": [0] * 16, "centre": [0] * 4, "completed": [0], "stock": [56],
    }  # fmt: skip
    before = sorted(card % DOWN for pile in table.piles for card in pile)
    sharing.definition(table).seat(table, 0, (0, 1, 3))
    dealt = counts(table)
    assert (dealt["riddance"], dealt["hand"], dealt["stock"]) == ([20, 20, 0, 20], [5, 5, 0, 5], [81])
    assert sorted(card % DOWN for pile in table.piles for card in pile) == before
    assert min(table.stock) >= DOWN
    assert counts(catalogue.game(ID, {"packs": 4}).deal(bytes(32)))["stock"] == [108]


def test_1_a_centre_place_takes_the_next_card_or_a_king() -> None:
    table = table_of({"riddance/0": "#6C KS", "hand/0": "4D 3C 5H", "centre/1": "AC 2C 3D"})
    assert all(may(table, 0, "play", "riddance/0", f"centre/{place}") for place in range(4))
    assert may(table, 0, "discard", "hand/0/0", "discards/0")
    assert may(table, 0, "play", "hand/0/0", "centre/1")
    assert refusal(table, 0, "play", "hand/0/1", "centre/1") == "centre_takes"
    assert refusal(table, 0, "play", "hand/0/2", "centre/1") == "centre_takes"


@pytest.mark.parametrize("card", ["QC", "KD"])
def test_2_the_twelfth_card_completes_a_pile(card: str) -> None:
    table = table_of({"hand/0": f"{card} JD", "centre/2": "AC 2C 3D 4C 5C 6C 7C 8C 9C TC JC"})
    assert not may(table, 0, "play", "hand/0/1", "centre/2")
    play(table, 0, "play", "hand/0/0", "centre/2")
    assert (shown(table, "centre/2"), counts(table)["completed"]) == ("", [12])


def test_3_the_turn_goes_round_clockwise_past_empty_seats() -> None:
    hands = {"hand/1": "9C", "hand/2": "9D 9H", "hand/3": "9S", "stock": "#2C " * 20}
    table = table_of(hands, seat=1)
    play(table, 1, "discard", "hand/1/0", "discards/4")
    assert (table.count("seat"), counts(table)["hand"]) == (2, [0, 0, 5, 1])
    table = table_of(hands, seats=(0, 1, 3), seat=1)
    play(table, 1, "discard", "hand/1/0", "discards/4")
    assert table.count("seat") == 3
    play(table, 3, "discard", "hand/3/0", "discards/12")
    assert table.count("seat") == 0


def test_4_a_hand_that_is_played_out_draws_five() -> None:
    table = table_of({"hand/0": "AC", "stock": "#2C " * 20})
    play(table, 0, "play", "hand/0/0", "centre/0")
    assert (counts(table)["hand"][0], table.count("seat")) == (5, 0)


def test_5_partners_play_each_others_shown_cards_and_no_others() -> None:
    piles = {
        "riddance/1": "#6C AC",
        "discards/4": "9C AD",
        "riddance/2": "#6C AH",
        "discards/8": "9C AS",
        "hand/2": "AC",
    }
    alone, together = table_of(piles), table_of(piles, options=PARTNERS)
    for spot in ("riddance/1", "discards/4", "riddance/2", "discards/8", "hand/2/0"):
        assert refusal(alone, 0, "play", spot, "centre/0") == "cards_of_others"
    assert may(together, 0, "play", "riddance/2", "centre/0")
    assert may(together, 0, "play", "discards/8", "centre/0")
    assert refusal(together, 0, "play", "hand/2/0", "centre/0") == "partners_shown_cards"
    assert refusal(together, 0, "play", "riddance/1", "centre/0") == "cards_of_others"
    assert refusal(together, 2, "play", "riddance/2", "centre/0") == "not_your_turn"


def test_6_a_discard_goes_on_an_own_pile() -> None:
    table = table_of({"hand/0": "9C"}, options=PARTNERS)
    assert refusal(table, 0, "discard", "hand/0/0", "discards/8") == "pile_of_others"
    assert refusal(table, 0, "discard", "hand/2/0", "discards/0") == "cards_of_others"
    assert all(may(table, 0, "discard", "hand/0/0", f"discards/{place}") for place in range(4))


def test_7_a_side_is_out_when_both_its_piles_are_gone() -> None:
    piles = {"riddance/0": "AC", "riddance/2": "#9C #9D 2C", "hand/0": "KC KD KH", "stock": "#9C " * 20}
    table = table_of(piles, options=PARTNERS)
    play(table, 0, "play", "riddance/0", "centre/0")
    assert not sharing.is_over(table)
    play(table, 0, "play", "riddance/2", "centre/0")
    for king in range(2):
        play(table, 0, "play", "hand/0/0", f"centre/{1 + king}")
    table.piles[table.number("riddance") + 2][:] = [0]
    table.changed()
    play(table, 0, "play", "riddance/2", "centre/3")
    assert sharing.is_over(table)
    assert sharing.definition(table).out(table) == 0
    assert points(table)[0] == points(table)[2] > points(table)[1]


def test_8_who_goes_out_gets_the_cards_that_others_have_left() -> None:
    piles = {"riddance/0": "AC", "riddance/1": "#9C 9D", "riddance/2": "#9C #9D #9H 9S"}
    table = table_of(piles, seats=(0, 1, 2), options={"riddance": 5})
    play(table, 0, "play", "riddance/0", "centre/0")
    assert points(table)[:3] == [11, 3, 1]


def test_9_partners_count_their_points_together() -> None:
    piles = {"riddance/0": "AC", "riddance/1": "#9C 9D", "riddance/2": "", "riddance/3": "#9C #9D #9H 9S"}
    table = table_of(piles, options=PARTNERS | {"riddance": 5})
    play(table, 0, "play", "riddance/0", "centre/0")
    assert points(table) == [16, 4, 16, 4]


def test_10_a_new_stock_is_formed_when_a_card_is_due() -> None:
    table = table_of({"hand/0": "9C", "hand/1": "8C 8D", "stock": "#2C #2D", "completed": "#3C " * 24})
    play(table, 0, "discard", "hand/0/0", "discards/0")
    found = counts(table)
    assert (found["hand"][1], found["stock"], found["completed"]) == (5, [23], [0])


def test_11_the_cards_of_who_gives_up_come_back_with_the_next_stock() -> None:
    piles = {"hand/0": "9C 9D 9H 9S TC", "discards/0": "2C 3C 4C", "discards/1": "5C AC", "stock": "#2D " * 20}
    alone, together = table_of(piles), table_of(piles, options=PARTNERS)
    for table in (alone, together):
        sharing.leave(table, 0)
        assert (table.count("seat"), counts(table)["hand"][:2]) == (1, [0, 5])
    assert counts(alone)["completed"] == [10]
    assert min(alone.group("completed")[0]) >= DOWN
    assert (counts(together)["completed"], counts(together)["discards"][:2]) == ([5], [3, 2])
    play(together, 1, "discard", "hand/1/0", "discards/4")
    assert may(together, 2, "play", "discards/1", "centre/0")
    assert not may(together, 2, "play", "discards/0", "centre/0")


def test_12_two_turns_of_each_without_a_discard_end_the_game() -> None:
    table = table_of({}, seats=(0, 1, 2))
    for number in range(6):
        assert (sharing.is_over(table), table.count("passes")) == (False, number)
        play(table, number % 3, "stand")
    assert sharing.is_over(table)
    assert sharing.definition(table).out(table) is None
    assert refusal(table_of({"hand/0": "9C"}), 0, "stand") == "card_in_hand"


def test_13_the_highest_upcard_begins_and_places_decide_among_equals() -> None:
    table = table_of({f"riddance/{seat}": f"#6C {card}" for seat, card in enumerate(("KC", "QC", "KD", "5C"))})
    seat = sharing.definition(table).seat
    for number, first in ((0, 0), (1, 2), (2, 2), (3, 0)):
        seat(table, number, (0, 1, 2, 3))
        assert table.count("seat") == first


def test_14_who_is_late_too_often_plays_no_more() -> None:
    table = table_of({"hand/0": "KC QD 9C", "stock": "#2C " * 40})
    for late in range(2):
        in_turn.time_out(table)
        assert in_turn.time_outs(table) == (1 + late, 0, 0, 0)
        for seat in (1, 2, 3):
            play(table, seat, "discard", f"hand/{seat}/0", f"discards/{4 * seat}")
    assert shown(table, "discards/0") == "QD"
    in_turn.time_out(table)
    assert (sharing.in_play(table), table.count("seat")) == ([1, 2, 3], 1)
    forfeiting = table_of({"hand/0": "9C"}, options={"on_timeout": "forfeit"})
    in_turn.time_out(forfeiting)
    assert sharing.in_play(forfeiting) == [1, 2, 3]


def test_a_move_in_time_voids_earlier_time_outs() -> None:
    table = table_of({"hand/0": "KC QD 9C", "stock": "#2C " * 40}, _timeouts_0=2)
    play(table, 0, "discard", "hand/0/0", "discards/0")
    assert in_turn.time_outs(table) == (0, 0, 0, 0)


def test_the_game_is_over_when_one_side_is_left() -> None:
    table = table_of({}, options=PARTNERS)
    sharing.leave(table, 1)
    assert not sharing.is_over(table)
    sharing.leave(table, 3)
    assert sharing.is_over(table)
    three = table_of({}, seats=(0, 1, 2))
    sharing.leave(three, 0)
    assert not sharing.is_over(three)
    sharing.leave(three, 2)
    assert sharing.is_over(three)


def test_a_hand_is_shown_to_its_owner_alone_not_even_to_a_partner() -> None:
    table = catalogue.game(ID, PARTNERS).deal(bytes(32))
    hands, piles = table.game.indexes("hand"), table.game.indexes("riddance")
    for role in (0, 1, 2, 3, None):
        seen = view.state(table, role)[0]
        assert [set(seen[pile]) != {view.HIDDEN} for pile in hands] == [seat == role for seat in range(4)]
        assert all(set(seen[pile][:-1]) == {view.HIDDEN} and seen[pile][-1] >= 0 for pile in piles)


@pytest.mark.parametrize(("seats", "partners"), [((0, 1, 2), False), ((0, 1, 2, 3), False), ((0, 1, 2, 3), True)])
def test_random_games_end_and_lose_no_card(seats: tuple[int, ...], partners: bool, thorough: bool) -> None:
    game = catalogue.game(ID, {"riddance": 5, "partners": partners})
    for number in range(1000 if thorough else 60):
        table = game.deal(number.to_bytes(32, "big"))
        sharing.definition(table).seat(table, number, seats)
        play_out(table, random.Random(number))


MOST_MOVES = 6000


def play_out(table: Table, chance: random.Random) -> None:
    """Play a random game in which now and then somebody gives up or is late; check it after each change."""
    piles, log = [pile[:] for pile in table.piles], len(table.log)
    counters = table.counters[:]
    pack = sorted(card % DOWN for pile in piles for card in pile)
    assert pack == sorted(table.game.pack)
    for _ in range(MOST_MOVES):
        if sharing.is_over(table):
            break
        seat = table.count("seat")
        assert all((seat == other) == bool(sharing.moves(table, other)) for other in range(4))
        whim = chance.random()
        if whim < 0.001:
            sharing.leave(table, chance.choice(sharing.in_play(table)))
        elif whim < 0.01:
            in_turn.time_out(table)
        else:
            sharing.play(table, seat, keen(table, seat, chance))
        for event in table.log[log:]:
            apply(event, piles, counters)
        log = len(table.log)
        assert piles == table.piles
        assert sorted(card % DOWN for pile in piles for card in pile) == pack
        assert max(map(len, table.group("hand"))) <= 5
    assert sharing.is_over(table), "the game goes on for ever"
    assert not any(sharing.moves(table, seat) for seat in range(4))


def keen(table: Table, seat: int, chance: random.Random) -> Any:
    """Choose a move that plays an upcard if it can, and else any; late in the game it discards."""
    moves = sharing.moves(table, seat)
    upcards = table.game.indexes("riddance")
    if found := [move for move in moves if len(move) > 1 and move[1] in upcards]:
        return chance.choice(found)
    eager = 0.001 if sum(map(len, table.group("discards"))) > len(table.game.pack) / 2 else 20.0
    return chance.choices(moves, [eager if move[0] == "play" else 1.0 for move in moves])[0]
