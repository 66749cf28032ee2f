"""The displayed strength of a player, computed from the mean and deviation of a rating."""

# The displayed strength for a mean of 25, and the increase for each unit above 25.
STRENGTH_START, STRENGTH_STEP = 1000, 30
DEFAULT_MEAN, DEFAULT_DEVIATION = 25.0, 25 / 3  # openskill's defaults
ROUGH_UNTIL_MATCHES = 10  # a strength from fewer matches is called rough


def displayed_strength(mean: float) -> int:
    """Return the displayed strength for a rating's mean. A mean of 25 is displayed as 1000."""
    return round(STRENGTH_START + STRENGTH_STEP * (mean - DEFAULT_MEAN))


def displayed_deviation(deviation: float) -> int:
    """Return the displayed uncertainty for a rating's deviation."""
    return round(STRENGTH_STEP * deviation)
