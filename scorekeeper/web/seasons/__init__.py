"""Pages of seasons: standings, settings, closing, charts. Also the page of a match's terms."""
