"""Errors of a store that does not answer, or that answers and takes nothing; and their explanations for operators."""

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
"""First words of error replies that concern the command itself."""

NO_MASTER = ("READONLY", "MOVED", "CLUSTERDOWN", "MASTERDOWN")
"""First words of error replies of a server that is no longer a master, or does not know whether it is one."""


class TakesNothing(ConnectionError):
    """A store answers but takes nothing because of its own state. The message says why."""


_CODE = re.compile(r"(?:^|caused error: \(?')(?:MISCONF|OOM|READONLY|NOREPLICAS|CLUSTERDOWN) ")
"""First words of error replies of a store that can be read but not written, for example because its disk or memory is
full. In a pipeline redis-py puts the command before them."""


def is_trouble(refusal: str) -> bool:
    """Return True if Redis refuses a command because of its own state: the same command may be taken later."""
    code = refusal.partition(" ")[0]
    return code.isupper() and code not in FOR_EVER


def lacks_memory(refusal: str) -> bool:
    """Return True if Redis refuses a command because of its `maxmemory`. It takes the command after an eviction."""
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
"""First words of Redis' error replies, and what each means to operators."""

_TYPES = {
    OutOfMemoryError: "OOM",
    ReadOnlyError: "READONLY",
    NoPermissionError: "NOPERM",
}
"""redis-py's errors that hide the first word of Redis' reply."""

_NO_REPLICAS_AFTER_WAIT = re.compile(r"NOREPLICAS of \d+")
"""The error that we raise when WAIT has counted too few replicas (`writer.py`); it says how many."""


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
"""Parts of errors that mostly mean a wrong address or a missing password, and the explanation of each."""


def may_pass(error: Exception) -> bool:
    """Return True if an error of the store may pass by itself: the store is absent, starting, or without a master right
    now. Otherwise its address is wrong, or it denies this server something that it needs."""
    if any(text in str(error) for text in _MISTAKEN):
        return "max number" in str(error)
    if isinstance(error, AuthenticationError | AuthorizationError | NoPermissionError):
        return False
    return not isinstance(error, ResponseError) or takes_nothing(error) or str(error).startswith(NO_MASTER)


def in_words(error: Exception) -> str:
    """Return what an error of the store means, in a sentence for operators; "" if the error says nothing."""
    reply = str(error)
    mistaken = next((words for text, words in _MISTAKEN.items() if text in reply), "")
    if mistaken:
        return mistaken
    code = next((code for kind, code in _TYPES.items() if isinstance(error, kind)), "")
    code = code or next((code for code in _WORDS if re.search(rf"\b{code}\b", reply)), "")
    if code in _WORDS and not _NO_REPLICAS_AFTER_WAIT.match(reply):
        return _WORDS[code]
    if isinstance(error, AuthenticationError):
        return f"it does not let this server in: {reply}"
    if isinstance(error, MasterNotFoundError):
        name = reply.partition("'")[2].partition("'")[0]
        if ":" in reply.partition(f"'{name}'")[2]:  # an error of each Sentinel follows
            return f"none of its Sentinels answers, so nobody knows where the master {name!r} is"
        return f"its Sentinels answer, and know no master {name!r} that is up: see the name at the end of the address"
    return reply


def another_has_taken_over(refusal: str) -> bool:
    """Return True if an error reply says that this server no longer takes writes, or does not know which one does."""
    return refusal.startswith(NO_MASTER)


def takes_nothing(error: Exception) -> bool:
    """Return True if an error of redis-py, which hides some of Redis' own words, says that the store answers but can't
    be written."""
    if isinstance(error, OutOfMemoryError | ReadOnlyError):
        return True
    return isinstance(error, ResponseError) and _CODE.search(str(error)) is not None
