"""Compares the solver's verdicts with those of an exhaustive search, on short packs and on endings of games."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random

from cadogan_games import catalogue
from cadogan_games.engine.game import Game
from cadogan_games.engine.table import Table
from cadogan_games.solver.deriving import form_of
from cadogan_games.solver.form import Form, plain_form
from cadogan_games.solver.outcome import LineBroken, Verdict
from cadogan_games.solver.solve import solve
from tests.games.solver.short import endings, exhaustive, few_cards, short_deal, shortened

RACES = [id for id in catalogue.ids() if catalogue.head_of(id).kind == "race"]
PLENTY = 1_000_000
"""A budget in which a search sees all of these positions."""
DEALS_FOR_ENDINGS = 10
"""The number of short deals for each game that is played to its end and taken back."""


def small_positions(game: Game, deals: int, most: int) -> Iterator[tuple[Table, Verdict]]:
    """Yield positions from which at most `most` can be reached, with their verdicts by an exhaustive search: short
    deals, and positions near a game's end."""
    chance = Random(game.head.id)
    for number in range(deals):
        if number % DEALS_FOR_ENDINGS == 0:
            yield from endings(game, chance, most, budget=10 * most, steps=300)
        short = shortened(game, few_cards(chance))
        if short is not None:
            table = short_deal(game, short, chance.randbytes(32))
            verdict = exhaustive(table, most)
            if verdict is not None:
                yield table, verdict


def differences(game: Game, deals: int, most: int, form: Form | None = None, budget: int = PLENTY) -> Iterator[str]:
    """Yield a sentence for each small position whose verdict by a form, by default the game's own, is wrong."""
    used = form_of(game) if form is None else form
    for table, verdict in small_positions(game, deals, most):
        try:
            found: str = solve(table, budget, form=used).verdict
        except LineBroken as error:
            found = f"a line that is none ({error})"
        if found != verdict:
            yield f"{game.head.id}: {found}, but it is {verdict}: {table.piles}, {table.counters}"


def forms_with_one_shortcut(game: Game) -> dict[str, Form]:
    """Return the forms of a game that have one of its shortcuts each, by the name of the shortcut."""
    form = form_of(game)
    none = replace(plain_form(game.pile_count, len(game.counter_names)), counted=form.counted)
    alone = {
        "piles alike": replace(none, alike=form.alike, alike_late=form.alike_late, late=form.late),
        "suits alike": replace(none, cards=form.cards),
        "left out": replace(none, left_out=form.left_out),
        "turns": replace(none, talon=form.talon),
        "dominance": replace(none, dominance=form.dominance),
        "dead ends": replace(none, dead_ends=form.dead_ends),
    }
    return {name: each for name, each in alone.items() if each != none}
