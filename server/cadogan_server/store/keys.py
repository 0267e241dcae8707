"""Every key that the server uses in Redis, and nothing else knows one.

The braces make keys that are used together lie together in a Redis Cluster.
"""

from __future__ import annotations

UNFINISHED = "cadogan:unfinished"
"""A set: the codes of the rooms that a server must take up again when it starts."""

LEASE = "cadogan:{lease}"
"""A string that does not last: which server may use the store now, as JSON."""

LAST_LEASE = "cadogan:{lease}:last"
"""A string: which server may use it, or was the last that might."""


LOGS = "cadogan:{*}:log"
"""What the keys of all logs look like."""

PLAYERS = "cadogan:player:*"
"""What those of all players do."""


def log(code: str) -> str:
    """A stream: the log of a room. Field `r` of each entry holds one or more records, end to end."""
    return f"cadogan:{{{code}}}:log"


def player(player: str) -> str:
    """A hash: `hash` (hex SHA-256 of the player's token), `name`, and `played` of who has played a game to its end."""
    return f"cadogan:player:{player}"


def counted(game: str) -> str:
    """A sorted set: the rooms whose results have been counted, by the moment when they were."""
    return f"cadogan:board:{{{game}}}:counted"


def names(game: str) -> str:
    """A hash: the name under which a result of each player was last counted."""
    return f"cadogan:board:{{{game}}}:names"


def ratings(game: str) -> str:
    """A hash: each duellist's rating, `mu sigma`."""
    return f"cadogan:board:{{{game}}}:ratings"


def board(game: str, metric: str) -> str:
    """A sorted set: players by what the metric counts."""
    return f"cadogan:board:{{{game}}}:{metric}"
