"""Commands as operators type them."""

from __future__ import annotations

from typer.testing import CliRunner, Result

from cadogan_server.cli import app


def run(*arguments: str) -> Result:
    """Run a command in this process, and return its output and exit code."""
    return CliRunner().invoke(app, list(arguments))
