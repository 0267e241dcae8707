"""Measurements of `cadogan bench`: a generated load on a server, and the rules alone."""
