"""Evenings in the time zone of this machine, which a league without a time zone has."""

from scorekeeper.clock import LeagueClock

MACHINE = LeagueClock()
evening_date = MACHINE.evening
evening_timestamp = MACHINE.evening_timestamp
