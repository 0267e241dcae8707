"""Verdicts as they are kept."""

from __future__ import annotations

import pytest

from cadogan_games import catalogue
from cadogan_games.kept import OtherSeries
from cadogan_games.solver.outcome import LOST, UNKNOWN, WON, Outcome
from cadogan_games.solver.solved import Solved, SolvedRow


def test_verdicts_are_kept_by_deal_in_any_order() -> None:
    row = SolvedRow(1).plus(2, Outcome(WON, 10)).plus(0, Outcome(LOST, 5))
    assert (row.verdicts, row.nodes, row.pending(4)) == ("l-w", 15, [1, 3])
    row = row.plus(1, Outcome(UNKNOWN, 7)).plus(3, Outcome(WON, 1))
    assert (row.deals, row.won, row.lost, row.bracket) == (4, 2, 1, (0.5, 0.75))


def test_verdicts_within_another_budget_are_not_mixed() -> None:
    kept = Solved(100, "00", {"klondike": SolvedRow(catalogue.head_of("klondike").revision, "wlu", 250)})
    assert Solved(100, "00").gone_on_with(kept.as_text()) == kept
    with pytest.raises(OtherSeries, match="within 100 nodes each"):
        Solved(200, "00").gone_on_with(kept.as_text())
