"""The three levels of bots."""

from __future__ import annotations

from typing import Literal

from cadogan_client.bots.easy import Easy
from cadogan_client.bots.fair import Fair
from cadogan_client.bots.good import Good
from cadogan_client.bots.policy import Policy

Level = Literal["easy", "fair", "good"]

POLICIES: dict[str, type[Policy]] = {"easy": Easy, "fair": Fair, "good": Good}

LIKE: dict[str, str] = {"easy": "a beginner", "fair": "an attentive casual player", "good": "an experienced player"}
"""The kind of person that each level resembles."""
