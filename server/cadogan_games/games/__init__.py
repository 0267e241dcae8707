"""The games: one module for each game or family. Each reads from top to bottom like its sheet in `../sheets`."""
