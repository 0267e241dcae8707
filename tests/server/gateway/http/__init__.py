"""Tests of `http`."""
