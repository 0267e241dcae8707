"""The master: it searches as the good bot does, and weighs the ends of its turn by what such ends have led to."""

from __future__ import annotations

from cadogan_client.bots.malice.good import MaliceGood
from cadogan_client.bots.malice.sight import Sight
from cadogan_client.bots.malice.worth import Weights

STANDARD = Weights(
    reach=1.28,
    missing=0.07,
    danger=1.25,
    their_missing=0.035,
    fresh=0.026,
    renewed=0.5,
    wild=0.4,
    wild_buried=0.2,
    ace_held=0.03,
    run=0.02,
    blocking=0.0,
    open_place=0.387,
    takes=0.112,
    next_upcard=0.64,
    their_top=0.155,
    own_top=0.12,
    playable=0.078,
    pair=-0.157,
)
"""The weights for the standard game and for mixed packs. They are what each feature at the end of a turn was worth later: the
riddance cards that the seat played in the next eight turns, less the opponent's, by least squares over 115,000 turns of
700 games of the good bot against itself. `renewed` and `next_upcard` belong to turns that go on, and were chosen by hand."""

MODERN = Weights(
    reach=1.06,
    missing=0.17,
    danger=0.0,
    direct=1.1,
    one_away=0.27,
    their_missing=0.1,
    fresh=0.04,
    renewed=0.5,
    wild=0.47,
    wild_buried=2.0,
    ace_kept=0.25,
    run=0.03,
    blocking=0.022,
    open_place=0.0,
    takes=0.106,
    next_upcard=0.53,
    their_top=0.09,
    pair=-0.154,
)
"""The same for the modern game, from 35,000 turns of 500 games. An upcard that fits a pile is counted by itself there, instead
of by its chance."""


class MaliceMaster(MaliceGood):
    """Searches its turn as the good bot does, but knows better what is worth having at its end: ways to discard, several
    ranks in hand, an upcard that can go, and no upcard of the opponent's that can."""

    @staticmethod
    def weights(sight: Sight) -> Weights:
        """Return what it weighs positions by, in the game that it sees."""
        return MODERN if sight.modern else STANDARD
