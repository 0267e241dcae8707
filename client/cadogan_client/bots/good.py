"""The good bot: an experienced player."""

from cadogan_client.bots.bank import BankGood
from cadogan_client.bots.demon import DemonGood
from cadogan_client.bots.malice import MaliceGood
from cadogan_client.bots.racer import Racer, Skill
from cadogan_client.bots.tempo import Tempo


class Good(Racer):
    """Overlooks nothing, compares the worth of each pile before and after a move, and makes plans in games with cells
    or runs.

    It brings cards home, turns up cards that lie face down, does not bury cards that are needed soon, and turns the
    stock before it moves cards back and forth. It never returns to an earlier position, and gives up when nothing else
    is left.
    """

    duellist = MaliceGood
    bank = BankGood
    demon = DemonGood
    tempo = Tempo(hand=0.5, choice=0.25)
    skill = Skill()
