"""Telemetry for operators: log lines, counts, histograms, traces, pauses of the event loop."""
