"""Tournaments as pure state: an order and a moment go in, records come out. No clock, no socket, no chance."""
