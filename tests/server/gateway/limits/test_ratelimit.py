"""Rate limits and quotas, for one address and for all together."""

from __future__ import annotations

from functools import partial

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cadogan_protocol.errors import ErrorCode
from cadogan_server.fair_share import counted_under, excess, widest
from cadogan_server.gateway.limits.bucket import Rate, a_second, an_hour
from cadogan_server.gateway.limits.ratelimit import MOST_PUBLISHED, Quota, RateLimit
from cadogan_server.rooms.refused import Refused


class Clock:
    """A clock that is moved by hand."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


def taken(often: RateLimit, address: str, **how: bool) -> ErrorCode | None:
    """Spend one request, and return the code of the refusal, if any."""
    try:
        often.spend(address, **how)
    except Refused as refused:
        return refused.code
    return None


def test_one_address_does_not_use_up_the_limit_of_another() -> None:
    often = RateLimit("questions", Rate(1, 2), Rate(1000, 1000), Clock())
    assert [taken(often, "a") for _ in range(3)] == [None, None, ErrorCode.TOO_FAST]
    assert taken(often, "b") is None


def test_all_addresses_together_keep_to_their_limit() -> None:
    often = RateLimit("questions", Rate(1, 2), Rate(1, 3), Clock())
    assert [taken(often, address) for address in "aabbc"] == [None, None, None, ErrorCode.BUSY, ErrorCode.BUSY]
    assert taken(often, "d", only_address=True) is None


def test_a_request_refused_as_busy_is_not_counted() -> None:
    clock = Clock()
    often = RateLimit("questions", Rate(0.001, 1), Rate(1, 1), clock)
    assert [taken(often, "a"), taken(often, "b")] == [None, ErrorCode.BUSY]
    clock.now = 1.0
    assert taken(often, "b") is None


def test_a_refusal_names_the_limit_and_the_time_to_wait() -> None:
    often = RateLimit("new rooms", an_hour(2), a_second(1000), Clock())
    often.spend("a")
    often.spend("a")
    with pytest.raises(Refused) as caught:
        often.spend("a")
    assert (caught.value.code, caught.value.wait) == (ErrorCode.TOO_FAST, 1800)
    assert caught.value.message == "too many new rooms come from your address; try again in 30 minutes"


def test_a_request_given_back_does_not_count() -> None:
    often = RateLimit("codes", Rate(1, 1), Rate(1, 1), Clock())
    for _ in range(5):
        assert taken(often, "a") is None
        often.give_back("a")
    assert taken(often, "a") is None
    assert taken(often, "a") is ErrorCode.TOO_FAST


def test_addresses_that_have_been_quiet_for_longest_are_forgotten() -> None:
    often = RateLimit("codes", Rate(1, 3), Rate(1000, 1000), Clock(), kept=2)
    for address in "abac":
        often.spend(address)
    assert [often.left(address).now for address in "abc"] == [1, 3, 2]


def test_an_address_that_gives_back_may_hold_again() -> None:
    held = Quota("sockets", 2, 3)
    for address in "aab":
        held.occupy(address)
    for address, code in (("a", ErrorCode.TOO_FAST), ("b", ErrorCode.BUSY)):
        with pytest.raises(Refused) as caught:
            held.occupy(address)
        assert caught.value.code is code
    held.give_back("a")
    held.occupy("b")
    assert (held.here("a"), held.here("b")) == (1, 2)


def test_an_address_that_holds_nothing_may_hold_one_thing_of_any_size() -> None:
    held = Quota("bytes", 10, 1000)
    held.occupy("a", 50)
    with pytest.raises(Refused):
        held.occupy("a", 1)
    held.give_back("a", 50)
    assert held.here("a") == 0
    held.occupy("a", 6)
    with pytest.raises(Refused):
        held.occupy("a", 5)


@given(st.lists(st.tuples(st.sampled_from("abc"), st.integers(1, 9), st.booleans()), max_size=60))
def test_no_address_holds_more_than_its_quota(steps: list[tuple[str, int, bool]]) -> None:
    held = Quota("bytes", 10, 20)
    mine: dict[str, list[int]] = {address: [] for address in "abc"}
    for address, amount, give_back in steps:
        if give_back and mine[address]:
            held.give_back(address, mine[address].pop())
        elif not give_back:
            try:
                held.occupy(address, amount)
            except Refused:
                continue
            mine[address].append(amount)
        assert all(sum(each) <= 10 for each in mine.values())
        assert sum(map(sum, mine.values())) <= 20
    assert {address: sum(each) for address, each in mine.items()} == {address: held.here(address) for address in mine}


# ---- over several nodes ----------------------------------------------------------------------------------------------


def test_requests_at_other_nodes_count_here_once() -> None:
    clock = Clock()
    here, there = [RateLimit("questions", Rate(1, 10), Rate(1, 1000), clock) for _ in range(2)]
    for _ in range(4):
        there.spend("a")
    told = there.report()
    assert told == {"a": (4, 4)}
    for _ in range(3):  # the same report may be learnt again and again
        here.learn({"there": told})
    assert [taken(here, "a") for _ in range(7)] == [None] * 6 + [ErrorCode.TOO_FAST]
    clock.now = 6.0  # requests come back at the rate of one a second
    there.spend("a")
    here.learn({"there": there.report()})
    assert [taken(here, "a") for _ in range(6)] == [None] * 5 + [ErrorCode.TOO_FAST]


def test_an_address_long_active_elsewhere_owes_no_more_than_is_used_up() -> None:
    clock = Clock()
    there = RateLimit("questions", Rate(1, 10), Rate(1, 1000), clock)
    for _ in range(100):
        assert taken(there, "a") is None
        clock.now += 1
    there.spend("a")
    new = RateLimit("questions", Rate(1, 10), Rate(1, 1000), clock)
    new.learn({"there": there.report()})
    assert [taken(new, "a") for _ in range(10)] == [None] * 9 + [ErrorCode.TOO_FAST]


def test_usage_of_several_nodes_is_summed_however_old_their_reports_are() -> None:
    clock = Clock()
    one, two, three = [RateLimit("questions", Rate(1, 20), Rate(1, 1000), clock) for _ in range(3)]
    for node, times in ((one, 6), (two, 2)):
        for _ in range(times):
            node.spend("a")
    one.learn({"two": two.report()})
    two.learn({"one": one.report()})
    assert (one.report(), two.report()) == ({"a": (6, 6)}, {"a": (2, 2)})
    clock.now = 4.0  # half of it has come back, and half of each node's part
    told = {"one": one.report(), "two": two.report()}
    assert told == {"one": {"a": (6, 3)}, "two": {"a": (2, 1)}}
    three.learn(told)
    assert [taken(three, "a") for _ in range(17)] == [None] * 16 + [ErrorCode.TOO_FAST]


def test_the_rate_of_all_addresses_may_hold_over_all_nodes() -> None:
    for over_nodes, allowed in ((True, 1), (False, 3)):
        here, there = [RateLimit("codes", Rate(1, 10), Rate(1, 3), Clock(), over_nodes=over_nodes) for _ in range(2)]
        for address in "ab":
            there.spend(address)
        here.learn({"there": there.report()})
        assert [taken(here, address) for address in "cdef"][:allowed] == [None] * allowed
        assert taken(here, "g") is ErrorCode.BUSY


def test_holdings_at_other_nodes_count_while_those_report_them() -> None:
    here, there = [Quota("sockets", 100, 1000) for _ in range(2)]
    there.occupy("a", 99)
    there.occupy("b", 2)
    assert there.report() == {"a": 99}, "two of a hundred are not worth telling"
    here.learn({"there": there.report()})
    here.occupy("a")
    with pytest.raises(Refused, match="has 100 sockets"):
        here.occupy("a")
    here.learn({})
    here.occupy("a", 99)


# ---- networks, and fair shares ---------------------------------------------------------------------------------------


def customer(number: int) -> str:
    """An address of another /48 for each number."""
    return f"2001:0db8:{number:04x}:0000"


@pytest.mark.parametrize(
    ("addresses", "most"),
    [
        ([f"2001:0db8:0000:00{n:02x}" for n in range(256)], 4),
        ([f"2001:0db8:0000:{n:02x}00" for n in range(256)], 8),
        ([f"10.0.0.{n}" for n in range(256)], 8),
    ],
    ids=["/56", "/48", "/24"],
)
def test_a_network_may_have_a_few_times_what_an_address_may(addresses: list[str], most: int) -> None:
    often, held = RateLimit("codes", Rate(0.001, 10), Rate(1, 10_000), Clock()), Quota("sockets", 10, 10_000)
    tries = [address for address in addresses for _ in range(10)]
    assert [taken(often, address) for address in tries].count(None) == 10 * most
    assert taken(often, addresses[-1]) is ErrorCode.TOO_FAST
    assert [kept(held, address) for address in tries].count(None) == 10 * most
    assert kept(held, addresses[-1]) is ErrorCode.TOO_FAST
    assert taken(often, customer(9)) is kept(held, customer(9)) is None, "another network is not held up"


def kept(held: Quota, address: str, amount: int = 1) -> ErrorCode | None:
    """Occupy `amount`, and return the code of the refusal, if any."""
    try:
        held.occupy(address, amount)
    except Refused as refused:
        return refused.code
    return None


def test_a_refusal_names_the_network_that_has_too_much() -> None:
    often = RateLimit("codes", Rate(1, 1), Rate(1, 1000), Clock())
    for number in range(8):
        often.spend(f"203.0.113.{number}")
    with pytest.raises(Refused, match=r"too many codes come from your network, 203\.0\.113\.0/24; try again in 1 s"):
        often.spend("203.0.113.9")
    held = Quota("sockets", 1, 1000)
    for number in range(8):
        held.occupy(f"203.0.113.{number}")
    with pytest.raises(Refused, match=r"your network, 203\.0\.113\.0/24, has 8 sockets, and may have 8"):
        held.occupy("203.0.113.9")


def test_an_address_that_a_network_refuses_has_not_used_up_its_own() -> None:
    clock = Clock()
    often = RateLimit("codes", Rate(0.1, 2), Rate(1, 1000), clock)
    for number in range(8):
        for _ in range(2):
            often.spend(f"203.0.113.{number}")
    assert [taken(often, "203.0.113.9") for _ in range(3)] == [ErrorCode.TOO_FAST] * 3
    assert often.left("203.0.113.9").now == 2
    assert often.all.bucket.taken == 16


@pytest.mark.parametrize("attackers", [36, 300, 3000])
def test_newcomers_get_in_while_many_networks_take_all_they_can(attackers: int) -> None:
    """New players with the default limits: 300 an hour each, 10,000 in all. Each newcomer has a network of its own."""
    clock = Clock()
    often = RateLimit("new players", an_hour(300), an_hour(10_000), clock)
    networks = [customer(number) for number in range(attackers)]
    got, met, newcomer = 0, 0, 20_000
    for second in range(600):
        clock.now = float(second)
        for at in range(1000 if second < 20 else 14):
            got += taken(often, networks[(second * 1000 + at) % attackers]) is None
        if second % 10 == 0:
            met += taken(often, customer(newcomer + second)) is None
    assert met == 60
    assert got > 7000, "busy networks may have the share that nobody else wants"


def test_addresses_of_a_busy_network_get_in_alike() -> None:
    clock = Clock()
    often = RateLimit("new players", an_hour(300), an_hour(10_000), clock)
    for number in range(30):
        often.spend(f"203.0.113.{number}")
    while any(taken(often, customer(number)) is None for number in range(36)):
        pass
    assert [taken(often, f"203.0.113.{number}") for number in range(60, 70)] == [None] * 10


def test_newcomers_find_streams_while_many_addresses_hold_their_most() -> None:
    held = Quota("streams of events", 16, 500)
    for number in range(64):
        while kept(held, customer(number)) is None:
            pass
    assert held.sum > 350
    assert [kept(held, customer(1000 + number)) for number in range(50)] == [None] * 50


@given(
    st.lists(st.tuples(st.integers(0, 30), st.sampled_from([0.0, 0.01, 0.5, 30.0])), max_size=300),
    st.sampled_from([(Rate(1, 20), Rate(4, 100)), (an_hour(30), an_hour(300)), (Rate(2, 8), Rate(5, 20))]),
)
def test_the_use_by_networks_adds_up_to_the_use_by_all(
    steps: list[tuple[int, float]], rates: tuple[Rate, Rate]
) -> None:
    """And no network has more than its share, while an unseen network gets a request as long as one is left."""
    clock = Clock()
    often = RateLimit("codes", *rates, clock)
    networks = {widest(customer(number)) for number, _ in steps}
    for number, pause in steps:
        clock.now += pause
        address, shared = customer(number), often.all
        unseen, left = shared.used_by(widest(address)) == 0, shared.bucket.left
        answer = taken(often, address)
        assert answer is None or not unseen or left < 1
        assert shared.bucket.left >= 0
        used = shared.bucket.rate.burst - shared.bucket.left
        assert sum(map(shared.used_by, networks)) == pytest.approx(used, abs=1e-6)


def test_networks_that_have_been_quiet_for_longest_are_forgotten() -> None:
    often = RateLimit("codes", Rate(1, 10), Rate(1, 1000), Clock(), kept=4)
    for number in range(100):
        often.spend(customer(number))
    keys = {key for number in range(100) for key in counted_under(customer(number))}
    assert sum(often.left(key).now != 10 for key in keys) == 4, "all others are as fresh as an unknown address"
    assert sum(often.all.used_by(key) > 0 for key in keys) == 4


def test_use_at_other_nodes_counts_for_a_networks_share_here() -> None:
    clock = Clock()
    here, there = [RateLimit("codes", Rate(0.01, 20), Rate(0.01, 100), clock, over_nodes=True) for _ in range(2)]
    while taken(there, customer(1)) is None:
        pass
    here.learn({"there": there.report()})
    assert here.all.used_by(widest(customer(1))) == 20
    assert taken(here, customer(1)) is ErrorCode.TOO_FAST
    assert taken(here, customer(2)) is None


@pytest.mark.parametrize("nodes", [2, 5])
def test_requests_granted_before_nodes_knew_each_other_are_owed(nodes: int) -> None:
    clock = Clock()
    all = [RateLimit("codes", Rate(1, 20), Rate(1000, 10_000), clock) for _ in range(nodes)]
    granted = sum(taken(node, customer(1)) is None for node in all for _ in range(30))
    assert granted == 20 * nodes
    for second in range(1, 20 * nodes + 1):
        told = {str(number): node.report() for number, node in enumerate(all)}
        for number, node in enumerate(all):
            node.learn({name: part for name, part in told.items() if name != str(number)})
        clock.now = float(second)
        granted += sum(taken(node, customer(1)) is None for node in all for _ in range(3))
        if second < 20 * (nodes - 1) - 1:
            assert granted == 20 * nodes, "nothing more until time has paid the debt back"


def test_all_nodes_but_the_first_release_what_exceeds_a_shared_limit() -> None:
    let_go: dict[tuple[str, str], int] = {}

    def note(name: str, key: str, count: int) -> None:
        let_go[name, key] = count
        nodes[name].give_back(key, count)

    nodes = {name: Quota("sockets", 10, 1000, partial(note, name)) for name in "abc"}
    for held in nodes.values():
        held.occupy("x", 9)
    for _ in range(3):
        for name, held in nodes.items():
            others = {other: each.report() for other, each in nodes.items() if other != name}
            held.learn(others)
            held.take_back({other: told for other, told in others.items() if other < name})
    assert let_go == {("b", "x"): 8, ("c", "x"): 9}
    assert sum(held.here("x") for held in nodes.values()) == 10


# ---- single parts ----------------------------------------------------------------------------------------------------


def test_the_rest_of_an_addresss_limit_is_told() -> None:
    often = RateLimit("codes", Rate(0.5, 10), Rate(1, 1000), Clock())
    assert often.left("a") == (10, 20, 10, 0)
    for _ in range(3):
        often.spend("a")
    assert often.left("a") == (10, 20, 7, 6)
    assert often.left("b") == (10, 20, 10, 0)


def test_only_much_and_recent_usage_is_reported_to_other_nodes() -> None:
    often = RateLimit("codes", Rate(1, 100), Rate(1, 10_000), Clock())
    for times, address in ((1, "little"), (2, "no more than that"), (3, "much")):
        for _ in range(times):
            often.spend(address)
    assert often.report() == {"much": (3, 3)}
    many = RateLimit("codes", Rate(1, 1), Rate(1, 10_000), Clock())
    for number in range(MOST_PUBLISHED + 5):
        many.spend(str(number))
    assert set(many.report()) == {str(number) for number in range(5, MOST_PUBLISHED + 5)}


def test_a_report_of_an_address_is_no_request_of_it() -> None:
    often = RateLimit("codes", Rate(1, 10), Rate(1, 1000), Clock(), kept=2)
    often.spend("a")
    often.spend("b")
    often.learn({"there": {"a": (1, 1)}})
    often.spend("c")
    assert [often.left(address).now for address in "abc"] == [10, 9, 9], (
        "a was quiet for the longest time, and is forgotten"
    )


@pytest.mark.parametrize("over_nodes", [True, False])
def test_networks_elsewhere_use_up_a_limit_only_if_all_nodes_share_it(over_nodes: bool) -> None:
    often, network = RateLimit("codes", Rate(1, 20), Rate(1, 100), Clock(), over_nodes=over_nodes), widest(customer(1))
    often.spend(customer(2))
    often.learn({"there": {network: (5, 5), "an address": (3, 3)}})
    assert often.all.used_by(network) == (5 if over_nodes else 0)
    assert often.all.used_by("an address") == 0


def test_a_network_that_gives_back_has_used_so_much_less() -> None:
    often = RateLimit("codes", Rate(1, 20), Rate(1, 100), Clock())
    for _ in range(3):
        often.spend(customer(1))
    often.spend(customer(2))
    often.give_back(customer(1))
    assert often.all.used_by(widest(customer(1))) == 2
    assert often.all.used_by(widest(customer(2))) == 1
    assert often.all.bucket.left == 97


def test_only_the_excess_over_a_limit_is_released() -> None:
    held, before = {"one": 5, "more": 1, "few": 2}, {"one": 6, "more": 30, "few": 8, "not here": 12}
    assert dict(excess(held, before, lambda key: 10)) == {"one": 1, "more": 1}
    alone = Quota("sockets", 10, 1000)
    alone.occupy("one", 5)
    alone.take_back({"there": {"one": 6}})  # a node without such limits ignores the report


def test_a_refusal_names_the_holder_the_amount_and_the_limit() -> None:
    held = Quota("sockets", 2, 3)
    held.carry("a")
    held.occupy("a")
    with pytest.raises(Refused, match=r"your address has 2 sockets, and may have 2"):
        held.occupy("a")
    held.occupy("b")
    with pytest.raises(Refused, match="this server has 3 sockets"):
        held.occupy("c")
    held.give_back("a")
    assert held.sum == 2


def test_requests_given_back_are_not_reported_to_other_nodes() -> None:
    often = RateLimit("codes", Rate(1, 10), Rate(1, 1000), Clock())
    for _ in range(5):
        often.spend("a")
    often.give_back("a")
    assert often.report() == {"a": (4, 4)}
    often.give_back("a")
    assert often.report() == {"a": (3, 3)}


def test_a_busy_server_says_so_and_when_to_come_again() -> None:
    clock = Clock()
    often = RateLimit("codes", Rate(1, 20), Rate(0.5, 100), clock)
    numbers = iter(range(256))
    while taken(often, f"203.0.113.{next(numbers)}") is None:
        pass
    with pytest.raises(Refused, match=r"^this server gets too many codes; try again in \d+ s$") as caught:
        often.spend("203.0.113.255")
    assert caught.value.code is ErrorCode.BUSY
    assert caught.value.wait is not None
    assert caught.value.wait > 1
    clock.now += caught.value.wait - 1
    assert taken(often, "203.0.113.254") is ErrorCode.BUSY
    clock.now += 1
    assert taken(often, "203.0.113.253") is None


def test_addresses_without_a_network_count_each_for_itself() -> None:
    often = RateLimit("codes", Rate(0.001, 20), Rate(0.001, 100), Clock())
    for address in ("a", "b"):
        assert [taken(often, address) for _ in range(12)] == [None] * 12
    assert [taken(often, "a") for _ in range(8)] == [None] * 8


def test_a_holding_larger_than_the_rest_in_all_is_refused() -> None:
    held = Quota("bytes", 10, 20)
    for address in ("a", "b"):
        held.occupy(address, 8)
    assert kept(held, "c", 5) is ErrorCode.BUSY
    assert held.sum == 16
    assert kept(held, "c", 4) is None
