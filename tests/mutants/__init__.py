"""Mutation testing: one small wrong line at a time, and whether a test notices it."""
