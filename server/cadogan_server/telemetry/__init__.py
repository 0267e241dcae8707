"""What operators see: log lines, counts, histograms, traces, pauses of the event loop."""
