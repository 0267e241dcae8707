"""axe, which finds what keeps people from using a page."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

import pytest
from playwright.sync_api import Page, expect

from tests.browser.player import RESTED
from tests.browser.server import ROOT

AXE = ROOT / "client" / "web" / "node_modules" / "axe-core" / "axe.min.js"


RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]


OF_COLOURS = {"type": "rule", "values": ["color-contrast", "link-in-text-block"]}
"""What may differ in the dark: the themes differ by their colours alone."""


RUN = """what => axe
  .run(document.querySelector('dialog[open]') ?? document, {
    runOnly: what,
    resultTypes: ['violations'],
    preload: { assets: ['media'] },
  })
  .then(({ violations }) => ({ violations }))"""
"""Only what is wrong is written down node by node, and only that is told; of a dialog, not of what lies out of reach behind it. The
styles are not fetched anew, as no rule asks for them."""


THEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")


@pytest.fixture(scope="session")
def axe() -> str:
    if not AXE.is_file():
        pytest.skip(f"axe is not installed: run `npm ci` in {AXE.parents[2]}")
    return Path(AXE).read_text()


def violations(page: Page, axe: str) -> list[str]:
    """What axe finds on a page as it stands, when all has come to rest, first in the light and then in the dark."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(axe)
    found = []
    for theme in THEMES:
        page.emulate_media(color_scheme=theme)
        expect(page.locator(f"html[data-theme={theme}]")).to_be_attached()
        page.evaluate(RESTED)
        told = page.evaluate(RUN, RULES if theme == "light" else OF_COLOURS)
        found += [
            f"{page.url} in the {theme} {v['id']}: {v['help']}: {[n['target'] for n in v['nodes']][:3]} "
            + v["nodes"][0]["failureSummary"]
            for v in told["violations"]
        ]
    return found
