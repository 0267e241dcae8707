"""Keeps the store below its memory limit, by one policy, and forgets players."""
