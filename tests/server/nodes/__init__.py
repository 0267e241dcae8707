"""Tests of `mirrors`."""
