"""Tests of `log`."""
