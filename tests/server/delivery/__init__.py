"""Tests of `delivery`."""
