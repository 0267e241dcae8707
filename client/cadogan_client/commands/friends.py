"""`cadogan friends`: lists friends, where they are online, and invites one."""

from __future__ import annotations

import asyncio
from typing import Annotated

import typer
from rich.table import Table
from rich.text import Text

from cadogan_client.client import Client
from cadogan_client.commands.arguments import DEFAULT_URL, Json, Url, ending_in_a_line, print_json, terminal
from cadogan_client.commands.tournaments import TOKEN, own_name
from cadogan_client.errors import ClientError
from cadogan_protocol import Friend, Friends

app = typer.Typer(no_args_is_help=True, help="Show your friends, and invite one to a game.")

Token = Annotated[str | None, typer.Option(envvar=TOKEN, help="Your token, which the page keeps as `cadogan.me`.")]


@app.command("list")
def list_them(token: Token = None, url: Url = DEFAULT_URL, as_json: Json = False) -> None:
    """List your friends: who is online, and in which room. Those who are online come first."""
    with ending_in_a_line():
        told = asyncio.run(_friends(url, *_identity(url, token)))
    ordered = sorted(told.friends, key=lambda one: (not one.online, one.room is None, one.name.casefold()))
    if as_json:
        for friend in ordered:
            print_json(friend.model_dump(mode="json", exclude_none=True))
        return
    table = Table(box=None)
    for column in ("name", "online", "where", "id"):
        table.add_column(column)
    for friend in ordered:
        table.add_row(Text(friend.name), "online" if friend.online else "", Text(_where(friend)), friend.player)
    if not ordered:
        table.add_row("nobody yet", "", "", "")
    terminal().print(table)
    for one in told.invitations:
        typer.echo(f"{one.name} invites you to {one.title}: {_link(url, one.room, one.key)}")


@app.command()
def invite(
    friend: Annotated[str, typer.Argument(metavar="FRIEND", help="The friend's name or id.", show_default=False)],
    game: Annotated[str, typer.Option(help="The game's id.")] = "klondike",
    wait: Annotated[
        float, typer.Option(min=0, max=600, help="Seconds to keep your seat until the friend comes.")
    ] = 120,
    token: Token = None,
    url: Url = DEFAULT_URL,
    as_json: Json = False,
) -> None:
    """Open a room for two, and invite a friend who is online. Open the printed link to play there yourself."""
    with ending_in_a_line():
        asyncio.run(_invite(url, *_identity(url, token), friend, game, wait, as_json))


async def _friends(url: str, name: str, token: str) -> Friends:
    async with await Client.connect(url, name, token) as client:
        return await client.friends()


async def _invite(url: str, name: str, token: str, wanted: str, game: str, wait: float, as_json: bool) -> None:
    async with await Client.connect(url, name, token) as client:
        friend = _chosen((await client.friends()).friends, wanted)
        room = await client.create(game, seats=2, public=False)
        await client.invite(friend.player)
        link = _link(url, room.code, room.key)
        if as_json:
            print_json({"room": room.code, "player": friend.player, "link": link})
        else:
            typer.echo(f"{friend.name} is invited: {link}")
        try:
            async with asyncio.timeout(wait):
                await client.until(lambda: len(room.state.seats) > 1)
        except TimeoutError:
            typer.echo(f"{friend.name} has not come", err=True)


def _chosen(friends: tuple[Friend, ...], wanted: str) -> Friend:
    """Return the friend with this id or name.

    Raises:
        ClientError: there is none, or more than one, or the friend can't be invited now.
    """
    found = [one for one in friends if one.player == wanted] or [
        one for one in friends if one.name.casefold() == wanted.casefold()
    ]
    if len(found) != 1:
        many = f"{len(found)} of your friends are" if found else "none of your friends is"
        raise ClientError(f"{many} called {wanted[:40]!r}: give an id of `cadogan friends list`")
    if not found[0].mutual:
        raise ClientError(f"{found[0].name} has not added you as a friend, and only friends of each other may invite")
    return found[0]


def _where(friend: Friend) -> str:
    return f"{friend.room.title}, room {friend.room.code}" if friend.room is not None else ""


def _link(url: str, code: str, key: str | None) -> str:
    scheme, _, place = url.removesuffix("/ws").partition("://")
    return f"{'https' if scheme == 'wss' else 'http'}://{place}/r/{code}{f'#{key}' if key else ''}"


def _identity(url: str, token: str | None) -> tuple[str, str]:
    """Return the player's name and token."""
    if not token:
        raise ClientError(f"friends are a player's own: give --token, or set {TOKEN}")
    return own_name(url, token), token
