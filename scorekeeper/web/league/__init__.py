"""Pages of a league: home, players, new match, lists of matches, club nights, TV, streams."""
