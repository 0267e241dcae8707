"""Lighthouse's scores of the page: the front page, a player's table while a race goes on, and that race as it is
watched.

    python -m tests.browser.lighthouse [--runs N] [--desktop]

It takes Node's `npx`, which fetches Lighthouse, and a quiet machine: its figures tell of the processor as much as of the
page. Without `--desktop` it measures as on a phone: a narrow window, a processor slowed fourfold.
"""

from __future__ import annotations

import argparse
import json
import shutil
import socket
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from playwright.sync_api import BrowserContext, sync_playwright

from tests.browser.launch import LAUNCH, find_chromium
from tests.browser.player import Player
from tests.browser.server import serve

LIGHTHOUSE = "lighthouse@12.8.2"
GAME = "klondike_draw1"
BOTS = 2


def main() -> int:
    """Measure, print a line of JSON for each page and run, and return the exit code."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", 1)[0])
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--desktop", action="store_true", help="measure as on a desktop computer instead of a phone")
    arguments = parser.parse_args()
    chromium, npx = find_chromium(), shutil.which("npx")
    if chromium is None or npx is None:
        print("error: Chromium and npx must be on PATH", file=sys.stderr)
        return 1
    port = free_port()
    with (
        tempfile.TemporaryDirectory() as data,
        tempfile.TemporaryDirectory() as profile,
        serve(Path(data), "--bot-pace", "1") as server,
        sync_playwright() as playwright,
    ):
        context = playwright.chromium.launch_persistent_context(
            profile,
            executable_path=chromium,
            args=[*LAUNCH, f"--remote-debugging-port={port}"],
            base_url=server.url,
            locale="en-GB",
        )
        table = begin_race(context)
        pages = {"front": f"{server.url}/", "table": table, "watch": table.replace("/r/", "/watch/")}
        command = [npx, "--yes", LIGHTHOUSE, f"--port={port}", *(["--preset=desktop"] if arguments.desktop else [])]
        for _ in range(arguments.runs):
            for name, url in pages.items():
                print(json.dumps({"page": name, **measure(command, url)}), flush=True)
        context.close()
    return 0


def free_port() -> int:
    """Return a free port of this machine."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def begin_race(context: BrowserContext) -> str:
    """Begin a race with bots and return the address of the table. The seat stays this browser's, so it may come back to
    it."""
    ann = Player(context.new_page(), "Ann")
    ann.arrive()
    ann.open_room(GAME)
    for _ in range(BOTS):
        ann.add_bot()
    ann.ready()
    ann.wait_for_cards()
    address = ann.page.url
    ann.page.goto("about:blank")
    return address


def measure(command: list[str], url: str) -> dict[str, Any]:
    """Run Lighthouse on a page; return both scores (0 to 100) and the times that the first is made of, in milliseconds."""
    asked = ("--quiet", "--only-categories=performance,accessibility", "--disable-storage-reset", "--output=json")
    report = json.loads(subprocess.run([*command, url, *asked], check=True, stdout=subprocess.PIPE).stdout)
    scores = {name: round(100 * category["score"]) for name, category in report["categories"].items()}
    times = ("largest-contentful-paint", "total-blocking-time", "speed-index")
    return {**scores, **{name: round(report["audits"][name]["numericValue"]) for name in times}}


if __name__ == "__main__":
    sys.exit(main())
