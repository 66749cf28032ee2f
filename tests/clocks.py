"""Evenings in the machine's time zone, which a league without its own uses, and other zones."""

from scorekeeper.clock import LeagueClock

MACHINE = LeagueClock()
evening_date = MACHINE.evening
evening_timestamp = MACHINE.evening_timestamp
# On both sides of the date line, and one that is not a whole number of hours from UTC.
ZONES = ("UTC", "Europe/Madrid", "Pacific/Kiritimati", "America/Los_Angeles", "Asia/Kathmandu")
