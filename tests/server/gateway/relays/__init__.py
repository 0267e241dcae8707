"""Tests of `relays`."""
