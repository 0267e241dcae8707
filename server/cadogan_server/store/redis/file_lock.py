"""Locks on files: they go with the process that holds them, however it ends."""

from __future__ import annotations

import os
from pathlib import Path


def try_lock(path: Path) -> int | None:
    """Lock a file, and return the descriptor that holds the lock until it is closed; None where another one does."""
    import fcntl  # not there on Windows, where the rest of the server runs with --redis

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
