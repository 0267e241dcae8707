"""The three levels of bots."""

from __future__ import annotations

from typing import Literal

from cadogan_client.bots.easy import Easy
from cadogan_client.bots.fair import Fair
from cadogan_client.bots.good import Good
from cadogan_client.bots.policy import Policy

Level = Literal["easy", "fair", "good"]

POLICIES: dict[str, type[Policy]] = {"easy": Easy, "fair": Fair, "good": Good}

PACE: dict[str, float] = {"easy": 1.5, "fair": 1.0, "good": 0.6}
"""Seconds that a bot of each level thinks about a move, on average."""
