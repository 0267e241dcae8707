"""`make mutants` chooses modules by their names, and leaves out the mutants that were found to be equivalent."""

from __future__ import annotations

import argparse
import ast
import sys
from functools import cache
from pathlib import Path
from types import ModuleType

import pytest

from tests.mutants.__main__ import part
from tests.mutants.outcome import Change, changed_lines, changes_nothing, drops_an_assertion, known_equivalent
from tests.mutants.scripts import Script, load, mutants_of, replace, save, scripts_in
from tests.mutants.targets import ROOT, UnknownModule, all_targets, chosen


def test_a_module_is_chosen_by_the_end_of_its_path() -> None:
    (target,) = chosen(["rooms/counting"])
    assert target.modules == ("cadogan_server/rooms/counting.py",)
    assert "tests/server/rooms" in target.tests


@pytest.mark.parametrize(
    ("name", "suffixes"), [("waiting", [".lua", ".py"]), ("waiting.py", [".py"]), ("waiting.lua", [".lua"])]
)
def test_a_script_and_a_module_of_one_name_are_told_by_their_suffix(name: str, suffixes: list[str]) -> None:
    modules = sorted(module for target in chosen([f"store/boards/{name}"]) for module in target.modules)
    assert modules == [f"cadogan_server/store/boards/waiting{suffix}" for suffix in suffixes]


def test_a_folder_means_all_its_modules() -> None:
    assert {module for target in chosen(["rooms"]) for module in target.modules} == {
        str(path.relative_to(ROOT / "server"))
        for path in (ROOT / "server/cadogan_server/rooms").rglob("*.py")
        if path.name != "__init__.py"
    }


def test_an_unknown_module_is_refused_with_the_known_ones() -> None:
    with pytest.raises(UnknownModule, match=r"no module 'rooms/nothing'.*cadogan_server/rooms/kinds/race\.py"):
        chosen(["rooms/nothing"])


def test_a_part_of_the_mutants_has_a_number_and_a_count() -> None:
    assert part("2/3") == (2, 3)
    for wrong in ("4/3", "0/3", "1", "a/b", "1/"):
        with pytest.raises(argparse.ArgumentTypeError, match=f"'{wrong}' is no part such as 1/3"):
            part(wrong)


def test_every_target_has_modules_and_tests_that_exist() -> None:
    for target in all_targets():
        assert target.modules
        assert [path for path in target.tests if not (ROOT / path).exists()] == []
        for name in target.without:
            path, _, test = name.partition("::")
            assert f"def {test}(" in (ROOT / path).read_text(encoding="utf-8")


def test_a_diff_becomes_two_lines() -> None:
    diff = "--- a\n+++ b\n@@ -1,3 +1,3 @@\n one\n-    two = (1,\n-       2)\n+    two = (1,\n+       3)\n"
    assert changed_lines(diff) == ("two = (1, 2)", "two = (1, 3)")


@pytest.mark.parametrize(
    ("becomes", "equivalent"),
    [
        ("zip(a, b, strict=False)", True),
        ("zip(a, b, strict=None)", True),
        ("zip(a, b, )", True),
        ("zip(a, strict=True)", False),
        ("zip(a, None, strict=True)", False),
    ],
)
def test_a_mutant_that_only_drops_strict_is_equivalent(becomes: str, equivalent: bool) -> None:
    assert drops_an_assertion(Change("module", "function", "zip(a, b, strict=True)", becomes)) == equivalent


@pytest.mark.parametrize(
    ("was", "becomes", "equivalent"),
    [
        ('self._task = create_task(self._keep(), name="a lease")', "self._task = create_task(self._keep(), )", True),
        ('create_task(self._keep(), name="lease")', 'create_task(self._keep(), name="XXleaseXX")', True),
        ('create_task(self._keep(), name="lease")', "create_task(self._keep(), name=None)", True),
        ('create_task(self._keep(), name="lease")', 'create_task(None, name="lease")', False),
        ('journal.write("SET", key, "NX")', 'journal.write("set", key, "NX")', True),
        ('journal.write("SET", key, "NX")', 'journal.write("SET", key, "nx")', True),
        ('journal.write("SET", key, "NX")', 'journal.write("SET", key, "XXNXXX")', False),
        ('says("SET", key)', 'says("set", key)', False),
        (
            'assert table is not None, "the cards are dealt"',
            'assert table is not None, "XXthe cards are dealtXX"',
            True,
        ),
        ('assert table is not None, "the cards are dealt"', 'assert table is None, "the cards are dealt"', False),
        ('raise NotImplementedError(f"a {kind}")', "raise NotImplementedError(None)", True),
    ],
)
def test_mutants_of_task_names_and_assertion_texts_are_equivalent(was: str, becomes: str, equivalent: bool) -> None:
    assert changes_nothing(Change("module", "function", was, becomes)) == equivalent


def test_every_equivalent_mutant_still_has_its_line() -> None:
    for mutant in known_equivalent():
        text = functions_of(mutant.module).get(mutant.function)
        assert text is not None, f"{mutant}: there is no such function; correct its name in equivalent.toml"
        assert squeezed(mutant.was) in squeezed(text), f"{mutant}: remove it from equivalent.toml"


SCRIPT = """\
-- Lets 1 + 1 be.
local function more(a)
  return a + 2 -- not 3
end
if not first or redis.call('ZADD', KEYS[1], 'GT', 5, 'late') == 1 then
  kept[#kept + 1] = more(last)
end
"""


def test_a_script_is_changed_in_one_place_at_a_time() -> None:
    changes = [(mutant.function, mutant.was, mutant.becomes) for mutant in mutants_of(Script("_KEEP", SCRIPT))]
    condition = "if not first or redis.call('ZADD', KEYS[1], 'GT', 5, 'late') == 1 then"
    assert changes == [
        ("more", "return a + 2 -- not 3", "return a - 2 -- not 3"),
        ("more", "return a + 2 -- not 3", "return a + 3 -- not 3"),
        ("more", "return a + 2 -- not 3", ""),
        ("_KEEP", condition, "if first or redis.call('ZADD', KEYS[1], 'GT', 5, 'late') == 1 then"),
        ("_KEEP", condition, "if not first and redis.call('ZADD', KEYS[1], 'GT', 5, 'late') == 1 then"),
        ("_KEEP", condition, "if not first or redis.call('ZADD', KEYS[2], 'GT', 5, 'late') == 1 then"),
        ("_KEEP", condition, "if not first or redis.call('ZADD', KEYS[1], 'GT', 6, 'late') == 1 then"),
        ("_KEEP", condition, "if not first or redis.call('ZADD', KEYS[1], 'GT', 5, 'late') ~= 1 then"),
        ("_KEEP", condition, "if not first or redis.call('ZADD', KEYS[1], 'GT', 5, 'late') == 2 then"),
        ("_KEEP", condition, "if not first or redis.call('ZADD', KEYS[1], 5, 'late') == 1 then"),
        ("_KEEP", condition, "if not first or redis.call('ZADD', KEYS[1], 'GT', 5, 'XXlateXX') == 1 then"),
        ("_KEEP", "kept[#kept + 1] = more(last)", "kept[#kept - 1] = more(last)"),
        ("_KEEP", "kept[#kept + 1] = more(last)", "kept[#kept + 2] = more(last)"),
        ("_KEEP", "kept[#kept + 1] = more(last)", ""),
    ]


def test_scripts_are_found_in_files_of_lua_and_python(tmp_path: Path) -> None:
    module = tmp_path / "module.py"
    module.write_text("_NOW = \"redis.call('TIME')\"\n_ASK = f\"{_NOW} redis.call('GET', {{}})\"\nTEXT = 'nothing'\n")
    assert scripts_in(module) == [Script("_NOW", "redis.call('TIME')"), Script("_ASK", " redis.call('GET', {})")]
    script = tmp_path / "script.lua"
    script.write_text(SCRIPT)
    assert scripts_in(script) == [Script("", SCRIPT)]


def test_a_mutant_of_a_script_is_in_all_scripts_that_share_it(monkeypatch: pytest.MonkeyPatch) -> None:
    module = ModuleType("cadogan_server.scripts")
    vars(module).update(SHARED="return KEYS", SCRIPT="return KEYS, ARGV", OTHER="return 1", NUMBER=1)
    monkeypatch.setitem(sys.modules, module.__name__, module)
    replace("return KEYS", "return nil")
    changed = {name: value for name, value in vars(module).items() if name.isupper()}
    assert changed == {"SHARED": "return nil", "SCRIPT": "return nil, ARGV", "OTHER": "return 1", "NUMBER": 1}


def test_the_results_of_scripts_are_kept(tmp_path: Path) -> None:
    first, *_ = mutants_of(Script("", SCRIPT))
    save(tmp_path / "kept", [(first, 1)])
    assert load(tmp_path / "kept") == [("more", "return a + 2 -- not 3", "return a - 2 -- not 3", 1)]
    assert load(tmp_path / "other") == []


@cache
def functions_of(module: str) -> dict[str, str]:
    """Return the text of each function of a module, by the name that its mutants have. A method's name includes its class.
    The code of a script outside its functions has the script's name.
    """
    path = next(path for path in (ROOT / top / module for top in ("protocol", "server", "client")) if path.exists())
    source = path.read_text(encoding="utf-8")
    lines = source.splitlines()
    found = {change.function: script.text for script in scripts_in(path) for change in mutants_of(script)}
    if path.suffix == ".py":
        for node in ast.parse(source).body:
            prefix, inside = (f"{node.name}.", node.body) if isinstance(node, ast.ClassDef) else ("", [node])
            for function in inside:
                if isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef):
                    found[prefix + function.name] = "\n".join(lines[function.lineno - 1 : function.end_lineno])
    return found


def squeezed(text: str) -> str:
    return "".join(text.split())
