"""The master at Spite and Malice."""

from __future__ import annotations

from random import Random

from cadogan_client.bots.malice import MaliceGood, MaliceMaster
from cadogan_client.bots.malice.turn import Turn
from cadogan_client.bots.malice.worth import Worth
from cadogan_client.bots.policy import Move
from cadogan_games.players import Seen
from tests.bench.malice_bots import compete
from tests.client.bots.malice.test_fair import sight
from tests.client.bots.malice.test_level import pile_up_to
from tests.games.duels import duel


def test_the_master_beats_the_good_bot_in_some_fixed_games() -> None:
    """Of a hundred games it wins a few more than half, so these are some that it has won."""
    assert compete("spite_and_malice", MaliceMaster, MaliceGood, range(100, 103)).won == 3


def worth(bot: type[MaliceGood], hand: str, **piles: str) -> float:
    """What a bot takes the end of a turn with this hand to be worth."""
    seen = sight(duel({"riddance/0": "#9D 6C", "riddance/1": "#9H 9C", "hand/0": hand, "stock": "#9H " * 40, **piles}))
    return Worth(seen, bot.weights(seen)).ended(Turn(seen).start())


def test_the_master_would_rather_hold_several_ranks() -> None:
    assert worth(MaliceGood, "KC KD") == worth(MaliceGood, "KC QD")
    assert worth(MaliceMaster, "KC KD") < worth(MaliceMaster, "KC QD")


def test_the_master_counts_the_cards_that_fit() -> None:
    """Neither card leads to an upcard."""
    fits, waits = (worth(MaliceMaster, hand, **{"centre/0": pile_up_to(10)}) for hand in ("JC", "QC"))
    assert fits > waits


def test_hidden_cards_change_no_move_of_the_master() -> None:
    """The opponent's hand, the stock and the covered riddance cards are exchanged for others."""
    piles = {"riddance/0": "#9D QC", "riddance/1": "#9H 6S", "hand/0": "5H KC KD 9S 9D", "centre/0": pile_up_to(4)}

    def move(hidden: dict[str, str]) -> Move | None:
        table = duel({**piles, **hidden})
        return MaliceMaster(Random(1)).choose(Seen(table, 0), table.moves())

    first = move({"hand/1": "QS QH", "stock": "#9H " * 40})
    assert first == move({"hand/1": "5D 6D", "stock": "#5S " * 40, "riddance/0": "#AD QC"})
