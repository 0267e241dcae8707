"""JSON Schemas of the models, in the form of OpenAPI and AsyncAPI documents."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Literal

from pydantic import BaseModel
from pydantic.json_schema import GenerateJsonSchema, models_json_schema

from cadogan_protocol.messages import HotMessage

Schema = dict[str, Any]

WHERE = "#/components/schemas/"
"""The place of schemas in both kinds of documents."""

DIALECT = "https://json-schema.org/draft/2020-12/schema"


class _Plain(GenerateJsonSchema):
    """A generator of schemas without a title for each field, which would only repeat its name."""

    def field_title_should_be_set(self, schema: Any) -> bool:
        return False


def schemas_of(models: Iterable[type[BaseModel]], without: dict[type[BaseModel], tuple[str, ...]]) -> dict[str, Schema]:
    """Return the schemas of models, and of all their parts, by their names in order.

    Args:
        models: the models.
        without: for each model the fields that its schema leaves out.
    """
    wanted: list[tuple[type[BaseModel], Literal["serialization"]]] = [
        (model, "serialization") for model in dict.fromkeys(models)
    ]
    _, whole = models_json_schema(wanted, ref_template=f"{WHERE}{{model}}", schema_generator=_Plain)
    found: dict[str, Schema] = whole.get("$defs", {})
    for model, _ in wanted:
        schema = found[model.__name__]
        for field in without.get(model, ()):
            schema["properties"].pop(field, None)
            schema["required"] = [name for name in schema.get("required", ()) if name != field]
        if issubclass(model, HotMessage):
            found[model.__name__] = _array(model, schema)
    for schema in found.values():
        schema.pop("additionalProperties", None)  # a newer server may say more
        if "description" in schema:
            schema["description"] = unwrapped(schema["description"])
    return dict(sorted(found.items()))


def unwrapped(text: str) -> str:
    """Return a docstring with each paragraph on one line."""
    return "\n\n".join(" ".join(paragraph.split()) for paragraph in text.strip().split("\n\n"))


def named(model: type[BaseModel]) -> Schema:
    """Return a reference to the schema of a model."""
    return {"$ref": f"{WHERE}{model.__name__}"}


def _array(model: type[HotMessage], schema: Schema) -> Schema:
    """Return the schema of a message that is an array on the wire: its tag, then its fields in order."""
    fields = [schema["properties"][name] for name in model.model_fields]
    last = fields.pop() if model.open_ended else {}
    needed = sum(info.is_required() for info in model.model_fields.values()) - model.open_ended
    array = {
        "title": model.__name__,
        "description": schema["description"],
        "type": "array",
        "prefixItems": [{"const": model.tag}, *fields],
        "minItems": 1 + needed,
    }
    return {**array, "items": last["items"]} if last else array
