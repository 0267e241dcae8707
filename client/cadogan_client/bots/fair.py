"""The fair bot: a casual player who pays attention."""

from cadogan_client.bots.bank import BankFair
from cadogan_client.bots.demon import DemonFair
from cadogan_client.bots.malice import MaliceFair
from cadogan_client.bots.racer import Racer, Skill
from cadogan_client.bots.tempo import Tempo


class Fair(Racer):
    """Overlooks a move now and then, has some feeling for the arrangement of cards, and plans no further than the next
    moves."""

    duellist = MaliceFair
    bank = BankFair
    demon = DemonFair
    tempo = Tempo(hand=0.8, choice=0.45)
    skill = Skill(notices=0.8, insight=0.5, errs=3.0, patience=0.75, plans=0.2)
