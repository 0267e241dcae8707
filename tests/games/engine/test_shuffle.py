"""The shuffles: the same seed gives the same deal for ever, and other languages can repeat them."""

from __future__ import annotations

from collections import Counter
from hashlib import sha256
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from cadogan_games.engine.cards import name, standard_order
from cadogan_games.engine.shuffle import redealt, shuffled
from tests.games.chance import chances, seeds


def by_the_book(cards: list[int], seed: bytes, number: int) -> list[int]:
    """Return the shuffled cards, by a plain version of the description."""
    label = f"cadogan shuffle {number}".encode()
    blocks = [sha256(label + seed + i.to_bytes(4, "big")).digest() for i in range(100)]
    draws = [int.from_bytes(block[k : k + 4], "big") for block in blocks for k in range(0, 32, 4)]
    result = cards[:]
    for i in reversed(range(1, len(result))):
        while draws[0] >= 2**32 - 2**32 % (i + 1):
            draws.pop(0)
        j = draws.pop(0) % (i + 1)
        result[i], result[j] = result[j], result[i]
    return result


@given(seeds, st.integers(0, 5), st.integers(1, 4))
def test_the_shuffle_is_the_one_described(seed: bytes, number: int, packs: int) -> None:
    pack = standard_order(packs)
    assert shuffled(pack, seed, number) == by_the_book(pack, seed, number)


def test_a_known_deal() -> None:
    first = [name(c) for c in shuffled(standard_order(1), bytes(32), 0)[:10]]
    assert " ".join(first) == "JS AD KS 2D TD 8S KC 2C AH 7C"


def test_a_known_redeal() -> None:
    assert " ".join(name(c) for c in redealt(standard_order(1)[:10], bytes(32), 1)) == "8C 9C AC 7C 4C 6C 5C 2C 3C TC"


@given(seeds)
def test_every_card_is_there_and_numbers_differ(seed: bytes) -> None:
    pack = standard_order(1)
    one, two = shuffled(pack, seed, 0), shuffled(pack, seed, 1)
    assert sorted(one) == sorted(two) == pack
    assert one != two


def test_each_card_comes_first_about_as_often() -> None:
    pack = standard_order(1)
    first = Counter(shuffled(pack, n.to_bytes(32, "big"), 0)[0] for n in range(5200))
    assert len(first) == 52
    assert max(first.values()) < 150
    assert min(first.values()) > 55


@given(seeds, st.integers(1, 3), st.sets(st.integers(0, 103)), chances)
def test_a_redeal_orders_common_cards_alike(seed: bytes, number: int, left_out: set[int], chance: Random) -> None:
    pack = standard_order(2)
    some = [c for i, c in enumerate(pack) if i not in left_out]
    chance.shuffle(some)
    whole, part = redealt(pack, seed, number), redealt(some, seed, number)
    singles = {c for c in pack if some.count(c) == 2}
    assert [c for c in whole if c in singles] == [c for c in part if c in singles]
    assert Counter(part) == Counter(some)
