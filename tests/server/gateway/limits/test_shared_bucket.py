"""A token bucket that networks share."""

from __future__ import annotations

import pytest

from cadogan_server.gateway.limits.bucket import Rate
from cadogan_server.gateway.limits.shared_bucket import SharedBucket
from tests.server.gateway.limits.test_ratelimit import Clock


def test_reports_of_networks_add_up_and_take_nothing_from_the_others() -> None:
    shared = SharedBucket(Rate(1, 20), Rate(1, 100), Clock(), kept=10)
    shared.spend("mine")
    shared.also(10, 1)
    for times in (2, 3, 0.5, -4):
        shared.learn("other", times)
    assert shared.used_by("other") == 5.5
    assert shared.used_by("mine") == 1
    assert shared.bucket.left == 89


@pytest.mark.parametrize(
    ("each", "all", "spent", "pause"),
    [
        (20, Rate(0.1, 100), {"a": 38, "b": 5}, 0),
        (20, Rate(0.1, 100), {"b": 20, "c": 20, "a": 20}, 0),
        (1, Rate(0.1, 3), {"a": 2}, 0),  # one token is left for others
        (1, Rate(0.1, 3), {"a": 2}, 5),
    ],
)
def test_a_network_that_waits_the_told_time_is_let_in(each: int, all: Rate, spent: dict[str, int], pause: int) -> None:
    """And not earlier. The wait depends on the network's use, not only on the tokens that are left."""

    def refused_after(seconds: float) -> SharedBucket:
        clock = Clock()
        shared = SharedBucket(Rate(1, each), all, clock, kept=10)
        for name, times in spent.items():
            for _ in range(times):
                shared.spend(name)
        clock.now += pause
        while shared.spend("a"):
            pass
        assert shared.bucket.left >= 1, "a token is left for others"
        clock.now += seconds
        return shared

    wait = refused_after(0).wait("a")
    assert wait > 1
    assert not refused_after(0.99 * wait).spend("a")
    assert refused_after(1.01 * wait).spend("a")


def test_an_empty_shared_bucket_makes_all_wait_for_the_next_token() -> None:
    clock = Clock()
    shared = SharedBucket(Rate(1, 20), Rate(0.1, 3), clock, kept=10)
    while shared.spend("a"):
        pass
    assert shared.wait("a") == shared.wait("b") == 10
    clock.now = 10
    assert shared.spend("b")


def test_nobody_is_told_to_come_back_within_a_second() -> None:
    shared = SharedBucket(Rate(1, 20), Rate(1000, 100), Clock(), kept=10)
    while shared.spend("a"):
        pass
    assert shared.bucket.left > 1
    assert shared.wait("a") == 1


def test_a_network_is_remembered_for_as_long_as_it_goes_on() -> None:
    shared = SharedBucket(Rate(1, 20), Rate(1, 100), Clock(), kept=2)
    for name in "ab":
        shared.spend(name)
    assert [shared.used_by(name) for name in "abc"] == [1, 1, 0]
    for name in "ac":
        shared.spend(name)
    assert [shared.used_by(name) for name in "abc"] == [2, 0, 1], (
        "the network that was quiet for the longest time is forgotten"
    )
    shared.give_back("c")
    shared.spend("b")
    assert [shared.used_by(name) for name in "abc"] == [2, 1, 0], "a network that has given all back takes no place"
