"""The games, one module a game or family. Each reads from top to bottom as its sheet in `../sheets` does."""
