"""Amounts as people read them: cents with two decimals, counters whole; no sign of a currency."""

from scorekeeper.messages import MINUS
from scorekeeper.stats.stakes import CENTS


def format_amount(amount: int, unit: str) -> str:
    """1.40, or −7 counters; a minus is a minus, not a hyphen."""
    size = abs(amount)
    text = f"{size // 100}.{size % 100:02}" if unit == CENTS else str(size)
    return f"{MINUS}{text}" if amount < 0 else text


def format_signed_amount(amount: int, unit: str) -> str:
    """The same with its sign; nothing won or lost has none."""
    return f"+{format_amount(amount, unit)}" if amount > 0 else format_amount(amount, unit)
