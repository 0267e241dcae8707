"""Figures for Prometheus, collected on request, on a separate port that only the operator needs to reach."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from importlib.metadata import version

from prometheus_client import CollectorRegistry, ProcessCollector, generate_latest
from prometheus_client.core import (
    CounterMetricFamily,
    GaugeMetricFamily,
    HistogramMetricFamily,
    InfoMetricFamily,
    Metric,
)
from prometheus_client.registry import Collector
from websockets.asyncio.server import Server, ServerConnection, serve
from websockets.http11 import Request, Response

from cadogan_server import is_compiled
from cadogan_server.gateway.http.page import CHECKED, asset
from cadogan_server.gateway.http.routes import Content, Site, leaf
from cadogan_server.gateway.sockets.socket import HeadedConnection
from cadogan_server.hosting.pushing.pusher import RESULTS
from cadogan_server.parts.services import Services
from cadogan_server.store.games.contests import KINDS
from cadogan_server.store.upkeep.policy import EvictionStep
from cadogan_server.telemetry.histogram import Histogram
from cadogan_server.telemetry.stats import Door

logger = logging.getLogger(__name__)
logger.setLevel(logging.WARNING)  # the library would log each answer


class Metrics(Collector):
    """The server's figures.

    Args:
        services: the server's parts.
        door: returns counts of the present connections.
    """

    def __init__(self, services: Services, door: Callable[[], Door]) -> None:
        self._services = services
        self._door = door
        self._registry = CollectorRegistry()
        self._registry.register(self)
        ProcessCollector(registry=self._registry)  # processor time, memory and open files, if the system reports them

    async def open(self, host: str, port: int) -> Server:
        """Start answering `/metrics`.

        Raises:
            OSError: the port is not available.
        """
        elsewhere = asset(b"only /metrics is here\n", "text/plain", CHECKED, 404)
        site = Site({}, elsewhere, {"/metrics": leaf(self.page)})

        async def answer(_: ServerConnection, request: Request) -> Response:
            return await site.answer(request)

        async def close(_: ServerConnection) -> None:
            """Do nothing: every handshake is answered with a page."""

        return await serve(
            close,
            host,
            port,
            process_request=answer,
            server_header=None,
            create_connection=HeadedConnection,
            logger=logger,
        )

    def page(self) -> Content:
        """Return all figures in the format of Prometheus."""
        return Content(generate_latest(self._registry), "text/plain")

    def collect(self) -> Iterator[Metric]:
        """Yield the current figures."""
        yield from self._at_the_door()
        yield from self._rooms()
        yield from self._watched()
        yield from self._journal()
        yield from self._memory_of_store()
        yield from self._messages()
        info = {
            "node": self._services.settings.node,
            "version": version("cadogan"),
            "compiled": "yes" if is_compiled() else "no",
        }
        yield InfoMetricFamily("cadogan_node", "Name, version and kind of this server", info)

    def _rooms(self) -> Iterator[Metric]:
        """Yield the figures about rooms."""
        rooms = GaugeMetricFamily("cadogan_rooms", "Rooms in memory", labels=["phase"])
        counts = self._services.rooms.registry.count()
        for phase in ("lobby", "countdown", "running", "finished"):
            rooms.add_metric([phase], counts[phase])
        yield rooms
        yield _histogram(
            "cadogan_takeover_seconds",
            "Seconds to take up a room that another node or an earlier process had left",
            self._services.rooms.registry.chronicle.takeovers,
        )

    def _journal(self) -> Iterator[Metric]:
        """Yield the figures about the journal, which writes to the store."""
        journal = self._services.store.journal
        yield GaugeMetricFamily(
            "cadogan_store_safe", "1 while the store has everything that players were told", journal.safe
        )
        yield GaugeMetricFamily(
            "cadogan_store_full",
            "1 while all rooms are paused because nothing more may wait for the store",
            journal.full,
        )
        yield GaugeMetricFamily("cadogan_store_backlog_bytes", "Bytes that wait for the store", journal.unwritten.size)
        mender = journal.connection.mender
        yield CounterMetricFamily(
            "cadogan_store_entries_written_again",
            "Log entries that the store had lost and this server wrote again",
            mender.mended,
        )
        yield CounterMetricFamily(
            "cadogan_store_entries_lost",
            "Log entries of rooms in use that the store has lost for good",
            mender.lost,
        )
        yield CounterMetricFamily(
            "cadogan_store_commands", "Commands that the store has taken", journal.connection.written
        )
        yield _histogram("cadogan_commit_seconds", "Seconds that the store took for a batch", journal.commits)

    def _memory_of_store(self) -> Iterator[Metric]:
        """Yield the figures about the store's memory."""
        memory = self._services.store.memory
        yield GaugeMetricFamily("cadogan_store_memory_bytes", "Bytes of memory that the store uses", memory.used)
        yield GaugeMetricFamily(
            "cadogan_store_memory_bound_bytes", "Bytes of memory that the store may use; 0: no limit", memory.most
        )
        yield GaugeMetricFamily(
            "cadogan_store_memory_full", "1 while nothing new is stored because the store is full", memory.full
        )
        evicted = CounterMetricFamily(
            "cadogan_store_evicted", "Items evicted to make space in the store", labels=["step"]
        )
        for step in EvictionStep:
            evicted.add_metric([step.name.lower()], self._services.rooms.eviction.evicted[step])
        yield evicted
        yield GaugeMetricFamily(
            "cadogan_boards_waiting",
            "Players whose counted results wait to be sorted into boards",
            self._services.store.leaderboard.sorting.left,
        )

    def _messages(self) -> Iterator[Metric]:
        """Yield the figures about messages and the event loop."""
        stats = self._services.stats
        yield CounterMetricFamily("cadogan_messages", "Messages received", stats.messages)
        yield _histogram("cadogan_event_loop_lag_seconds", "Seconds by which the event loop was late", stats.lag)
        yield _histogram(
            "cadogan_outbox_bytes", "Bytes that waited for a socket, sampled every few seconds", stats.outboxes
        )
        yield GaugeMetricFamily(
            "cadogan_outbox_waiting_bytes", "Bytes that waited for all sockets at the last sample", stats.waiting
        )
        refused = CounterMetricFamily("cadogan_refusals", "Requests refused", labels=["code"])
        for code, count in stats.refusals.items():
            refused.add_metric([code.value], count)
        yield refused

    def _at_the_door(self) -> Iterator[Metric]:
        """Yield the figures about sockets and relays."""
        door, stats = self._door(), self._services.stats
        yield GaugeMetricFamily("cadogan_sockets", "WebSockets that are open", door.sockets)
        yield GaugeMetricFamily(
            "cadogan_relayed_sockets", "WebSockets of other nodes that are relayed to rooms here", door.relayed
        )
        yield CounterMetricFamily(
            "cadogan_given_sockets", "WebSockets that were given to another worker of this machine", stats.given
        )
        yield GaugeMetricFamily("cadogan_event_streams", "Streams of events that are read over HTTP", door.streams)
        yield GaugeMetricFamily(
            "cadogan_event_streams_bound", "Maximum number of streams of events", door.streams_bound
        )
        attempts = CounterMetricFamily(
            "cadogan_attempts", "Attempts at contests of the day that began here and count", labels=["contest"]
        )
        for contest in KINDS:
            attempts.add_metric([contest], stats.attempts[contest])
        yield attempts
        pushes = CounterMetricFamily("cadogan_pushes", "News for devices, by what became of it", labels=["result"])
        for result in RESULTS:
            pushes.add_metric([result], self._services.pushing.pusher.counts[result])
        yield pushes

    def _watched(self) -> Iterator[Metric]:
        """Yield the figures about spectators."""
        registry, mirrors = self._services.rooms.registry, self._services.mirrors
        spectators = GaugeMetricFamily(
            "cadogan_spectators", "Spectators at this node, by the place of the room that they watch", labels=["room"]
        )
        spectators.add_metric(["here"], registry.spectators())
        spectators.add_metric(["elsewhere"], mirrors.watchers)
        yield spectators
        yield GaugeMetricFamily("cadogan_followed_rooms", "Rooms of other nodes with a mirror here", len(mirrors))
        yield GaugeMetricFamily(
            "cadogan_followers", "Mirrors that other nodes have of rooms here", registry.remote_mirrors()
        )
        yield CounterMetricFamily(
            "cadogan_followed_messages",
            "Messages from other nodes that were passed on to spectators here",
            mirrors.frames,
        )
        yield CounterMetricFamily(
            "cadogan_lost_links", "Mirror links to other nodes that broke while in use", mirrors.lost
        )
        yield CounterMetricFamily(
            "cadogan_received_rooms",
            "Rooms that other nodes have handed over to this one",
            self._services.rooms.finder.received,
        )


def _histogram(name: str, meaning: str, of: Histogram) -> HistogramMetricFamily:
    return HistogramMetricFamily(name, meaning, buckets=of.buckets, sum_value=of.total)
