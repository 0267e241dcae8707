"""The paths that are neither the page's nor the API's: whether the server is well."""

from __future__ import annotations

from cadogan_server.gateway.http.routes import Content, Live, Query, json_content, leaf
from cadogan_server.parts.services import Services


def paths(services: Services) -> dict[str, Live]:
    """Return what answers each path, by its beginning."""
    return {"/healthz": leaf(lambda: _health(services)), "/metrics": _nothing}


async def _nothing(_: str, __: Query) -> Content | None:
    return None


def _health(services: Services) -> Content:
    """Whether the server takes requests, and whether what it is told is safe."""
    journal = services.store.journal
    status = "replaced" if journal.replaced else "paused" if journal.holding else "full" if journal.full else "ok"
    if (
        status == "ok" and services.store.memory.full
    ):  # games that have begun go on, so this node stays where players are
        status = "store_full"
    store = "away" if not journal.safe else "lost" if any(log.lacks for log in journal.logs.values()) else "ok"
    if store == "ok" and services.store.memory.full:
        store = "full"
    # 404 is what HAProxy takes for "nobody new, and those who are there may stay": a paused node sends people away itself, once
    # another may have the store.
    if services.rooms.registry.leaving or journal.holding:
        return json_content({"status": "leaving" if services.rooms.registry.leaving else status, "store": store}, 404)
    return json_content({"status": status, "store": store}, 503 if journal.full else 200)
