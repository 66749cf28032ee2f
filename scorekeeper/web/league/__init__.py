"""Pages of a league: home, players, new match, lists of matches, TV, streams, public pages."""
