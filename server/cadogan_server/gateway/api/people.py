"""Answers about players and leaderboards."""

from __future__ import annotations

from cadogan_games import catalogue
from cadogan_protocol.api import AskBoard, AskHistory
from cadogan_protocol.errors import ErrorCode
from cadogan_protocol.messages import GetAccount, GetHistory, GetLeaderboard, GetPlayer, GetRunning, ListFriends
from cadogan_server.gateway.api.asked import REQUEST, ApiAnswer, ApiParts, ApiRequest, answer_to
from cadogan_server.gateway.api.questions import ApiRefusal


async def board(parts: ApiParts, asked: ApiRequest) -> ApiAnswer:
    """Answer with a leaderboard."""
    of: AskBoard = asked.of
    if of.view == "around" and asked.player is None:
        raise ApiRefusal(
            ErrorCode.BAD_TOKEN,
            "`view=around` needs a player: send the player's token as `Authorization: Bearer TOKEN`",
            401,
        )
    message = GetLeaderboard(
        id=REQUEST,
        game=asked.parts["game"],
        metric=of.metric,
        count=of.count,
        options=dict(map(catalogue.read_option, of.option)),
        period=of.period,
        scope=of.scope,
        view=of.view,
        players=of.player,
        after=int(of.cursor or 0),
    )
    return await answer_to(parts, asked, message)


async def player(parts: ApiParts, asked: ApiRequest) -> ApiAnswer:
    """Answer with the profile of a player."""
    return await answer_to(parts, asked, GetPlayer(id=REQUEST, player=asked.parts["player"]))


async def me(parts: ApiParts, asked: ApiRequest) -> ApiAnswer:
    """Answer with the account of the player who asks."""
    return await answer_to(parts, asked, GetAccount(id=REQUEST))


async def friends(parts: ApiParts, asked: ApiRequest) -> ApiAnswer:
    """Answer with the friends of the player who asks."""
    return await answer_to(parts, asked, ListFriends(id=REQUEST))


async def running(parts: ApiParts, asked: ApiRequest) -> ApiAnswer:
    """Answer with the correspondence duels of the player who asks."""
    return await answer_to(parts, asked, GetRunning(id=REQUEST))


async def history(parts: ApiParts, asked: ApiRequest) -> ApiAnswer:
    """Answer with the games of the player who asks, a page at a time."""
    of: AskHistory = asked.of
    return await answer_to(
        parts,
        asked,
        GetHistory(
            id=REQUEST,
            before=of.cursor,
            count=of.count,
            game=of.game,
            against=of.against,
            won=of.won,
            first=of.first,
        ),
    )
