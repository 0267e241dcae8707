"""Requests about friends."""

from __future__ import annotations

from cadogan_client.requests.connected import Connected
from cadogan_protocol import Friends, Invite, ListFriends, Ok


class People(Connected):
    """A player who has friends."""

    async def friends(self) -> Friends:
        """Return the player's friends, where they are online, and their invitations. From now on mutual friends
        see this player online."""
        return await self._request(Friends, ListFriends)

    async def invite(self, player: str) -> None:
        """Invite a mutual friend to the lobby in which this player sits."""
        await self._request(Ok, Invite, player=player)
