"""The world's numbered deals: the order of the cards in deal `number` of Microsoft's FreeCell, and of PySolFC.

*Microsoft's*: 52 cards lie by rank, and within a rank by suit: clubs, diamonds, hearts, spades. From the last card down to
the second, each changes places with the card at x mod (its own place + 1). The numbers x are bits 16 to 30 of a linear
congruential generator that begins with the number of the deal: state = 214013 * state + 2531011 mod 2^31. The card that
then lies last is dealt first. Two packs lie by pack, by suit (clubs, spades, hearts, diamonds) and by rank.

*PySolFC's*: up to 32000 the same. Beyond, cards lie by pack, suit and rank, as two packs do above; each changes places
with the card at int(r * (its own place + 1)); and the numbers r from 0 to 1 are those of the Mersenne twister that Python's
`random.Random(number).random()` gives.

Such a deal has a seed like any other, so all that deals from seeds deals it too: `microsoft deal 617` or `pysol deal 617`
in ASCII, filled up with zeros to 32 bytes. No hash comes out like that by chance.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from random import Random
from types import MappingProxyType

from cadogan_games.engine.cards import CLUBS, DIAMONDS, HEARTS, SPADES, card
from cadogan_games.engine.shuffle import SEED_BYTES

MICROSOFT = "microsoft"
PYSOL = "pysol"

MOST: Mapping[str, int] = MappingProxyType({MICROSOFT: 2**31 - 1, PYSOL: 2**53 - 1})
"""The largest number of each numbering. Microsoft's own programs stop at 1,000,000, and others number on to where the
generator has no more states. PySolFC takes more digits, which programs that reckon in floating point would round."""

SAME_UP_TO = 32_000
"""The largest number that is the same deal in both numberings."""

_NAMED = re.compile(rb"(microsoft|pysol) deal ([1-9][0-9]{0,15})\0+")

_BY_RANK = tuple(card(rank, suit) for rank in range(1, 14) for suit in (CLUBS, DIAMONDS, HEARTS, SPADES))
_BY_SUIT = tuple(card(rank, suit) for suit in (CLUBS, SPADES, HEARTS, DIAMONDS) for rank in range(1, 14))


def seed_of_number(numbering: str, number: int) -> bytes:
    """Return the seed of a numbered deal."""
    return f"{numbering} deal {number}".encode().ljust(SEED_BYTES, b"\0")


def number_of_seed(seed: bytes) -> tuple[str, int] | None:
    """Return the numbering and the number of the deal that a seed names; None for a seed like any other."""
    found = _NAMED.fullmatch(seed) if len(seed) == SEED_BYTES else None
    if found is None:
        return None
    numbering, number = found[1].decode(), int(found[2])
    return (numbering, number) if number <= MOST[numbering] else None


def is_whole_packs(pack: Collection[int]) -> bool:
    """True if these are whole packs of 52 cards: all others have no numbers."""
    return sorted(pack) == sorted(_BY_RANK * (len(pack) // len(_BY_RANK)))


def in_order(packs: int, numbering: str, number: int) -> list[int]:
    """Return the cards of some packs in the order of a numbered deal; the first is dealt first."""
    if numbering == MICROSOFT or number <= SAME_UP_TO:
        below, cards = _microsoft(number), list(_BY_RANK if packs == 1 else _BY_SUIT * packs)
    else:
        below, cards = _twister(number), list(_BY_SUIT * packs)
    for i in range(len(cards) - 1, 0, -1):
        j = below(i + 1)
        cards[i], cards[j] = cards[j], cards[i]
    cards.reverse()
    return cards


def _microsoft(state: int) -> Callable[[int], int]:
    """Return the function that draws numbers below another as Microsoft's FreeCell does."""

    def below(n: int) -> int:
        nonlocal state
        state = (state * 214013 + 2531011) % 2**31
        return (state >> 16) % n

    return below


def _twister(number: int) -> Callable[[int], int]:
    """Return the function that draws numbers below another as PySolFC does."""
    random = Random(number)
    return lambda n: int(random.random() * n)


def order_of(pack: Sequence[int], seed: bytes) -> list[int] | None:
    """Return whole packs in the order of the numbered deal that a seed names; None for a seed like any other."""
    named = number_of_seed(seed)
    return None if named is None else in_order(len(pack) // len(_BY_RANK), *named)
