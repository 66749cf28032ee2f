"""Statistics over many matches: match results in, standings of players out, without a database.

The results of matches (results.py) are added in order to tallies (tally.py, aggregate.py). A scheme
determines the value of a tally (schemes.py), and ranking.py orders the players, using the season's
tie-breaks (tiebreaks.py).
"""
