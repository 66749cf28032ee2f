"""Clocks and time zones for tests.

Evenings are in the machine's time zone, which is also the default time zone of a league.
"""

from scorekeeper.clock import LeagueClock

MACHINE = LeagueClock()
evening_date = MACHINE.evening
evening_timestamp = MACHINE.evening_timestamp
# Zones on both sides of the date line, and a zone that is not a whole number of hours from UTC.
ZONES = ("UTC", "Europe/Madrid", "Pacific/Kiritimati", "America/Los_Angeles", "Asia/Kathmandu")
