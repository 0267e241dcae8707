"""Bots: ordinary players, whose moves a policy chooses."""

from cadogan_client.bots.levels import POLICIES
from cadogan_client.bots.policy import Move, Policy, UnknownPolicy, View, find_policy
from cadogan_client.bots.tempo import Tempo

__all__ = ["POLICIES", "Move", "Policy", "Tempo", "UnknownPolicy", "View", "find_policy"]
