"""A room of another node, mirrored here for the spectators at this node."""
