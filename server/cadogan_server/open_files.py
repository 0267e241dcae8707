"""The limit on open files. It is a module of its own since the processes of a load need it, but nothing of the server."""

from __future__ import annotations

from contextlib import suppress


def raise_open_files() -> None:
    """Raise the limit on this process's open files as far as it may: each socket is one, and the usual limit is about a
    thousand."""
    with suppress(ImportError, ValueError, OSError):  # Windows has no limit; macOS may refuse its own
        import resource

        _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
