"""Figures for Prometheus, gathered when they are asked for."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from prometheus_client import CollectorRegistry, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily
from prometheus_client.registry import Collector

from cadogan_server.gateway.http import Answer
from cadogan_server.services import Services


class Metrics(Collector):
    """The server's figures.

    Args:
        services: the server's parts.
        sockets: how many are open.
    """

    def __init__(self, services: Services, sockets: Callable[[], int]) -> None:
        self._services = services
        self._sockets = sockets
        self._registry = CollectorRegistry()
        self._registry.register(self)

    def page(self) -> Answer:
        """Return all figures as Prometheus reads them."""
        return Answer(generate_latest(self._registry), "text/plain")

    def collect(self) -> Iterator[CounterMetricFamily | GaugeMetricFamily]:
        """Yield the figures as they are now."""
        journal, stats = self._services.journal, self._services.stats
        yield GaugeMetricFamily("cadogan_sockets", "WebSockets that are open", self._sockets())
        rooms = GaugeMetricFamily("cadogan_rooms", "Rooms in memory", labels=["phase"])
        counts = self._services.registry.count()
        for phase in ("lobby", "countdown", "running", "finished"):
            rooms.add_metric([phase], counts[phase])
        yield rooms
        yield GaugeMetricFamily("cadogan_store_safe", "1 while all that was acknowledged is in the store", journal.safe)
        yield GaugeMetricFamily("cadogan_store_backlog_bytes", "What waits for the store", journal.backlog_bytes)
        yield CounterMetricFamily("cadogan_store_commands", "Commands that the store has taken", journal.written)
        yield CounterMetricFamily("cadogan_messages", "Messages received", stats.messages)
        refused = CounterMetricFamily("cadogan_refusals", "Requests refused", labels=["code"])
        for code, count in stats.refusals.items():
            refused.add_metric([code.value], count)
        yield refused
