"""Contest results, ghosts and recordings, made from rooms that are over."""
