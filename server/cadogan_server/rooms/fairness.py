"""Derives the seed of a deal so that nobody can choose or foresee it, and anyone can check that.

- A fresh deal: seed = SHA-256(`cadogan fresh deal` ‖ secret ‖ nonces in seat order). The secret's own SHA-256, the
  *commit*, is published when the room opens. Each player's *nonce* is promised the same way, by its SHA-256, and shown
  only when all promises are made. So neither a player nor the server's operator can choose a part of the seed after
  seeing another's. The nonces of the server's own bots are made from the room's secret and their seat, so the commit
  fixes them. The text in front keeps the seed apart from the commit. Without it the seed would equal the commit if
  nobody has a nonce; and nonces that begin with the padding of SHA-256 would let anybody compute the seed from the
  commit, as SHA-256 works block by block.
- A winnable deal: the seed of a fresh deal gives a row of deals, and the first that the solver wins is dealt
  (`cadogan_games/solver/proof.py`).
- The deal of the day: seed = SHA-256(line of text ‖ the server's secret for that day). The SHA-256 of that secret is
  published the day before, the secret when the day is over (`store/games/days.py`).
- A numbered deal: seed = SHA-256 of a line of ASCII text that anyone can write down, so the same number gives the same
  deal for ever. A number of Microsoft's FreeCell or PySolFC stands in the seed itself (`cadogan_games/engine/numbers.py`).
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime
from hashlib import sha256

from cadogan_games.engine.numbers import seed_of_number

NONCE_BYTES = 16


def commit(secret: bytes) -> str:
    """Return the SHA-256, as hex, of a secret of a room or a day. It is published long before the secret."""
    return sha256(secret).hexdigest()


def promise(nonce: str) -> str:
    """Return the SHA-256, as hex, of a nonce's bytes: it is published before the nonce (hex) is shown."""
    return sha256(bytes.fromhex(nonce)).hexdigest()


def bot_nonce(secret: bytes, seat: int) -> str:
    """Return the nonce (hex) of a bot that the server seats: from SHA-256(`cadogan bot nonce` ‖ secret ‖ seat as 1
    byte).
    """
    return sha256(b"cadogan bot nonce" + secret + bytes((seat,))).digest()[:NONCE_BYTES].hex()


def fresh_seed(secret: bytes, nonces: Iterable[str]) -> bytes:
    """Return the seed of a fresh deal. Nonces are hex in seat order; a player without one adds nothing ("")."""
    return sha256(b"cadogan fresh deal" + secret + b"".join(bytes.fromhex(nonce) for nonce in nonces)).digest()


def numbered_seed(game: str, number: int, numbering: str = "cadogan") -> bytes:
    """Return the seed of deal `number` of a game: SHA-256 of, say, `cadogan numbered deal klondike 7`, or the seed that
    names a deal of the world.
    """
    if numbering != "cadogan":
        return seed_of_number(numbering, number)
    return sha256(f"cadogan numbered deal {game} {number}".encode()).digest()


def daily_seed(game: str, day: str, secret: bytes = b"") -> bytes:
    """Return the seed of a day's deal of a game: SHA-256 of, say, `cadogan daily deal klondike 2026-11-21` in ASCII
    followed by the 32 bytes of the day's secret. Rooms from before days had secrets have none.
    """
    return sha256(f"cadogan daily deal {game} {day}".encode() + secret).digest()


def bot_chances(game: str, secret: bytes) -> str:
    """Return the seed, as hex, of the random choices of the bot in a day's duel. It stems from the day's secret, so the
    bot plays alike against everybody who plays alike.
    """
    return sha256(f"cadogan daily bot {game}".encode() + secret).hexdigest()


def day_of(moment: int) -> str:
    """Return the day (UTC) of a moment in ms, as `2026-11-21`."""
    return datetime.fromtimestamp(moment / 1000, UTC).date().isoformat()
