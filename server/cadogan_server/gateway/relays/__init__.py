"""Relays of players' sockets: to the node or the worker that owns the room."""
