"""Mutation testing: one small wrong line at a time, which a test must notice."""
