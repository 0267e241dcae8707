"""Passkeys: public keys by which a player is recognised on any device that has the private half."""

from __future__ import annotations

from typing import Any, NamedTuple

from cadogan_server.store import keys
from cadogan_server.store.people.own_hash import OwnHash


class Passkey(NamedTuple):
    """A passkey: its id (base64url), its public half (COSE, base64url), its host, its own count of uses, the player's
    name for it, and the times of its creation and last use in ms since 1970."""

    id: str
    public_key: str
    host: str
    uses: int
    label: str
    added: int
    used: int


class Passkeys(OwnHash[Passkey]):
    """Stores the passkeys of players."""

    def save(self, player: str, passkey: Passkey, seconds: int) -> None:
        """Store a new passkey for `seconds`, as long as its player is kept."""
        self._write(player, passkey)
        self._keep(player, seconds)

    def change(self, player: str, passkey: Passkey) -> None:
        """Store a changed passkey without extending its time."""
        self._write(player, passkey)

    def _key(self, player: str) -> str:
        return keys.passkeys(player)

    def _read(self, id: str, *rest: Any) -> Passkey:
        return Passkey(id, *rest)
