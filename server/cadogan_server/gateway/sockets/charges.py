"""The quotas that a connection takes, from its first moment until it is gone."""

from __future__ import annotations

from cadogan_server.gateway.limits.ratelimit import Quota


class Charges:
    """The share of one connection in quotas."""

    __slots__ = ("_held",)

    def __init__(self) -> None:
        self._held: list[tuple[Quota, str, int]] = []

    def occupy(self, quota: Quota, address: str, amount: int = 1) -> None:
        """Let an address hold this much of a quota until `give_back`.

        Raises:
            Refused: the address, its networks, or all together hold too much.
        """
        quota.occupy(address, amount)
        self.took(quota, address, amount)

    def took(self, quota: Quota, address: str, amount: int = 1) -> None:
        """Note what an address holds already because of this connection."""
        self._held.append((quota, address, amount))

    def give_back(self) -> None:
        """Let go of everything."""
        while self._held:
            quota, address, amount = self._held.pop()
            quota.give_back(address, amount)
