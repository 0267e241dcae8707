"""Paths and queries of the API."""

from __future__ import annotations

import re

import pytest

from cadogan_protocol.api import ENDPOINTS, PARTS
from cadogan_protocol.errors import ErrorCode
from cadogan_server.gateway.api.questions import MOST_FIELDS, ApiRefusal, find, question


def test_a_path_is_found_with_the_values_in_it() -> None:
    found = find("/replays/ABCDEF/text")
    assert (found.endpoint.path, found.parts) == ("/replays/{code}/text", {"code": "ABCDEF"})
    assert find("/games").parts == {}


@pytest.mark.parametrize(
    ("path", "code", "status", "detail"),
    [
        ("/replays/ABC/text", ErrorCode.UNKNOWN_ROOM, 404, '"ABC" can\'t be'),
        ("/daily/yesterday", "bad_parameter", 400, '"yesterday" can\'t be'),
        ("/romms", "unknown_path", 404, "did you mean /api/v1/rooms?"),
        ("/zzzzzzzz", "unknown_path", 404, "/api/v1/openapi.json lists all paths"),
    ],
)
def test_an_unknown_path_is_refused_with_the_known_ones(path: str, code: str, status: int, detail: str) -> None:
    with pytest.raises(ApiRefusal) as caught:
        find(path)
    assert (caught.value.code, caught.value.status) == (code, status)
    assert detail in caught.value.detail


def test_every_part_of_a_path_that_is_impossible_is_refused() -> None:
    for endpoint in ENDPOINTS:
        if "{" not in endpoint.path:
            continue
        with pytest.raises(ApiRefusal) as caught:
            find(re.sub(r"\{\w+\}", "-" * 99, endpoint.path))
        assert caught.value.status in (400, 404), endpoint.path
        assert caught.value.parameter in PARTS


def test_a_query_is_read_by_the_model_of_its_path() -> None:
    endpoint = find("/boards/klondike").endpoint
    asked = question(endpoint, "metric=wins&count=5")
    assert (asked.metric, asked.count) == ("wins", 5)


def test_a_number_has_a_limit_wherever_one_is_asked_for() -> None:
    for endpoint in ENDPOINTS:
        numbers = [name for name, field in endpoint.asks.model_fields.items() if "int" in str(field.annotation)]
        for name in numbers:
            with pytest.raises(ApiRefusal):
                question(endpoint, f"{name}={10**21}")


@pytest.mark.parametrize(
    ("query", "parameter", "detail"),
    [
        ("metrik=wins", "metrik", "did you mean `metric`?"),
        ("metric=luck", "metric", "`metric` must be"),
        ("count=many", "count", "`count`"),
        ("count=1&count=2", "count", "`count` is given twice"),
        ("&".join(f"x{n}=1" for n in range(MOST_FIELDS + 1)), None, f"more than {MOST_FIELDS} parameters"),
    ],
)
def test_a_query_that_does_not_fit_is_refused_by_its_parameter(query: str, parameter: str | None, detail: str) -> None:
    with pytest.raises(ApiRefusal) as caught:
        question(find("/boards/klondike").endpoint, query)
    assert (caught.value.code, caught.value.status, caught.value.parameter) == ("bad_parameter", 400, parameter)
    assert detail in caught.value.detail
