"""Parses a path and its query by the models of the API."""

from __future__ import annotations

from difflib import get_close_matches
from typing import Any, NamedTuple, TypeVar
from urllib.parse import parse_qsl, unquote

from pydantic import TypeAdapter, ValidationError

from cadogan_protocol.api import ENDPOINTS, PARTS, PREFIX, Asking, Endpoint, ProblemCode, may_repeat
from cadogan_protocol.errors import RETRY, ErrorCode
from cadogan_protocol.wording import of_fields, shown

MOST_FIELDS = 256
"""Maximum fields of a query; more than any path knows."""

Q = TypeVar("Q", bound=Asking)


class ApiRefusal(Exception):
    """A request is answered with a `Problem`.

    Attributes:
        code: error code for programs.
        detail: a sentence with the fault, the value, and the remedy.
        status: HTTP status of the answer.
        parameter: name of the wrong parameter.
        retry: True if the same request may succeed later.
        wait: seconds until then, if known.
    """

    def __init__(
        self,
        code: ProblemCode,
        detail: str,
        status: int,
        *,
        parameter: str | None = None,
        wait: int | None = None,
    ) -> None:
        super().__init__(detail)
        self.code = code
        self.detail = detail
        self.status = status
        self.parameter = parameter
        self.retry = isinstance(code, ErrorCode) and RETRY[code]
        self.wait = wait


class Found(NamedTuple):
    """A path of the API, and the values of its placeholders."""

    endpoint: Endpoint
    parts: dict[str, str]


def find(path: str) -> Found:
    """Return the API path for the part of a path after the prefix.

    Raises:
        ApiRefusal: there is none, or a placeholder has an impossible value.
    """
    segments = path.split("/")
    for endpoint, pattern in _PATHS:
        if len(pattern) == len(segments) and all(
            one == other or one.startswith("{") for one, other in zip(pattern, segments, strict=True)
        ):
            parts = {
                one[1:-1]: unquote(other) for one, other in zip(pattern, segments, strict=True) if one.startswith("{")
            }
            for name, value in parts.items():
                _must_be(name, value)
            return Found(endpoint, parts)
    near = get_close_matches(path[:100], [endpoint.path for endpoint in ENDPOINTS], n=1)
    hint = f"did you mean {PREFIX}{near[0]}?" if near else f"{PREFIX}/openapi.json lists all paths"
    raise ApiRefusal("unknown_path", f"there is nothing at the path {shown(path)}: {hint}", 404)


def question(endpoint: Endpoint, query: str) -> Any:
    """Parse a query by the model of its path.

    Raises:
        ApiRefusal: it does not fit the model.
    """
    asks = endpoint.asks
    try:
        pairs = parse_qsl(query, keep_blank_values=True, max_num_fields=MOST_FIELDS)
    except ValueError:
        raise ApiRefusal(
            "bad_parameter", f"the query has more than {MOST_FIELDS} parameters: send fewer", 400
        ) from None
    fields: dict[str, Any] = {}
    for name, value in pairs:
        if name not in asks.model_fields:
            raise _unknown(asks, name)
        if may_repeat(asks, name):
            fields.setdefault(name, []).append(value)
        elif name in fields:
            raise ApiRefusal("bad_parameter", f"`{name}` is given twice: leave one out", 400, parameter=name)
        else:
            fields[name] = value
    try:
        return asks.model_validate(fields)
    except ValidationError as error:
        place = str(error.errors(include_url=False)[0]["loc"][0])
        raise ApiRefusal("bad_parameter", of_fields(error, "the question"), 400, parameter=place) from None


def _must_be(name: str, value: str) -> None:
    try:
        _PARTS[name].validate_python(value)
    except ValidationError:
        code, status = _NO_SUCH[name]
        raise ApiRefusal(code, f"{shown(value)} can't be {PARTS[name][1]}", status, parameter=name) from None


def _unknown(asks: type[Asking], name: str) -> ApiRefusal:
    near = get_close_matches(name[:100], asks.model_fields, n=1)
    known = f"it takes {', '.join(asks.model_fields)}" if asks.model_fields else "it takes none"
    hint = f"did you mean `{near[0]}`?" if near else known
    return ApiRefusal("bad_parameter", f"this path has no parameter {shown(name)}: {hint}", 400, parameter=name[:100])


_PATHS = [(endpoint, endpoint.path.split("/")) for endpoint in ENDPOINTS]
_PARTS: dict[str, TypeAdapter[str]] = {name: TypeAdapter(kind) for name, (kind, _) in PARTS.items()}
_NO_SUCH: dict[str, tuple[ProblemCode, int]] = {
    "game": (ErrorCode.UNKNOWN_GAME, 404),
    "code": (ErrorCode.UNKNOWN_ROOM, 404),
    "tournament": (ErrorCode.UNKNOWN_TOURNAMENT, 404),
    "club": (ErrorCode.UNKNOWN_CLUB, 404),
    "player": (ErrorCode.UNKNOWN_PLAYER, 404),
    "day": ("bad_parameter", 400),
}
