"""The role of each column, recognised from its heading or chosen by the user."""

from collections import defaultdict
from pathlib import Path

import pytest

from scorekeeper.transfer.results_csv import Role
from scorekeeper.transfer.results_csv.headings import HEADING_WORDS, ORDINALS
from scorekeeper.transfer.results_csv.text import text_key
from tests.transfer.results_csv.example_league import (
    LONG,
    match_lines,
    match_results,
    parse_csv,
    rejected_lines,
    rendered_sentences,
)

DAY, MONTH, YEAR = Role.DAY_FIRST, Role.MONTH_FIRST, Role.YEAR_FIRST
GAME, MATCH, PLAYER, PLACE = Role.GAME, Role.MATCH, Role.PLAYER, Role.PLACE
POINTS, PLAYERS, POINTS_OF = Role.POINTS, Role.PLAYERS, Role.POINTS_OF
OPEN, NOT_USED = Role.OPEN, Role.NOT_USED
EXPORT_PAGE = Path(__file__).parents[3] / "docs" / "export.md"
DOCUMENTED_ROLES = {
    "Date": DAY,
    "Game": GAME,
    "Match number": MATCH,
    "Player": PLAYER,
    "Place": PLACE,
    "Game points": POINTS,
    "All players": PLAYERS,
    "Points of a player": POINTS_OF,
}


def roles(parsed):
    return [column.role for column in parsed.columns]


@pytest.mark.parametrize(
    "heading",
    [
        "Date;Game;Player;Place;Points",
        "Fecha;Juego;Jugador;Puesto;Puntos",
        "DATA;GIOCO;GIOCATORE;POSTO;PUNTI",
        "Día;JUEGO;Jugadora;Posicion;Puntuacion",
        "Serata;Gioco;Nome;Posizione;Punteggio",
        "Game night;Name of the game;Player's name;Final place;Game points",
        "Match date;Juego:;Nombre;Posición final;Puntuación",
    ],
)
def test_column_roles_are_recognised_from_headings(heading):
    parsed = parse_csv(f"{heading}\n3/9/23;Loba;Pepe;1;40\n3/9/23;Loba;Xavi;2;50\n")

    assert roles(parsed) == [DAY, GAME, PLAYER, PLACE, POINTS]
    assert match_lines(parsed) == [(2, 3)]


def documented_words():
    """Return {role: words} from the table of headings in docs/export.md, without ordinals."""
    page = EXPORT_PAGE.read_text("utf-8")
    lines = page.partition("| Column | English |")[2].partition("\n\n")[0].splitlines()[2:]
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]
    words = {label: set(map(text_key, ",".join(cells).split(","))) for label, *cells in rows}
    return {DOCUMENTED_ROLES[label]: found - ORDINALS - {""} for label, found in words.items()}


def test_the_document_lists_the_same_heading_words():
    expected = defaultdict(set, {POINTS_OF: {"the name of a player in the league"}})
    for role, words in HEADING_WORDS:
        expected[role].update(words.split())

    assert documented_words() == expected


TWO = "3/9/23;Loba;Ana;{};40\n3/9/23;Loba;Bruno;{};50\n"


@pytest.mark.parametrize(
    ("text", "found"),
    [
        pytest.param("13/9/23;Loba;Ana;1;40\n", [OPEN] * 5, id="no heading"),
        pytest.param("Wann;Was;Wer\n13/9/23;Loba;Ana\n", [OPEN] * 3, id="no known heading"),
        pytest.param(
            "date;game;Ana;Bruno;Pepe;total\n1/2/23;Loba;1;;1;2\n",
            [DAY, GAME, POINTS_OF, NOT_USED, OPEN, OPEN],
            id="players of the league",
        ),
        pytest.param(
            "date;game;ANA;player;points\n1/2/23;Loba;x;Bruno;1\n",
            [DAY, GAME, OPEN, PLAYER, POINTS],
            id="a player's name beside a column of players",
        ),
        pytest.param(
            "date;Pepe;Xavi\n1/2/23;1;-\n", [DAY, OPEN, NOT_USED], id="nothing in a column"
        ),
        pytest.param(
            "date;game;1st;2nd;3rd\n1/2/23;Loba;Ana;Pepe;\n",
            [DAY, GAME, PLAYERS, PLAYERS, NOT_USED],
            id="a column for each place",
        ),
        pytest.param(
            "date;game #;juego;player;points\n1/2/23;1;Loba;Ana;1\n",
            [DAY, MATCH, GAME, PLAYER, POINTS],
            id="a number of the game",
        ),
        pytest.param(
            "date;#;Nº de puntos;partida\n1/2/23;a;1;b\n",
            [DAY, MATCH, POINTS, MATCH],
            id="signs for numbers",
        ),
        pytest.param("Partidas\ndate;player\n1/2/23;Ana\n", [DAY, PLAYER], id="below a title"),
    ],
)
def test_each_column_gets_the_expected_role(text, found):
    assert roles(parse_csv(text)) == found


@pytest.mark.parametrize("cells", ["Loba;7", "Ana, Bruno;x", "2023-09-03;Ana"])
def test_cell_contents_do_not_change_column_roles(cells):
    assert roles(parse_csv(f"date;player;points\n1/2/23;{cells}\n"))[:3] == [DAY, PLAYER, POINTS]


def test_dates_are_read_day_first_unless_they_start_with_the_year():
    text = "date;game;Ana;Bruno\n3/4/23;Loba;1;2\n2023-05-06;Loba;1;2\n"

    assert [match.evening for match in parse_csv(text).matches] == ["2023-04-03", "2023-05-06"]


def test_the_user_chooses_the_date_order_if_a_date_has_the_month_first():
    text = "date;game;Ana;Bruno\n" + "".join(
        f"{date};Loba;1;2\n" for date in ("3/4/23", "4/13/2023", "2023-05-06")
    )
    parsed = parse_csv(text)

    assert parsed.matches == ()
    assert rendered_sentences(parsed.problems) == [
        "“4/13/2023” has the month first. Choose whether the day or the month "
        "comes first in “date”."
    ]
    day_first = parse_csv(text, roles={0: DAY})
    assert [match.evening for match in day_first.matches] == ["2023-04-03", "2023-05-06"]
    assert rejected_lines(day_first) == {
        3: "“4/13/2023” is not a date, because there is no month 13. Check whether the day or the "
        "month comes first.",
    }
    again = parse_csv(text, roles={0: MONTH})
    assert [match.evening for match in again.matches] == ["2023-03-04", "2023-04-13", "2023-05-06"]


def test_a_column_shows_its_heading_and_three_different_cells():
    column = parse_csv("date;x\n1/2/23;\n1/2/23;\n2/2/23;\n-;\n3/2/23;\n4/2/23;\n").columns[0]

    assert (column.index, column.title) == (0, "date")
    assert column.examples == ("1/2/23", "2/2/23", "3/2/23")


def test_roles_chosen_by_the_user_override_headings():
    parsed = parse_csv(LONG + TWO.format(2, 1), roles={0: MONTH, 3: NOT_USED})

    assert roles(parsed) == [MONTH, GAME, PLAYER, NOT_USED, POINTS]
    assert match_results(parsed) == [("2023-03-09", "loba", {"Ana": (1, 40), "Bruno": (2, 50)})]


def test_a_file_without_headings_is_read_with_roles_chosen_by_the_user():
    text = "".join(f"3/9/23;Loba;{name};{place}\n" for place, name in ((1, "Ana"), (2, "Bruno")))
    parsed = parse_csv(text, roles={0: DAY, 1: GAME, 2: PLAYER, 3: PLACE})

    assert match_results(parsed) == [("2023-09-03", "loba", {"Ana": (1, None), "Bruno": (2, None)})]


@pytest.mark.parametrize(
    ("heading", "sentence"),
    [
        ("notes;", "Choose what “notes” contains, or “Not used” to leave it out."),
        (";", "Choose what column 6 contains, or “Not used” to leave it out."),
        (
            "notes;where",
            "Choose what the 2 marked columns contain, or “Not used” to leave them out.",
        ),
    ],
)
def test_a_column_without_a_role_is_asked_about_and_not_used(heading, sentence):
    cells = "cold;at Edu's" if heading.endswith("where") else "cold;"
    parsed = parse_csv(f"date;game;player;place;points;{heading}\n3/9/23;Loba;Ana;1;4;{cells}\n")

    assert parsed.problems == ()
    assert rendered_sentences(parsed.prompts) == [sentence]


@pytest.mark.parametrize(
    ("chosen", "problems"),
    [
        ({0: OPEN}, ["Choose the column with the date."]),
        ({1: OPEN}, ["Choose the column with the game, or choose one game for all lines."]),
        (
            {2: OPEN},
            [
                "Choose a column with the player, a column with all players in order "
                "of place, or a column of points for each player."
            ],
        ),
        ({3: OPEN, 4: NOT_USED}, ["Choose the column with the place or the points."]),
        (
            {2: PLAYERS},
            [
                "Choose only one way to list the players: one player per line with a "
                "place or points, all players in order of place, or a column of points "
                "for each player."
            ],
        ),
        (
            {3: POINTS_OF, 4: POINTS_OF, 1: PLAYER},
            [
                "“game” and “player” cannot have the same content."
                " Choose “Not used” for one of them.",
                "Choose the column with the game, or choose one game for all lines.",
                "Choose only one way to list the players: one player per line with a "
                "place or points, all players in order of place, or a column of points "
                "for each player.",
            ],
        ),
        (
            {2: NOT_USED, 3: NOT_USED, 4: POINTS_OF},
            ["A match has at least two players. Choose a second column of points."],
        ),
        (
            {3: YEAR},
            ["“date” and “place” cannot have the same content. Choose “Not used” for one of them."],
        ),
    ],
)
def test_no_match_is_read_if_columns_are_missing_or_contradictory(chosen, problems):
    parsed = parse_csv(LONG + TWO.format(1, 2), roles=chosen)

    assert rendered_sentences(parsed.problems) == problems
    assert (parsed.matches, parsed.bad_lines, parsed.names) == ((), (), ())


def test_a_column_of_points_per_player_needs_a_name_in_its_heading():
    parsed = parse_csv("3/9/23;Loba;1;2\n", roles={0: DAY, 1: GAME, 2: POINTS_OF, 3: POINTS_OF})

    assert rendered_sentences(parsed.problems) == [
        "There is no player’s name above column 3. Check the number of header lines.",
        "There is no player’s name above column 4. Check the number of header lines.",
    ]


def test_one_game_can_be_chosen_for_all_lines_without_a_game_column():
    text = "date;player;points\n3/9/23;Ana;40\n3/9/23;Bruno;50\n"

    assert match_results(parse_csv(text, game="loba")) == [
        ("2023-09-03", "loba", {"Ana": (1, 40), "Bruno": (2, 50)})
    ]
    assert parse_csv(text, game="mus").matches == ()


def test_a_game_column_overrides_the_game_chosen_for_all_lines():
    assert match_results(parse_csv(LONG + TWO.format(1, 2), game="jamon"))[0][1] == "loba"


@pytest.mark.parametrize(("told", "heading"), [(None, [1, 3]), (0, []), (1, [1]), (9, [1, 3, 4])])
def test_the_user_can_set_the_number_of_header_lines(told, heading):
    parsed = parse_csv(
        "Our matches\n\ndate;game;player;points\n3/9/23;Loba;Ana;40\n", heading_lines=told
    )

    assert [line.number for line in parsed.heading] == heading


def test_a_line_without_known_column_names_is_not_a_heading():
    assert parse_csv("wann;wer\n3/9/23;Ana\n").heading == ()
    assert parse_csv("Partida del año\n3/9/23;Ana\n").heading == ()


@pytest.mark.parametrize("line", ["3/9/23;game;Player;1\n", "3/9/23;Loba;Ana;1\nx;game;Ana;1\n"])
def test_a_line_with_or_below_a_date_is_not_a_heading(line):
    assert parse_csv(f"{line}3/9/23;Loba;Ana;2\n").heading == ()
