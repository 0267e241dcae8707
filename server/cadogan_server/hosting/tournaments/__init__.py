"""Tournaments at this node: who attends, who is called to a game, and the rooms in which they play."""
