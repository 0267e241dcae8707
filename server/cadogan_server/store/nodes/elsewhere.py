"""The answer of a node that is asked for a room of another one."""

from __future__ import annotations


class Elsewhere(Exception):
    """Another node owns the room.

    Attributes:
        code: code of the room.
        node: id of the owner.
    """

    def __init__(self, code: str, node: str) -> None:
        super().__init__(f"room {code} is on node {node}")
        self.code = code
        self.node = node
