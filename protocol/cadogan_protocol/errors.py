"""The table of error codes and close codes: what each means, and whether to try again."""

from __future__ import annotations

from enum import IntEnum, StrEnum


class ErrorCode(StrEnum):
    """The reason why a request was refused. The sentence beside the code is for people; the code is for programs."""

    BAD_MESSAGE = "bad_message"
    UNKNOWN_TYPE = "unknown_type"
    TOO_FAST = "too_fast"
    BUSY = "busy"
    NO_HELLO = "no_hello"
    BAD_TOKEN = "bad_token"
    BANNED = "banned"
    BAD_PASSKEY = "bad_passkey"
    UNKNOWN_PLAYER = "unknown_player"
    TOO_MANY_FRIENDS = "too_many_friends"
    UNKNOWN_GAME = "unknown_game"
    BAD_OPTION = "bad_option"
    UNKNOWN_ROOM = "unknown_room"
    UNKNOWN_TOURNAMENT = "unknown_tournament"
    UNKNOWN_CLUB = "unknown_club"
    NOT_MEMBER = "not_member"
    ROOM_FULL = "room_full"
    ROOM_LOCKED = "room_locked"
    PUT_OUT = "put_out"
    NAME_TAKEN = "name_taken"
    NO_SPECTATORS = "no_spectators"
    NOT_IN_ROOM = "not_in_room"
    IN_ROOM = "in_room"
    NOT_SEATED = "not_seated"
    NOT_HOST = "not_host"
    WRONG_PHASE = "wrong_phase"
    NOT_YOUR_TURN = "not_your_turn"
    ILLEGAL_MOVE = "illegal_move"
    NOTHING_TO_UNDO = "nothing_to_undo"
    UNDO_OFF = "undo_off"
    TOO_MANY_ROOMS = "too_many_rooms"
    TOO_MANY_DUELS = "too_many_duels"
    NO_BOTS = "no_bots"
    NOT_FINISHED = "not_finished"
    LOG_LOST = "log_lost"
    STORE_DOWN = "store_down"
    INTERNAL = "internal"


ERROR_MEANING: dict[ErrorCode, str] = {
    ErrorCode.BAD_MESSAGE: "The frame carries no message: broken bytes, a wrong type, a value out of bounds.",
    ErrorCode.UNKNOWN_TYPE: "There is no message with this type or tag.",
    ErrorCode.TOO_FAST: "This socket or its address asks for more than its share, or for too much at once. Wait as long as "
    "`wait` says, or a second.",
    ErrorCode.BUSY: "The server is overloaded. Wait as long as `wait` says, or a second.",
    ErrorCode.NO_HELLO: "The first message of a socket is `hello`.",
    ErrorCode.BAD_TOKEN: "The server knows no player with this token, or the ticket is void. Say `hello` without it.",
    ErrorCode.BANNED: "The operator of the server has banned this player; the sentence says until when, and why.",
    ErrorCode.BAD_PASSKEY: "The passkey is invalid here or unknown; the sentence says why. Ask for new options.",
    ErrorCode.UNKNOWN_PLAYER: "No player has this id. A player who had it may have been deleted.",
    ErrorCode.TOO_MANY_FRIENDS: "The player has the most friends that are allowed.",
    ErrorCode.UNKNOWN_GAME: "The catalogue has no game with this id.",
    ErrorCode.BAD_OPTION: "The game has no such option, or the option no such value.",
    ErrorCode.UNKNOWN_ROOM: "No room has this code, or it is long over, or it is open by its link only.",
    ErrorCode.UNKNOWN_TOURNAMENT: "No tournament has this id, or it is long over.",
    ErrorCode.UNKNOWN_CLUB: "No club has this id, or it was closed.",
    ErrorCode.NOT_MEMBER: "Only members of the club may do that, or only its officers; the sentence says which.",
    ErrorCode.ROOM_FULL: "Every seat is taken. Watching may still be possible.",
    ErrorCode.ROOM_LOCKED: "The host has locked the room: nobody new takes a seat. Watching may still be possible.",
    ErrorCode.PUT_OUT: "The host has put out this player, or another one of this address. Come back after `wait` seconds.",
    ErrorCode.NAME_TAKEN: "Somebody else in the room has this name, or one that looks like it.",
    ErrorCode.NO_SPECTATORS: "Nobody may watch this room.",
    ErrorCode.NOT_IN_ROOM: "The request needs a room, and this player is in none.",
    ErrorCode.IN_ROOM: "This socket is in a room already: leave it first, or open another socket.",
    ErrorCode.NOT_SEATED: "The request needs a seat, and this player only watches.",
    ErrorCode.NOT_HOST: "Only the host may do that.",
    ErrorCode.WRONG_PHASE: "The room's phase does not allow this.",
    ErrorCode.NOT_YOUR_TURN: "A duel, or a shared table by turns: it is another player's turn.",
    ErrorCode.ILLEGAL_MOVE: "The rules forbid the move; the sentence says which rule.",
    ErrorCode.NOTHING_TO_UNDO: "No move has been made yet, or all are taken back.",
    ErrorCode.UNDO_OFF: "The room or the game has no undo.",
    ErrorCode.TOO_MANY_DUELS: "The player has the most correspondence duels that are allowed, see Correspondence.",
    ErrorCode.TOO_MANY_ROOMS: "The server, or this player's address, has the most open rooms that are allowed.",
    ErrorCode.NO_BOTS: "The server can seat no bot now.",
    ErrorCode.NOT_FINISHED: "This is open only after the end.",
    ErrorCode.LOG_LOST: "The store has lost a part of the room's log, so the room and its replay can't be shown.",
    ErrorCode.STORE_DOWN: "The store is away, so this can't be saved now. Ask again.",
    ErrorCode.INTERNAL: "A fault of the server. Nothing has changed.",
}
"""The meaning of each code, as PROTOCOL.md shows it."""

RETRY: dict[ErrorCode, bool] = dict.fromkeys(ErrorCode, False) | {
    ErrorCode.TOO_FAST: True,
    ErrorCode.BUSY: True,
    ErrorCode.ROOM_LOCKED: True,
    ErrorCode.PUT_OUT: True,
    ErrorCode.TOO_MANY_ROOMS: True,
    ErrorCode.NO_BOTS: True,
    ErrorCode.STORE_DOWN: True,
    ErrorCode.INTERNAL: True,
}
"""By code: true if the same request may succeed later."""


class CloseCode(IntEnum):
    """The reason why the server closed a socket. Codes below 4000 are the standard's."""

    GOING_AWAY = 1001
    PROTOCOL_ERROR = 1002
    NOT_UTF8 = 1007
    TOO_BIG = 1009
    TOO_SLOW = 4000
    TOO_MANY_ERRORS = 4001
    TOO_MANY_SOCKETS = 4002
    REPLACED = 4003
    NO_HELLO = 4004
    UNSEATED = 4005
    WITHHELD = 4006
    BANNED = 4007
    RENEWED = 4008


CLOSE_MEANING: dict[CloseCode, str] = {
    CloseCode.GOING_AWAY: "The server stops, restarts or can't reach its store: come back in a moment, perhaps to another "
    "server.",
    CloseCode.PROTOCOL_ERROR: "Frames that the standard of WebSocket forbids: a library would not send them.",
    CloseCode.NOT_UTF8: "A text frame that is not UTF-8.",
    CloseCode.TOO_BIG: "A message was over the size limit: do not send it again.",
    CloseCode.TOO_SLOW: "A player's socket fell too far behind: come back, nothing is lost.",
    CloseCode.TOO_MANY_ERRORS: "Too many bad or too fast messages in a row, or an outdated protocol: "
    "fix the client first.",
    CloseCode.TOO_MANY_SOCKETS: "This address, or the server, has too many connections: close some, then come back.",
    CloseCode.REPLACED: "The same player came in through another socket: this one is done.",
    CloseCode.NO_HELLO: "The first message was not `hello`, or none came in time.",
    CloseCode.UNSEATED: "This player's seat was freed, usually by the host: the reason says more. Do not join again "
    "automatically; a person may want to, after a while.",
    CloseCode.WITHHELD: "This player's seat was freed because the promised nonce did not come in time, or because the next "
    "race of a series began and the player was not ready. Do not join again automatically; a person may want to, at once.",
    CloseCode.BANNED: "The operator of the server has banned this player or address: the reason says until when, and why.",
    CloseCode.RENEWED: "The server is being renewed, and another one has the room already: come back at once, nothing is lost.",
}
"""The meaning of each close code, and what to do."""

RECONNECT: dict[int, bool] = {
    CloseCode.GOING_AWAY: True,
    CloseCode.PROTOCOL_ERROR: True,
    CloseCode.NOT_UTF8: True,
    CloseCode.TOO_BIG: False,
    CloseCode.TOO_SLOW: True,
    CloseCode.TOO_MANY_ERRORS: False,
    CloseCode.TOO_MANY_SOCKETS: True,
    CloseCode.REPLACED: False,
    CloseCode.NO_HELLO: False,
    CloseCode.UNSEATED: False,
    CloseCode.WITHHELD: False,
    CloseCode.BANNED: False,
    CloseCode.RENEWED: True,
}
"""True if a client should reconnect automatically after this close code. After any other code it may."""
