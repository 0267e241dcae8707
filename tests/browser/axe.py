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


OF_COLOURS = ["color-contrast", "link-in-text-block"]
"""What may differ in the dark: the themes differ by their colours alone."""


RUN = """async ({ rules, ofColours, theme, again }) => {
  const within = document.querySelector('dialog[open]') ?? document
  const how = { resultTypes: ['violations'], preload: { assets: ['media'] } }
  const run = async (where, what) => (await axe.run(where, { ...how, ...what })).violations

  const looks = ((window.looks ??= {})[theme] ??= new WeakMap())
  const changed = [...within.querySelectorAll('*')].filter((element) => {
    if (!element.checkVisibility({ visibilityProperty: true, contentVisibilityAuto: true })) return false
    const style = getComputedStyle(element)
    const look = LOOK.map((name) => style[name]).join()
    const before = looks.get(element)
    looks.set(element, look)
    return look !== before
  })

  const found = []
  if (theme === 'light') {
    const others = Object.fromEntries(ofColours.map((rule) => [rule, { enabled: !again }]))
    found.push(...(await run(within, { runOnly: rules, rules: others })))
    if (!again) return found
  }
  const where = again ? { include: changed } : within
  if (!again || changed.length) found.push(...(await run(where, { runOnly: { type: 'rule', values: ofColours } })))
  return found
}""".replace(
    "LOOK",
    "['color', 'background', 'opacity', 'fontSize', 'fontWeight', 'textShadow', 'textDecoration', 'filter', 'borderBottom']",
)
"""Only what is wrong is written down node by node, and only that is told; of a dialog, not of what lies out of reach behind it. The
styles are not fetched anew, as no rule asks for them. When a page is looked at again, the rules of colours are asked of what was
not to be seen before, or has other colours, and of all that is in it: where nothing has changed they are the dearest of all."""


THEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")


@pytest.fixture(scope="session")
def axe() -> str:
    if not AXE.is_file():
        pytest.skip(f"axe is not installed: run `npm ci` in {AXE.parents[2]}")
    return Path(AXE).read_text()


def violations(page: Page, axe: str, *, again: bool = False) -> list[str]:
    """What axe finds on a page as it stands, when all has come to rest, first in the light and then in the dark.

    It is looked at `again` when it was just before, in a window of another size.
    """
    if not page.evaluate("'axe' in window"):
        page.evaluate(axe)
    found = []
    for theme in THEMES:
        page.emulate_media(color_scheme=theme)
        expect(page.locator(f"html[data-theme={theme}]")).to_be_attached()
        page.evaluate(RESTED)
        asked = {"rules": RULES, "ofColours": OF_COLOURS, "theme": theme, "again": again}
        found += [
            f"{page.url} in the {theme} {v['id']}: {v['help']}: {[n['target'] for n in v['nodes']][:3]} "
            + v["nodes"][0]["failureSummary"]
            for v in page.evaluate(RUN, asked)
        ]
    return found
