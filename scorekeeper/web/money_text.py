"""Amounts as text and text as amounts, in the currency of the request's league.

Amounts are in the smallest unit of the currency ("cents") or in counters, which are whole numbers.
"""

import re

from flask import Flask, current_app, g, has_request_context

from scorekeeper.messages import MINUS, Message, say_n
from scorekeeper.stats.currencies import ANY_CURRENCY, COUNTERS_ONLY, Currency, currency_of
from scorekeeper.stats.stakes import CENTS, COUNTERS
from scorekeeper.web.extension_keys import LOAD_CURRENCY_KEY

MAX_DIGITS = 8  # digits of a typed amount, including its decimals


def init_app(app: Flask) -> None:
    app.extensions[LOAD_CURRENCY_KEY] = lambda: None  # replaced if there is a database
    app.jinja_env.filters.update(
        format_amount=format_amount, format_signed_amount=format_signed_amount
    )
    app.jinja_env.globals.update(plays_for_money=plays_for_money)


def stored_currency() -> str | None:
    """Return the stored currency of the request's league, which is a code or COUNTERS_ONLY.

    Returns None if no currency is stored. Outside a request there is no league, so the result is
    None too.
    """
    if not has_request_context():
        return None
    if "currency" not in g:
        g.currency = current_app.extensions[LOAD_CURRENCY_KEY]()
    currency: str | None = g.currency
    return currency


def current_currency() -> Currency:
    return currency_of(stored_currency())


def plays_for_money() -> bool:
    """Return whether new stakes may be in money, and not only in counters."""
    return stored_currency() != COUNTERS_ONLY


def format_amount(amount: int, unit: str) -> str:
    """Return an amount as "€1.40", "1.40" without a currency, or "−7" for counters."""
    size = abs(amount)
    text = amount_with_symbol(size) if unit == CENTS else str(size)
    return f"{MINUS}{text}" if amount < 0 else text


def amount_text(amount: int, unit: str) -> Message | str:
    """Return a positive amount as `format_amount` does, or counters as "7 counters"."""
    if unit == COUNTERS:
        return say_n("one counter", "{n} counters", amount)
    return format_amount(amount, unit)


def amount_with_symbol(size: int) -> str:
    currency = current_currency()
    return currency.number(size) if currency is ANY_CURRENCY else currency.text(size)


def format_signed_amount(amount: int, unit: str) -> str:
    """Return the same as `format_amount`, with a plus sign for gains.

    Zero has no sign.
    """
    return f"+{format_amount(amount, unit)}" if amount > 0 else format_amount(amount, unit)


def amount_input(amount: int, unit: str) -> str:
    """Return an amount as it is typed, without a symbol, such as "1.40"."""
    return current_currency().number(amount) if unit == CENTS else str(amount)


def amount_example() -> str:
    """Return an amount as people may type it: "0.50", or "50" in a currency without decimals."""
    digits = current_currency().digits
    return current_currency().number(5 * 10 ** (digits - 1) if digits else 50)


def parse_amount(text: str) -> int | None:
    """Convert "0.5", "0,50", "2" or "€2" to smallest units.

    Returns 0 if the text is empty, and None if it is invalid.
    """
    currency = current_currency()
    text = text.strip().removeprefix(currency.symbol).removesuffix(currency.symbol).strip()
    if not text:
        return 0
    decimals = f"(?:[.,]([0-9]{{1,{currency.digits}}}))?" if currency.digits else "()"
    match = re.fullmatch(f"([0-9]{{1,{MAX_DIGITS - currency.digits}}}){decimals}", text)
    if match is None:
        return None
    return int(match[1] + (match[2] or "").ljust(currency.digits, "0"))
