"""The solver: finds out whether a position can be won by a player who knows all cards. It knows no game in particular."""
