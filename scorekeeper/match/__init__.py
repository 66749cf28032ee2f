"""One match: its events, their replay into a score sheet, and the commands that change it.

The modules about names are also for names of phones, seasons and leagues.
"""
