"""Bots that the server seats. They play in a process of their own, as clients like any other."""
