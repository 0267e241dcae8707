"""Traces for OpenTelemetry, where a server is started with --traces: what was asked, of which room, and how long it took.

A span has ids and kinds, never what was sent. Where they go, how many, and what stands beside them is set by OpenTelemetry's
own variables: OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_EXPORTER_OTLP_HEADERS, OTEL_TRACES_SAMPLER, OTEL_RESOURCE_ATTRIBUTES. They
are sent by a thread. Without --traces nothing of this is loaded, and nothing is done for a move.
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
"""Of how many requests a trace is kept, unless OTEL_TRACES_SAMPLER says otherwise."""

_tracer: Tracer | None = None
_end: Any = None


class TracesMissing(Exception):
    """What makes traces is not installed; says how to get it."""


def start(node: str, exporter: Any = None) -> None:
    """Begin to make traces, for the whole process.

    Args:
        node: what this server is called: `service.instance.id` of all its spans.
        exporter: a `SpanExporter` that gets each span at once, for tests; by default they go out by OTLP over HTTP, some together.

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
        os.environ.setdefault("OTEL_EXPORTER_OTLP_TIMEOUT", "3")  # seconds; who stops the server waits for that
    name = {"service.name": "cadogan", "service.version": version("cadogan"), "service.instance.id": node}
    provider = TracerProvider(resource=Resource.create(name), shutdown_on_exit=False)
    provider.add_span_processor(SimpleSpanProcessor(exporter) if exporter else BatchSpanProcessor(OTLPSpanExporter()))
    _tracer, _end = provider.get_tracer("cadogan"), provider.shutdown


def stop() -> None:
    """Send what has been collected, and make no more."""
    global _tracer, _end
    if _end is not None:
        _end()
    _tracer = _end = None


def tracer() -> Tracer | None:
    """Return what makes spans; None where no traces are made."""
    return _tracer


@contextmanager
def span(name: str, headers: Mapping[str, str] | None = None, **attributes: str) -> Iterator[Span | None]:
    """Make a span of what is done while the context lasts; None where no traces are made.

    Args:
        name: what is done.
        headers: of a request over HTTP: the span goes below the one that its `traceparent` names.
        attributes: ids and kinds.
    """
    if _tracer is None:
        yield None
        return
    from opentelemetry.propagate import extract

    above = extract({"traceparent": headers.get("traceparent", "")}) if headers is not None else None
    with _tracer.start_as_current_span(name, context=above, attributes=attributes) as made:
        yield made
