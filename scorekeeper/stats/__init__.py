"""Statistics over many matches: standings of players from match results, without a database.

The results of matches (results.py) are added in order to tallies (tally.py, aggregate.py). A scheme
determines the value of a tally (schemes.py), and ranking.py orders the players, using the season's
tie-breaks (tiebreaks.py).
"""
