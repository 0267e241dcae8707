"""The parts of a server at its door and towards other nodes, as `app.py` puts them together."""
