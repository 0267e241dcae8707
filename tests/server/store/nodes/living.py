"""Node leases whose life and end a test decides."""

from __future__ import annotations


class Living:
    """The lease of a node among others.

    Attributes:
        id: the node's.
        nodes: the ids of all nodes that live; shared by their leases.
    """

    def __init__(self, id: str, nodes: set[str]) -> None:
        self.id = id
        self.nodes = nodes
        nodes.add(id)

    @property
    def alone(self) -> bool:
        return self.nodes == {self.id}
