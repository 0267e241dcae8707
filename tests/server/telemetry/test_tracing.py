"""Traces by OpenTelemetry, if they are switched on."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from threading import Thread

import pytest
from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter

from cadogan_protocol.messages import Join, Moved, Play, Step
from cadogan_server.telemetry import tracing
from tests.server.conftest import Serve
from tests.server.fetching import fetch
from tests.server.wire import dial


@pytest.fixture
def spans() -> Iterator[InMemorySpanExporter]:
    """Yield the spans of servers that are started from now on."""
    exporter = InMemorySpanExporter()
    tracing.start("node-1", exporter)
    yield exporter
    tracing.stop()


async def test_each_request_is_a_span_with_ids_and_without_its_content(
    serve: Serve, spans: InMemorySpanExporter
) -> None:
    async with serve() as server, dial(server.port) as anna:
        await (await anna.hello("Annabel")).create("klondike")
        await anna.refusal(Join, room="NOSUCH")
        await anna.ready()
        await anna.the(Moved)
        assert isinstance(await anna.play(anna.moves[0]), Step | Moved)
        player, token = server.services.rooms.registry.hubs[anna.code].room.state.occupants[0].player, anna.token
    found = {span.name: span for span in spans.get_finished_spans()}
    assert {"Hello", "Create", "Join", "Ready", "Play"} <= found.keys()
    play = found["Play"]
    assert dict(play.attributes or {}) == {"room": anna.code, "player": player}
    assert [event.name for event in play.events] == ["decided"]
    assert play.end_time is not None
    assert play.events[0].timestamp <= play.end_time
    assert play.resource.attributes["service.instance.id"] == "node-1"
    assert (found["Join"].attributes or {})["refused"] == "unknown_room"
    said = "".join(span.to_json() for span in found.values())
    assert "Annabel" not in said
    assert token not in said


async def test_the_span_of_a_move_ends_when_its_answer_is_on_its_way(
    serve: Serve, spans: InMemorySpanExporter, monkeypatch: pytest.MonkeyPatch
) -> None:
    held: list[Callable[[], None]] = []
    async with serve() as server, dial(server.port) as anna:
        await (await anna.hello("Anna")).create("klondike")
        await anna.ready()
        await anna.the(Moved)
        with monkeypatch.context() as waiting:
            waiting.setattr(server.services.bus, "then", held.append)
            assert isinstance(await anna.play(anna.moves[0]), Step | Moved)
        assert "Play" not in [span.name for span in spans.get_finished_spans()]
        (end,) = held
        end()
        assert "Play" in [span.name for span in spans.get_finished_spans()]


async def test_a_move_that_is_refused_says_why(serve: Serve, spans: InMemorySpanExporter) -> None:
    async with serve() as server, dial(server.port) as anna:
        await (await anna.hello("Anna")).create("klondike")
        await anna.ready()
        await anna.the(Moved)
        refused = await anna.refusal(Play, move=(99, 0, 0))
    play = next(span for span in spans.get_finished_spans() if span.name == "Play")
    assert (play.attributes or {})["refused"] == refused.code.value


async def test_a_request_over_http_continues_the_callers_trace(serve: Serve, spans: InMemorySpanExporter) -> None:
    async with serve() as server:
        await fetch(server, "/api/v1/rooms", traceparent="00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01")
    (span,) = [span for span in spans.get_finished_spans() if span.name == "GET /api/v1/rooms"]
    context = span.get_span_context()
    assert context is not None
    assert format(context.trace_id, "032x") == "0af7651916cd43dd8448eb211c80319c"


async def test_spans_go_out_by_otlp(serve: Serve, monkeypatch: pytest.MonkeyPatch) -> None:
    taken: list[bytes] = []

    class Collector(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            taken.append(self.rfile.read(int(self.headers["Content-Length"])))
            self.send_response(200)
            self.end_headers()

        def log_message(self, *_: object) -> None:
            """Log nothing."""

    collector = HTTPServer(("127.0.0.1", 0), Collector)
    Thread(target=collector.serve_forever, daemon=True).start()
    monkeypatch.setenv("OTEL_EXPORTER_OTLP_ENDPOINT", f"http://127.0.0.1:{collector.server_port}")
    monkeypatch.setenv("OTEL_EXPORTER_OTLP_COMPRESSION", "none")
    monkeypatch.setenv("OTEL_TRACES_SAMPLER", "always_on")
    try:
        tracing.start("node-2")
        async with serve() as server, dial(server.port) as anna:
            await anna.hello("Anna")
        tracing.stop()
    finally:
        collector.shutdown()
        collector.server_close()
    sent = [ExportTraceServiceRequest.FromString(body) for body in taken]
    names = [
        span.name for one in sent for some in one.resource_spans for scope in some.scope_spans for span in scope.spans
    ]
    assert "Hello" in names


def test_a_missing_package_is_named_with_its_remedy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "opentelemetry.sdk.trace", None)
    with pytest.raises(tracing.TracesMissing, match=r"pip install 'cadogan\[traces\]'"):
        tracing.start("node-1")
