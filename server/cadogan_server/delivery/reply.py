"""Frames that a socket gets however far behind it is.

They derive from `bytes`, which a compiled module can't do (`build_compiled.py`).
"""

from __future__ import annotations


class Reply(bytes):
    """A frame that answers a request. It is never dropped, however far behind a socket is."""

    __slots__ = ()


RESUME = Reply()
"""An empty marker before the snapshot for a spectator whose outbox was behind."""
