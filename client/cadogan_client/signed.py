"""Checks that a replay is the one that a server has written: by the server's signature, and by the signed text."""

from __future__ import annotations

from collections.abc import Mapping

from cadogan_client.errors import ClientError
from cadogan_client.kinds import KINDS
from cadogan_client.reading import Reader
from cadogan_client.verify import Check
from cadogan_protocol import Replay, RoomState
from cadogan_protocol.notation import BadNotation, Recording, Signed, read, signed_bytes

CLAIMED = ("rank", "won", "progress", "moves", "undone", "penalty", "score", "time")
"""The fields that both results and a text have for each player."""


def fetch_signed(reader: Reader, code: str, key: str | None = None) -> Signed:
    """Return the text of a finished room, signed if the server signs.

    Raises:
        ClientError: the server cannot be reached, has no such room, or the room is not over.
    """
    text = reader.text("replays", code, "text", key=key)
    try:
        said = reader.object("replays", code, "signature", key=key)
    except ClientError:  # an older server without signatures
        return Signed(text)
    return Signed(text, str(said.get("key", "")), str(said.get("signature", "")))


def published_keys(reader: Reader) -> dict[str, str]:
    """Return the public keys of a server by their ids; none if it cannot be reached or publishes none."""
    try:
        return {str(one["id"]): str(one["public"]) for one in reader.object("keys")["keys"]}
    except (ClientError, KeyError, TypeError):
        return {}


def check_signature(signed: Signed, published: Mapping[str, str]) -> Check:
    """Return the check that a text is signed by one of a server's keys."""
    what = "the text is the one that the server has signed"
    if not signed.key:
        return Check(what, None, "it has no signature, so names and times may be anybody's: get it anew with --save")
    if signed.key not in published:
        return Check(
            what, None, f"the server publishes no key {signed.key[:16]}: give the one that has signed it, with --url"
        )
    try:
        from cryptography.exceptions import InvalidSignature
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
    except ImportError:
        return Check(what, None, "nothing here can check it: pip install cryptography")
    try:
        Ed25519PublicKey.from_public_bytes(bytes.fromhex(published[signed.key])).verify(
            bytes.fromhex(signed.signature), signed_bytes(signed.text)
        )
    except (InvalidSignature, ValueError):
        return Check(what, False)
    return Check(what, True)


def check_replay(replay: Replay, signed: Signed, published: Mapping[str, str]) -> list[Check]:
    """Return the checks that names, results and times of a replay are those of the room's text, and that the server
    wrote it."""
    try:
        recording = read(signed.text)
    except BadNotation as error:
        return [Check(f"the server's text can be read; but {error}", False)]
    return [check_signature(signed, published), *compare(replay, recording)]


def compare(replay: Replay, recording: Recording) -> list[Check]:
    """Return the checks that a replay has the same room, players, results and moments as a text."""
    state = replay.state
    names = {one.seat: one.name for one in recording.seats}
    same_room = (state.code, state.game, state.starts) == (recording.room, recording.game, recording.starts)
    return [
        Check("room, game and start are those of the text", same_room),
        Check("the names are those of the text", _all_names(replay) == _all_names_of(names, replay)),
        Check("the results are those of the text", _results(state) == _results_of(recording)),
        Check("the moments of all moves are those of the text", _moments(replay, recording)),
    ]


def check_text(signed: Signed, recording: Recording, reader: Reader) -> Check:
    """Return the check that a text is the server's: by its signature or, if it has none, by the server's own record of
    the room."""
    if signed.key:
        return check_signature(signed, published_keys(reader))
    what = "the text is the one that the server has of this room"
    try:
        theirs = fetch_signed(reader, recording.room)
    except ClientError as error:
        return Check(what, None, f"it has no signature, and the server has no such room to compare it with: {error}")
    return Check(what, theirs.text == signed.text)


def _all_names(replay: Replay) -> list[tuple[str, int, str]]:
    state, rows = replay.state, replay.state.results.rows if replay.state.results else ()
    boards = [("board", one.seat, one.name) for one in replay.boards] if KINDS[state.kind].own_boards else []
    players = {seat.seat for seat in state.seats}
    return [
        *(("seat", seat.seat, seat.name) for seat in state.seats),
        *(("row", row.seat, row.name) for row in rows),
        *(one for one in boards if one[1] in players),
    ]


def _all_names_of(names: Mapping[int, str], replay: Replay) -> list[tuple[str, int, str]]:
    return [(what, seat, names.get(seat, "")) for what, seat, _ in _all_names(replay)]


def _results(state: RoomState) -> dict[int, tuple[object, ...]]:
    rows = state.results.rows if state.results else ()
    return {row.seat: tuple(getattr(row, name) for name in CLAIMED) for row in rows}


def _results_of(recording: Recording) -> dict[int, tuple[object, ...]]:
    return {row.seat: tuple(getattr(row, name) for name in CLAIMED) for row in recording.results}


def _moments(replay: Replay, recording: Recording) -> bool:
    """True if the boards changed at the moments of all moves of the text, and at no others."""
    players = {seat.seat for seat in replay.state.seats}
    changed = {t for board in replay.boards if board.seat in players for t, _ in board.steps}
    moved = {one.t for one in recording.happened if one.what in ("move", "undo")}
    return moved <= changed <= {0, *(one.t for one in recording.happened)}
