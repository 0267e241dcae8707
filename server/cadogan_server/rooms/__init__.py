"""Rooms, pure: commands and moments in, records and effects out. No clock, no socket, no chance."""
