"""Checking that a deal was fixed before the race began, and that no one alone could choose it.

All values are hex of raw bytes. See "Was the deal fixed beforehand?" in PROTOCOL.md.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from hashlib import sha256

from cadogan_protocol import Results, RoomState


class NotVerifiable(ValueError):
    """The room does not say what is needed: it is not finished, or holds what is no hex."""


@dataclass(frozen=True)
class Check:
    """One thing that was looked at: what should be so, and whether it is."""

    what: str
    holds: bool


def check_fairness(state: RoomState, nonce: str | None = None) -> list[Check]:
    """Return what can be checked of a finished room.

    Args:
        state: the room after its end.
        nonce: the own nonce, to see whether it was used.

    Raises:
        NotVerifiable: the room is not finished, or its results cannot be read.
    """
    results = state.results
    if results is None:
        raise NotVerifiable(f"room {state.code} is not finished; the secret is shown at the end")
    try:
        secret = bytes.fromhex(results.secret)
        nonces = [bytes.fromhex(each) for each in results.nonces]
        seeds = _possible_seeds(state, secret, nonces)
        seed = bytes.fromhex(results.seed)
    except ValueError as error:
        raise NotVerifiable(f"the results of room {state.code} are no hex: {error}") from error
    checks = [
        Check("the secret is the one that was promised before the start", sha256(secret).hexdigest() == state.commit),
        Check(_origin(state), seed in seeds),
    ]
    if nonce is not None and state.rules.deal == "fresh":
        checks.append(Check("the own nonce is part of the seed", _nonce_is_at(results, nonce)))
    return checks


def is_fair(checks: list[Check]) -> bool:
    """Return whether everything holds."""
    return all(check.holds for check in checks)


def fresh_seed(secret: bytes, nonces: list[bytes]) -> bytes:
    """Return the seed of a fresh deal: SHA-256 of the secret and the nonces in seat order."""
    return sha256(secret + b"".join(nonces)).digest()


def _possible_seeds(state: RoomState, secret: bytes, nonces: list[bytes]) -> list[bytes]:
    if state.rules.deal == "numbered":
        return [sha256(f"cadogan numbered deal {state.game} {state.rules.number}".encode()).digest()]
    if state.rules.deal == "daily":
        # The day is that on which the room was opened, which is that of the start, or, over midnight, the one before.
        start = datetime.fromtimestamp((state.starts or 0) / 1000, UTC).date()
        days = (start, start - timedelta(days=1))
        return [sha256(f"cadogan daily deal {state.game} {day.isoformat()}".encode()).digest() for day in days]
    return [fresh_seed(secret, nonces)]


def _origin(state: RoomState) -> str:
    if state.rules.deal == "numbered":
        return f"the seed is that of deal number {state.rules.number}"
    if state.rules.deal == "daily":
        return "the seed is that of the day"
    return "the seed is made of the secret and all nonces"


def _nonce_is_at(results: Results, nonce: str) -> bool:
    return nonce in results.nonces
