"""Verdicts on some positions of a board decide others."""

from __future__ import annotations

import pytest

from cadogan_games.solver.lost.losing import Losing
from cadogan_games.solver.lost.timeline import Timelines
from cadogan_games.solver.outcome import LOST, WON, LineBroken, Verdict
from tests.games.solver.lost.test_losing import ENOUGH, short_table


@pytest.mark.parametrize(("first", "second"), [(WON, LOST), (LOST, WON)])
def test_verdicts_that_contradict_each_other_are_noticed(first: Verdict, second: Verdict) -> None:
    table, form = short_table("klondike_draw1", 3)
    line = Losing(table, [[]], ENOUGH, form=form).search(0).line  # type: ignore[union-attr]
    lines = Timelines(table, [list(line[:1])], form)
    notes = {WON: lambda: lines.note_won(0, 0, line), LOST: lambda: lines.note_lost(0, 0)}
    notes[first]()
    with pytest.raises(LineBroken, match="both"):
        notes[second]()
