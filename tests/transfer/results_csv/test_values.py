"""Parsing dates, places and points as people write them."""

import pytest

from scorekeeper.messages import Message, render
from scorekeeper.transfer.results_csv.date_parsing import DateOrder, looks_like_date, parse_date
from scorekeeper.transfer.results_csv.numbers import parse_place, parse_points
from scorekeeper.transfer.results_csv.text import closest_name, shorten, text_key

TODAY = "2026-10-01"


def render_value(value):
    return render(value, {}) if isinstance(value, Message) else value


@pytest.mark.parametrize(
    "text",
    [
        "03/09/2023",
        "3.9.2023",
        "3-9-2023",
        "3 9 2023",
        "3.9.23",
        "03/09/23",
        "3. 9. 2023",
        "2023-09-03",
        "2023/9/3",
        "2023.09.03.",
        "2023-09-03 20:15",
        "2023-09-03T20:15:00Z",
        "2023-09-03T20:15:00.123+02:00",
        "03/09/2023 8:15 PM",
        "03/09/2023, 20.15",
        "dom 03/09/2023",
        "Sunday, 3/9/2023",
        "miércoles 3/9/2023",
        "3 Sep 2023",
        "3. September 2023",
        "September 3, 2023",
        "Sep 3rd, 2023",
        "3-Sep-23",
        "2023 Sep 3",
        "3 de septiembre de 2023",
        "domingo, 3 de setiembre de 2023",
        "3 sept. 2023",
        "3 settembre 2023",
        "3 septembre 2023",
        "3 de setembro de 2023",
        "3Sep2023",
        "Sun 3 Sep 2023",
        "Sunday the 3rd of September 2023 20:15",
        "\uff13 Sep 2023",
    ],
)
def test_dates_are_read_in_many_formats(text):
    assert looks_like_date(text)
    assert render_value(parse_date(text, DateOrder.DAY, TODAY)) == "2023-09-03"


@pytest.mark.parametrize(
    ("text", "order", "found"),
    [
        pytest.param("03/09/2023", DateOrder.MONTH, "2023-03-09", id="month first"),
        pytest.param("09/03/23", DateOrder.MONTH, "2023-09-03", id="month first, two-digit year"),
        pytest.param("2023-09-03", DateOrder.MONTH, "2023-09-03", id="a leading year is the year"),
        pytest.param("23-09-03", DateOrder.YEAR, "2023-09-03", id="year first, two-digit year"),
        pytest.param("1.1.69", DateOrder.DAY, "The date 2069-01-01 is in the future.", id="69"),
        pytest.param("1.1.70", DateOrder.DAY, "1970-01-01", id="70"),
        pytest.param("29.2.2024", DateOrder.DAY, "2024-02-29", id="a leap year"),
        pytest.param("29.2.2000", DateOrder.DAY, "2000-02-29", id="a leap year of a century"),
        pytest.param("1 ene 2024", DateOrder.DAY, "2024-01-01", id="January in Spanish"),
        pytest.param("1er février 2024", DateOrder.DAY, "2024-02-01", id="February in French"),
        pytest.param("1. März 2024", DateOrder.DAY, "2024-03-01", id="March in German"),
        pytest.param("mar 5 mar 2024", DateOrder.DAY, "2024-03-05", id="Tuesday in March"),
        pytest.param("1 abr 2024", DateOrder.DAY, "2024-04-01", id="April in Portuguese"),
        pytest.param("1 maggio 2024", DateOrder.DAY, "2024-05-01", id="May in Italian"),
        pytest.param("1 août 2024", DateOrder.DAY, "2024-08-01", id="August in French"),
        pytest.param("1 ott 2024", DateOrder.DAY, "2024-10-01", id="October in Italian"),
        pytest.param("1 out 2024", DateOrder.DAY, "2024-10-01", id="October in Portuguese"),
        pytest.param("31 dez 2024", DateOrder.DAY, "2024-12-31", id="December in German"),
        pytest.param("1.10.2026", DateOrder.DAY, "2026-10-01", id="today"),
    ],
)
def test_dates_are_read_in_the_order_of_their_column(text, order, found):
    assert render_value(parse_date(text, order, TODAY)) == found


NO_DAY = "“{}” is not a date. Write dates like 31/12/2023 or 31 Dec 2023."


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("31/09/2023", "September has 30 days."),
        ("32.1.2024", "January has 31 days."),
        ("29/02/2023", "February 2023 has 28 days."),
        ("29.2.1900", "February 1900 has 28 days."),
        ("30 feb 2024", "February 2024 has 29 days."),
        (
            "09/13/2023",
            "“09/13/2023” is not a date, because there is no month 13. Check whether the day or "
            "the month comes first.",
        ),
        ("2.10.2026", "The date 2026-10-02 is in the future."),
        ("31/12/1899", "The year 1899 is too early. The earliest possible year is 1900."),
        *(
            (text, NO_DAY.format(text))
            for text in (
                "0.9.2023",
                "3.0.2023",
                "3.9.203",
                "3.9.3",
                "3/9-2023",
                "3/9",
                "3 Sep",
                "3 jui 2023",
                "September 2023",
                "3 Sep Oct 2023",
                "3 4 Sep 2023",
                "3 Sep 203",
                "45172",
                "gestern",
                "Pepe 3/9/2023",
                "333 Sep 2023",
                "=3/9/2023",
                "③ Sep 2023x",
            )
        ),
        ("1" * 70, NO_DAY.format("1" * 39 + "…")),
    ],
)
def test_an_invalid_date_is_refused_with_a_reason(text, reason):
    assert render_value(parse_date(text, DateOrder.DAY, TODAY)) == reason


def test_a_year_first_column_refuses_dates_without_a_leading_year():
    assert render_value(parse_date("03/09/2023", DateOrder.YEAR, TODAY)) == (
        "“03/09/2023” is not a date. Write dates like 2023-12-31 or 31 Dec 2023."
    )


@pytest.mark.parametrize(
    ("text", "found"),
    [
        *(
            (text, 2)
            for text in (
                "2",
                "02",
                "2.",
                "2º",
                "2ª",
                "2°",
                "2nd",
                "2 nd",
                "2=",
                "=2",
                "2ème",
                "2E",
                "2o",
                "2.0",
                "2,00",
                "2 =",
            )
        ),
        ("1er", 1),
        ("1ère", 1),
        ("3rd", 3),
        ("999999999", 999_999_999),
        ("0", "Places start at 1."),
        *(
            (text, f"A place must be a whole number, not “{text}”.")
            for text in (
                "primera",
                "-1",
                "1,5",
                "1/2",
                "2.5",
                "²",
                "٣",
                "1 2",
                "1st 2nd",
                "9999999999",
            )
        ),
    ],
)
def test_places_are_parsed_or_refused_with_a_reason(text, found):
    assert render_value(parse_place(text)) == found


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("62", 62),
        ("+62", 62),
        ("-62", -62),
        ("−62", -62),
        ("–62", -62),
        ("- 62", -62),
        ("0", 0),
        ("-0", 0),
        ("007", 7),
        ("62.0", 62),
        ("62,00", 62),
        ("1 234", 1234),
        ("1'234", 1234),
        ("1\u00a0234\u202f567", 1_234_567),
        ("1000000000", 1_000_000_000),
        ("1000000001", "Points must be between −1000000000 and 1000000000."),
        ("-" + "9" * 5000, "Points must be between −1000000000 and 1000000000."),
        ("1.234", "Write points without a thousands separator: 1234, not “1.234”."),
        ("-1,234", "Write points without a thousands separator: -1234, not “-1,234”."),
        *(
            (text, f"Points must be whole numbers, not “{text}”.")
            for text in (
                "3,5",
                "3.5",
                "62.01",
                "62 pts",
                "=5",
                "=A1+B1",
                "@5",
                "--5",
                "1e3",
                "٣",
                "1 23",
                "(5)",
            )
        ),
    ],
)
def test_points_are_parsed_or_refused_with_a_reason(text, found):
    assert render_value(parse_points(text)) == found


def test_text_key_ignores_case_accents_and_punctuation():
    assert text_key("  CHINCHÓN, (Gran-Canaria) ") == text_key("chinchon gran canaria")
    assert text_key("Straße 1º") == "strasse 1o"


def test_a_cell_with_a_million_accents_is_compared_by_its_beginning():
    assert text_key("Ana " + "\u0301\u0316" * 500_000) == "ana"


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("Txus", "Chus"),
        ("BRUNNO", "Bruno"),
        ("Bruna", "Bruno"),
        ("Álvaro", "Alvaro"),
        ("Albaro", "Alvaro"),
        ("Maximiliano", "Maksimiliano"),
        ("Gema", None),
        ("Fina", "Fina"),
        ("Vina", None),
        ("Ane", None),
        ("Mari", None),
        ("!", None),
        ("B", None),
    ],
)
def test_closest_name_finds_a_similar_name_or_none(text, meant):
    names = ("Ana", "Bruno", "Chus", "Dina", "Fina", "Alvaro", "Maksimiliano", "Mario", "Maria")

    assert closest_name(text, {name: name for name in names}) == meant


def test_shorten_returns_one_line_of_at_most_40_characters():
    assert shorten("a\n b") == "a b"
    assert shorten("x" * 40) == "x" * 40
    assert shorten("x" * 41) == "x" * 39 + "…"
