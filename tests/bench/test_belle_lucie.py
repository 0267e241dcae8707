"""The player of La Belle Lucie plays by the rules, and finds the most cards that can go home from a layout."""

from __future__ import annotations

from itertools import pairwise
from random import Random

import pytest

from cadogan_games import catalogue
from cadogan_games.engine.cards import DOWN
from cadogan_games.engine.table import Table
from tests.bench.belle_lucie import CARDS, FAN, RANKS, Layout, best_of, dealt, main

MANY = 100_000
"""More positions than a layout of these tests has."""


def lying(*fans: list[int], home: list[int]) -> Layout:
    """Return a layout with these fans, bottom first."""
    below = [-1] * CARDS
    for fan in fans:
        for under, card in pairwise(fan):
            below[card] = under
    made = Layout(below, [fan[-1] for fan in fans], home)
    made.send_home()
    return made


def fans_of(layout: Layout) -> list[list[int]]:
    """Return the cards of the fans that are not empty, bottom first."""
    fans = []
    for card in layout.tops:
        fan: list[int] = []
        while card >= 0:
            fan.insert(0, card)
            card = layout.below[card]
        if fan:
            fans.append(fan)
    return fans


def as_table(layout: Layout) -> Table:
    """Return the same layout on a table of the engine, after the last redeal."""
    table = catalogue.game("la_belle_lucie").deal(bytes(1))
    table.counters[:] = [2 if name == "redeals" else 0 for name in table.game.counter_names]
    fans = fans_of(layout)
    columns = table.group("tableau")
    for number, pile in enumerate(columns):
        pile[:] = fans[number] if number < len(fans) else []
    for suit, pile in enumerate(table.group("foundations")):
        pile[:] = [RANKS * suit + rank for rank in range(layout.home[suit])]
    table.changed()
    return table


def most_home(table: Table) -> int:
    """Return the most cards home that the engine can reach by moves of cards."""
    best, seen, waiting = 0, set(), [table]
    while waiting:
        here = waiting.pop()
        best = max(best, sum(map(len, here.group("foundations"))))
        for move in here.moves():
            if isinstance(move[0], str):
                continue
            here.play(move)
            key = tuple(bytes(pile) for pile in here.piles)
            if key not in seen:
                seen.add(key)
                twin = Table(here.game, here.seed)
                for own, pile in zip(twin.piles, here.piles, strict=True):
                    own += pile
                twin.counters[:] = here.counters
                waiting.append(twin)
            here.undo()
    return best


def test_a_deal_has_fans_of_three_of_all_cards_that_are_not_home() -> None:
    home = [2, 0, 5, 13]
    layout = dealt(home[:], Random(4))
    assert [a >= b for a, b in zip(layout.home, home, strict=True)] == [True] * 4
    away = sum(map(len, fans_of(layout)))
    assert away + sum(layout.home) == CARDS
    assert len(layout.tops) == -(-(CARDS - sum(home)) // FAN)
    assert all(len(fan) <= FAN for fan in fans_of(layout))


def test_cards_that_fit_go_home_by_themselves_one_after_the_other() -> None:
    layout = lying([2, 1, 0], [5, 3], home=[0, 13, 13, 13])
    assert layout.home[0] == 4
    assert fans_of(layout) == [[5]]


def test_a_card_moves_only_on_to_the_next_higher_one_of_its_suit() -> None:
    layout = lying([0, 7], [8], [7 + RANKS], home=[0, 0, 13, 13])
    assert layout.moves() == [(0, 1)]
    assert fans_of(layout.moved(0, 1)) == [[8, 7], [7 + RANKS]]


def test_all_lines_are_tried_as_the_order_of_moves_counts() -> None:
    """If the 3 goes on the 4 before the 6 goes on the 7, the ace below never comes out."""
    layout = lying([0, 2], [3], [1, 5, 6], home=[0, 13, 13, 13])
    best, whole = best_of(layout, MANY)
    assert (sum(best), whole) == (most_home(as_table(layout)), True)


@pytest.mark.parametrize(
    ("number", "home"), [(0, [5, 5, 5, 5]), (1, [5, 5, 5, 5]), (2, [5, 5, 5, 5]), (1, [8, 8, 8, 8])]
)
def test_no_line_of_the_engine_brings_more_home(number: int, home: list[int]) -> None:
    layout = dealt(home[:], Random(number))
    best, whole = best_of(layout, MANY)
    assert whole
    assert sum(best) == most_home(as_table(layout))
    assert all(card < DOWN for fan in fans_of(layout) for card in fan)


def test_a_limit_ends_the_search_with_what_was_found() -> None:
    layout = dealt([0, 0, 0, 0], Random(1))
    best, whole = best_of(layout, 3)
    assert not whole
    assert sum(layout.home) <= sum(best) <= sum(best_of(layout, MANY)[0])


def test_a_last_layout_begins_with_the_named_cards_at_home(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.argv", ["belle_lucie", "--games", "3", "--home", "13,13,13,12"])
    main()
    assert capsys.readouterr().out.startswith("3 of 3 games won; 3 of 3 layouts")
    monkeypatch.setattr("sys.argv", ["belle_lucie", "--home", "13,13,13"])
    with pytest.raises(SystemExit):
        main()
