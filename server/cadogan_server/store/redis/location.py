"""The URL of a store: one Redis, one whose master Sentinels know, or a Redis Cluster.

    redis://user:password@host:6379/0           one server, as redis-py reads it; rediss:// with TLS, unix:// for a
    socket
    redis+sentinel://user:password@s1,s2,s3:26380/mymaster/0?sentinel_password=...
    redis+cluster://user:password@n1:7000,n2:7000

`rediss+sentinel` and `rediss+cluster` use TLS, to Sentinels too. The query holds redis-py's own options. User and
password are those of the servers with the data; `sentinel_username` and `sentinel_password` are for the Sentinels. For
a Cluster, some of its nodes are enough: they know the others.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from enum import Enum, auto
from typing import Any

from redis.asyncio import ConnectionPool
from redis.asyncio.connection import parse_url

HostPort = tuple[str, int]
"""Host and port of a server."""

SENTINEL_PORT, REDIS_PORT = 26379, 6379

_OF_SENTINELS = "sentinel_"
"""Prefix of options for Sentinels only."""

_MANY = re.compile(r"(rediss?)\+(sentinel|cluster)://(?:([^@/?#]*)@)?([^/?#]*)([^?#]*)(?:\?(.*))?")
_HOST = re.compile(r"(\[[0-9a-fA-F:.]+\]|[^\[\]:,\s]+)(?::(\d{1,5}))?")


class StoreKind(Enum):
    """The number of servers of a store, and the way to its masters."""

    ONE = auto()
    SENTINEL = auto()
    CLUSTER = auto()


@dataclass(frozen=True)
class Location:
    """The location of a store.

    Attributes:
        kind: the kind of servers at `places`.
        url: URL of a single server, as redis-py reads it.
        places: the Sentinels, or some nodes of a Cluster.
        name: the Sentinels' name for the master.
        options: redis-py's options for each connection.
        of_sentinels: redis-py's options for connections to Sentinels.
    """

    kind: StoreKind
    url: str = ""
    places: tuple[HostPort, ...] = ()
    name: str = ""
    options: dict[str, Any] = field(default_factory=dict)
    of_sentinels: dict[str, Any] = field(default_factory=dict)

    def __str__(self) -> str:
        there = ",".join(shown(place) for place in self.places)
        return (
            f"{self.name!r} of the Sentinels {there}" if self.kind is StoreKind.SENTINEL else f"the Cluster of {there}"
        )


def shown(place: HostPort) -> str:
    """Return host and port as text."""
    host, port = place
    return f"[{host}]:{port}" if ":" in host else f"{host}:{port}"


def location_of(url: str) -> Location:
    """Parse the URL of a store.

    Raises:
        ValueError: it is no such URL; the message says why.
    """
    many = _MANY.fullmatch(url)
    if many is None:
        if re.match(r"\w+\+", url):
            raise ValueError(
                "a store of several servers is redis+sentinel://HOST,HOST,HOST/NAME/DATABASE or redis+cluster://HOST,HOST"
            )
        ConnectionPool.from_url(url)
        return Location(StoreKind.ONE, url)
    scheme, kind, user, hosts, path, query = many.groups()
    options: dict[str, Any] = {
        **parse_url(f"{scheme}://{f'{user}@' if user else ''}host/{f'?{query}' if query else ''}")
    }
    del options["host"]
    if kind == "cluster":
        if path not in ("", "/", "/0") or options.get("db"):
            raise ValueError("a Redis Cluster has no databases but 0: nothing may follow its hosts")
        return Location(StoreKind.CLUSTER, places=_places(hosts, REDIS_PORT), options=options)
    found = re.fullmatch(r"/([^/]+)(?:/(\d*))?", path)
    if found is None:
        raise ValueError(
            "the master's name, as the Sentinels know it, must follow their hosts: redis+sentinel://HOST/mymaster"
        )
    for_sentinels = {
        name.removeprefix(_OF_SENTINELS): options.pop(name) for name in [*options] if name.startswith(_OF_SENTINELS)
    }
    tls = {name: value for name, value in options.items() if name.startswith("ssl") or name == "connection_class"}
    return Location(
        StoreKind.SENTINEL,
        places=_places(hosts, SENTINEL_PORT),
        name=found[1],
        options={**options, "db": int(found[2] or options.get("db", 0))},
        of_sentinels={**tls, **for_sentinels},
    )


def _places(hosts: str, port: int) -> tuple[HostPort, ...]:
    found = []
    for host in hosts.split(","):
        read = _HOST.fullmatch(host)
        if read is None or int(read[2] or port) > 65535:
            raise ValueError(f"{host!r} is no host: they stand one behind the other as HOST:PORT,HOST:PORT")
        found.append((read[1].strip("[]"), int(read[2] or port)))
    return tuple(found)
