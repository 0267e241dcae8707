"""The logs of rooms: written by group commit, owned by lease, mended after a loss."""
