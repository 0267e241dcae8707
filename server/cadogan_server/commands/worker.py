"""One of several workers, as `cadogan serve --workers` starts it where it can't fork it.

`python -m cadogan_server.commands.worker` is the command.

The first line of its standard input says what to do (`supervisor.py`), a line on its standard output where it is found. It ends in
order on SIGTERM, and when its input ends, as its supervisor is gone then.
"""

from __future__ import annotations

from cadogan_server.telemetry.pauses import loading

with loading():
    from cadogan_server.commands.serve import work


if __name__ == "__main__":
    work()
