"""Each event is undone by its inverse, whatever the table."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from cadogan_games import catalogue
from cadogan_games.engine.cards import DOWN
from cadogan_games.engine.events import apply, inverse
from cadogan_games.engine.table import Table


@given(st.data())
def test_the_inverse_of_an_event_takes_it_back(data: st.DataObject) -> None:
    table = catalogue.game("klondike").deal(bytes(32))
    before = ([pile[:] for pile in table.piles], table.counters[:])
    for _ in range(data.draw(st.integers(1, 6))):
        change(table, data)
    for event in reversed(table.log):
        apply(inverse(event), table.piles, table.counters)
    assert (table.piles, table.counters) == before


def change(table: Table, data: st.DataObject) -> None:
    """Make one change of any kind."""
    full = [i for i, pile in enumerate(table.piles) if pile]
    src = data.draw(st.sampled_from(full))
    dst = data.draw(st.integers(0, len(table.piles) - 1))
    size = len(table.piles[src])
    n = data.draw(st.integers(1, size))
    match data.draw(st.sampled_from(["shift", "turn", "take", "flip", "order", "set"])):
        case "shift" if src != dst:
            table.shift(src, dst, n)
        case "turn" if src != dst:
            table.turn_over(src, dst, n)
        case "take":
            i = data.draw(st.integers(0, size - n))
            room = size - n if src == dst else len(table.piles[dst])
            table.take(src, i, dst, data.draw(st.integers(0, room)), n, turned=data.draw(st.booleans()))
        case "flip":
            table.flip(src, data.draw(st.integers(0, size - 1)))
        case "order":
            table.order(src, data.draw(st.permutations(table.piles[src])))
        case _:
            table.set("redeals", data.draw(st.integers(0, 9)))


def test_a_packet_turned_over_reverses_order_and_faces() -> None:
    table = catalogue.game("klondike").deal(bytes(32))
    stock, waste = table.game.first["stock"], table.game.first["waste"]
    top = table.piles[stock][-3:]
    table.turn_over(stock, waste, 3)
    assert table.piles[waste] == [card - DOWN for card in reversed(top)]


def test_setting_a_counter_to_its_value_logs_nothing() -> None:
    table = catalogue.game("klondike").deal(bytes(32))
    table.set("redeals", 0)
    assert table.log == []
