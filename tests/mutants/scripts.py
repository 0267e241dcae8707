"""The mutants of scripts that Redis runs: Lua files, and texts in Python modules. mutmut mutates Python only."""

from __future__ import annotations

import ast
import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple


class Script(NamedTuple):
    """A script, or a part of one.

    Attributes:
        name: the name of the constant that holds it in a Python module; "" for a Lua file.
        text: the text itself.
    """

    name: str
    text: str


class ScriptMutant(NamedTuple):
    """A script with one small change.

    Attributes:
        script: the script without the change.
        function: the Lua function that is changed, or else the script's name.
        was: the line before the change, stripped.
        becomes: the line after the change; "" if it is removed.
        text: the script with the change.
    """

    script: Script
    function: str
    was: str
    becomes: str
    text: str


def scripts_in(path: Path) -> list[Script]:
    """Return the scripts of a Lua file or a Python module."""
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".lua":
        return [Script("", text)]
    found = []
    for statement in ast.parse(text).body:
        if isinstance(statement, ast.Assign) and isinstance(statement.targets[0], ast.Name):
            value = statement.value
            for part in value.values if isinstance(value, ast.JoinedStr) else [value]:
                if isinstance(part, ast.Constant) and isinstance(part.value, str) and "redis.call(" in part.value:
                    found.append(Script(statement.targets[0].id, part.value))
    return found


def mutants_of(script: Script) -> Iterator[ScriptMutant]:
    """Yield every mutant of a script. Each changes one comparison, operator, number, word or statement."""
    lines = script.text.splitlines()
    functions: list[tuple[str, str]] = []  # for each open function the beginning of the line that ends it, and its name
    for number, line in enumerate(lines):
        if begins := _FUNCTION.match(line):
            functions.append((f"{begins[1]}end", begins[2]))
        function = functions[-1][1] if functions else script.name
        for becomes in _changed(line):
            text = "\n".join([*lines[:number], becomes, *lines[number + 1 :]]) + "\n"
            yield ScriptMutant(script, function, line.strip(), becomes.strip(), text)
        if functions and line.rstrip() == functions[-1][0]:
            functions.pop()


def _changed(line: str) -> Iterator[str]:
    plain = _STRING.sub(lambda found: f"'{'_' * (len(found[0]) - 2)}'", line)
    code = plain.partition("--")[0].rstrip()
    for found in _TOKEN.finditer(code):
        yield line[: found.start()] + _becomes(found[0]) + line[found.end() :]
    for found in _STRING.finditer(line[: len(code)]):
        word = found[0][1:-1]
        if word.isupper() and line[: found.start()].endswith(", "):
            yield line[: found.start() - 2] + line[found.end() :]
        elif word and not word.isupper():
            yield f"{line[: found.start()]}'XX{word}XX'{line[found.end() :]}"
    if _STATEMENT.fullmatch(code.strip()) and all(code.count(one) == code.count(other) for one, other in _PAIRS):
        yield ""


def _becomes(token: str) -> str:
    return str(int(token) + 1) if token.isdigit() else _INSTEAD[token]


_INSTEAD = {
    "==": "~=", "~=": "==", "<=": "<", ">=": ">", "<": "<=", ">": ">=", "and": "or", "or": "and", "not ": "", "true": "false",
    "false": "true", "math.max": "math.min", "math.min": "math.max", "+": "-", "-": "+", "*": "/", "/": "*",
}  # fmt: skip
_TOKEN = re.compile(
    r"==|~=|<=|>=|<|>|\b(?:and|or|true|false)\b|\bnot |\bmath\.(?:max|min)\b|(?<= )[+*/-](?= )|(?<![\w.])\d+(?![\w.])"
)
_STRING = re.compile(r"'[^']*'")
_FUNCTION = re.compile(r"(\s*)(?:local )?function (\w+)")
_STATEMENT = re.compile(r"return\b.*[^,]|(?!local |for |if |elseif |while )(?:[\w.]+\(.*\)|[^=(]+ = [^=].*[^,{])")
_PAIRS = (("(", ")"), ("[", "]"), ("{", "}"))


def replace(script: str, becomes: str) -> None:
    """Replace a script, or a part of one, in the constants of all modules of the server."""
    for name, module in list(sys.modules.items()):
        if name.startswith("cadogan_server."):
            for constant, value in list(vars(module).items()):
                if isinstance(value, str) and script in value:
                    setattr(module, constant, value.replace(script, becomes))


def save(path: Path, codes: list[tuple[ScriptMutant, int]]) -> None:
    """Keep the exit codes of the mutants of a module's scripts in a file."""
    kept = [[mutant.function, mutant.was, mutant.becomes, code] for mutant, code in codes]
    path.write_text(json.dumps(kept), encoding="utf-8")


def load(path: Path) -> list[tuple[str, str, str, int]]:
    """Return function, line, changed line, and exit code of each mutant that `save` has kept; none without a file."""
    return [tuple(one) for one in json.loads(path.read_text(encoding="utf-8"))] if path.exists() else []
