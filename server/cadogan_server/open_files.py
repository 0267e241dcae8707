"""Raises the limit on open files; each socket is one, and the usual limit is about a thousand."""

from __future__ import annotations

import contextlib


def raise_open_files() -> None:
    """Raise the limit of this process as far as it may."""
    with contextlib.suppress(ImportError, ValueError, OSError):  # Windows has no limit; macOS may refuse its own
        import resource

        _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
