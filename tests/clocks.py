"""Evenings in the machine's time zone, the default of a league, and other zones."""

from scorekeeper.clock import LeagueClock

MACHINE = LeagueClock()
evening_date = MACHINE.evening
evening_timestamp = MACHINE.evening_timestamp
# Zones on both sides of the date line, and a zone that is not a whole number of hours from UTC.
ZONES = ("UTC", "Europe/Madrid", "Pacific/Kiritimati", "America/Los_Angeles", "Asia/Kathmandu")
