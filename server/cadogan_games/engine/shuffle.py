"""The two shuffles, written so that a browser or another language can repeat them.

*Shuffle*: Fisher-Yates over a stream of 32-bit numbers. Block i of the stream is SHA-256(label + seed + i as 4
big-endian bytes), read as eight big-endian numbers. A number below n is drawn by rejection: x is taken if x < 2^32 -
2^32 mod n, and gives x mod n. From the last card down to the second, each card changes places with the card at a drawn
place: a number below the card's own place + 1. The label is `cadogan shuffle k` in ASCII for the k-th whole shuffle (0,
1, 2, ...) under one seed.

*Shuffled redeal*: the cards are ordered by SHA-256(`cadogan redeal` + seed + number of the redeal as 4 big-endian bytes
+ card as 1 byte + copy as 1 byte), where copies of a card count 0, 1, ... Any two cards therefore come in the same
order for all racers, whatever other cards each of them has gathered.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from hashlib import sha256

SEED_BYTES = 32
"""The usual length of a seed in bytes."""


def shuffled(cards: Sequence[int], seed: bytes, number: int) -> list[int]:
    """Return the cards in the order of whole shuffle `number` under the seed; the first is dealt first."""
    result = list(cards)
    draw = _draws(b"cadogan shuffle %d" % number, seed)
    for i in range(len(result) - 1, 0, -1):
        j = _below(i + 1, draw)
        result[i], result[j] = result[j], result[i]
    return result


def redealt(cards: Iterable[int], seed: bytes, number: int) -> list[int]:
    """Return the cards in the order of the shuffled redeal `number` (from 1); the first is dealt first."""
    copies: Counter[int] = Counter()
    keyed: list[tuple[bytes, int]] = []
    for c in cards:
        key = b"cadogan redeal" + seed + number.to_bytes(4, "big") + bytes((c, copies[c]))
        copies[c] += 1
        keyed.append((sha256(key).digest(), c))
    return [c for _, c in sorted(keyed)]


def _draws(label: bytes, seed: bytes) -> Iterator[int]:
    block = 0
    while True:
        digest = sha256(label + seed + block.to_bytes(4, "big")).digest()
        for i in range(0, 32, 4):
            yield int.from_bytes(digest[i : i + 4], "big")
        block += 1


def _below(n: int, draws: Iterator[int]) -> int:
    bound = 2**32 - 2**32 % n
    while (x := next(draws)) >= bound:
        pass
    return x % n
