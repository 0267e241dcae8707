"""News while the page is closed: asked for by one switch, shown in the player's language, and not while the page is in sight."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.conftest import QUICK
from tests.browser.server import PAGE, serve
from tests.server.push_service import Device

pytestmark = pytest.mark.browser

SUBSCRIBED = """([subscription]) => {
  const { endpoint, ...keys } = subscription
  let held = null
  const made = { endpoint, toJSON: () => ({ endpoint, keys }), unsubscribe: async () => { held = null; return true } }
  PushManager.prototype.subscribe = async (options) => { window.asked = options; return (held = made) }
  PushManager.prototype.getSubscription = async () => held
  window.permissions = 0
  Notification.requestPermission = async () => { window.permissions += 1; return 'granted' }
}"""
"""Stands in for the push service of the browser's maker, which a browser under test does not have."""

NOTED = """() => {
  self.shown = []
  registration.showNotification = async (title, { body, data }) => void self.shown.push([title, body, data])
}"""
"""Has the worker note what it shows: a browser without a screen shows nothing."""

SHOWN = """async () => {
  while (!self.shown.length) await new Promise((resolve) => setTimeout(resolve, 20))
  return self.shown
}"""

INVITED = {
    "kind": "invitation",
    "url": "/r/ABCDEF",
    "text": "Anna invites you: FreeCell",
    "names": {"name": "Anna", "game": "FreeCell"},
}


def test_one_switch_asks_for_news_and_the_worker_shows_it(browser: Browser, tmp_path: Path) -> None:
    if not PAGE.is_file():
        pytest.skip("the page is not built: run `make page`, or `python hatch_build.py`")
    with serve(tmp_path, *QUICK, "--push-contact", "mailto:me@example.org") as served:
        context = browser.new_context(base_url=served.url, locale="de-DE", service_workers="allow")
        context.grant_permissions(["notifications"])
        page = context.new_page()
        cdp = context.new_cdp_session(page)
        registrations: list[str] = []
        cdp.on(
            "ServiceWorker.workerRegistrationUpdated",
            lambda told: registrations.extend(one["registrationId"] for one in told["registrations"]),
        )
        cdp.send("ServiceWorker.enable")
        page.goto("/")
        page.evaluate("() => navigator.serviceWorker.ready.then(() => null)")
        page.evaluate(SUBSCRIBED, [Device("https://fcm.googleapis.com/x").subscription])
        page.get_by_role("button", name="Einstellungen").click()
        switch = page.get_by_role("checkbox", name="Auf diesem Gerät benachrichtigen")
        expect(switch).not_to_be_checked()
        assert page.evaluate("() => window.permissions") == 0, "nobody is asked before they press"
        switch.click()
        expect(switch).to_be_checked()
        assert len(page.evaluate("() => window.asked.applicationServerKey")) == 87
        page.wait_for_function("async () => Boolean(await caches.match('/news-words'))")
        kinds = page.locator("fieldset").get_by_role("checkbox")
        expect(kinds).to_have_count(4)
        for number in range(3):
            kinds.nth(number).click()
            expect(kinds.nth(number)).not_to_be_checked()
        expect(page.get_by_role("checkbox", name="Die Tagesaufgabe ist bereit")).to_be_checked()
        kept = page.evaluate("() => JSON.parse(localStorage.getItem('cadogan.news'))")
        assert kept == {"turn": False, "invitation": False, "tournament": False, "day": True}

        (worker,) = context.service_workers
        worker.evaluate(NOTED)

        def push() -> None:
            assert registrations
            cdp.send(
                "ServiceWorker.deliverPushMessage",
                {"origin": served.url, "registrationId": registrations[-1], "data": json.dumps(INVITED)},
            )

        push()
        page.goto("/manifest.webmanifest")  # the page is closed, and the worker stays
        push()
        assert worker.evaluate(SHOWN) == [["Cadogan", "Anna lädt dich ein: FreeCell", "/r/ABCDEF"]]
        context.close()
