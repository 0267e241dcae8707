"""The four levels of bots."""

from __future__ import annotations

from cadogan_client.bots.easy import Easy
from cadogan_client.bots.fair import Fair
from cadogan_client.bots.good import Good
from cadogan_client.bots.master import Master
from cadogan_client.bots.policy import Policy

POLICIES: dict[str, type[Policy]] = {"easy": Easy, "fair": Fair, "good": Good, "master": Master}

LIKE: dict[str, str] = {
    "easy": "a beginner",
    "fair": "an attentive casual player",
    "good": "an experienced player",
    "master": "a player who forgets no card and thinks every move through",
}
"""The kind of person that each level resembles."""
