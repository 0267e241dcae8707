"""`make mutants` chooses modules by their names, and leaves out what was found to be equivalent."""

from __future__ import annotations

import pytest

from tests.mutants.outcome import Change, changed_lines, changes_nothing, drops_an_assertion, known_equivalent
from tests.mutants.targets import ROOT, UnknownModule, all_targets, chosen


def test_a_module_is_chosen_by_the_end_of_its_path() -> None:
    (target,) = chosen(["rooms/counting"])
    assert target.modules == ("cadogan_server/rooms/counting.py",)
    assert target.tests == ("tests/server/rooms",)


def test_a_folder_means_all_its_modules() -> None:
    assert {module for target in chosen(["rooms"]) for module in target.modules} == {
        str(path.relative_to(ROOT / "server"))
        for path in (ROOT / "server/cadogan_server/rooms").rglob("*.py")
        if path.name != "__init__.py"
    }


def test_an_unknown_module_is_refused_with_the_known_ones() -> None:
    with pytest.raises(UnknownModule, match=r"no module 'rooms/nothing'.*cadogan_server/rooms/kinds/race\.py"):
        chosen(["rooms/nothing"])


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
    ],
)
def test_names_of_tasks_and_small_letters_of_commands_change_nothing(was: str, becomes: str, equivalent: bool) -> None:
    assert changes_nothing(Change("module", "function", was, becomes)) == equivalent


def test_every_equivalent_mutant_still_has_its_line() -> None:
    for mutant in known_equivalent():
        assert squeezed(mutant.was) in squeezed(source_of(mutant)), f"{mutant}: remove it from equivalent.toml"


def source_of(mutant: Change) -> str:
    return next(
        path for path in (ROOT / top / mutant.module for top in ("protocol", "server", "client")) if path.exists()
    ).read_text(encoding="utf-8")


def squeezed(text: str) -> str:
    return "".join(text.split())
