"""Mutation testing: one small change for the worse at a time, which a test must notice."""
