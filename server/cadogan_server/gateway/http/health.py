"""The health of the server, at a path that belongs neither to the page nor to the API."""

from __future__ import annotations

from cadogan_server.gateway.http.routes import Content, Live, Query, json_content, leaf
from cadogan_server.parts.services import Services


def paths(services: Services) -> dict[str, Live]:
    """Return path prefix → function that answers it."""
    return {"/healthz": leaf(lambda: _health(services)), "/metrics": _nothing}


async def _nothing(_: str, __: Query) -> Content | None:
    return None


def _health(services: Services) -> Content:
    """Return the state of the server and of its store: whether requests are taken, and whether confirmed changes are
    safe."""
    journal = services.store.journal
    status = "replaced" if journal.replaced else "paused" if journal.holding else "full" if journal.full else "ok"
    if status == "ok" and services.store.memory.full:  # running games go on, so players may stay here
        status = "store_full"
    away = services.store.away
    store = "away" if away else "lost" if any(log.lacks for log in journal.connection.logs.values()) else "ok"
    if store == "ok" and services.store.memory.full:
        store = "full"
    # HAProxy reads 404 as "nobody new, but present clients may stay". A paused node sends its clients away itself, once
    # another node may reach the store.
    if services.rooms.registry.leaving or journal.holding:
        return json_content({"status": "leaving" if services.rooms.registry.leaving else status, "store": store}, 404)
    return json_content({"status": status, "store": store}, 503 if journal.full else 200)
