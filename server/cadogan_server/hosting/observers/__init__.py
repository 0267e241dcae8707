"""Parts that follow what happens in rooms, each with state of its own."""
