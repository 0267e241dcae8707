"""No set of options contradicts another: neither the options of a game, nor the shortcuts and the budget of a search.

A looser rule never loses a deal that a stricter one wins, since whoever plays by it may play as by the stricter one.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from random import Random
from typing import Any

from cadogan_games import catalogue, report
from cadogan_games.engine.game import Game
from cadogan_games.engine.table import Table
from cadogan_games.kept import FOLDER
from cadogan_games.simulate import seed_of
from cadogan_games.solver.deriving import form_of
from cadogan_games.solver.form import plain_form
from cadogan_games.solver.outcome import LOST, WON, Verdict
from cadogan_games.solver.solve import solve
from cadogan_games.solver.solved import LETTERS, Solved
from tests.each import each
from tests.games.solver.compared import RACES, forms_with_one_shortcut
from tests.games.solver.short import few_cards, short_deal, shortened
from tests.games.solver.test_search import DEFINITIONS
from tests.games.solver.test_shortcuts import columns_and_homes_alike

LOOSER: dict[str, tuple[Any, ...]] = {
    "auto_fill": (True, False),
    "clear_lane": (True, False),
    "draw": (3, 1),
    "kings_only": (True, False),
    "manual_removal": (False, True),
    "move_runs": (False, True),
    "only_aces": (True, False),
    "partial_runs": (False, True),
    "passes": (1, 2, 3, "unlimited"),
    "queen_on_king": (False, True),
    "rainbow_free": (False, True),
    "redeals": (0, 1, 2, 3),
    "refill": ("auto", "choose"),
    "relaxed": (False, True),
    "returns": (False, True),
    "sequence_units": (False, True),
    "strict_1898": (True, False),
    "whole_pack": (True, False),
    "wrap": (False, True),
}
"""By option: its values, each looser than the one before. Where a card a turn is drawn, three turns are one of three cards."""

NEITHER = {
    "blocking_kings": "it deals other cards",
    "keep_runs": "a run that stays keeps the cards beneath it, but needs no place at home",
    "winnable_only": "it deals other cards",
    "year": "it sets other foundations",
}
"""Options of which no value is looser than another, and why."""

WHOLE_NODES = 400
"""The budget for a whole deal."""


def pairs(id: str) -> Iterator[tuple[Game, Game]]:
    """Yield the game by a stricter and a looser value of each of its options, the others as usual."""
    for option, listed in catalogue.head_of(id).option_values.items():
        if option in LOOSER:
            for values in pairwise([value for value in LOOSER[option] if value in listed]):
                stricter, looser = (catalogue.game(id, {option: value}) for value in values)
                assert isinstance(stricter, Game)
                assert isinstance(looser, Game)
                yield stricter, looser


def same_cards(stricter: Game, looser: Game, small: int, whole: int) -> Iterator[tuple[Table, Table, int]]:
    """Yield small deals and whole ones by both rules, and the budget for them."""
    chance = Random(stricter.head.id)
    for _ in range(small):
        kept, seed = few_cards(chance), chance.randbytes(32)
        short = shortened(stricter, kept), shortened(looser, kept)
        if short[0] is not None and short[1] is not None:
            yield short_deal(stricter, short[0], seed), short_deal(looser, short[1], seed), 2000
    for _ in range(whole):
        seed = chance.randbytes(32)
        yield stricter.deal(seed), looser.deal(seed), WHOLE_NODES


def verdicts(id: str, small: int, whole: int) -> Iterator[tuple[str, Verdict, Verdict]]:
    """Yield the verdicts by stricter and looser rules on the same cards, and what was dealt."""
    for stricter, looser in pairs(id):
        forms = form_of(stricter), form_of(looser)  # a short pack can't be dealt as a whole, so its form is not derived
        for strict, loose, nodes in same_cards(stricter, looser, small, whole):
            told = f"{id}: {stricter.options} and {looser.options}, {strict.piles}"
            yield told, solve(strict, nodes, form=forms[0]).verdict, solve(loose, nodes, form=forms[1]).verdict


def test_every_option_has_an_order_or_a_reason_for_none() -> None:
    options = {option for id in RACES for option in catalogue.head_of(id).option_values}
    assert options == set(LOOSER) | set(NEITHER)
    for id in RACES:
        for option, listed in catalogue.head_of(id).option_values.items():
            assert option in NEITHER or set(listed) <= set(LOOSER[option]), (id, option)


@each("id", [id for id in RACES if any(True for _ in pairs(id))])
def test_a_looser_rule_never_loses_what_a_stricter_one_wins(id: str, thorough: bool) -> None:
    if thorough or id in DEFINITIONS:
        for told, strict, loose in verdicts(id, *((60, 10) if thorough else (2, 1))):
            assert (strict, loose) != (WON, LOST), told


def test_a_looser_rule_wins_what_a_stricter_one_loses() -> None:
    found = {(strict, loose) for _, strict, loose in verdicts("klondike", 40, 0)}
    assert {(LOST, LOST), (LOST, WON), (WON, WON)} <= found


def test_a_broken_shortcut_breaks_the_order_of_rules() -> None:
    found = set()
    for stricter, looser in pairs("klondike"):
        forms = form_of(stricter), columns_and_homes_alike(form_of(looser))
        for strict, loose, nodes in same_cards(stricter, looser, 8, 0):
            found.add((solve(strict, nodes, form=forms[0]).verdict, solve(loose, nodes, form=forms[1]).verdict))
    assert (WON, LOST) in found


@each("id", RACES)
def test_no_shortcut_and_no_budget_contradicts_a_proof(id: str, thorough: bool) -> None:
    if not thorough and id not in DEFINITIONS:
        return
    game, known = catalogue.game(id), report.verdicts_on(id).verdicts
    assert isinstance(game, Game)
    forms = {"none": plain_form(game.pile_count, len(game.counter_names)), **forms_with_one_shortcut(game)}
    for proved, other in ((WON, LOST), (LOST, WON)):
        deal = known.find(LETTERS[proved])
        for name, form in forms.items() if deal >= 0 else ():
            if thorough or name == "none":
                nodes = 3000 if thorough else 300
                assert solve(game.deal(seed_of(bytes(1), deal)), nodes, form=form).verdict != other, (id, deal, name)


def test_two_budgets_agree_on_every_deal_that_both_decide() -> None:
    few = Solved.parse((FOLDER / "quickly_solved.json").read_text(encoding="utf-8"))
    contradictions, decided = {"wl", "lw"}, 0
    for id, row in few.rows.items():
        both = [a + b for a, b in zip(row.verdicts, report.verdicts_on(id).verdicts, strict=False)]
        assert not contradictions & set(both), id
        decided += both.count("ww") + both.count("ll")
    assert decided > 500
