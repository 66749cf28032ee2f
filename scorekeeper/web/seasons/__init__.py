"""Pages of seasons: standings, settings, charts."""
