"""One of several workers, as `cadogan serve --workers` starts it: `python -m cadogan_server.commands.worker`.

The first line of its standard input says what to do (`supervisor.py`), a line on its standard output where it is found. It ends in
order on SIGTERM, and when its input ends, as its supervisor is gone then.
"""

from __future__ import annotations

import json
import os
import sys
from dataclasses import asdict

from cadogan_server.pauses import loading

with loading():
    from cadogan_server.app import Running
    from cadogan_server.commands.serve import serve_by
    from cadogan_server.log_lines import write_log
    from cadogan_server.supervisor import CHARGES, Ready

INPUT = 0
"""The descriptor of the standard input."""


def main() -> None:
    """Serve until told to stop."""
    line = b""
    while not line.endswith(b"\n"):
        read = os.read(INPUT, 1 << 16)  # there is nothing behind that line
        if not read:
            return
        line += read
    charge = CHARGES.validate_json(line)
    write_log(charge.log_format, charge.settings.node, charge.verbose)

    def announce(server: Running) -> None:
        print(json.dumps(asdict(Ready(server.port, server.metrics_port))), flush=True)

    sys.exit(serve_by(charge.settings, announce, charge.inherited, traces=charge.traces))


if __name__ == "__main__":
    main()
