"""Features of a position at the end of the master's search."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import pytest

from cadogan_client.bots.malice import MaliceFair
from cadogan_client.bots.malice.ends import NAMES, Ends
from cadogan_client.bots.malice.turn import Turn
from cadogan_games import catalogue
from tests.bench.malice_bots import GAMES
from tests.client.bots.malice.test_fair import sight
from tests.client.bots.malice.test_level import pile_up_to
from tests.games.duels import duel


def named(kind: str, values: Sequence[float]) -> dict[str, float]:
    return dict(zip(NAMES[kind], values, strict=True))


def ended(hand: str = "KC", discard: tuple[int, int] | None = None, **piles: str) -> dict[str, float]:
    """Return the features of the end of a turn with this hand, with a discard of a rank on a pile or without one."""
    table = duel({"riddance/0": "#9D 6C", "riddance/1": "#9H 9C", "hand/0": hand, "stock": "#9H " * 40} | piles)
    seen = sight(table)
    return named("ended", Ends(seen).ended(Turn(seen).start(), *(discard or ())))


@pytest.mark.parametrize("id", GAMES)
def test_every_feature_of_every_end_has_its_name(id: str) -> None:
    table, bot = catalogue.game(id).deal(bytes(32)), MaliceFair(Random(1))
    for _ in range(60):
        seen = sight(table)
        ends, start = Ends(seen), Turn(seen).start()
        for kind, values in (("ended", ends.ended(start)), ("out", ends.out(start)), ("emptied", ends.emptied(start))):
            assert len(values) == len(NAMES[kind]) == len(set(NAMES[kind]))
        table.push(bot.pick(seen, table.moves()))


def test_the_discard_counts_on_its_pile_and_no_longer_in_hand() -> None:
    before, after = ended("KC QC"), ended("KC QC", (12, 0))
    assert (before["hand: a 12"], after["hand: a 12"]) == (True, False)
    assert (before["piles: depth"], after["piles: depth"]) == (0, 1)
    assert (before["piles: open"], after["piles: open"]) == (4, 3)


def test_upcards_are_counted_by_their_nearest_pile() -> None:
    found = ended("KC", None, **{"centre/0": pile_up_to(4), "centre/1": pile_up_to(8)})
    assert (found["upcard: distance"], found["upcard: one away"], found["upcard: fits"]) == (1, True, False)
    assert (found["theirs: distance"], found["theirs: fits"], found["theirs: chance"]) == (0, True, 1)
    assert (found["centre: piles of 4"], found["centre: piles of 8"], found["centre: heights"]) == (1, 1, 3)


def test_discard_piles_are_counted_by_their_order() -> None:
    found = ended(
        "KC",
        None,
        **{"discards/0": "9C 8C 7C", "discards/1": "4C 6C", "discards/2": "9D 5D", "centre/0": pile_up_to(6)},
    )
    assert (found["piles: runs"], found["piles: run that fits"], found["piles: tops that fit"]) == (2, 2, 1)
    assert [found["piles: higher on lower"], found["piles: lower on higher"]] == pytest.approx([1.5, 4 / 6])
    assert found["piles: ranks taken"] == 4  # 7, 6, 5 and 4


def test_wild_cards_are_counted_where_they_lie() -> None:
    found = ended("JK JK KC", None, **{"discards/0": "9C JK", "discards/1": "JK 9D"})
    assert (found["piles: wild on top"], found["piles: wild below"]) == (1, 1)
    assert (found["hand: a wild card"], found["hand: more wild cards"]) == (True, 1)


def test_cards_that_no_pile_takes_cannot_be_discarded() -> None:
    full = {f"discards/{i}": card for i, card in enumerate(("5C", "9C", "QC", "2C"))}
    stuck, free = ended("KC KD TC", None, **full), ended("KC KD JC", None, **full)
    assert (stuck["hand: ranks to discard"], stuck["hand: none to discard"]) == (0, True)
    assert (free["hand: ranks to discard"], free["hand: none to discard"]) == (1, False)
