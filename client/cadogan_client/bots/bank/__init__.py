"""Russian Bank, in three levels."""

from cadogan_client.bots.bank.levels import BankEasy, BankFair, BankGood

__all__ = ["BankEasy", "BankFair", "BankGood"]
