"""News for a device whose page is closed: Web Push (RFC 8030), if the player asks for it."""

from __future__ import annotations

from typing import Annotated, Literal, get_args

from pydantic import Field

from cadogan_protocol.limits import MAX_ENDPOINT
from cadogan_protocol.messages.base import Message, RequestId

PushKind = Literal["turn", "invitation", "tournament", "call", "day"]
"""A kind of news: it is the player's turn in a game by turns, a friend invites the player, a tournament that the player has entered
begins within five minutes, or calls the player to a game, or the deal of a new day is ready."""

PUSH_KINDS: tuple[PushKind, ...] = get_args(PushKind)
"""All of them."""

PushPublicKey = Annotated[
    str, Field(pattern=r"^[A-Za-z0-9_-]{87}$", description="a point of P-256, uncompressed, in base64url")
]
PushSecret = Annotated[str, Field(pattern=r"^[A-Za-z0-9_-]{22}$", description="16 bytes in base64url")]


class GetPush(Message):
    """Asks for the key with which a browser subscribes to news; answered by `push`."""

    type: Literal["get_push"] = "get_push"
    id: RequestId


class Push(Message):
    """Answers `get_push`."""

    type: Literal["push"] = "push"
    re: RequestId
    key: str | None = Field(
        None,
        description="the `applicationServerKey` of `PushManager.subscribe`, in base64url; without it, this server sends no news",
    )


class SubscribePush(Message):
    """Has news sent to a device, as its browser's `PushSubscription` says; answered by `ok`.

    Only push services that the server knows are accepted. A player has at most eight such devices; a further one takes the
    place of the oldest. News comes only while the player's page is closed, and of each kind once a minute at most. Each is JSON,
    encrypted for the device (RFC 8291): `kind`, the `url` of its page, a `text` in English, and the names in it.
    """

    type: Literal["subscribe_push"] = "subscribe_push"
    id: RequestId
    endpoint: str = Field(min_length=1, max_length=MAX_ENDPOINT, description="the address at the push service")
    p256dh: PushPublicKey
    auth: PushSecret
    kinds: tuple[PushKind, ...] = Field(PUSH_KINDS, min_length=1, max_length=8)


class UnsubscribePush(Message):
    """Has no more news sent to a device; answered by `ok`, also if none was sent there."""

    type: Literal["unsubscribe_push"] = "unsubscribe_push"
    id: RequestId
    endpoint: str = Field(min_length=1, max_length=MAX_ENDPOINT)
