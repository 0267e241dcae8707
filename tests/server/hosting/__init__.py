"""Tests of `hosting`."""
