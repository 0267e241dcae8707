"""Nodes and each other's rooms: handing over, balancing, sending players away."""
