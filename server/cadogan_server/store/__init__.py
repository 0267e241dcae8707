"""Everything that outlives a process, in Redis and nowhere else."""

from redis.exceptions import RedisError

from cadogan_protocol.errors import ErrorCode
from cadogan_server.rooms.refused import Refused

STORE_AWAY = (RedisError, ConnectionError, TimeoutError)
"""Exceptions of a store that does not answer: redis-py's, and those of a broken socket."""

STORE_SECONDS = 5.0
"""Seconds after which a question that Redis has not answered fails. The journal waits a shorter time: `Bounds.hang`."""


class StoreBusy(Refused):
    """More is read from the store at once than there are connections. The store is there and takes writes."""

    def __init__(self) -> None:
        super().__init__(ErrorCode.BUSY, "too much is asked of the store at once; try again in a moment", wait=1)
