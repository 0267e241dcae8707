"""Tests of `redis`."""
