"""Statistics over many matches: standings of players from match results, without a database.

The results of matches (results.py) are added to tallies (tally.py, aggregate.py) in chronological
order. A scheme (schemes.py) determines a tally's value (scheme_values.py), and ranking.py orders
the players, using the season's tie-breaks (tie_breaks.py).
"""
