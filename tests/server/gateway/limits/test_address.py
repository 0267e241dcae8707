"""Addresses that count as one."""

from __future__ import annotations

import pytest

from cadogan_server.gateway.limits.address import network


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
