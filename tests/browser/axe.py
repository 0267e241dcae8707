"""Runs axe, which finds obstacles for people with disabilities on a page."""

from __future__ import annotations

from dataclasses import dataclass

import pytest
from playwright.sync_api import Page

from tests.browser.player import RESTED
from tests.browser.server import ROOT

AXE = ROOT / "client" / "web" / "node_modules" / "axe-core" / "axe.min.js"


RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]


OF_COLOURS = ["color-contrast", "link-in-text-block"]
"""The rules that can differ in the dark: the themes differ only in their colours."""


CHOOSE = """async (wanted, isSeen) => {
  if (isSeen(document.documentElement)) return (RESTED)()
  const kept = JSON.parse(localStorage.getItem('cadogan.settings') ?? '{}')
  localStorage.setItem('cadogan.settings', JSON.stringify({ ...kept, ...wanted }))
  dispatchEvent(new StorageEvent('storage', { key: 'cadogan.settings' }))
  for (let frame = 0; !isSeen(document.documentElement); frame++) {
    if (frame === 600) throw new Error(`the page does not follow ${JSON.stringify(wanted)}`)
    await new Promise(requestAnimationFrame)
  }
  await (RESTED)()
}""".replace("RESTED", RESTED)
"""Chooses settings, like another window of the same browser, unless the page shows them already. Resolves when the page
shows them and has come to rest. For a theme this costs a tenth of a change of the system's setting."""


RUN = """async ({ rules, ofColours, again, both }) => {
  const within = document.querySelector('dialog[open]') ?? document
  const how = { resultTypes: ['violations'], preload: { assets: ['media'] } }
  const run = async (where, what) => (await axe.run(where, { ...how, ...what })).violations

  const changedIn = (looks) => [...within.querySelectorAll('*')].filter((element) => {
    if (!element.checkVisibility({ visibilityProperty: true, contentVisibilityAuto: true })) return false
    const style = getComputedStyle(element)
    const image = element.computedStyleMap().get('background-image') instanceof CSSKeywordValue
    const look = LOOK.map((name) => style[name]).join() + image
    const before = looks.get(element)
    looks.set(element, look)
    return look !== before
  })

  const wrongIn = async (theme) => {
    const changed = changedIn(((window.looks ??= {})[theme] ??= new WeakMap()))
    const found = []
    if (!both || theme === 'light') {
      const others = Object.fromEntries(ofColours.map((rule) => [rule, { enabled: !again }]))
      found.push(...(await run(within, { runOnly: rules, rules: others })))
      if (!again) return found
    }
    const where = again ? { include: changed } : within
    if (!again || changed.length) found.push(...(await run(where, { runOnly: { type: 'rule', values: ofColours } })))
    return found
  }

  const found = []
  const now = document.documentElement.dataset.theme
  const other = now === 'light' ? 'dark' : 'light'
  for (const theme of both ? [now, other] : [other]) {
    await (CHOOSE)({ theme }, (page) => page.dataset.theme === theme)
    for (const { id, help, nodes } of await wrongIn(theme)) {
      const where = JSON.stringify(nodes.map((node) => node.target).slice(0, 3))
      found.push(`${location.href} in the ${theme} ${id}: ${help}: ${where} ${nodes[0].failureSummary}`)
    }
  }
  return found
}""".replace(
    "LOOK",
    "['color', 'backgroundColor', 'opacity', 'fontSize', 'fontWeight', 'textShadow', 'textDecoration', 'filter', 'borderBottom']",
).replace("CHOOSE", CHOOSE)
"""Checks the page in both themes, its own first, or only in the other. It stays in that. Only faults are listed node by
node and returned; of a dialog, not the content out of reach behind it. Styles are not fetched again, as no rule needs
them. If a page is checked again, the colour rules check only content that was not visible before or has other colours,
with all that is inside: where nothing has changed, they are the most expensive rules. For an image behind a text only
its presence is passed on, since the cards' images are long."""


@dataclass(frozen=True)
class Axe:
    """The script, and whether every page is checked in every theme and window."""

    script: str
    thorough: bool


@pytest.fixture(scope="session")
def axe(thorough: bool) -> Axe:
    if not AXE.is_file():
        pytest.skip(f"axe is not installed: run `npm ci` in {AXE.parents[2]}")
    return Axe(AXE.read_text(), thorough)


def violations(page: Page, axe: Axe, *, again: bool = False) -> list[str]:
    """Return axe's findings on a page as it is, when it has come to rest.

    It is checked in the dark, and the next page of this window in the light, and so on; with --thorough in both. With
    `again`, the page was checked just before, in a window of another size: then only --thorough checks it once more.
    """
    if again and not axe.thorough:
        return []
    if not page.evaluate("'axe' in window"):
        page.evaluate(axe.script)
    asked = {"rules": RULES, "ofColours": OF_COLOURS, "again": again, "both": axe.thorough}
    found: list[str] = page.evaluate(RUN, asked)
    return found
