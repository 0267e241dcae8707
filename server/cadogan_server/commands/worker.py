"""One of several workers, as started by `cadogan serve --workers` where it can't fork.

Run it with `python -m cadogan_server.commands.worker`.

The first line of its standard input holds its settings (`supervisor.py`); a line of its standard output reports where
it listens. It ends in order on SIGTERM, and when its input ends because its supervisor is gone.
"""

from __future__ import annotations

from cadogan_server.telemetry.pauses import loading

with loading():
    from cadogan_server.commands.serve import work


if __name__ == "__main__":
    work()
