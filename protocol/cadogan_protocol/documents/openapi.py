"""Writes the OpenAPI 3.1 document of the HTTP API."""

from __future__ import annotations

from http import HTTPStatus
from typing import Any

from pydantic import BaseModel, TypeAdapter

from cadogan_protocol.api import (
    ENDPOINTS,
    ENVELOPE,
    EVENTS,
    JSON,
    PARTS,
    PREFIX,
    PROBLEM,
    STATUS,
    Asking,
    Endpoint,
    Problem,
    parts_of,
)
from cadogan_protocol.documents.schemas import DIALECT, Schema, named, schemas_of, unwrapped
from cadogan_protocol.errors import ErrorCode
from cadogan_protocol.messages import Message

ABOUT = unwrapped(
    """
    Games, rooms, replays, boards and players of a Cadogan server, for programs and for pages of any site.

    Answers leave out null values, as the messages of the socket do. Every answer has an `ETag`: send it back as
    `If-None-Match` to get 304 while nothing has changed. `RateLimit` has the rest of an address's limit. Refusals are
    `application/problem+json`. A newer server may send fields that are not in this document: ignore them.
    """
)

ALWAYS = (ErrorCode.TOO_FAST, ErrorCode.BUSY, ErrorCode.STORE_DOWN, ErrorCode.INTERNAL)
"""The codes with which every path may refuse."""

TOKEN: dict[str, list[str]] = {"token": []}

_HEADERS: dict[str, Schema] = {
    "ETag": {"description": "the answer's version; send it back as `If-None-Match`", "schema": {"type": "string"}},
    "Link": {"description": '`<URL>; rel="next"`: the next page, if there is one', "schema": {"type": "string"}},
    "RateLimit-Policy": {
        "description": 'the limit of an address: `"reads";q=200;w=4` are 200 requests in 4 seconds',
        "schema": {"type": "string"},
    },
    "RateLimit": {
        "description": 'the rest of it: `"reads";r=180;t=1` are 180 requests, and the whole limit again in a second',
        "schema": {"type": "string"},
    },
    "Retry-After": {"description": "the seconds to wait before the next request", "schema": {"type": "integer"}},
}


def openapi() -> dict[str, Any]:
    """Return the whole document."""
    models = [model for endpoint in ENDPOINTS for model in _models_of(endpoint)]
    messages: dict[type[BaseModel], tuple[str, ...]] = {
        model: ENVELOPE for e in ENDPOINTS if (model := e.answers) is not None and issubclass(model, Message)
    }
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Cadogan",
            "version": "1",
            "summary": "The readable data of a server for competitive patience",
            "description": ABOUT,
            "license": {"name": "MIT", "identifier": "MIT"},
        },
        "jsonSchemaDialect": DIALECT,
        "servers": [{"url": "/"}],
        "tags": [{"name": name} for name in dict.fromkeys(map(_tag, ENDPOINTS))],
        "paths": {PREFIX + endpoint.path: {"get": _operation(endpoint)} for endpoint in ENDPOINTS},
        "components": {
            "schemas": schemas_of([*models, Problem], messages),
            "responses": {"NotModified": {"description": "the answer with that `ETag` is still current"}},
            "headers": _HEADERS,
            "securitySchemes": {
                "token": {
                    "type": "http",
                    "scheme": "bearer",
                    "description": "the token of `welcome`: the secret of a player on a device",
                }
            },
        },
    }


def _models_of(endpoint: Endpoint) -> list[Any]:
    return [*([endpoint.answers] if endpoint.answers else []), *(endpoint.events or {}).values()]


def _tag(endpoint: Endpoint) -> str:
    return endpoint.path.split("/")[1].removesuffix(".json")


def _operation(endpoint: Endpoint) -> dict[str, Any]:
    operation: dict[str, Any] = {
        "operationId": endpoint.name,
        "summary": endpoint.summary,
        "tags": [_tag(endpoint)],
        "parameters": [*_path_parameters(endpoint), *_query_parameters(endpoint.asks), *_header_parameters(endpoint)],
        "responses": _responses(endpoint),
    }
    if endpoint.text:
        operation["description"] = endpoint.text
    if endpoint.token != "no":
        operation["security"] = [TOKEN] if endpoint.token == "must" else [{}, TOKEN]
    return operation


def _path_parameters(endpoint: Endpoint) -> list[Schema]:
    found = []
    for name in parts_of(endpoint.path):
        kind, said = PARTS[name]
        schema = TypeAdapter(kind).json_schema()
        found.append({"name": name, "in": "path", "required": True, "description": said, "schema": schema})
    return found


def _query_parameters(asks: type[Asking]) -> list[Schema]:
    properties: dict[str, Schema] = asks.model_json_schema()["properties"] if asks.model_fields else {}
    found = []
    for name, schema in properties.items():
        whole = _untitled(_without_null(schema))
        said = whole.pop("description", "")
        found.append({"name": name, "in": "query", "required": False, "description": said, "schema": whole})
    return found


def _header_parameters(endpoint: Endpoint) -> list[Schema]:
    name, said = "If-None-Match", "the `ETag` of the answer that the client has"
    if endpoint.kind == EVENTS:
        name, said = "Last-Event-ID", "the id of the last event that the client has"
    return [{"name": name, "in": "header", "required": False, "description": said, "schema": {"type": "string"}}]


def _responses(endpoint: Endpoint) -> dict[str, Any]:
    schema: Schema = named(endpoint.answers) if endpoint.answers else {"type": "object"}
    if endpoint.kind != JSON:
        schema = {"type": "string"}
    good: dict[str, Any] = {"description": endpoint.summary, "content": {endpoint.kind: {"schema": schema}}}
    headers = ["RateLimit-Policy", "RateLimit"]
    if endpoint.kind != EVENTS:
        headers.insert(0, "ETag")
    if "cursor" in endpoint.asks.model_fields:
        headers.append("Link")
    good["headers"] = {name: {"$ref": f"#/components/headers/{name}"} for name in headers}
    if endpoint.events:
        good["content"][EVENTS]["x-events"] = {name: named(model) for name, model in endpoint.events.items()}
    responses: dict[str, Any] = {"200": good}
    if endpoint.kind != EVENTS:
        responses["304"] = {"$ref": "#/components/responses/NotModified"}
    for status, codes in sorted(refusals(endpoint).items()):
        responses[str(status)] = _refusal(status, codes)
    return responses


def refusals(endpoint: Endpoint) -> dict[int, list[str]]:
    """Return the codes with which a path may refuse, by their HTTP status."""
    codes: list[ErrorCode | str] = [*ALWAYS, *endpoint.refuses]
    if endpoint.asks.model_fields or endpoint.path.count("{"):
        codes.append("bad_parameter")
    if endpoint.token != "no":
        codes += [ErrorCode.BAD_TOKEN, ErrorCode.BANNED]
    found: dict[int, list[str]] = {}
    for code in dict.fromkeys(codes):
        status = STATUS[code] if isinstance(code, ErrorCode) else {"bad_parameter": 400, "unknown_path": 404}[code]
        found.setdefault(status, []).append(str(code))
    return found


def _refusal(status: int, codes: list[str]) -> dict[str, Any]:
    answer: dict[str, Any] = {
        "description": f"{HTTPStatus(status).phrase}: {', '.join(f'`{code}`' for code in codes)}",
        "content": {PROBLEM: {"schema": named(Problem)}},
    }
    if status in (429, 503):
        answer["headers"] = {"Retry-After": {"$ref": "#/components/headers/Retry-After"}}
    return answer


def _without_null(schema: Schema) -> Schema:
    kinds = [kind for kind in schema.get("anyOf", ()) if kind != {"type": "null"}]
    if len(kinds) != 1:
        return schema
    kept = {name: value for name, value in schema.items() if name not in ("anyOf", "default")}
    return {**kinds[0], **kept}


def _untitled(schema: Schema) -> Schema:
    return {name: value for name, value in schema.items() if name != "title"}
