"""How the browser that we drive is found and started."""

from __future__ import annotations

CHROMIUM_NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")

LAUNCH = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--disable-background-networking"]
