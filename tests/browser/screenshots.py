"""Pictures of every page in a real browser, light and dark, on a phone and on a desktop.

    python -m tests.browser.screenshots [--out FOLDER] [--games | --game ID ... | --readme]

`--games` adds a picture of every game right after its deal, `--game` takes those of some games and nothing else, `--readme` those
three that README.md shows, which it puts where they are kept.
Chromium is looked for on PATH.
"""

from __future__ import annotations

import argparse
import re
import sys
import tempfile
from base64 import b64decode
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Literal

from playwright.sync_api import Browser, expect, sync_playwright

from tests.browser.duellist import Duellist, show_settings
from tests.browser.launch import LAUNCH, chromium_for_pictures
from tests.browser.player import Player
from tests.browser.server import ROOT, serve

Theme = Literal["light", "dark"]
SIZES: dict[str, tuple[int, int, float]] = {"desktop": (1280, 720, 1), "phone": (390, 844, 2)}
THEMES: tuple[Theme, ...] = ("light", "dark")
MOVES = 14
OPEN = re.compile("^(Open the room|Play)$")
PICTURES, QUALITY = ROOT / "client" / "web" / "pictures", 82
"""The folder of README.md's pictures, and their quality, of 100."""

RESIZED = 500
"""The time in milliseconds after which a table has drawn itself again in a resized window."""


class Camera:
    """Takes pictures as a player sees the page."""

    def __init__(self, browser: Browser, url: str, folder: Path) -> None:
        self._browser, self._url, self._folder = browser, url, folder

    @contextmanager
    def player(self, name: str, size: str, theme: Theme) -> Iterator[Player]:
        """A person at a screen of this size and theme."""
        width, height, scale = SIZES[size]
        context = self._browser.new_context(
            base_url=self._url,
            viewport={"width": width, "height": height},
            device_scale_factor=scale,
            color_scheme=theme,
            locale="en-GB",
        )
        try:
            yield Player(context.new_page(), name)
        finally:
            context.close()

    def take(self, player: Player, name: str) -> None:
        """Take a picture of the player's view, once everything has come to rest."""
        page = player.page
        player.wait_for_faces()
        page.wait_for_load_state("networkidle")
        page.screenshot(path=self._folder / f"{name}.png")
        print(self._folder / f"{name}.png")

    def keep(self, player: Player, name: str) -> None:
        """Take a picture for README.md, small enough to be kept with the code."""
        player.wait_for_faces()
        player.page.wait_for_load_state("networkidle")
        taken = player.page.context.new_cdp_session(player.page).send(
            "Page.captureScreenshot", {"format": "webp", "quality": QUALITY}
        )
        path = PICTURES / f"{name}.webp"
        path.write_bytes(b64decode(taken["data"]))
        print(path)


def pages(camera: Camera, size: str, theme: Theme) -> None:
    """Take a picture of every page, by way of a race against bots."""

    def name(what: str) -> str:
        return f"{what}-{size}-{theme}"

    with camera.player("Ann", size, theme) as ann, camera.player("Eve", size, theme) as eve:
        ann.arrive("/")
        expect(ann.page.locator(".games ~ .more")).to_be_visible()
        camera.take(ann, name("front"))
        ann.page.get_by_role("button", name="Settings").click()
        expect(ann.page.get_by_role("dialog")).to_be_visible()
        camera.take(ann, name("settings"))
        ann.page.keyboard.press("Escape")
        ann.page.goto("/games/la_belle_lucie")
        expect(ann.page.get_by_role("button", name="Open the room")).to_be_visible()
        camera.take(ann, name("game"))
        code = ann.open_room("klondike_draw1")
        for _ in range(3):
            ann.add_bot()
        camera.take(ann, name("lobby"))
        ann.ready()
        camera.take(ann, name("countdown"))
        eve.arrive(f"/watch/{code}")
        ann.wait_for_cards()
        for _ in range(MOVES):
            ann.follow_hint()
        camera.take(ann, name("table"))
        camera.take(eve, name("wall"))
        ann.give_up()
        expect(ann.page.get_by_role("button", name="Rematch")).to_be_visible(timeout=120_000)
        camera.take(ann, name("results"))
        eve.page.get_by_role("link", name="Replay").click()
        expect(eve.page.get_by_role("slider")).to_be_visible()
        eve.page.get_by_role("button", name="Pause").click()
        camera.take(eve, name("replay"))
        ann.page.goto("/leaderboard")
        expect(ann.page.get_by_label("Ranked by")).to_be_visible()
        camera.take(ann, name("leaderboard"))


def readme(camera: Camera) -> None:
    """Take the pictures that README.md shows: the front page while a race goes on, a table in the dark, and the wall."""
    with (
        camera.player("Ann", "desktop", "dark") as ann,
        camera.player("Eve", "desktop", "light") as eve,
        camera.player("Bob", "desktop", "light") as bob,
    ):
        ann.arrive()
        code = ann.open_room("klondike_draw1", listed=True)
        for _ in range(3):
            ann.add_bot()
        ann.ready()
        ann.wait_for_cards()
        for _ in range(MOVES):
            ann.follow_hint()
        camera.keep(ann, "table")
        bob.arrive("/")
        expect(bob.page.locator('section[aria-labelledby="preview"] .card').first).to_be_visible()
        expect(bob.page.locator(".games .drawing img").first).to_be_attached()
        camera.keep(bob, "front")
        eve.arrive(f"/watch/{code}")
        expect(eve.page.locator("[data-board] .card").first).to_be_visible()
        camera.keep(eve, "wall")


def duel(camera: Camera, size: str, theme: Theme) -> None:
    """Take pictures of a duel against a bot."""
    with camera.player("Ann", size, theme) as ann:
        ann.arrive("/games/spite_and_malice")
        show_settings(ann.page)
        ann.page.get_by_role("combobox", name="Opponent").select_option("a bot: medium")
        camera.take(ann, f"duel-new-{size}-{theme}")
        ann.page.get_by_role("button", name="Play", exact=True).click()
        ann.wait_for_cards()
        player = Duellist(ann)
        mine = ann.page.locator(".plate.me.awaited")
        for _ in range(MOVES):
            expect(mine).to_be_visible(timeout=60_000)
            player.act()
        expect(mine).to_be_visible(timeout=60_000)
        camera.take(ann, f"duel-{size}-{theme}")
        ann.page.get_by_role("button", name="Resign").click()
        player.dialog.get_by_role("button", name="Resign").click()
        expect(ann.page.get_by_role("button", name="Rematch")).to_be_visible()
        camera.take(ann, f"duel-results-{size}-{theme}")


def games(camera: Camera, chosen: Sequence[str] = ()) -> None:
    """Take pictures of these games right after their deals, or of every one, in the windows of all sizes."""
    with camera.player("Ann", "desktop", "light") as ann:
        page = ann.page
        page.goto("/")
        expect(page.locator(".games ~ .more")).to_be_visible()
        page.get_by_role("button", name=re.compile("^All .* games$")).click()
        links = page.locator(".games a.game").evaluate_all("links => links.map(link => link.pathname)")
        for link in [f"/games/{id}" for id in chosen] or links:
            game = link.rsplit("/", 1)[1]
            page.goto(link)
            expect(page.locator("details.settings").or_(page.get_by_role("button", name=OPEN)).first).to_be_visible()
            is_duel = page.get_by_role("heading", name="New duel").count() > 0
            if is_duel:
                show_settings(page)
                page.get_by_role("combobox", name="Opponent", exact=True).select_option("a bot: good")
                page.get_by_role("button", name=OPEN).click()
            else:
                if page.locator("details.settings").count():
                    show_settings(page)
                    page.get_by_role("button", name=OPEN).click()
                    ann.add_bot()
                else:
                    ann.open_room(game)
                ann.ready()
            ann.wait_for_cards()
            for size, (width, height, _) in SIZES.items():
                page.set_viewport_size({"width": width, "height": height})
                page.wait_for_timeout(RESIZED)
                camera.take(ann, f"game-{game}-{size}")
            page.set_viewport_size({"width": SIZES["desktop"][0], "height": SIZES["desktop"][1]})
            # A server limits the rooms that a player leaves open.
            if not is_duel:
                ann.give_up()


def main() -> int:
    """Run the command of the arguments and return the exit code."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", 1)[0])
    parser.add_argument("--out", type=Path, default=ROOT / "screenshots", help="folder for the pictures")
    parser.add_argument("--games", action="store_true", help="every game as well")
    parser.add_argument("--readme", action="store_true", help="those of README.md and nothing else")
    parser.add_argument("--game", nargs="+", default=[], metavar="ID", help="these games and nothing else")
    arguments = parser.parse_args()
    chromium = chromium_for_pictures()
    if chromium is None:
        return 1
    arguments.out.mkdir(parents=True, exist_ok=True)
    with (
        tempfile.TemporaryDirectory() as data,
        serve(Path(data), "--bot-pace", "0.3") as server,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=chromium, args=LAUNCH)
        camera = Camera(browser, server.url, arguments.out)
        if arguments.readme:
            readme(camera)
        elif not arguments.game:
            for size in SIZES:
                for theme in THEMES:
                    pages(camera, size, theme)
                    duel(camera, size, theme)
        if arguments.games or arguments.game:
            games(camera, arguments.game)
        browser.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
