"""The mirror of a table follows the real one by events alone."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cadogan_client import BadEvent, Table
from cadogan_games.engine import view
from cadogan_protocol import TableState
from cadogan_protocol.documents.sample import LAYOUT
from tests.client.tables import SIX, deal, mirror, push, state


def table(*piles: list[int]) -> Table:
    made = Table(LAYOUT)
    made.load(TableState(piles=tuple(tuple(pile) for pile in piles), counters=(0, 0)))
    return made


@pytest.mark.parametrize("game", SIX)
@settings(max_examples=8)
@given(number=st.integers(0, 10**6))
def test_events_keep_the_mirror_true_through_whole_games_and_back(game: str, number: int) -> None:
    real, chance = deal(game, number), Random(number)
    seen = mirror(real)
    while (moves := real.moves()) and len(real.log) < 400:
        push(real, seen, chance.choice(moves))
        assert seen.piles == [list(pile) for pile in state(real).piles]
        assert tuple(seen.counters) == state(real).counters
    while real.can_undo:
        seen.apply(view.events(real.game, real.undo(), None))
    fresh = state(deal(game, number))
    # A card that was turned up once and lies face down again is hidden again.
    assert seen.piles == [list(pile) for pile in fresh.piles]


def test_each_event_does_what_the_protocol_says() -> None:
    one = table([1, 2, 3], [4], [-1, -1], [])
    one.apply([(0, 0, 1, 2)])
    assert one.piles == [[1], [4, 2, 3], [-1, -1], []]
    one.apply([(1, 2, 3, (8, 9))])
    assert one.piles == [[1], [4, 2, 3], [], [8, 9]]
    one.apply([(2, 1, 1, 0, 0, (2,))])
    assert one.piles == [[2, 1], [4, 3], [], [8, 9]]
    one.apply([(2, 3, 0, 3, 1, (8,))])
    assert one.piles[3] == [9, 8]
    one.apply([(3, 3, 0, -1), (4, 0, (7, 6)), (5, 1, 2)])
    assert (one.piles[0], one.piles[3], one.counters) == ([7, 6], [-1, 8], [0, 2])


@pytest.mark.parametrize(
    "event",
    [
        (0, 0, 1, 9),
        (0, 9, 1, 1),
        (1, 3, 0, (1,)),
        (2, 0, 2, 1, 0, (1, 2)),
        (3, 0, 9, 1),
        (5, 9, 1),
        (6, 1),
        (),
        (0, "x", 1, 1),
    ],
)
def test_an_event_that_does_not_fit_is_told(event) -> None:
    with pytest.raises(BadEvent):
        table([1, 2, 3], [4], [-1, -1], []).apply([event])


def test_a_snapshot_of_another_table_is_told() -> None:
    with pytest.raises(BadEvent, match="2 piles"):
        Table(LAYOUT).load(TableState(piles=((), ()), counters=(0, 0)))


def test_a_table_knows_its_piles_groups_and_counters() -> None:
    one = table([1], [4], [-1, -1], [])
    assert one.kinds == ["foundation", "tableau", "stock", "waste"]
    assert one.group("tableau") == [[4]]
    assert one.phase == "play"
    assert one.counter("redeals") == 0
    assert [group.id for group, _ in one.groups()] == one.group_of
    twin = one.copy()
    twin.apply([(0, 0, 1, 1)])
    assert (one.piles[0], twin.piles[0]) == ([1], [])
