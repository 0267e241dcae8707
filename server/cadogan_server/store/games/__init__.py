"""Games that were played: histories, figures, days and their contests."""
