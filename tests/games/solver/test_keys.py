"""The keys of positions."""

from __future__ import annotations

from dataclasses import replace

from cadogan_games.engine.game import Game
from cadogan_games.engine.table import Table
from cadogan_games.solver.form import Form, Late, plain_form
from cadogan_games.solver.keys import Keys
from cadogan_games.solver.tables import rewind
from cadogan_games.solver.talon import talon_of
from tests.games.positions import move, position


def spider(first: str, second: str) -> Table:
    return position("spider_1", {"tableau/0": first, "tableau/1": second})


def plain(table: Table) -> Form:
    return plain_form(len(table.piles), len(table.counters))


def columns_alike(table: Table) -> Form:
    form, span = plain(table), table.game.indexes("tableau")
    return replace(form, alike=tuple(span.start if pile in span else pile for pile in form.alike))


def test_equal_positions_have_equal_keys_and_others_differ() -> None:
    table = spider("9S 8S", "7S")
    key = Keys(table, plain(table)).key
    assert Keys(spider("9S 8S", "7S"), plain(table)).key == key
    assert Keys(spider("8S 9S", "7S"), plain(table)).key != key
    assert Keys(spider("7S", "9S 8S"), plain(table)).key != key


def test_piles_of_one_class_may_exchange_their_contents() -> None:
    one, other = spider("9S 8S", "7S"), spider("7S", "9S 8S")
    form = columns_alike(one)
    assert Keys(one, form).key == Keys(other, form).key


def test_a_pile_that_is_left_out_does_not_matter() -> None:
    one, other = spider("9S", "7S"), spider("9S", "2S")
    form = replace(plain(one), left_out=frozenset({one.game.first["tableau"] + 1}))
    assert Keys(one, form).key == Keys(other, form).key


def test_a_counter_matters_only_if_it_is_counted() -> None:
    one, other = position("klondike_draw1", {"stock": "#2C"}), position("klondike_draw1", {"stock": "#2C"}, redeals=1)
    form = plain(one)
    assert Keys(one, form).key != Keys(other, form).key
    uncounted = replace(form, counted=())
    assert Keys(one, uncounted).key == Keys(other, uncounted).key


def test_the_key_follows_moves_and_leads_back_after_them() -> None:
    table = spider("9S 8S", "9S 7S")
    keys = Keys(table, columns_alike(table))
    before, length = keys.key, len(keys.trail)
    table.push(move(table, "tableau/1", "tableau/0"))
    after = keys.advance(0)
    assert after == Keys(table, columns_alike(table)).key != before
    rewind(table, 0)
    keys.retreat(before, length)
    assert keys.key == before
    table.push(move(table, "tableau/1", "tableau/0"))
    assert keys.advance(0) == after


def test_begin_finds_the_key_of_a_table_that_was_changed_unseen() -> None:
    table = spider("9S 8S", "7S")
    keys = Keys(table, plain(table))
    table.piles[table.game.first["tableau"]].pop()
    keys.begin()
    assert keys.key == Keys(spider("9S", "7S"), plain(table)).key


def test_an_endless_talon_counts_by_the_cards_that_can_come_up() -> None:
    def key(waste: str, stock: str) -> int:
        table = position("klondike_draw3", {"waste": waste, "stock": stock})
        assert isinstance(table.game, Game)
        talon = talon_of(table.game)
        assert talon is not None
        assert talon.endless
        assert talon.turns == 3
        return Keys(table, replace(plain(table), talon=talon)).key

    unturned = key("", "#7C #6C #5C #4C #3C #2C")
    assert key("2C 3C 4C", "#7C #6C #5C") == unturned
    assert key("2C 3C", "#7C #6C #5C #4C") != unturned
    assert key("2C 3C 4C", "#7C #5C #6C") != unturned


def test_piles_that_are_alike_only_late_may_exchange_their_contents_late() -> None:
    def with_stock(first: str, second: str, stock: str) -> Table:
        return position("spider_1", {"tableau/0": first, "tableau/1": second, "stock": stock})

    early, late = "#2S", ""
    table = with_stock("9S", "7S", early)
    stock = table.game.first["stock"]
    form = replace(plain(table), alike_late=columns_alike(table).alike, late=Late(stock, ()))
    assert Keys(table, form).key != Keys(with_stock("7S", "9S", early), form).key
    assert Keys(with_stock("9S", "7S", late), form).key == Keys(with_stock("7S", "9S", late), form).key


def test_the_key_leads_back_from_late_positions() -> None:
    table = position("spider_1", {**{f"tableau/{n}": f"{n + 2}S" for n in range(8)}, "stock": "#2S"})
    form = replace(plain(table), alike_late=columns_alike(table).alike, late=Late(table.game.first["stock"], ()))
    keys = Keys(table, form)
    before, length = keys.key, len(keys.trail)
    late = []
    for _ in range(2):
        table.shift(table.game.first["stock"], table.game.first["tableau"])
        late.append(keys.advance(0))
        assert late[-1] == Keys(table, form).key != before
        rewind(table, 0)
        keys.retreat(before, length)
    assert late[0] == late[1]
