"""Currencies that a league can play for, and how their amounts are written in English.

Amounts are whole numbers of the currency's smallest unit: euro cents, whole yen, or thousandths of
a Kuwaiti dinar. The symbols are from the Unicode CLDR, and the numbers of decimals from ISO 4217.
"""

from collections.abc import Mapping
from typing import NamedTuple

from scorekeeper.messages import Message, say

NO_BREAK_SPACE = "\N{NO-BREAK SPACE}"
COUNTERS_ONLY = "counters"  # stored instead of a code by a league that plays for counters only


class Currency(NamedTuple):
    """A currency. `symbol` precedes the number, and `digits` is the number of decimals."""

    code: str
    name: Message
    symbol: str
    digits: int = 2

    def number(self, amount: int) -> str:
        """Format an amount of 0 or more without the symbol, such as "1.40" for an input."""
        return decimal_text(amount, self.digits)

    def text(self, amount: int) -> str:
        """Format an amount of 0 or more with the symbol, as in "€1,234.50", "¥140", "CHF 1.40"."""
        space = NO_BREAK_SPACE if self.symbol[-1].isalpha() else ""
        return f"{self.symbol}{space}{decimal_text(amount, self.digits, ',')}"


def decimal_text(amount: int, digits: int, thousands: str = "") -> str:
    """Format `amount` / 10 ** `digits` with all its decimals."""
    whole, rest = divmod(amount, 10**digits)
    grouped = f"{whole:,}".replace(",", thousands)
    return f"{grouped}.{rest:0{digits}}" if digits else grouped


# A league that has not chosen a currency shows money with two decimals and no symbol.
ANY_CURRENCY = Currency("", say("Money without a symbol"), "", 2)
CURRENCIES: Mapping[str, Currency] = {
    each.code: each
    for each in (
        Currency("ARS", say("Argentine peso"), "ARS"),
        Currency("AUD", say("Australian dollar"), "A$"),
        Currency("BHD", say("Bahraini dinar"), "BHD", 3),
        Currency("BRL", say("Brazilian real"), "R$"),
        Currency("GBP", say("British pound"), "£"),
        Currency("BGN", say("Bulgarian lev"), "BGN"),
        Currency("CAD", say("Canadian dollar"), "CA$"),
        Currency("CLP", say("Chilean peso"), "CLP", 0),
        Currency("CNY", say("Chinese yuan"), "CN¥"),
        Currency("COP", say("Colombian peso"), "COP"),
        Currency("CZK", say("Czech koruna"), "CZK"),
        Currency("DKK", say("Danish krone"), "DKK"),
        Currency("EGP", say("Egyptian pound"), "EGP"),
        Currency("EUR", say("Euro"), "€"),
        Currency("HKD", say("Hong Kong dollar"), "HK$"),
        Currency("HUF", say("Hungarian forint"), "HUF"),
        Currency("ISK", say("Icelandic króna"), "ISK", 0),
        Currency("INR", say("Indian rupee"), "₹"),
        Currency("IDR", say("Indonesian rupiah"), "IDR"),
        Currency("ILS", say("Israeli new shekel"), "₪"),
        Currency("JPY", say("Japanese yen"), "¥", 0),
        Currency("JOD", say("Jordanian dinar"), "JOD", 3),
        Currency("KWD", say("Kuwaiti dinar"), "KWD", 3),
        Currency("MYR", say("Malaysian ringgit"), "MYR"),
        Currency("MXN", say("Mexican peso"), "MX$"),
        Currency("MAD", say("Moroccan dirham"), "MAD"),
        Currency("NZD", say("New Zealand dollar"), "NZ$"),
        Currency("NOK", say("Norwegian krone"), "NOK"),
        Currency("OMR", say("Omani rial"), "OMR", 3),
        Currency("PEN", say("Peruvian sol"), "PEN"),
        Currency("PHP", say("Philippine peso"), "₱"),
        Currency("PLN", say("Polish złoty"), "PLN"),
        Currency("RON", say("Romanian leu"), "RON"),
        Currency("RSD", say("Serbian dinar"), "RSD"),
        Currency("SGD", say("Singapore dollar"), "SGD"),
        Currency("ZAR", say("South African rand"), "ZAR"),
        Currency("KRW", say("South Korean won"), "₩", 0),
        Currency("SEK", say("Swedish krona"), "SEK"),
        Currency("CHF", say("Swiss franc"), "CHF"),
        Currency("THB", say("Thai baht"), "THB"),
        Currency("TND", say("Tunisian dinar"), "TND", 3),
        Currency("TRY", say("Turkish lira"), "TRY"),
        Currency("USD", say("US dollar"), "$"),
        Currency("UAH", say("Ukrainian hryvnia"), "UAH"),
        Currency("UYU", say("Uruguayan peso"), "UYU"),
        Currency("VND", say("Vietnamese dong"), "₫", 0),
    )
}
CURRENCY_CHOICES = (COUNTERS_ONLY, *CURRENCIES)  # the values of `league.currency` other than NULL


def currency_of(stored: str | None) -> Currency:
    """Return the currency for a league's stored code.

    Returns ANY_CURRENCY if there is no code or the league plays for counters only.
    """
    return CURRENCIES.get(stored or "", ANY_CURRENCY)
