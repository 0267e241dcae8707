"""Tests of `upkeep`."""
