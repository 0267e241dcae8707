"""Tests of `boards`."""
