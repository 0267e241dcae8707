"""Contact sheets of every game at its fullest and longest, in four windows.

    python -m tests.browser.contact [--out FOLDER] [--games ID ...]

The page plays a real room of each game. Then the script sends it the largest tables of played games
(`tests/games/reach.json`), by the same message that brings a returning player up to date. The cards there are
arbitrary, but their number is right, and so is the number of those face down. Every picture is kept, and sheets show
the pictures of several games side by side.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgpack
from playwright.sync_api import Browser, expect, sync_playwright

from cadogan_games import catalogue
from tests.browser.duellist import open_duel
from tests.browser.launch import LAUNCH, chromium_for_pictures
from tests.browser.player import Player
from tests.browser.relay import Relay
from tests.browser.server import ROOT, serve
from tests.games import reach

WINDOWS = {"desktop": (1280, 720), "phone": (390, 844), "sideways": (844, 390), "tablet": (820, 1180)}
A_SHEET = 3
"""The number of games on a contact sheet that can be viewed without a magnifier."""

HEIGHTS = {"desktop": 190, "sideways": 190, "phone": 390, "tablet": 390}
"""The heights of pictures on a sheet, in pixels. Those of low windows lie in pairs, the fullest table above the
longest."""

QUICK = ("--countdown", "0.1", "--players-per-hour", "10000")
SETTLED = """() => new Promise(done => setTimeout(() => requestAnimationFrame(() => done()), 260))"""
"""Resolves when a table has found its size in a resized window."""


class Board(Relay):
    """The messages by which the server tells a page its own board, and those that the test sends instead."""

    def __init__(self, player: Player) -> None:
        super().__init__(player)
        self._last: dict[str, Any] = {}

    def heard(self, message: str | bytes) -> None:
        """Keep the board of a message."""
        said = msgpack.unpackb(message) if isinstance(message, bytes) else None
        if isinstance(said, dict) and said.get("type") == "board":
            self._last = said
        self.tell(message)

    def show(self, piles: Sequence[Sequence[int]]) -> None:
        """Put these piles on the board."""
        told = {**self._last, "table": {**self._last["table"], "piles": piles}}
        self.tell(msgpack.packb(told))


def tables(id: str) -> dict[str, list[list[int]]]:
    """Return the fullest table of a game, and the one with its longest pile."""
    game, known = catalogue.game(id), reach.known()[id]
    groups = [what for what in known.tables if what != "fullest"]
    longest = max(groups, key=lambda group: reach.weight(game, group, known.tables[group]), default="fullest")
    return {what: reach.piles_of(known.tables[key]) for what, key in (("fullest", "fullest"), ("longest", longest))}


def take(browser: Browser, url: str, folder: Path, id: str) -> list[Path]:
    """Take the pictures of a game, and return their paths."""
    pictures = []
    with sitting(browser, url) as player:
        board = Board(player)
        player.arrive()
        is_duel = catalogue.head_of(id).kind == "duel"
        begin = begin_duel if is_duel else begin_race
        begin(player, id)
        for what, piles in tables(id).items():
            board.show(piles)
            for window, (width, height) in WINDOWS.items():
                player.page.set_viewport_size({"width": width, "height": height})
                player.page.evaluate(SETTLED)
                player.wait_for_faces()
                path = folder / f"{id}-{what}-{window}.png"
                player.page.screenshot(path=path)
                pictures.append(path)
        player.page.set_viewport_size({"width": 1280, "height": 720})
        if not is_duel:
            player.give_up()
    return pictures


def begin_race(player: Player, id: str) -> None:
    """Race alone."""
    player.open_room(id)
    player.ready()
    player.wait_for_cards()


def begin_duel(player: Player, id: str) -> None:
    """Play against a bot, and wait until it is the player's turn."""
    open_duel(player.page, id, "a bot: good")
    player.wait_for_cards()
    expect(player.page.locator(".plate.me.awaited")).to_be_visible()


@contextmanager
def sitting(browser: Browser, url: str) -> Iterator[Player]:
    """A person at a new browser, in which nothing moves."""
    context = browser.new_context(
        base_url=url, viewport={"width": 1280, "height": 720}, locale="en-GB", reduced_motion="reduce"
    )
    try:
        yield Player(context.new_page(), "Ann")
    finally:
        context.close()


def sheet(browser: Browser, folder: Path, name: str, games: dict[str, list[Path]]) -> None:
    """Put the pictures of some games on a sheet."""
    rows = "".join(
        f"<h2>{catalogue.head_of(id).title} ({id}): fullest, longest</h2><p>"
        + "".join(
            f"<span class={window}>{''.join(_image(path, window) for path in pictures if path.stem.endswith(window))}</span>"
            for window in HEIGHTS
        )
        for id, pictures in games.items()
    )
    style = (
        "<style>body{font:14px sans-serif;margin:4px}h2{font-size:14px;margin:4px 0}p{margin:0;display:flex;gap:6px}"
        "span{display:flex;gap:6px}.desktop,.sideways{flex-direction:column}</style>"
    )
    page = folder / f"{name}.html"
    page.write_text(f"<!doctype html><meta charset=utf-8>{style}{rows}", encoding="utf-8")
    context = browser.new_context(viewport={"width": 1720, "height": 400})
    shown = context.new_page()
    shown.goto(page.as_uri())
    shown.screenshot(path=folder / f"{name}.png", full_page=True)
    context.close()
    print(folder / f"{name}.png", flush=True)


def _image(path: Path, window: str) -> str:
    return f'<img src="{path.name}" height="{HEIGHTS[window]}">'


def main() -> int:
    """Run the command of the arguments and return the exit code."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", 1)[0])
    parser.add_argument("--out", type=Path, default=ROOT / "screenshots" / "contact", help="folder for the pictures")
    parser.add_argument("--games", nargs="*", default=catalogue.ids(), metavar="ID", help="these instead of all")
    arguments = parser.parse_args()
    chromium = chromium_for_pictures()
    if chromium is None:
        return 1
    arguments.out.mkdir(parents=True, exist_ok=True)
    with (
        tempfile.TemporaryDirectory() as data,
        serve(Path(data), *QUICK) as server,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=chromium, args=LAUNCH)
        for first in range(0, len(arguments.games), A_SHEET):
            ids = arguments.games[first : first + A_SHEET]
            taken = {id: take(browser, server.url, arguments.out, id) for id in ids}
            sheet(browser, arguments.out, f"sheet-{ids[0]}", taken)
        browser.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
