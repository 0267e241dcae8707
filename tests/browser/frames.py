"""How smoothly the page moves: bots race, a spectator watches all boards, and every frame is timed.

python -m tests.browser.frames [--game ID] [--boards N] [--seconds N]
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import expect, sync_playwright

from tests.browser.launch import LAUNCH, find_chromium
from tests.browser.player import Player
from tests.browser.server import serve

TIMED = """milliseconds => new Promise(done => {
    const frames = []
    let last = performance.now()
    const end = last + milliseconds
    requestAnimationFrame(function next(now) {
        frames.push(now - last)
        last = now
        if (now < end) requestAnimationFrame(next)
        else done(frames)
    })
})"""


def main() -> int:
    """Measure, print a line of JSON and return the exit code."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", 1)[0])
    parser.add_argument("--game", default="klondike_draw1")
    parser.add_argument("--boards", type=int, default=4)
    parser.add_argument("--seconds", type=int, default=8)
    arguments = parser.parse_args()
    chromium = find_chromium()
    if chromium is None:
        print("error: there is no Chromium on PATH", file=sys.stderr)
        return 1
    with (
        tempfile.TemporaryDirectory() as data,
        serve(Path(data), "--bot-pace", "0.3") as server,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=chromium, args=LAUNCH)
        size = {"width": 1280, "height": 720}
        ann, eve = (
            Player(browser.new_context(base_url=server.url, viewport=size).new_page(), name)  # type: ignore[arg-type]
            for name in ("Ann", "Eve")
        )
        code = ann.open_room(arguments.game)
        for _ in range(arguments.boards - 1):
            ann.add_bot()
        ann.ready()
        ann.wait_for_cards()
        eve.page.goto(f"/watch/{code}")
        expect(eve.page.locator("[data-board]")).to_have_count(arguments.boards)
        ann.page.goto("about:blank")
        eve.wait_for_faces()
        cards = eve.page.locator(".card").count()
        frames: list[float] = sorted(eve.page.evaluate(TIMED, 1000 * arguments.seconds))
        browser.close()
    print(
        json.dumps(
            {
                "game": arguments.game,
                "boards": arguments.boards,
                "cards": cards,
                "frames_per_second": round(len(frames) / arguments.seconds, 1),
                "longest_ms": round(frames[-1], 1),
                "over_50_ms": sum(frame > 50 for frame in frames),
            }
        )
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
