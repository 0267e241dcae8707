"""Where rooms and results are kept: Redis, and only Redis."""

from redis.exceptions import RedisError

from cadogan_protocol.errors import ErrorCode
from cadogan_server.rooms.refused import Refused

STORE_AWAY = (RedisError, ConnectionError, TimeoutError)
"""What is raised when the store does not answer: redis-py's errors, and those of a socket that breaks under it."""

STORE_SECONDS = 5.0
"""A Redis that takes longer over an answer is treated as one that is away."""


class StoreBusy(Refused):
    """More is read of the store at once than there are connections for. It is there, and takes what is written."""

    def __init__(self) -> None:
        super().__init__(ErrorCode.BUSY, "too much is asked of the store at once; try again in a moment", wait=1)
