"""How many files a process may have open: each socket is one, and the usual bound is about a thousand."""

from __future__ import annotations

import contextlib


def raise_open_files() -> None:
    """Let this process have as many files open as it may."""
    with contextlib.suppress(ImportError, ValueError, OSError):  # Windows has no bound; macOS may refuse its own
        import resource

        _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
