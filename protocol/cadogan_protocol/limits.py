"""Bounds of the protocol that both sides hold."""

SUBPROTOCOL_MSGPACK = "cadogan.1.msgpack"
"""The WebSocket subprotocol of binary frames in msgpack."""

SUBPROTOCOL_JSON = "cadogan.1.json"
"""The WebSocket subprotocol of text frames in JSON."""

MAX_MESSAGE_BYTES = 16 * 1024
"""The largest message a client may send, in bytes."""

MAX_NAME = 24
"""The longest name of a player, in characters."""

MAX_RACERS = 64
"""The largest number of seats in a race."""

MAX_BOTS = 8
"""The largest number of bots that one request may seat."""

CODE_ALPHABET = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"
"""Letters of a room's code: none that can be taken for another (I, O, 0, 1)."""

CODE_LENGTH = 6
"""Characters in a room's code."""
