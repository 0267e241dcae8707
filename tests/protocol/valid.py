"""Checks the documents of the API and of the socket against their standards: `python -m tests.protocol.valid`.

openapi-spec-validator checks OpenAPI's against its specification; jsonschema checks AsyncAPI's against the schema that
its makers publish, which comes with the page's tools (`@asyncapi/specs`).
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from jsonschema import Draft7Validator
from jsonschema.exceptions import best_match
from openapi_spec_validator import OpenAPIV31SpecValidator

from cadogan_protocol.generate import FOLDER

ROOT = Path(__file__).parents[2]

OPENAPI, ASYNCAPI = ROOT / FOLDER / "openapi.json", ROOT / FOLDER / "asyncapi.json"

ASYNCAPI_SCHEMA = ROOT / "client/web/node_modules/@asyncapi/specs/schemas/3.0.0-without-$id.json"


def faults_of_openapi(document: Any) -> Iterator[str]:
    """Yield the faults of an OpenAPI document."""
    for error in OpenAPIV31SpecValidator(document).iter_errors():
        yield f"{_place(error)}: {error.message[:200]}"
    yield from _dangling(document)


def faults_of_asyncapi(document: Any) -> Iterator[str]:
    """Yield the faults of an AsyncAPI document."""
    schema = json.loads(ASYNCAPI_SCHEMA.read_text("utf-8"))
    for error in Draft7Validator(schema).iter_errors(document):
        nearest = best_match([error])
        yield f"{_place(nearest)}: {nearest.message[:200]}"
    yield from _dangling(document)


def _place(error: Any) -> str:
    return "/".join(map(str, error.absolute_path)) or "the whole"


def _dangling(document: Any) -> Iterator[str]:
    """Yield references that lead nowhere."""
    for where in sorted(set(_references(document))):
        found = document
        for step in where.removeprefix("#/").split("/"):
            found = found.get(step.replace("~1", "/").replace("~0", "~")) if isinstance(found, dict) else None
        if found is None:
            yield f"{where} is nowhere"


def _references(part: Any) -> Iterator[str]:
    if isinstance(part, dict):
        if isinstance(part.get("$ref"), str):
            yield part["$ref"]
        for inner in part.values():
            yield from _references(inner)
    elif isinstance(part, list):
        for inner in part:
            yield from _references(inner)


def main() -> int:
    """Print the faults, and return the exit code."""
    faults = [f"openapi.json: {fault}" for fault in faults_of_openapi(json.loads(OPENAPI.read_text("utf-8")))]
    if ASYNCAPI_SCHEMA.exists():
        faults += [f"asyncapi.json: {fault}" for fault in faults_of_asyncapi(json.loads(ASYNCAPI.read_text("utf-8")))]
    else:
        faults.append(f"asyncapi.json: {ASYNCAPI_SCHEMA.relative_to(ROOT)} is missing: make page brings it")
    for fault in faults:
        print(fault, file=sys.stderr)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
