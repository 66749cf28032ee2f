"""Formats amounts: cents with two decimals, counters as whole numbers, no currency symbol."""

from scorekeeper.messages import MINUS
from scorekeeper.stats.stakes import CENTS


def format_amount(amount: int, unit: str) -> str:
    """140 cents as "1.40", −7 counters as "−7", with a real minus sign."""
    size = abs(amount)
    text = f"{size // 100}.{size % 100:02}" if unit == CENTS else str(size)
    return f"{MINUS}{text}" if amount < 0 else text


def format_signed_amount(amount: int, unit: str) -> str:
    """Like `format_amount`, with a plus sign for gains; 0 has no sign."""
    return f"+{format_amount(amount, unit)}" if amount > 0 else format_amount(amount, unit)
