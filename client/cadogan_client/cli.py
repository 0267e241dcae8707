"""The command `cadogan`: one program, with the commands of all installed parts."""

from __future__ import annotations

import gc
import sys
from importlib.metadata import entry_points, version
from typing import Annotated, Any, ClassVar

import typer
from rich.markup import escape
from typer.core import TyperGroup
from typer.exceptions import TyperException

COMMANDS = "cadogan.commands"
"""The entry-point group in which a package offers a `typer.Typer`. Its commands join `cadogan`."""


class Program(TyperGroup):
    """The whole program. Invalid arguments end it with one line and exit code 2, where typer would draw a box of five
    lines.

    Attributes:
        missing: for each part whose libraries are not installed, a sentence that says how to get them.
    """

    missing: ClassVar[list[str]] = []

    def main(self, *args: Any, **more: Any) -> Any:
        """Run the program with these arguments; see `TyperGroup.main`."""
        if not more.get("standalone_mode", True):
            return super().main(*args, **more)
        try:
            done = super().main(*args, **{**more, "standalone_mode": False})
        except TyperException as error:
            text = error.format_message()
            if text.startswith("No such command"):
                text = " ".join((text, *self.missing))
            if text:  # no text: the user asked for the help, which has been printed
                context = getattr(error, "ctx", None)
                typer.echo(f"{context.command_path if context else 'cadogan'}: {' '.join(text.split())}", err=True)
            sys.exit(error.exit_code)
        except typer.Abort:
            typer.echo("stopped", err=True)
            sys.exit(1)
        sys.exit(done if isinstance(done, int) else 0)


app = typer.Typer(cls=Program, no_args_is_help=True, context_settings={"help_option_names": ["-h", "--help"]})


def _print_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"cadogan {version('cadogan')}")
        raise typer.Exit


@app.callback()
def cadogan(
    _version: Annotated[
        bool, typer.Option("--version", callback=_print_version, is_eager=True, help="Print the version and exit.")
    ] = False,
) -> None:
    """Competitive patience: serve races, join them with bots, look into games."""


def add_installed(program: typer.Typer) -> None:
    """Add to `program` the commands of every installed part.

    If the libraries of a part are missing, the foot of the help and the error "No such command" name the part, the
    missing libraries, and the way to get them.
    """
    Program.missing.clear()
    for part in entry_points(group=COMMANDS):
        try:
            program.add_typer(part.load())
        except ImportError as error:
            hint = f"Without the commands of the {part.name}: {error}. Try: pip install 'cadogan[{part.name}]'"
            Program.missing.append(hint)
    program.info.epilog = "\n\n".join(map(escape, Program.missing)) or None


def main() -> None:
    """Run `cadogan` with the arguments of this process. Invalid arguments end it with exit code 2."""
    gc.disable()  # imported modules stay loaded: collecting while they load would take a third of the time
    add_installed(app)
    gc.freeze()
    gc.enable()
    app()
