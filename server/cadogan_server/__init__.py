"""The server: rooms, lobby, gateway, store, leaderboards and its part of the command line.

The path of a move:

1. `gateway/sockets/socket.py` passes a frame to `gateway/moves.py: receive`, which decodes a move, checks
the rate and calls `hosting/hub.py: play`. Moves of a network that sends more than a few people do wait in the queue
before (`fair_queue.py`). All other messages wait there too, and are read by one task a socket;
`gateway/handlers/handlers.py` finds their handlers.

2. `rooms/room.py` and `rooms/kinds/race.py`, which are pure, check the move and commit a *record*. Only applying a record
changes a room, so replaying the records of a log gives the same room. The record leaves *effects*: the changes for each
stream.

3. `hosting/hub.py` takes both. The record goes to `store/log/journal.py`. Each effect becomes a numbered message of a
stream (`delivery/stream.py`), encoded and framed once (`delivery/frame.py`), for everybody who may see that stream.

4. At the end of the event loop's tick the journal sends everything that was appended in one write
(`store/redis/writer.py`), with one batch in flight. When Redis has taken it, the frames of that batch are released: one
write for each socket (`delivery/outbox.py`, `gateway/sockets/socket.py`). So nobody learns of a move that the log does
not hold, unless Redis is away and everybody is told so.

`app.py` puts the parts together; nothing else knows all of them. `settings.py` lists every setting.
"""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path

PAGE = Path(__file__).parent / "page"
"""Folder into which the page is built. The process that draws pictures needs it, and none of the settings, whose imports
were three quarters of its start."""

COMPILED = "cadogan_server.hosting.hub"
"""One of the modules that a move runs through. `build_compiled.py` compiles all of them, or none."""


def is_compiled() -> bool:
    """Return True if the path of a move is compiled, False if it is plain Python."""
    found = find_spec(COMPILED)
    return found is not None and found.origin is not None and not found.origin.endswith(".py")
