"""Low-level helpers, such as garbage collector settings, log redaction, time zones and tokens."""
