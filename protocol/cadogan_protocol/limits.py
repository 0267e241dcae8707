"""Bounds of the protocol that both sides hold."""

VERSION = 2
"""The version of the protocol."""

SUBPROTOCOL_MSGPACK = f"cadogan.{VERSION}.msgpack"
"""The WebSocket subprotocol of binary frames in msgpack."""

SUBPROTOCOL_JSON = f"cadogan.{VERSION}.json"
"""The WebSocket subprotocol of text frames in JSON."""

OUTDATED = ("cadogan.1.msgpack", "cadogan.1.json")
"""Subprotocols of earlier versions. Who asks for no other is told so, and sent away with the close code 4001."""

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

KEY_BYTES = 8
"""Random bytes in the key of a room that is by link only."""

TICKET_LENGTH = 12
"""Characters of a ticket, of those of a room's code: 60 random bits."""

TICKET_SECONDS = 300
"""For so long a ticket is taken."""

MOST_FRIENDS = 200
"""So many friends one player may have."""

MOST_HISTORY = 10_000
"""So many games of a player are kept, or some more: the last."""

MOST_PASSKEYS = 10
"""So many passkeys one player may have."""

MAX_CREDENTIAL = 8 * 1024
"""The longest answer of a browser's passkey, in characters."""

PUT_OUT_SECONDS = 600
"""For so long whom the host has put out of a room can't come back, nor anybody else from the same address."""

MESSAGES_PER_SECOND = 50
"""Messages a second that one socket may send on average. This and what follows is how a server is set by default."""

MESSAGE_BURST = 200
"""Messages that one socket may send at once, after it has been quiet."""

MOST_BAD = 50
"""After so many messages in a row that were none, or came too fast, a socket is closed."""

HELLO_SECONDS = 10
"""Seconds that a new socket has for its `hello`."""

SOCKETS_PER_ADDRESS = 256
"""Sockets that one address may hold; a network of 64 bits counts as one in IPv6."""

ROOMS_PER_ADDRESS = 50
"""Rooms not yet over that may have been opened from one address."""

MOST_ROOMS_LISTED = 200
"""Rooms that a list of the public rooms shows at most."""

MOST_CANDIDATES = 3
"""So many games can be put to one vote."""

MOST_SCORES = 64
"""A running score has so many lines at most: those who play come first, then those with the most points."""

MOST_GHOSTS = 4
"""So many ghosts can be raced against at once."""

GHOST_SEATS = 100
"""From this number on the boards of ghosts are counted in a replay, in place of seats."""

RANKED_DAYS = 3
"""A rating is ranked once its player has played rated games against others on so many days (UTC)."""

RANKED_PEOPLE = 5
"""A rating is ranked once its player has met so many different people in rated games."""

PROVISIONAL_GAMES = 10
"""A rating that was made of fewer games is provisional: it says little yet."""

MOST_COMPARED = 200
"""So many players can be compared with each other on a board."""

REQUESTS_KEPT = 64
"""A room remembers the ids of so many requests of each player, the last that it has carried out."""
