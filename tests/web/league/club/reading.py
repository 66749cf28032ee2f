"""Helpers that read a club night's draft and newest tables from the database, and name players."""

from scorekeeper.league.club import rounds as club_rounds
from tests.club_league import FIRST_NAMES


def draft(store, night):
    return club_rounds.night_rounds(store, night).draft


def seated_tables(store, night):
    return club_rounds.night_rounds(store, night).rounds[-1].tables


def names(keys):
    return [FIRST_NAMES[int(key) - 1] for key in keys]
