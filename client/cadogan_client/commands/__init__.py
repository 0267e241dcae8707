"""The commands of the terminal: `cadogan watch`, `race`, `replay`, `verify` and others."""

from cadogan_client.commands.program import app as app
