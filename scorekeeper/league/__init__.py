"""Players, seasons and payments of a league: queries, commands, and the statistics cache."""
