"""WebAuthn with py_webauthn: questions to browsers about passkeys, and checks of their answers.

A passkey belongs to one host. The web origin of the page, which was compared with the requested host when the socket
opened, determines the host of a new passkey. The browser signs from which page a passkey was used.
"""

from __future__ import annotations

import ipaddress
from collections.abc import Callable, Iterable
from typing import NamedTuple, TypeVar
from urllib.parse import urlsplit

from webauthn import (
    base64url_to_bytes,
    generate_authentication_options,
    generate_registration_options,
    options_to_json,
    verify_authentication_response,
    verify_registration_response,
)
from webauthn.helpers import (
    bytes_to_base64url,
    decode_credential_public_key,
    decoded_public_key_to_cryptography,
    parse_authentication_credential_json,
)
from webauthn.helpers.cose import COSECRV, COSEAlgorithmIdentifier
from webauthn.helpers.decode_credential_public_key import (
    DecodedEC2PublicKey,
    DecodedOKPPublicKey,
    DecodedRSAPublicKey,
)
from webauthn.helpers.structs import (
    AuthenticatorSelectionCriteria,
    PublicKeyCredentialDescriptor,
    ResidentKeyRequirement,
    UserVerificationRequirement,
)

from cadogan_protocol.errors import ErrorCode
from cadogan_server.rooms.refused import Refused
from cadogan_server.store.people.passkeys import Passkey
from cadogan_server.store.people.players import Player

SHOWN = 200
"""Maximum characters of the library's error text in a refusal."""

ALGORITHMS = [
    COSEAlgorithmIdentifier.ECDSA_SHA_256,
    COSEAlgorithmIdentifier.EDDSA,
    COSEAlgorithmIdentifier.RSASSA_PKCS1_v1_5_SHA_256,
]
"""ES256, EdDSA and RS256 in order of preference: the algorithms that browsers and authenticators have."""

RSA_BITS = range(2048, 4096 + 1)
"""Accepted sizes of RSA keys, in bits."""

RSA_EXPONENT = range(3, 1 << 32, 2)
"""Accepted public exponents of RSA keys. A large one would make each check of a signature slow."""

MOST_BYTES = 1000
"""Maximum bytes of a passkey's id and public key together. Real authenticators need 100 to 600."""

Verified = TypeVar("Verified")


class Ceremony(NamedTuple):
    """A question to a browser: to create or to use a passkey, on which page, and the bytes to sign."""

    making: bool
    origin: str
    host: str
    challenge: bytes


class NamedPasskey(NamedTuple):
    """The passkey and player that an answer names. Neither is proved yet."""

    player: str
    passkey: str


def host_of(origin: str) -> str:
    """Return the host whose passkeys the pages of a web origin may use.

    Raises:
        Refused: pages of this origin can't have passkeys.
    """
    host = urlsplit(origin).hostname or ""
    try:
        ipaddress.ip_address(host)
    except ValueError:
        if host:
            return host
        raise _refused(
            "passkeys work only on pages in a browser, and no page has opened this socket: use this server's page"
        ) from None
    raise _refused(f"passkeys need a host name, and {host} is an address: open the page by this server's name")


def make_options(
    origin: str, player: Player, known: Iterable[Passkey], challenge: bytes | None = None
) -> tuple[str, Ceremony]:
    """Return the options for `navigator.credentials.create` (JSON) that give a player another passkey beside those
    `known`.

    Raises:
        Refused: pages of this origin can't have passkeys.
    """
    host = host_of(origin)
    options = generate_registration_options(
        rp_id=host,
        rp_name="Cadogan",
        user_id=player.id.encode(),
        user_name=player.name,
        challenge=challenge,
        supported_pub_key_algs=ALGORITHMS,
        authenticator_selection=AuthenticatorSelectionCriteria(
            resident_key=ResidentKeyRequirement.REQUIRED,
            user_verification=UserVerificationRequirement.PREFERRED,
        ),
        exclude_credentials=[
            PublicKeyCredentialDescriptor(id=base64url_to_bytes(one.id)) for one in known if one.host == host
        ],
    )
    return options_to_json(options), Ceremony(True, origin, host, options.challenge)


def use_options(origin: str) -> tuple[str, Ceremony]:
    """Return the options for `navigator.credentials.get` (JSON), for any player.

    Raises:
        Refused: pages of this origin can't have passkeys.
    """
    host = host_of(origin)
    options = generate_authentication_options(rp_id=host)
    return options_to_json(options), Ceremony(False, origin, host, options.challenge)


def new_passkey(asked: Ceremony, credential: str, label: str, now: int) -> Passkey:
    """Return the passkey that was created.

    Raises:
        Refused: the answer proves nothing, or its public key could never be used.
    """
    answer = _verified(
        lambda: verify_registration_response(
            credential=credential,
            expected_challenge=asked.challenge,
            expected_rp_id=asked.host,
            expected_origin=asked.origin,
            supported_pub_key_algs=ALGORITHMS,
        )
    )
    _must_be_small(len(answer.credential_id) + len(answer.credential_public_key))
    _must_be_a_key(answer.credential_public_key)
    id, public_key = bytes_to_base64url(answer.credential_id), bytes_to_base64url(answer.credential_public_key)
    return Passkey(id, public_key, asked.host, answer.sign_count, label, now, now)


def _must_be_small(size: int) -> None:
    """Raise Refused if id and public key together are larger than any authenticator needs."""
    if size > MOST_BYTES:
        raise _refused(
            f"this passkey can't be accepted: its id and public key have {size} bytes together, the maximum is {MOST_BYTES}"
        )


def _must_be_a_key(public_key: bytes) -> None:
    """Raise Refused if a public key (COSE) is of no kind in `ALGORITHMS`.

    No attestation vouches for a key, so a client could send any bytes. A key is accepted if it is a point of P-256, a
    key of Ed25519, or an RSA key of a usual size (RFC 9053, RFC 8812).
    """
    decoded = _verified(lambda: decode_credential_public_key(public_key))
    match decoded:
        case DecodedEC2PublicKey(alg=COSEAlgorithmIdentifier.ECDSA_SHA_256, crv=COSECRV.P256):
            pass
        case DecodedOKPPublicKey(alg=COSEAlgorithmIdentifier.EDDSA, crv=COSECRV.ED25519):
            pass
        case DecodedRSAPublicKey(alg=COSEAlgorithmIdentifier.RSASSA_PKCS1_v1_5_SHA_256, n=bytes(n), e=bytes(e)):
            bits = int.from_bytes(n).bit_length()
            if bits not in RSA_BITS or int.from_bytes(e) not in RSA_EXPONENT:
                raise _refused(
                    f"this passkey can't be accepted: its RSA key has {bits} bits; allowed are {RSA_BITS[0]} to {RSA_BITS[-1]}, "
                    "with an odd exponent of at most 32 bits"
                )
        case _:
            raise _refused("this passkey can't be accepted: its public key must be ES256, EdDSA or RS256")
    _verified(lambda: decoded_public_key_to_cryptography(decoded))


def named_passkey(credential: str) -> NamedPasskey:
    """Return the passkey that an answer names.

    Raises:
        Refused: it names none.
    """
    answer = _verified(lambda: parse_authentication_credential_json(credential))
    if not answer.response.user_handle:
        raise _refused("the passkey does not name its player: create one on this server's page")
    player = _verified(answer.response.user_handle.decode)
    return NamedPasskey(player, bytes_to_base64url(answer.raw_id))


def checked_passkey(asked: Ceremony, credential: str, passkey: Passkey, now: int) -> Passkey:
    """Return a used passkey in the state to store.

    Raises:
        Refused: the answer does not prove that this passkey was used on the page that asked.
    """
    if passkey.host != asked.host:
        raise _refused(f"this passkey is for {passkey.host}, and this page is of {asked.host}: sign in there")
    answer = _verified(
        lambda: verify_authentication_response(
            credential=credential,
            expected_challenge=asked.challenge,
            expected_rp_id=asked.host,
            expected_origin=asked.origin,
            credential_public_key=base64url_to_bytes(passkey.public_key),
            credential_current_sign_count=passkey.uses,
        )
    )
    return passkey._replace(uses=answer.new_sign_count, used=now)


def _verified(verify: Callable[[], Verified]) -> Verified:
    """Return the library's result for a stranger's bytes. Any of its parts may raise any exception."""
    try:
        return verify()
    except Exception as error:
        raise _refused(f"this passkey can't be accepted: {str(error)[:SHOWN] or type(error).__name__}") from error


def _refused(sentence: str) -> Refused:
    return Refused(ErrorCode.BAD_PASSKEY, sentence)
