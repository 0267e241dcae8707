"""What `cadogan bench` measures: a load of its own against a server, and the rules by themselves."""
