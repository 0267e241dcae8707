"""Finds and starts the browser that the tests drive.

Debian's chromium-headless-shell is preferred to its chromium: the same engine without windows, which costs a sixth less
processor time for the same tests.
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
"""Features of Chromium that are turned off. Playwright's own are among them, because only the last such list counts.
The list below the address bar is another: it is a hidden page, and was half of the cost of opening a window."""

ONE_THREAD_EACH = ("--in-process-gpu", "--num-raster-threads=1", "--js-flags=--single-threaded,--no-opt,--no-maglev")
"""Flags that save a seventh of the processor time, where many browsers share few processors and no page lives long
enough for optimised code to pay, be it Turbofan's or Maglev's."""

LAUNCH = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--disable-background-networking",
    *ONE_THREAD_EACH,
    f"--disable-features={','.join(NOT_NEEDED)}",
]


def chromium_for_pictures() -> str | None:
    """Return the path of Chromium, or None after a warning if it or the page is missing."""
    chromium = find_chromium()
    if chromium is not None and PAGE.is_file():
        return chromium
    missing = "Chromium on PATH" if chromium is None else f"page: {PAGE} is missing, run `make page`"
    print(f"error: there is no {missing}", file=sys.stderr)
    return None


def find_chromium() -> str | None:
    """Return the path of the Chromium on this machine, or None."""
    return next(filter(None, map(shutil.which, CHROMIUM_NAMES)), None)
