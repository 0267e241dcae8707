"""A store that does not answer, or answers and yet takes nothing; and what to tell operators of it."""

from __future__ import annotations

import re

from redis.asyncio.sentinel import MasterNotFoundError
from redis.exceptions import AuthenticationError, NoPermissionError, OutOfMemoryError, ReadOnlyError, ResponseError

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


def in_words(error: Exception) -> str:
    """Return what an error of the store means, in a sentence for operators; "" where the error says nothing."""
    told = str(error)
    code = next((code for kind, code in _TYPES.items() if isinstance(error, kind)), "")
    code = code or next((code for code in _WORDS if re.search(rf"\b{code}\b", told)), "")
    if code in _WORDS and not _NO_REPLICAS_AFTER_WAIT.match(told):
        return _WORDS[code]
    if isinstance(error, AuthenticationError):
        return f"it does not let this server in: {told}"
    if isinstance(error, MasterNotFoundError):
        return f"no Sentinel that answers knows the master: {told}"
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
