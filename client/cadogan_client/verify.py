"""Checks that nobody has chosen the deal of a finished game, and that nobody knew it in advance.

All values are hex of raw bytes. See "Was the deal fixed beforehand?" in PROTOCOL.md; `dealt.py` checks the cards
themselves.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from hashlib import sha256

from cadogan_client.promise import Witness
from cadogan_protocol import Results, RoomState, Seat
from cadogan_protocol.room_options import UNSEEN_DEALS
from cadogan_protocol.wording import NUMBERINGS

SEED_BYTES = 32
"""The bytes of a seed that is the name of a deal, zeros at its end included."""


class NotVerifiable(ValueError):
    """The room lacks data that the checks need: it is not finished, or a value is not hex."""


@dataclass(frozen=True)
class Check:
    """One check: the statement, the result (None: unknown), and the reason why it is unknown."""

    what: str
    holds: bool | None
    why: str = ""


@dataclass(frozen=True)
class PublishedDay:
    """A day as the server publishes it at `/api/daily?day=`: the hash of its secret, and the secret once the day is
    over."""

    commit: str
    secret: str | None = None


def check_fairness(
    state: RoomState, witness: Witness | None = None, published: PublishedDay | None = None
) -> list[Check]:
    """Return the checks of a finished room.

    Args:
        state: the room after its end.
        witness: the promises that this player saw before showing its own nonce (`Room.witness`).
        published: the server's published facts on the day of a deal of the day.

    Raises:
        NotVerifiable: the room is not finished, or its results cannot be read.
    """
    results = state.results
    if results is None:
        raise NotVerifiable(f"room {state.code} is not finished; the secret is shown at the end")
    try:
        secret_fits = _hash(results.secret) == state.commit
        return [
            Check("the room's secret is the one that was promised when the room was opened", secret_fits),
            *(_nonces(state, results) if state.rules.deal in UNSEEN_DEALS else ()),
            *(_day(state, results, published) if state.day_commit else ()),
            _seed(state, results, published),
            *(_witnessed(state, results, witness) if witness and state.rules.deal in UNSEEN_DEALS else ()),
        ]
    except ValueError as error:
        raise NotVerifiable(f"the results of room {state.code} are no hex: {error}") from error


def in_words(check: Check) -> str:
    """Return a check as a line of text."""
    sign = {True: "holds", False: "WRONG", None: "unknown"}[check.holds]
    return f"{sign:>7}  {check.what}" + (f": {check.why}" if check.why else "")


def is_fair(checks: Iterable[Check]) -> bool:
    """True if no check has failed."""
    return all(check.holds is not False for check in checks)


def fresh_seed(secret: bytes, nonces: Iterable[bytes]) -> bytes:
    """Return the seed of a fresh deal: SHA-256 of `cadogan fresh deal`, the secret and the nonces in seat order."""
    return sha256(b"cadogan fresh deal" + secret + b"".join(nonces)).digest()


def seed_of_deal(seed: bytes, number: int) -> bytes:
    """Return the seed of a deal in the row of deals that a seed gives: SHA-256 of the seed and the number in 4 bytes."""
    return sha256(seed + number.to_bytes(4, "big")).digest()


def _hash(text: str) -> str:
    return sha256(bytes.fromhex(text)).hexdigest()


# ---- nonces ----------------------------------------------------------------------------------------------------------


def _nonces(state: RoomState, results: Results) -> list[Check]:
    """Check each nonce against its promise.

    Rooms of an earlier version had no promises, and a server that hides them looks the same.
    """
    seats = sorted(state.seats, key=lambda seat: seat.seat)
    if len(seats) != len(results.nonces):
        return [Check(f"there are as many nonces as players, {len(seats)}", False)]
    if any(results.nonces) and not any(seat.nonce_hash for seat in seats):
        return [Check("the nonces were promised before any was shown", None, "the room tells of no promises")]
    pairs = zip(seats, results.nonces, strict=True)
    return [_nonce(seat, nonce) for seat, nonce in pairs if nonce or seat.nonce_hash]


def _nonce(seat: Seat, nonce: str) -> Check:
    return Check(f"the nonce of {seat.name} is the one that was promised", _hash(nonce) == seat.nonce_hash)


def _witnessed(state: RoomState, results: Results, witness: Witness) -> list[Check]:
    """Compare the room's statements now with those from before the player's nonce was shown."""
    hashes = {seat.seat: seat.nonce_hash for seat in state.seats if seat.nonce_hash}
    if state.rules.days_per_turn is not None:  # the nonce is shown at once, perhaps before the other has promised one
        hashes = {seat: hash for seat, hash in hashes.items() if seat in witness.nonce_hashes}
    order = sorted(seat.seat for seat in state.seats)
    nonces = dict(zip(order, results.nonces, strict=False))
    return [
        Check(
            "the promise of the room's secret is still the one that this client has seen",
            state.commit == witness.commit,
        ),
        Check(
            "the promises of the nonces are still those that this client has seen", hashes == dict(witness.nonce_hashes)
        ),
        Check("the own nonce stands at the own seat", nonces.get(witness.seat) == witness.nonce),
    ]


# ---- days ------------------------------------------------------------------------------------------------------------


def _day_secret(results: Results, published: PublishedDay | None) -> str | None:
    return results.day_secret or (published.secret if published else None)


def _day(state: RoomState, results: Results, published: PublishedDay | None) -> list[Check]:
    checks = []
    if published is not None:
        what = f"the promise of the secret of {state.day} is the one that is published for that day"
        checks.append(Check(what, published.commit == state.day_commit))
    secret = _day_secret(results, published)
    what = f"the secret of {state.day} is the one that was promised the day before"
    if secret is None:
        return [*checks, Check(what, None, "it is published when that day is over (UTC)")]
    return [*checks, Check(what, _hash(secret) == state.day_commit)]


# ---- the seed --------------------------------------------------------------------------------------------------------


def _seed(state: RoomState, results: Results, published: PublishedDay | None) -> Check:
    seed = bytes.fromhex(results.seed)
    if state.rules.deal == "numbered":
        return _numbered_seed(state, seed)
    if state.rules.deal == "again":
        rooms = " and ".join(ghost.room for ghost in state.ghosts)
        return Check("the seed is that of another room", None, f"verify {rooms}, where it was dealt first")
    row = seed_of_row(state, results, published)
    number = state.proof.number or 0 if state.proof else 0
    if state.rules.deal == "daily":
        dealt = seed_of_deal(row, number) if row is not None and state.proof else row
        return _daily_seed(state, seed, dealt)
    assert row is not None
    if state.rules.deal == "winnable":
        what = f"the seed is that of deal {number} in the row that the room's secret and all nonces give"
        return Check(what, seed == seed_of_deal(row, number))
    made = [row]
    if not any(seat.nonce_hash for seat in state.seats):  # rooms of an earlier version have no text in front
        made.append(sha256(bytes.fromhex(results.secret + "".join(results.nonces))).digest())
    return Check("the seed is made of the room's secret and all nonces", seed in made)


def _numbered_seed(state: RoomState, seed: bytes) -> Check:
    """Return the check of the seed of a numbered deal: the hash of a text, or for a number of the world the text itself."""
    rules = state.rules
    if rules.numbering == "cadogan":
        text = f"cadogan numbered deal {state.game} {rules.number}"
        return Check(f"the seed is that of deal number {rules.number}", seed == sha256(text.encode()).digest())
    named = f"{rules.numbering} deal {rules.number}".encode().ljust(SEED_BYTES, b"\0")
    return Check(f"the seed names {NUMBERINGS[rules.numbering]} deal {rules.number}", seed == named)


def _daily_seed(state: RoomState, seed: bytes, dealt: bytes | None) -> Check:
    """Return the check of the seed of a deal of the day; `dealt` is the right one, None while the day's secret is one."""
    if state.day is None:
        # A room from before days had secrets: its day is the day on which it was opened, that of the start or the one
        # before.
        start = datetime.fromtimestamp((state.starts or 0) / 1000, UTC).date()
        days = (start.isoformat(), (start - timedelta(days=1)).isoformat())
        return Check("the seed is that of the day", seed in [_of_day(state.game, day, b"") for day in days])
    what = f"the seed is made of the secret of {state.day}"
    if dealt is None:
        return Check(what, None, "it is published when that day is over (UTC)")
    return Check(what, seed == dealt)


def seed_of_row(state: RoomState, results: Results, published: PublishedDay | None) -> bytes | None:
    """Return the seed of a fresh deal, or of the deal of a room's day: it may be that of a row of deals.

    None: it is that of a day whose secret is not published yet.

    Raises:
        ValueError: a secret or nonce is no hex.
    """
    if state.rules.deal == "daily":
        secret = _day_secret(results, published)
        return _of_day(state.game, state.day, bytes.fromhex(secret)) if secret is not None and state.day else None
    return fresh_seed(bytes.fromhex(results.secret), [bytes.fromhex(nonce) for nonce in results.nonces])


def _of_day(game: str, day: str, secret: bytes) -> bytes:
    return sha256(f"cadogan daily deal {game} {day}".encode() + secret).digest()
