"""Change one small thing at a time in a module and check that its tests fail: `make mutants ARGS=rooms/counting`.

mutmut makes the mutants of Python code. This program copies the packages side by side into `.mutants`, as mutmut needs
them, and lets mutmut write all mutants of the chosen modules (`planting.py`). It makes the mutants of scripts that Redis
runs itself (`scripts.py`). It tries each mutant with the module's tests (`trying.py`, `targets.toml`), and prints those
that no test noticed. Mutants in `equivalent.toml` are left out. The exit code is 1 if fewer than 95 % of a module's
other mutants were killed.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
from pathlib import Path

from tests.mutants.outcome import REQUIRED, Outcome, outcomes
from tests.mutants.targets import ROOT, Target, UnknownModule, chosen

WORK = ROOT / ".mutants"

PACKAGES = (
    "protocol/cadogan_protocol",
    "server/cadogan_games",
    "server/cadogan_server",
    "client/cadogan_client",
)

BESIDE = ("tests", "deploy", "protocol", "build_compiled.py", "hatch_build.py")
"""The files outside the packages that tests read."""

CONFIGURATION = """\
[tool.pytest.ini_options]
addopts = ["-p", "no:valkey", "-p", "no:cacheprovider"]
asyncio_mode = "auto"
asyncio_default_fixture_loop_scope = "function"
filterwarnings = ["error"]
markers = ["store: talks to Redis", "browser: drives a real Chromium"]

[tool.mutmut]
source_paths = {packages}
only_mutate = {modules}
also_copy = {beside}
track_dependencies = false
# The wording of a log line or a docstring is no behaviour.
do_not_mutate_patterns = ['^\\s*logger\\.', 'cast\\(']
"""


def main() -> int:
    """Run the command and return the exit code: 0 enough mutants killed, 1 too few, 2 no such module."""
    parser = argparse.ArgumentParser(prog="make mutants ARGS=...", description=__doc__)
    parser.add_argument(
        "modules", nargs="*", help="such as rooms/counting or store/lease; none: every module of targets.toml"
    )
    parser.add_argument("--children", type=int, default=os.cpu_count() or 1, help="mutants tried at the same time")
    parser.add_argument(
        "--part", type=part, default=(1, 1), metavar="K/N", help="try every Nth mutant alone, from the Kth on"
    )
    parser.add_argument("--list", action="store_true", help="print the modules that can be chosen")
    asked = parser.parse_args()
    try:
        targets = chosen(asked.modules)
    except UnknownModule as error:
        print(error, file=sys.stderr)
        return 2
    if asked.list:
        print("\n".join(module for target in targets for module in target.modules))
        return 0
    enough = True
    for target in targets:
        lay_out(target)
        run(target, asked.children, asked.part)
        for outcome in outcomes(WORK, target.modules):
            tell(outcome)
            enough &= outcome.share >= REQUIRED
    return 0 if enough else 1


def part(text: str) -> tuple[int, int]:
    """Return the numbers of `K/N`.

    Raises:
        argparse.ArgumentTypeError: the text has another form, or K is not in 1 to N.
    """
    first, _, of = text.partition("/")
    if not (first.isdecimal() and of.isdecimal() and 1 <= int(first) <= int(of)):
        raise argparse.ArgumentTypeError(f"{text!r} is no part such as 1/3 or 3/3")
    return int(first), int(of)


def lay_out(target: Target) -> None:
    """Copy the packages and the files that tests read to `WORK`, with a configuration for the modules of a target."""
    shutil.rmtree(WORK, ignore_errors=True)
    WORK.mkdir()
    unwanted = shutil.ignore_patterns("__pycache__", "node_modules")
    for path in (*PACKAGES, *BESIDE):
        source, copy = ROOT / path, WORK / Path(path).name
        if source.is_dir():
            shutil.copytree(source, copy, ignore=unwanted)
        else:
            shutil.copy2(source, copy)
    (WORK / "pyproject.toml").write_text(
        CONFIGURATION.format(
            packages=[Path(package).name for package in PACKAGES],
            modules=[module for module in target.modules if module.endswith(".py")],
            beside=[Path(path).name for path in BESIDE if path != "tests"],
        ),
        encoding="utf-8",
    )


def run(target: Target, children: int, part: tuple[int, int]) -> None:
    """Plant the mutants of a target and try each; of `part` (2, 3) the second, fifth, and so on.

    Raises:
        SystemExit: the tests fail without any change, so nothing can be learned; pytest has said which.
    """
    if subprocess.run([sys.executable, "-m", "tests.mutants.planting"], cwd=WORK, check=False).returncode != 0:
        raise SystemExit("mutmut could not mutate: see above")
    planted = WORK / "mutants"
    pytest = [
        sys.executable,
        "-m",
        "pytest",
        "-q",
        "-p",
        "tests.mutants.trying",
        f"--children={children}",
        "--part",
        *map(str, part),
    ]
    chosen = [*target.tests, *(f"--deselect={name}" for name in target.without)]
    command = [*pytest, *(f"--mutated={module}" for module in target.modules), *chosen]
    if subprocess.run(command, cwd=planted, check=False).returncode != 0:
        raise SystemExit("the mutants could not be tried: see above")


def tell(outcome: Outcome) -> None:
    """Print the result of one module, with the changed lines of every mutant that survived."""
    print(
        f"\n{outcome.module}: {outcome.killed} of {outcome.judged} killed ({100 * outcome.share:.1f} %), "
        f"{outcome.equivalent} equivalent"
    )
    for survivor in outcome.survivors:
        print(f"  {survivor.function}\n    - {survivor.was}\n    + {survivor.becomes}")


if __name__ == "__main__":
    sys.exit(main())
