"""Tests of `malice`."""
