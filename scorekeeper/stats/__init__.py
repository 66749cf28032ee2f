"""PURE. How matches add up: results of matches in, tables of players out.

A result is what one match came to (results.py). They are folded in order into tallies
(tally.py, aggregate.py), a scheme says what a tally is worth (schemes.py), and ranking.py puts the
players in order, with the declared tie-breaks (tiebreaks.py).
"""
