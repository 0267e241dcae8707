"""Tests of `previews`."""
