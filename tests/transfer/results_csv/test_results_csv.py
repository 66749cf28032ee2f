"""A realistic CSV file is read as expected, and some properties hold for any file."""

import re
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.messages import render
from scorekeeper.transfer.results_csv import (
    ImportChoices,
    Role,
    UnreadableCsv,
    parse_results,
    read_file,
)
from tests.rules.strategies import CHARACTERS
from tests.sample import examples
from tests.transfer.results_csv.example_league import (
    KNOWN,
    match_results,
    parse_csv,
    rejected_lines,
)

# Written by several people, and saved by an old spreadsheet program.
ON_PAPER = """\
Partidas 2023;;;;;
;;;;;
Fecha;Juego;Jugador;Puesto;Puntos;Notas
03/09/2023;Chinchon;Ana;1º;62;
;;BRUNO;2º;109;"en casa de Edu
(llovía)"
;;Txus;3º;103;

domingo, 10 de septiembre de 2023;OH HELL; Edu ;1;9;
10.9.23;Oh Hell;Ana;2;7;
10-9-23;Oh hell;Núria;2;7;
;;;;;
31/09/2023;Loba;Ana;1;40;
31/09/2023;Loba;Dina;2;60;
12/10/2023;Mus;Bruno;1;;
12/10/2023;Mus;Edu;2;;
2/11/23;Jamón;Dina;primera;8;
2/11/23;Jamón;Chus;2;−3;=SUMA(E2:E4)
16/11/23;Chinchón;Dina;2;88;
16/11/23;Chinchón;Fina;2;88;
17/11/23;Chinchón;Dina;;88;
17/11/23;Chinchón;Fina;;3,5;
Total;;;;512;
"""


def test_a_realistic_messy_file_is_parsed():
    parsed = parse_csv(ON_PAPER.replace("\n", "\r\n").encode("cp1252", "replace"))

    assert [column.title for column in parsed.columns if column.role is Role.OPEN] == ["Notas"]
    assert [line.number for line in parsed.heading] == [1, 3]
    assert [match.lines for match in parsed.matches] == [(4, 5, 7), (9, 10, 11)]
    assert match_results(parsed) == [
        ("2023-09-03", "chinchon", {"Ana": (1, 62), "Bruno": (2, 109), "Chus": (3, 103)}),
        ("2023-09-10", "jabberwocky", {"Edu": (1, 9), "Ana": (2, 7), "Núria": (2, 7)}),
    ]
    assert rejected_lines(parsed) == {
        13: "September has 30 days.",
        14: "September has 30 days.",
        15: "There is no game called “Mus”.",
        16: "There is no game called “Mus”.",
        17: "A place must be a whole number, not “primera”.",
        18: "Points must be whole numbers, not “?3”.",
        19: "Nobody won: the best place is 2.",
        20: "Left out because it belongs to the same match as line 19.",
        21: "Left out because it belongs to the same match as line 22.",
        22: "Points must be whole numbers, not “3,5”.",
        23: "“Total” is not a date. Write dates like 31/12/2023 or 31 Dec 2023.",
    }


def test_a_rejected_line_keeps_its_original_text():
    assert parse_csv(ON_PAPER).bad_lines[0].text == "31/09/2023; Loba; Ana; 1; 40;"


# ---------------------------------------------------------------- random bytes

HEADINGS = "date fecha game player place points jugadores match"
DAYS = "3/9/23 13/9/2023 9/13/23 2023-09-03 31/9/23 3-sep-23 3/9/99"
WORDS = (
    "Ana Bruno Txus Gema Ana,Bruno Ana=Chus Loba chinchon Mus 1 2 3 1º 2= 40 −5 3,5 1.234 - =1 +"
)
CELLS = st.sampled_from(
    [
        *f"{HEADINGS} {DAYS} {WORDS}".split(),
        *("", " ", "Ana, Bruno, Gema", "3 de mayo de 2023"),
        *('"', '"Ana"', '"Ana\nBruno"', "\u2028"),
    ]
)
MESSY = st.builds(
    lambda rows, separator, ending: ending.join(separator.join(row) for row in rows),
    st.lists(st.lists(CELLS, max_size=6), max_size=14),
    st.sampled_from(";,\t|"),
    st.sampled_from(["\n", "\r\n", "\r", "\n\n"]),
)
# Mostly sensible rows, so that many become matches.
LIKELY = st.lists(
    st.tuples(
        st.sampled_from(["3/9/23", "3/9/23", "4/9/23", "31/9/23", ""]),
        st.sampled_from(["Loba", "Loba", "Oh Hell", "Mus", ""]),
        st.sampled_from(["Ana", "Bruno", "Chus", "Gema", ""]),
        st.sampled_from(["1", "2", "3", "", "x"]),
        st.sampled_from(["10", "20", "", "3,5"]),
    ),
    max_size=20,
).map(lambda rows: "date;game;player;place;points\n" + "\n".join(map(";".join, rows)))
ROLES = st.dictionaries(st.integers(0, 6), st.sampled_from(Role), max_size=7)


def assert_sentence(said):
    assert re.fullmatch(r"\S.*[.?]", render(said, {}))


def check_file(data, choices):
    """Check that a file is refused with a sentence, or that each line is used or rejected.

    No line may be both.
    """
    try:
        file = read_file(data)
    except UnreadableCsv as refusal:
        assert_sentence(refusal.sentence)
        return
    parsed = parse_results(file, KNOWN, choices)
    if parsed.problems:
        for problem in parsed.problems:
            assert_sentence(problem)
        assert (parsed.matches, parsed.bad_lines) == ((), ())
        return
    taken = [line.number for line in parsed.heading]
    taken += [number for match in parsed.matches for number in match.lines]
    taken += [line.number for line in parsed.bad_lines]
    assert sorted(taken) == [line.number for line in file.lines]
    assert [line.number for line in parsed.bad_lines] == sorted(
        line.number for line in parsed.bad_lines
    )
    for line in parsed.bad_lines:
        assert_sentence(line.reason)
    for match in parsed.matches:
        people = {(seat.key, seat.name) for seat in match.seats}
        places = sorted(seat.place for seat in match.seats)
        assert 2 <= len(people) == len(match.seats) <= 10
        assert places == [1 + sum(other < place for other in places) for place in places]
        assert "1900-01-01" <= match.evening <= KNOWN.today
        assert match.game in KNOWN.games
    assert parse_results(read_file(data), KNOWN, choices) == parsed


@examples(80, 30)
@given(st.binary(max_size=300))
def test_any_bytes_are_parsed_or_refused_with_a_reason(data):
    check_file(data, ImportChoices())


@examples(80, 30)
@given(st.text(CHARACTERS, max_size=300), ROLES)
def test_any_text_is_parsed_or_refused_with_a_reason(text, roles):
    check_file(text.encode("utf-8", "replace"), ImportChoices(roles=roles, game="loba"))


@examples(80, 30)
@given(MESSY, ROLES, st.sampled_from([None, 0, 1, 2]))
def test_every_line_is_in_one_match_or_rejected_or_in_the_heading(text, roles, headed):
    check_file(text.encode(), ImportChoices(roles=roles, game="loba", heading_lines=headed))


@examples(80, 30)
@given(LIKELY)
def test_every_line_of_a_mostly_valid_file_is_used_or_rejected_once(text):
    check_file(text.encode(), ImportChoices())


def calls(work):
    """Return the number of Python and C function calls that `work` makes."""
    count = 0

    def called(frame, event, arg):
        nonlocal count
        count += event in ("call", "c_call")

    before = sys.getprofile()
    sys.setprofile(called)
    try:
        work()
    finally:
        sys.setprofile(before)
    return count


def year(matches):
    """Return a CSV file with this many three-player matches, one in ten of them invalid."""
    rows = ["date;game;player;place;points"]
    for number in range(matches):
        date = f"{number % 28 + 1}/{number // 28 % 12 + 1}/{2000 + number // 336}"
        rows += [
            f"{date};Loba;{name};{place};{'x' if number % 10 == 0 else number}"
            for place, name in enumerate(("Ana", "Bruno", "Txus"), start=1)
        ]
    return "\n".join(rows)


@pytest.mark.thorough
def test_the_number_of_function_calls_grows_linearly_with_the_lines():
    parse_csv(year(200))  # fills caches
    small, large = (calls(lambda n=n: parse_csv(year(n))) for n in (1000, 2000))

    assert 1.7 < large / small < 2.3
