"""Token buckets."""

from __future__ import annotations

from cadogan_server.gateway.limits.bucket import Rate, TokenBucket, a_second, a_week, an_hour
from tests.server.gateway.limits.test_ratelimit import Clock


def test_a_bucket_allows_a_burst_and_then_its_rate() -> None:
    clock = Clock()
    bucket = TokenBucket(Rate(2, 3), clock)
    assert [bucket.spend() for _ in range(4)] == [True, True, True, False]
    assert bucket.wait == 0.5
    clock.now = 1.0
    assert [bucket.spend() for _ in range(3)] == [True, True, False]
    clock.now = 100.0
    assert [bucket.spend() for _ in range(4)] == [True, True, True, False]
    bucket.give_back()
    assert [bucket.spend() for _ in range(2)] == [True, False]


def test_a_rate_a_second_allows_four_seconds_at_once_and_one_at_least() -> None:
    assert a_second(10) == Rate(10, 40)
    assert a_second(0.1) == Rate(0.1, 1)


def test_a_rate_an_hour_or_a_week_is_for_all_of_it_at_once() -> None:
    for rate, seconds in ((an_hour(30), 3600), (a_week(30), 7 * 24 * 3600)):
        clock = Clock()
        bucket = TokenBucket(rate, clock)
        assert sum(bucket.spend() for _ in range(40)) == 30
        clock.now = seconds / 2 + 1
        assert sum(bucket.spend() for _ in range(40)) == 15
