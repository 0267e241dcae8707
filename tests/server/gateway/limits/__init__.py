"""Tests of `limits`."""
