"""Finds somebody to play with, and looks after the games of those who were found."""
