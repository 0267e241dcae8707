"""Tests of `people`."""
