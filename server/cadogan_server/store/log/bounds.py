"""How much a journal holds, and for how long it waits."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Bounds:
    """What a journal is set to. Sizes are in bytes, spans in seconds."""

    backlog: int = 16 << 20
    """How much may wait for a Redis that is away."""
    chunk: int = 1000
    """How many commands of a backlog go into one batch."""
    known: int = 64 << 20
    """How much is held in memory of the logs in use, so that it can be written again; beyond it the oldest of the longest goes."""
    known_look: int = 1 << 20
    """After so much was written it is looked whether that is too much."""
    lately: float = 5.0
    """For how long what was written is kept. A Redis with `appendfsync everysec` may hold it back for two seconds. After as long
    results are seen to be in the store, or counted again."""
    hang: float = 1.0
    """A batch that players wait for is let out after so long without an answer: play goes on, and they are told that it is not
    safe."""
    close: float = 3.0
    """For so long a server that ends tries to write what a Redis that is away has not taken; the rest lies in the spill."""
