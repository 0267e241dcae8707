"""Traces for OpenTelemetry, if a server is started with --traces: requests, their rooms, and their durations.

A span has ids and kinds, never contents of messages. OpenTelemetry's environment variables set where traces go, how many, and
with which attributes: OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_EXPORTER_OTLP_HEADERS, OTEL_TRACES_SAMPLER,
OTEL_RESOURCE_ATTRIBUTES. A separate thread sends the traces. Without --traces none of this is loaded, and moves cost nothing more.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from importlib.metadata import version
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from opentelemetry.trace import Span, Tracer

USUAL_SHARE = "0.05"
"""The share of requests with a trace, unless OTEL_TRACES_SAMPLER says otherwise."""

_tracer: Tracer | None = None
_end: Any = None


class TracesMissing(Exception):
    """OpenTelemetry is not installed; the message says how to get it."""


def start(node: str, exporter: Any = None) -> None:
    """Start tracing for the whole process.

    Args:
        node: the name of this server, `service.instance.id` of all its spans.
        exporter: a `SpanExporter` that gets each span at once, for tests; by default spans go out in batches by OTLP
            over HTTP.

    Raises:
        TracesMissing: OpenTelemetry is not installed.
    """
    global _tracer, _end
    try:
        from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
        from opentelemetry.sdk.resources import Resource
        from opentelemetry.sdk.trace import TracerProvider
        from opentelemetry.sdk.trace.export import BatchSpanProcessor, SimpleSpanProcessor
    except ImportError as error:
        raise TracesMissing(f"--traces needs OpenTelemetry ({error}): pip install 'cadogan[traces]'") from error
    if exporter is None:
        os.environ.setdefault("OTEL_TRACES_SAMPLER", "parentbased_traceidratio")
        os.environ.setdefault("OTEL_TRACES_SAMPLER_ARG", USUAL_SHARE)
        os.environ.setdefault("OTEL_EXPORTER_OTLP_TIMEOUT", "3")  # seconds; stopping the server waits for that
    name = {"service.name": "cadogan", "service.version": version("cadogan"), "service.instance.id": node}
    provider = TracerProvider(resource=Resource.create(name), shutdown_on_exit=False)
    provider.add_span_processor(SimpleSpanProcessor(exporter) if exporter else BatchSpanProcessor(OTLPSpanExporter()))
    _tracer, _end = provider.get_tracer("cadogan"), provider.shutdown


def stop() -> None:
    """Send the spans collected so far, and stop tracing."""
    global _tracer, _end
    if _end is not None:
        _end()
    _tracer = _end = None


def tracer() -> Tracer | None:
    """Return the tracer, which makes spans; None without traces."""
    return _tracer


@contextmanager
def span(name: str, headers: Mapping[str, str] | None = None, **attributes: str) -> Iterator[Span | None]:
    """Make a span that lasts as long as the context; None without traces.

    Args:
        name: the name of the span.
        headers: the headers of an HTTP request; the span becomes a child of the one in its `traceparent`.
        attributes: ids and kinds.
    """
    if _tracer is None:
        yield None
        return
    from opentelemetry.propagate import extract

    above = extract({"traceparent": headers.get("traceparent", "")}) if headers is not None else None
    with _tracer.start_as_current_span(name, context=above, attributes=attributes) as made:
        yield made
