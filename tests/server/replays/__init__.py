"""Tests of `replays`."""
