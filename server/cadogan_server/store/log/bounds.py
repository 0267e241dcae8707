"""Limits on the bytes that a journal holds and the time that it waits."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Bounds:
    """Limits of a journal, in bytes and seconds."""

    unwritten: int = 16 << 20
    """Bytes that may be unwritten while Redis is away. Above this the journal is full."""
    chunk: int = 1000
    """Unwritten commands that go into one batch when Redis is back."""
    known: int = 64 << 20
    """Bytes of the logs in use that stay in memory to be written again. Above this, the longest logs forget their
    oldest entries."""
    known_look: int = 1 << 20
    """Bytes written between two checks of that limit."""
    lately: float = 5.0
    """Seconds for which written commands are kept, as a Redis with `appendfsync everysec` may lose the last two seconds.
    As long after a result was counted, the store is asked whether it still has it."""
    hang: float = 1.0
    """Seconds that a batch waits for an answer. Then the store counts as away. A node that is alone plays on and tells
    its players that it is not safe; beside other nodes the frames are held."""
    close: float = 3.0
    """Seconds for which a server that shuts down tries to write what is unwritten. The rest stays in the spill file."""
