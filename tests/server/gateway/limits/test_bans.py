"""Bans of networks."""

from __future__ import annotations

from cadogan_server.gateway.limits.bans import Bans
from cadogan_server.store.nodes.orders import Ban


def test_bans_hold_for_networks_and_for_as_long_as_they_were_given() -> None:
    bans = Bans()
    short = Ban("address", "198.51.100.0/24", 1000, "")
    bans.set([short, Ban("address", "2001:db8:1:2::5/128", 0, ""), Ban("player", "p", 1000, "")])
    assert bans.of_address("198.51.100.77", 999) == short
    assert bans.of_address("198.51.100.77", 1000) is None
    assert bans.of_address("198.51.101.77", 0) is None
    assert bans.of_address("2001:0db8:0001:0002", 10**15) is not None
    assert bans.of_address("2001:0db8:0001:0003", 0) is None
    assert bans.of_address("", 0) is None
    assert bans.of_player("p", 999) is not None
    assert bans.of_player("p", 1000) is None
