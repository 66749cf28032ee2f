"""Pure functions for club nights: table sizes, players who sit out, and draws.

A draw depends only on its arguments. Its random numbers come from a generator that the caller
creates from a seed, so the same players and seed always give the same tables.
"""
