"""The commands that the server adds to `cadogan`, one a file."""
