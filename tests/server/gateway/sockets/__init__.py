"""Tests of `sockets`."""
