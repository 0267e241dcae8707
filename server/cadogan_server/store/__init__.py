"""Where rooms and results are kept: Redis, and only Redis."""

from redis.exceptions import RedisError

STORE_AWAY = (RedisError, ConnectionError, TimeoutError)
"""What is raised when the store does not answer: redis-py's errors, and those of a socket that breaks under it."""

STORE_SECONDS = 5.0
"""A Redis that takes longer over an answer is treated as one that is away."""
