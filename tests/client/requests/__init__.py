"""Tests of `requests`."""
