"""Tests of `observers`."""
