"""Limits on what addresses, networks and all strangers together may do."""
