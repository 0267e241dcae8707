"""A store that answers and yet takes nothing."""

from __future__ import annotations

import re

from redis.exceptions import OutOfMemoryError, ReadOnlyError, ResponseError

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


def another_has_taken_over(refusal: str) -> bool:
    """Whether a refusal says that it is no longer this server that takes what is written, or that it does not know who is."""
    return refusal.startswith(NO_MASTER)


def takes_nothing(error: Exception) -> bool:
    """Whether an error of redis-py, which keeps some of the words with which Redis begins to itself, says that nothing can be
    written now though the store answers."""
    if isinstance(error, OutOfMemoryError | ReadOnlyError):
        return True
    return isinstance(error, ResponseError) and _CODE.search(str(error)) is not None
