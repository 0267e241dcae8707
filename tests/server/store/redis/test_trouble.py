"""Errors of a store, and what operators are told about them."""

from __future__ import annotations

import pytest
from redis.asyncio.sentinel import MasterNotFoundError
from redis.exceptions import (
    AuthenticationError,
    ConnectionError,
    NoPermissionError,
    OutOfMemoryError,
    ReadOnlyError,
    ResponseError,
)

from cadogan_server.store.redis.trouble import (
    another_has_taken_over,
    in_words,
    is_trouble,
    lacks_memory,
    may_pass,
    takes_nothing,
)


@pytest.mark.parametrize(
    ("refusal", "trouble"),
    [
        ("OOM command not allowed when used memory > 'maxmemory'.", True),
        ("MISCONF Redis is configured to save RDB snapshots", True),
        ("ERR unknown command", False),
        ("WRONGTYPE Operation against a key", False),
        ("CROSSSLOT Keys in request don't hash to the same slot", False),
        ("something else", False),
    ],
)
def test_only_the_state_of_a_store_is_trouble(refusal: str, trouble: bool) -> None:
    assert is_trouble(refusal) == trouble
    assert lacks_memory(refusal) == refusal.startswith("OOM")


def test_a_server_that_is_no_master_any_more_is_known_by_its_refusal() -> None:
    assert another_has_taken_over("READONLY You can't write against a read only replica.")
    assert another_has_taken_over("MOVED 3999 127.0.0.1:6381")
    assert not another_has_taken_over("OOM command not allowed")


@pytest.mark.parametrize(
    ("error", "passes", "takes"),
    [
        (ConnectionError("Connection refused"), True, False),
        (OutOfMemoryError("command not allowed"), True, True),
        (ReadOnlyError("You can't write"), True, True),
        (ResponseError("Command # 1 (SET a b) of pipeline caused error: ('MISCONF Redis is',)"), True, True),
        (ResponseError("CLUSTERDOWN The cluster is down"), True, True),
        (ResponseError("max number of clients reached"), True, False),
        (AuthenticationError("WRONGPASS invalid username-password pair"), False, False),
        (NoPermissionError("User has no permissions"), False, False),
        (ResponseError("unknown command 'SENTINEL'"), False, False),
        (ResponseError("WRONGTYPE Operation"), False, False),
    ],
)
def test_errors_that_may_pass_differ_from_those_for_the_operator(error: Exception, passes: bool, takes: bool) -> None:
    assert (may_pass(error), takes_nothing(error)) == (passes, takes)


@pytest.mark.parametrize(
    ("error", "words"),
    [
        (OutOfMemoryError("command not allowed"), "raise `maxmemory` there"),
        (ResponseError("MISCONF Redis is configured"), "whether its disk is full"),
        (ResponseError("Cluster mode is not enabled"), "give it as redis://HOST:PORT/0"),
        (ResponseError("unknown command 'SENTINEL'"), "name the port of a Sentinel"),
        (AuthenticationError("HELLO must be called with the client already authenticated"), "it wants a password"),
        (AuthenticationError("no"), "it does not let this server in: no"),
        (MasterNotFoundError("No master found for 'cards'"), "know no master 'cards' that is up"),
        (MasterNotFoundError("No master found for 'cards' : Redis<host=a> - timeout"), "none of its Sentinels answers"),
        (ConnectionError("NOREPLICAS of 2 replicas 1 had it"), "NOREPLICAS of 2 replicas 1 had it"),
        (ConnectionError("Connection refused"), "Connection refused"),
        (ConnectionError(""), ""),
    ],
)
def test_errors_of_the_store_are_explained_to_operators(error: Exception, words: str) -> None:
    told = in_words(error)
    assert words in told
    assert bool(told) == bool(words)
