"""The good bot: an experienced player."""

from cadogan_client.bots.malice import MaliceGood
from cadogan_client.bots.racer import Racer, Skill
from cadogan_client.bots.tempo import Tempo


class Good(Racer):
    """Overlooks nothing, sees what each pile is worth before and after a move, and plans where that is asked for.

    It brings cards home, turns up what lies face down, does not bury what is needed soon, and turns the stock before it
    shuffles cards about. It never goes back to a position it has been in, and gives up when nothing else is left.
    """

    duellist = MaliceGood
    tempo = Tempo(hand=0.5, choice=0.25)
    skill = Skill()
