"""The easy bot: a beginner."""

from cadogan_client.bots.bank import BankEasy
from cadogan_client.bots.demon import DemonEasy
from cadogan_client.bots.malice import MaliceEasy
from cadogan_client.bots.racer import Racer, Skill
from cadogan_client.bots.tempo import Tempo


class Easy(Racer):
    """Plays sensible moves, but overlooks many. It values only cards that go home or are turned up at once, and takes
    its time."""

    duellist = MaliceEasy
    bank = BankEasy
    demon = DemonEasy
    tempo = Tempo(hand=1.1, choice=0.8)
    skill = Skill(notices=0.7, insight=0.25, errs=8.0, patience=0.5, plans=0.0)
