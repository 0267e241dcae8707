"""How often one address, and all together, may do something, and how much they may hold."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cadogan_protocol.errors import ErrorCode
from cadogan_server.gateway.address import network
from cadogan_server.gateway.ratelimit import Held, Often, Rate, TokenBucket, a_second, an_hour
from cadogan_server.rooms.refused import Refused, spoken


class Clock:
    """A clock that is moved by hand."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


def taken(often: Often, address: str, **how: bool) -> ErrorCode | None:
    """Take once, and return why it was refused."""
    try:
        often.take(address, **how)
    except Refused as refused:
        return refused.code
    return None


def test_a_bucket_allows_a_burst_and_then_its_rate() -> None:
    clock = Clock()
    bucket = TokenBucket(Rate(2, 3), clock)
    assert [bucket.take() for _ in range(4)] == [True, True, True, False]
    assert bucket.wait == 0.5
    clock.now = 1.0
    assert [bucket.take() for _ in range(3)] == [True, True, False]
    clock.now = 100.0
    assert [bucket.take() for _ in range(4)] == [True, True, True, False]
    bucket.give_back()
    assert [bucket.take() for _ in range(2)] == [True, False]


def test_one_address_does_not_use_up_what_another_has() -> None:
    often = Often("questions", Rate(1, 2), Rate(1000, 1000), Clock())
    assert [taken(often, "a") for _ in range(3)] == [None, None, ErrorCode.TOO_FAST]
    assert taken(often, "b") is None


def test_all_together_may_do_no_more_than_all_may() -> None:
    often = Often("questions", Rate(1, 2), Rate(1, 3), Clock())
    assert [taken(often, address) for address in "aabbc"] == [None, None, None, ErrorCode.BUSY, ErrorCode.BUSY]
    assert taken(often, "d", however_many=True) is None


def test_what_was_refused_for_the_others_is_not_counted() -> None:
    clock = Clock()
    often = Often("questions", Rate(0.001, 1), Rate(1, 1), clock)
    assert [taken(often, "a"), taken(often, "b")] == [None, ErrorCode.BUSY]
    clock.now = 1.0
    assert taken(often, "b") is None


def test_a_refusal_says_what_was_too_much_and_when_to_come_again() -> None:
    often = Often("new rooms", an_hour(2), a_second(1000), Clock())
    often.take("a")
    often.take("a")
    with pytest.raises(Refused) as caught:
        often.take("a")
    assert (caught.value.code, caught.value.wait) == (ErrorCode.TOO_FAST, 1800)
    assert caught.value.message == "your address has sent too many new rooms; try again in 30 minutes"


def test_what_is_given_back_does_not_count() -> None:
    often = Often("codes", Rate(1, 1), Rate(1, 1), Clock())
    for _ in range(5):
        assert taken(often, "a") is None
        often.give_back("a")
    assert taken(often, "a") is None
    assert taken(often, "a") is ErrorCode.TOO_FAST


def test_addresses_that_have_been_quiet_for_longest_are_forgotten() -> None:
    often = Often("codes", Rate(1, 1), Rate(1000, 1000), Clock(), kept=2)
    for address in "abac":
        taken(often, address)
    assert list(often._buckets) == ["a", "c"]


def test_who_gives_back_may_hold_again() -> None:
    held = Held("sockets", 2, 3)
    for address in "aab":
        held.take(address)
    for address, code in (("a", ErrorCode.TOO_FAST), ("b", ErrorCode.BUSY)):
        with pytest.raises(Refused) as caught:
            held.take(address)
        assert caught.value.code is code
    held.give_back("a")
    held.take("b")
    assert dict(held._held) == {"a": 1, "b": 2}


def test_one_thing_of_any_size_may_be_held_by_who_holds_nothing() -> None:
    held = Held("bytes", 10, 1000)
    held.take("a", 50)
    with pytest.raises(Refused):
        held.take("a", 1)
    held.give_back("a", 50)
    assert not held._held
    held.take("a", 6)
    with pytest.raises(Refused):
        held.take("a", 5)


@given(st.lists(st.tuples(st.sampled_from("abc"), st.integers(1, 9), st.booleans()), max_size=60))
def test_nobody_holds_more_than_they_may_whatever_happens(steps: list[tuple[str, int, bool]]) -> None:
    held = Held("bytes", 10, 20)
    mine: dict[str, list[int]] = {address: [] for address in "abc"}
    for address, amount, give_back in steps:
        if give_back and mine[address]:
            held.give_back(address, mine[address].pop())
        elif not give_back:
            try:
                held.take(address, amount)
            except Refused:
                continue
            mine[address].append(amount)
        assert all(sum(each) <= 10 for each in mine.values())
        assert sum(map(sum, mine.values())) <= 20
    assert {address: sum(each) for address, each in mine.items() if each} == dict(held._held)


@pytest.mark.parametrize(
    ("address", "counted"),
    [
        ("10.0.0.1", "10.0.0.1"),
        ("::ffff:10.0.0.1", "10.0.0.1"),
        ("2001:db8:0:1::1", "2001:0db8:0000:0001"),
        ("2001:db8:0:1:ffff::", "2001:0db8:0000:0001"),
        ("fe80::1%eth0", "fe80:0000:0000:0000"),
        ("no address", "no address"),
    ],
)
def test_a_network_of_64_bits_is_one_address(address: str, counted: str) -> None:
    assert network(address) == counted


def test_spans_are_said_as_people_say_them() -> None:
    assert [spoken(seconds) for seconds in (0, 1, 119, 120, 121, 600)] == [
        "1 s", "1 s", "119 s", "2 minutes", "3 minutes", "10 minutes",
    ]  # fmt: skip


# ---- over several nodes ----------------------------------------------------------------------------------------------


def test_what_was_done_at_other_nodes_counts_here_once() -> None:
    clock = Clock()
    here, there = [Often("questions", Rate(1, 10), Rate(1, 1000), clock) for _ in range(2)]
    for _ in range(4):
        there.take("a")
    told = there.told()
    assert told == {"a": (4, 4)}
    for _ in range(3):  # it may be learnt again and again
        here.learn({"there": told})
    assert [taken(here, "a") for _ in range(7)] == [None] * 6 + [ErrorCode.TOO_FAST]
    clock.now = 6.0  # it comes back at the rate of one
    there.take("a")
    here.learn({"there": there.told()})
    assert [taken(here, "a") for _ in range(6)] == [None] * 5 + [ErrorCode.TOO_FAST]


def test_who_has_been_at_it_for_long_elsewhere_owes_no_more_than_is_used_up() -> None:
    clock = Clock()
    there = Often("questions", Rate(1, 10), Rate(1, 1000), clock)
    for _ in range(100):
        assert taken(there, "a") is None
        clock.now += 1
    there.take("a")
    new = Often("questions", Rate(1, 10), Rate(1, 1000), clock)
    new.learn({"there": there.told()})
    assert [taken(new, "a") for _ in range(10)] == [None] * 9 + [ErrorCode.TOO_FAST]


def test_what_several_have_used_up_is_summed_however_long_ago_they_have_told() -> None:
    clock = Clock()
    one, two, three = [Often("questions", Rate(1, 20), Rate(1, 1000), clock) for _ in range(3)]
    for node, times in ((one, 6), (two, 2)):
        for _ in range(times):
            node.take("a")
    one.learn({"two": two.told()})
    two.learn({"one": one.told()})
    assert (one.told(), two.told()) == ({"a": (6, 6)}, {"a": (2, 2)})
    clock.now = 4.0  # half of it has come back, and of each the half
    told = {"one": one.told(), "two": two.told()}
    assert told == {"one": {"a": (6, 3)}, "two": {"a": (2, 1)}}
    three.learn(told)
    assert [taken(three, "a") for _ in range(17)] == [None] * 16 + [ErrorCode.TOO_FAST]


def test_what_all_do_together_holds_over_nodes_where_it_is_to() -> None:
    for alike, allowed in ((True, 1), (False, 3)):
        here, there = [Often("codes", Rate(1, 10), Rate(1, 3), Clock(), alike=alike) for _ in range(2)]
        for address in "ab":
            there.take(address)
        here.learn({"there": there.told()})
        assert [taken(here, address) for address in "cdef"][:allowed] == [None] * allowed
        assert taken(here, "g") is ErrorCode.BUSY


def test_what_is_held_at_other_nodes_counts_as_long_as_they_tell_of_it() -> None:
    here, there = [Held("sockets", 100, 1000) for _ in range(2)]
    there.take("a", 99)
    there.take("b", 2)
    assert there.told() == {"a": 99}, "two of a hundred are not worth telling"
    here.learn({"there": there.told()})
    here.take("a")
    with pytest.raises(Refused, match="has 100 sockets"):
        here.take("a")
    here.learn({})
    here.take("a", 99)
