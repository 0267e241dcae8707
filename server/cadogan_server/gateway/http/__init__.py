"""Plain HTTP: the page's files, health, metrics."""
