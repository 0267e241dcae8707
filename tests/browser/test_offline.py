"""An installed page without a connection: a short message and the rules, in the player's language, and no more than that."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from cadogan_games import catalogue
from tests.browser.conftest import QUICK
from tests.browser.server import PAGE, serve

pytestmark = pytest.mark.browser

KEPT = "async path => (await caches.match(path)) !== undefined"


def test_without_a_connection_the_page_opens_with_the_rules(browser: Browser, tmp_path: Path) -> None:
    if not PAGE.is_file():
        pytest.skip("the page is not built: run `make page`, or `python hatch_build.py`")
    said: list[str] = []
    with serve(tmp_path, *QUICK) as served:
        context = browser.new_context(base_url=served.url, locale="de-DE", service_workers="allow")
        page = context.new_page()
        page.on("console", lambda message: said.append(message.text) if message.type == "error" else None)
        page.goto("/")
        page.wait_for_function(KEPT, arg="/offline/de")
        page.evaluate("() => navigator.serviceWorker.ready.then(() => null)")
        assert said == []

        context.set_offline(True)
        page.goto("/games/klondike_draw1")
        expect(page.get_by_role("heading", name="Du bist offline")).to_be_visible()
        rules = page.locator("details")
        assert rules.count() == len(catalogue.ids())
        expect(rules.first.locator("summary")).to_have_text("Klondike, eine Karte")
        expect(rules.first.locator("p").first).to_be_visible()
        expect(rules.nth(1).locator("p").first).not_to_be_visible()
        rules.nth(1).locator("summary").click()
        expect(rules.nth(1).locator("p").first).to_be_visible()
        page.goto("/games/Der-große-Wurf")
        expect(page.locator("details[open]")).to_have_count(0)
        page.goto("/games/freecell")
        expect(page.locator("details[open] summary")).to_have_text("FreeCell")
        assert not [line for line in said if "Content Security Policy" in line]

        # Online again, the same link leads to the page itself. No stored page stands in for it.
        context.set_offline(False)
        page.get_by_role("link", name="Neu laden").click()
        expect(page.get_by_role("heading", name="FreeCell")).to_be_visible()
        assert page.evaluate("async () => (await (await caches.open('cadogan-offline')).keys()).length") == 1
        context.close()
