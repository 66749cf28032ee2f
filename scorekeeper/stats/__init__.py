"""Statistics over many matches: match results in, standings of players out. Pure.

The results of matches (results.py) are added in order to tallies (tally.py, aggregate.py). A scheme
gives a tally its value (schemes.py), and ranking.py orders the players, with the season's
tie-breaks (tiebreaks.py).
"""
