"""An authenticator in software: a browser's answers with a passkey, true or forged, for tests of the server."""

from __future__ import annotations

import json
import secrets
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any

import cbor2
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA256
from webauthn.helpers import base64url_to_bytes, bytes_to_base64url

PRESENT, ATTESTED = 0x01, 0x40
ES256, EC2, P256 = -7, 2, 1


@dataclass
class Authenticator:
    """One passkey, and a page of a web origin that uses it."""

    origin: str
    key: ec.EllipticCurvePrivateKey = field(default_factory=lambda: ec.generate_private_key(ec.SECP256R1()))
    id: bytes = field(default_factory=lambda: secrets.token_bytes(16))
    user: bytes = b""
    uses: int = 0
    public: dict[int, int | bytes] | None = None
    """The public key to send (COSE); None: the one of `key`."""

    def make(self, options: str, **changes: Any) -> str:
        """Answer `navigator.credentials.create`."""
        asked = json.loads(options)
        self.user = base64url_to_bytes(asked["user"]["id"])
        numbers = self.key.public_key().public_numbers()
        ours = {1: EC2, 3: ES256, -1: P256, -2: numbers.x.to_bytes(32), -3: numbers.y.to_bytes(32)}
        public = ours if self.public is None else self.public
        attested = bytes(16) + len(self.id).to_bytes(2) + self.id + cbor2.dumps(public)
        data = self._data(asked["rp"]["id"], PRESENT | ATTESTED) + attested
        return self._answer(
            {
                "clientDataJSON": self._said("webauthn.create", asked["challenge"]),
                "attestationObject": bytes_to_base64url(cbor2.dumps({"fmt": "none", "attStmt": {}, "authData": data})),
            },
            changes,
        )

    def use(self, options: str, **changes: Any) -> str:
        """Answer `navigator.credentials.get`."""
        asked = json.loads(options)
        self.uses += 1
        said, data = self._said("webauthn.get", asked["challenge"]), self._data(asked["rpId"], PRESENT)
        signed = self.key.sign(data + sha256(base64url_to_bytes(said)).digest(), ec.ECDSA(SHA256()))
        return self._answer(
            {
                "clientDataJSON": said,
                "authenticatorData": bytes_to_base64url(data),
                "signature": bytes_to_base64url(signed),
                "userHandle": bytes_to_base64url(self.user),
            },
            changes,
        )

    def _said(self, kind: str, challenge: str) -> str:
        return bytes_to_base64url(
            json.dumps({"type": kind, "challenge": challenge, "origin": self.origin, "crossOrigin": False}).encode()
        )

    def _data(self, host: str, flags: int) -> bytes:
        return sha256(host.encode()).digest() + bytes([flags]) + self.uses.to_bytes(4)

    def _answer(self, response: dict[str, str], changes: dict[str, Any]) -> str:
        id = bytes_to_base64url(self.id)
        return json.dumps({"id": id, "rawId": id, "type": "public-key", "response": {**response, **changes}})
