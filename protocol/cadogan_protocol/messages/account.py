"""The player's account, its passkeys, its end."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from cadogan_protocol.limits import MAX_CREDENTIAL
from cadogan_protocol.messages.base import Message, RequestId
from cadogan_protocol.names import PlayerId, PlayerName
from cadogan_protocol.people import PasskeyInfo, PasskeyLabel


class GetAccount(Message):
    """Asks for the player's name and passkeys; answered by `account`."""

    type: Literal["get_account"] = "get_account"
    id: RequestId


class Account(Message):
    """Answers `get_account`, `add_passkey` and `remove_passkey`."""

    type: Literal["account"] = "account"
    re: RequestId
    player: PlayerId
    name: PlayerName
    passkeys: tuple[PasskeyInfo, ...] = Field(
        description="in the order in which they were added; a player with a passkey has an account"
    )


class DeleteMe(Message):
    """Deletes the player, with all the player's own data and the lines on boards; answered by `ok`.

    The tokens and passkeys become void. This is refused while the player has a seat in an unfinished game. Others keep
    what they have seen: the name in their own histories, and in replays until these are forgotten.
    """

    type: Literal["delete_me"] = "delete_me"
    id: RequestId


class GetPasskeyOptions(Message):
    """Asks for the options with which a page's browser makes or uses a passkey; answered by `passkey_options`.

    Only the socket of a page may ask, and only if the page's address has a host name. Each answer of a browser needs
    options of its own, which are valid for five minutes.
    """

    type: Literal["get_passkey_options"] = "get_passkey_options"
    id: RequestId
    purpose: Literal["add", "sign_in"]


class PasskeyOptions(Message):
    """Answers `get_passkey_options`."""

    type: Literal["passkey_options"] = "passkey_options"
    re: RequestId
    options: str = Field(
        description="JSON for `PublicKeyCredential.parseCreationOptionsFromJSON`, or `parseRequestOptionsFromJSON` to sign in"
    )


class AddPasskey(Message):
    """Adds a passkey; answered by `account`. A player with one has an account on every device with that passkey."""

    type: Literal["add_passkey"] = "add_passkey"
    id: RequestId
    credential: str = Field(
        max_length=MAX_CREDENTIAL, description="the result of `navigator.credentials.create`, as JSON"
    )
    label: PasskeyLabel = Field("Passkey", description="its name, such as that of its device")


class RemovePasskey(Message):
    """Removes a passkey; answered by `account`."""

    type: Literal["remove_passkey"] = "remove_passkey"
    id: RequestId
    passkey: str = Field(max_length=1400, description="its `id`")


class SignIn(Message):
    """Presents a player's passkey; answered by a `ticket`, with which that player says `hello` on a new socket."""

    type: Literal["sign_in"] = "sign_in"
    id: RequestId
    credential: str = Field(max_length=MAX_CREDENTIAL, description="the result of `navigator.credentials.get`, as JSON")
