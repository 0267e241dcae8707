"""How the browser that we drive is found and started.

Debian's chromium-headless-shell is taken before its chromium: the same engine without windows, which costs a sixth less processor
time for the same tests.
"""

from __future__ import annotations

import shutil
import sys

from tests.browser.server import PAGE

CHROMIUM_NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable")

NOT_NEEDED = """
    AvoidCorsURLLoaderRestartOnRedirect AvoidUnnecessaryBeforeUnloadCheckSync DestroyProfileOnBrowserClose
    HttpsFirstBalancedModeAutoEnable HttpsUpgrades LensOverlay MediaRouter NetworkTimeServiceQuerying OptimizationHints
    PaintHolding PreconnectToSearch ThirdPartyStoragePartitioning AimEnabled
    WebUIOmniboxPopup WebUIOmniboxAimPopup WebUIOmniboxFullPopup
""".split()
"""Features of Chromium that are turned off: those that Playwright turns off too, as only the last such list counts, and the
list below the address bar. It is a page by itself, hidden, and was half of what opening a window cost."""

LAUNCH = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--disable-background-networking",
    f"--disable-features={','.join(NOT_NEEDED)}",
]


def chromium_for_pictures() -> str | None:
    """Return the path of Chromium; None, having said so, where it or the page is missing."""
    chromium = find_chromium()
    if chromium is not None and PAGE.is_file():
        return chromium
    missing = "Chromium on PATH" if chromium is None else f"page: {PAGE} is missing, run `make page`"
    print(f"error: there is no {missing}", file=sys.stderr)
    return None


def find_chromium() -> str | None:
    """Return the path of the Chromium on this machine, None where there is none."""
    return next(filter(None, map(shutil.which, CHROMIUM_NAMES)), None)
