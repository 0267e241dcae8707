"""How the browser that we drive is found and started."""

from __future__ import annotations

import shutil

CHROMIUM_NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")

LAUNCH = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--disable-background-networking"]


def find_chromium() -> str | None:
    """Return the path of the Chromium on this machine, None where there is none."""
    return next(filter(None, map(shutil.which, CHROMIUM_NAMES)), None)
