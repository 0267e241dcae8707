"""Locks on files. A lock ends with the process that holds it, however that ends."""

from __future__ import annotations

import os
from pathlib import Path


def try_lock(path: Path) -> int | None:
    """Lock a file; return the descriptor that holds the lock until it is closed, or None if another process holds
    it."""
    import fcntl  # missing on Windows, where the rest of the server runs with --redis

    lock = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        os.close(lock)
        return None
    except BaseException:
        os.close(lock)
        raise
    return lock
