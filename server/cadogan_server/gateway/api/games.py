"""Answers questions about games, and serves the OpenAPI and AsyncAPI documents."""

from __future__ import annotations

from functools import cache

from cadogan_games import catalogue, texts
from cadogan_protocol.api import JSON, AskGames, AskLanguage, GamesPage
from cadogan_protocol.documents.written import written
from cadogan_protocol.messages import GetRules
from cadogan_server.gateway.api.asked import (
    REQUEST,
    ApiAnswer,
    ApiParts,
    ApiRequest,
    answer_to,
    bad_cursor,
    json_of,
    json_of_data,
)
from cadogan_server.gateway.handlers import asking
from cadogan_server.gateway.handlers.asking import game_infos
from cadogan_server.gateway.http.page import CHECKED, Asset, asset
from cadogan_server.gateway.previews.drawings import drawings


async def games(parts: ApiParts, asked: ApiRequest) -> ApiAnswer | Asset:
    """Answer with the games, a page at a time."""
    of: AskGames = asked.of
    language = texts.spoken(of.language)
    if of == AskGames(language=of.language):
        return games_in(language)
    fits = [info for info in game_infos(language) if of.family in ("", info.family) and of.kind in ("", info.kind)]
    ids = [info.id for info in fits]
    if of.cursor and of.cursor not in ids:
        raise bad_cursor(of.cursor)
    first = ids.index(of.cursor) + 1 if of.cursor else 0
    page = fits[first : first + of.count]
    after = page[-1].id if first + of.count < len(fits) else None
    return ApiAnswer(json_of(GamesPage(games=tuple(page), next=after)), after)


async def game(parts: ApiParts, asked: ApiRequest) -> ApiAnswer:
    """Answer with one game."""
    of: AskLanguage = asked.of
    game = catalogue.head_of(asked.parts["game"]).id
    return ApiAnswer(json_of(next(info for info in game_infos(texts.spoken(of.language)) if info.id == game)))


async def rules(parts: ApiParts, asked: ApiRequest) -> ApiAnswer:
    """Answer with the rules of a game."""
    of: AskLanguage = asked.of
    return await answer_to(parts, asked, GetRules(id=REQUEST, game=asked.parts["game"], language=of.language))


async def layouts(parts: ApiParts, asked: ApiRequest) -> Asset:
    """Answer with the drawings of all layouts."""
    return drawings()


async def openapi(parts: ApiParts, asked: ApiRequest) -> Asset:
    """Answer with the document of the HTTP API."""
    return documents()["openapi"]


async def asyncapi(parts: ApiParts, asked: ApiRequest) -> Asset:
    """Answer with the document of the WebSocket."""
    return documents()["asyncapi"]


@cache
def games_in(language: str) -> Asset:
    """Return the answer with all games, in a language."""
    return asset(json_of(GamesPage(games=game_infos(language))), JSON, CHECKED)


@cache
def documents() -> dict[str, Asset]:
    """Return the answers with the documents, by name."""
    return {name: asset(json_of_data(written(name)), JSON, CHECKED) for name in ("openapi", "asyncapi")}


@cache
def prepare() -> None:
    """Compute answers that are always the same, once. That takes 0.2 s, so a server does it before it has a lease."""
    asking.prepare()
    for language in texts.languages():
        games_in(language)
    documents()
    drawings()
