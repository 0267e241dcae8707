"""Bots: players like any other, whose moves a policy chooses."""

from cadogan_client.bots.levels import PACE, POLICIES
from cadogan_client.bots.policy import Move, Policy, UnknownPolicy, View, find_policy

__all__ = ["PACE", "POLICIES", "Move", "Policy", "UnknownPolicy", "View", "find_policy"]
