"""A player's requests, by subject, and the connection under them."""
