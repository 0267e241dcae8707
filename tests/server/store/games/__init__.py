"""Tests of `games`."""
