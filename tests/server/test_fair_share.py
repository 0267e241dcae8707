"""The networks around an address, and the share of a limit that one may take."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cadogan_server.fair_share import FairShare, enclosing, widest


@pytest.mark.parametrize(
    ("address", "networks"),
    [
        ("203.0.113.7", ("203.0.113.0/24",)),
        ("2001:0db8:0012:34ab", ("2001:0db8:0012:3400::/56", "2001:0db8:0012::/48")),
        ("no address", ()),
        ("", ()),
    ],
)
def test_an_address_counts_for_the_networks_around_it(address: str, networks: tuple[str, ...]) -> None:
    assert enclosing(address) == networks
    assert widest(address) == (networks[-1] if networks else address)


@given(st.integers(1, 400), st.integers(1, 1000), st.floats(0, 1000))
def test_one_address_may_always_have_what_its_own_limit_allows(each: int, all: int, left: float) -> None:
    """It holds while nobody else wants anything. And the more is left, the more one network may have."""
    share = FairShare(each, all)
    assert share.more(0, all) >= min(each, all)
    assert share.most(min(left, all)) <= share.most(all)


@given(st.integers(500, 20_000), st.integers(25, 100), st.integers(0, 60))
def test_something_is_left_however_many_networks_have_taken_all_they_can(all: int, part: int, networks: int) -> None:
    """They come one after the other, and the first takes most."""
    share, left = FairShare(all // part, all), all
    for _ in range(networks):
        left -= share.more(0, left)
    assert left >= 0.05 * all
    assert share.more(0, left) >= 1


def test_the_slope_of_a_share_is_what_one_more_would_add() -> None:
    share = FairShare(20, 1000)
    for left in (0, 10, 248, 249, 250, 251, 900):
        assert share.slope(left) == pytest.approx(share.most(left + 1) - share.most(left)), left
    assert share.more(0, 0) == 0


@pytest.mark.parametrize("each", [75, 76, 100])
def test_a_limit_of_nearly_the_whole_is_not_shared(each: int) -> None:
    share = FairShare(each, 100)
    for left in (0, 0.5, 1, 40, 100):
        assert share.most(left) >= 100
        assert share.slope(left) == 1
    assert share.grants(99, 1)
    assert share.more(0, 100) == 100


def test_a_share_is_granted_up_to_its_last_one() -> None:
    share = FairShare(20, 1000)
    assert share.most(282) == 20
    assert (share.grants(19, 282), share.grants(19.1, 282)) == (True, False)
    assert (share.grants(0.5, 1), share.grants(0.6, 1)) == (True, False), (
        "up to half a request, a network's use is not seen"
    )
    assert FairShare(4, 1000).most(250) == 1, "one request is little for anybody"
