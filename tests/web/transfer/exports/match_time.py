"""The time at which the exported matches were played."""

EVENING_AT = 1_763_150_400  # 2025-11-14 20:00 UTC
