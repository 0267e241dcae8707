"""The engine: cards, tables, rules as values. No game in particular."""
