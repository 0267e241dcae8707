"""The health of the server, at a path that belongs neither to the page nor to the API."""

from __future__ import annotations

from cadogan_server.gateway.http.routes import Content, Live, Query, json_content, leaf
from cadogan_server.parts.services import Services

CODES = {"ok": 200, "store_full": 200, "leaving": 404, "paused": 404, "full": 404, "replaced": 503}
"""State of the server → HTTP code.

HAProxy reads 404 as "nobody new, but present clients may stay", and closes the sockets of a server that answers 503. Where
rooms pause, players keep their sockets; if another node may go on with the rooms, the node sends its players away itself
(`nodes/cut_off.py`)."""

STORE = ("ok", "away", "lost", "full")
"""The states of the store."""


def paths(services: Services) -> dict[str, Live]:
    """Return path prefix → function that answers it."""
    return {"/healthz": leaf(lambda: _health(services)), "/metrics": _nothing}


async def _nothing(_: str, __: Query) -> Content | None:
    return None


def _health(services: Services) -> Content:
    """Return the state of the server and of its store: whether requests are taken, and whether confirmed changes are
    safe."""
    status = _status(services)
    return json_content({"status": status, "store": _store(services)}, CODES[status])


def _status(services: Services) -> str:
    journal = services.store.journal
    if services.rooms.registry.leaving:
        return "leaving"
    if journal.replaced:
        return "replaced"
    if journal.holding:
        return "paused"
    if journal.full:
        return "full"
    return "store_full" if services.store.memory.full else "ok"


def _store(services: Services) -> str:
    store = services.store
    if store.away:
        return "away"
    if any(log.lacks for log in store.journal.connection.logs.values()):
        return "lost"
    return "full" if store.memory.full else "ok"
