"""Stored verdicts."""

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


def test_only_deals_without_proof_are_solved_again_within_more() -> None:
    row = SolvedRow(1, "wlu-u", 250, 100)
    assert row.within(100) == row.within(50) == row
    assert row.within(200) == SolvedRow(1, "wl---", 250, 200)


def test_verdicts_on_other_deals_are_not_mixed() -> None:
    kept = Solved("00", {"klondike": SolvedRow(catalogue.head_of("klondike").revision, "wlu", 250, 100)})
    assert Solved("00").gone_on_with(kept.as_text()) == kept
    with pytest.raises(OtherSeries, match="seed 00"):
        Solved("01").gone_on_with(kept.as_text())
