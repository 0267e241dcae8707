"""Tests of the measurements of `cadogan bench`."""
