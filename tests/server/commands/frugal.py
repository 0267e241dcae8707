"""The program `cadogan_server` with sockets that may send few messages at once: a load meets the limit at any speed of the
machine."""

from __future__ import annotations

import runpy

from cadogan_server.settings import Settings

if __name__ == "__main__":
    Settings.message_burst = 20
    runpy.run_module("cadogan_server", run_name="__main__", alter_sys=True)
