"""The parts of a store's URL."""

from __future__ import annotations

import pytest
from redis.asyncio import SSLConnection

from cadogan_server.store.redis.location import StoreKind, location_of


@pytest.mark.parametrize("url", ["redis://localhost:6380/2", "rediss://:secret@host", "unix:///run/redis.sock?db=1"])
def test_a_url_of_one_server_is_redis_pys(url: str) -> None:
    assert (location_of(url).kind, location_of(url).url) == (StoreKind.ONE, url)


def test_sentinels_are_named_with_the_master_and_its_database() -> None:
    found = location_of("redis+sentinel://anna:a%40b@one,two:7,[::1]:8/cards/3?sentinel_password=c&socket_timeout=9")
    assert found.kind is StoreKind.SENTINEL
    assert found.places == (("one", 26379), ("two", 7), ("::1", 8))
    assert found.name == "cards"
    assert found.options == {"username": "anna", "password": "a@b", "db": 3, "socket_timeout": 9.0}
    assert found.of_sentinels == {"password": "c"}
    assert str(found) == "'cards' of the Sentinels one:26379,two:7,[::1]:8"


def test_sentinels_are_reached_by_tls_like_the_servers() -> None:
    found = location_of("rediss+sentinel://one/cards?ssl_ca_certs=ours.pem")
    for options in (found.options, found.of_sentinels):
        assert (options["connection_class"], options["ssl_ca_certs"]) == (SSLConnection, "ours.pem")


def test_some_nodes_of_a_cluster_are_named() -> None:
    found = location_of("rediss+cluster://:secret@one,two:7/0?ssl_cert_reqs=none")
    assert (found.kind, found.places) == (StoreKind.CLUSTER, (("one", 6379), ("two", 7)))
    assert found.options == {"password": "secret", "ssl_cert_reqs": "none", "connection_class": SSLConnection}
    assert "secret" not in str(found)


@pytest.mark.parametrize(
    ("url", "why"),
    [
        ("http://host", "redis://"),
        ("redis+sentinel://one,two", "the master's name"),
        ("redis+sentinel://one/cards/first", "the master's name"),
        ("redis+sentinel:///cards", "'' is no host"),
        ("redis+cluster://one,,two", "'' is no host"),
        ("redis+cluster://one:99999", "'one:99999' is no host"),
        ("redis+cluster://one/3", "no databases but 0"),
        ("redis+cluster://one?db=3", "no databases but 0"),
        ("redis+proxy://one", "redis\\+sentinel://"),
        ("redis+cluster://one?socket_timeout=soon", "socket_timeout"),
    ],
)
def test_an_invalid_url_of_a_store_is_refused_with_the_reason(url: str, why: str) -> None:
    with pytest.raises(ValueError, match=why):
        location_of(url)
