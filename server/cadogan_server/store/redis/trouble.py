"""A store that does not answer, or answers and yet takes nothing; and what to tell operators of it."""

from __future__ import annotations

import re

from redis.asyncio.sentinel import MasterNotFoundError
from redis.exceptions import (
    AuthenticationError,
    AuthorizationError,
    NoPermissionError,
    OutOfMemoryError,
    ReadOnlyError,
    ResponseError,
)

FOR_EVER = ("ERR", "WRONGTYPE", "CROSSSLOT")
"""What a refusal begins with that is of the command itself."""

NO_MASTER = ("READONLY", "MOVED", "CLUSTERDOWN", "MASTERDOWN")
"""What one begins with of a server that is no master any more, or does not know whether it is."""


class TakesNothing(ConnectionError):
    """A store answers, and takes nothing for what it is itself just now; it says why."""


_CODE = re.compile(r"(?:^|caused error: \(?')(?:MISCONF|OOM|READONLY|NOREPLICAS|CLUSTERDOWN) ")
"""What one begins with of a store that may be read and not written to: its disk or its memory is full, say. In a pipeline redis-py
puts the command before it."""


def is_trouble(refusal: str) -> bool:
    """Whether Redis refuses a command for what it is itself just now: the same command may be taken later."""
    code = refusal.partition(" ")[0]
    return code.isupper() and code not in FOR_EVER


def lacks_memory(refusal: str) -> bool:
    """Whether Redis refuses a command because it has reached its `maxmemory`: it takes the command once something is evicted."""
    return refusal.startswith("OOM ")


_WORDS = {
    "NOREPLICAS": "its master has too few replicas that keep up, and takes nothing till it has them (NOREPLICAS): bring the "
    "missing replica back, or lower `min-replicas-to-write` there",
    "OOM": "its memory is full, and it takes nothing till there is room (OOM): raise `maxmemory` there",
    "MISCONF": "it could not save itself to its disk, and takes nothing till it can (MISCONF): see its log, and whether its disk "
    "is full",
    "READONLY": "it is a replica now, and takes nothing (READONLY): another server is the master",
    "CLUSTERDOWN": "some slots of the Cluster have no master, so it takes nothing (CLUSTERDOWN): bring a server back that has them",
    "MASTERDOWN": "it is a replica that has lost its master (MASTERDOWN)",
    "LOADING": "it has just begun, and reads its data (LOADING)",
    "NOAUTH": "it wants a password, and was given none (NOAUTH): put it into the address, as redis://:PASSWORD@host:6379/0",
    "WRONGPASS": "it refuses the user or the password (WRONGPASS)",
    "NOPERM": "its user may not do what is needed (NOPERM): give it `+@all ~cadogan*` there",
}
"""What Redis' refusals begin with, and what each means to whoever runs it."""

_TYPES = {
    OutOfMemoryError: "OOM",
    ReadOnlyError: "READONLY",
    NoPermissionError: "NOPERM",
}
"""redis-py's errors that keep to themselves what Redis began with."""

_NO_REPLICAS_AFTER_WAIT = re.compile(r"NOREPLICAS of \d+")
"""What our own refusal begins with where WAIT has counted too few (`writer.py`); its words say how many."""


_MISTAKEN = {
    "unknown command 'SENTINEL'": "what answers there is a Redis and no Sentinel: name the port of a Sentinel (26379 as a rule), "
    "or give the Redis itself as redis://HOST:PORT/0",
    "unknown command 'HGETALL'": "what answers there keeps no data; if it is a Sentinel, give it as redis+sentinel://HOST:26379/NAME",
    "Cluster mode is not enabled": "what answers there is no node of a Redis Cluster: give it as redis://HOST:PORT/0",
    "cluster support disabled": "what answers there is no node of a Redis Cluster: give it as redis://HOST:PORT/0",
    "HELLO must be called with the client already authenticated": _WORDS["NOAUTH"],
    "Authentication required": _WORDS["NOAUTH"],
    "invalid username-password pair": _WORDS["WRONGPASS"],
    "max number of clients reached": "it has as many connections as it lets in: raise `maxclients` there",
}
"""What stands in errors of an address that means something else than it should, or lacks something."""


def may_pass(error: Exception) -> bool:
    """Whether an error of the store may pass by itself: it is not there, begins, or has no master just now. Else what was given as
    its address is wrong, or it does not let this server do what is needed."""
    if any(text in str(error) for text in _MISTAKEN):
        return "max number" in str(error)
    if isinstance(error, AuthenticationError | AuthorizationError | NoPermissionError):
        return False
    return not isinstance(error, ResponseError) or takes_nothing(error) or str(error).startswith(NO_MASTER)


def in_words(error: Exception) -> str:
    """Return what an error of the store means, in a sentence for operators; "" where the error says nothing."""
    told = str(error)
    mistaken = next((words for text, words in _MISTAKEN.items() if text in told), "")
    if mistaken:
        return mistaken
    code = next((code for kind, code in _TYPES.items() if isinstance(error, kind)), "")
    code = code or next((code for code in _WORDS if re.search(rf"\b{code}\b", told)), "")
    if code in _WORDS and not _NO_REPLICAS_AFTER_WAIT.match(told):
        return _WORDS[code]
    if isinstance(error, AuthenticationError):
        return f"it does not let this server in: {told}"
    if isinstance(error, MasterNotFoundError):
        name = told.partition("'")[2].partition("'")[0]
        if ":" in told.partition(f"'{name}'")[2]:  # behind it stands what became of each Sentinel
            return f"none of its Sentinels answers, so nobody knows where the master {name!r} is"
        return f"its Sentinels answer, and know no master {name!r} that is up: see the name at the end of the address"
    return told


def another_has_taken_over(refusal: str) -> bool:
    """Whether a refusal says that it is no longer this server that takes what is written, or that it does not know who is."""
    return refusal.startswith(NO_MASTER)


def takes_nothing(error: Exception) -> bool:
    """Whether an error of redis-py, which keeps some of the words with which Redis begins to itself, says that nothing can be
    written now though the store answers."""
    if isinstance(error, OutOfMemoryError | ReadOnlyError):
        return True
    return isinstance(error, ResponseError) and _CODE.search(str(error)) is not None
