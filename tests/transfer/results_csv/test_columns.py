"""How the role of each column is found from its heading and cells, and what the user is asked."""

import pytest

from scorekeeper.transfer.results_csv import Role
from tests.transfer.results_csv.example_league import LONG, bad, lines, look, results, sentences

DAY, MONTH, YEAR = Role.DAY_FIRST, Role.MONTH_FIRST, Role.YEAR_FIRST
GAME, MATCH, PLAYER, PLACE = Role.GAME, Role.MATCH, Role.PLAYER, Role.PLACE
POINTS, PLAYERS, POINTS_OF = Role.POINTS, Role.PLAYERS, Role.POINTS_OF
OPEN, NOT_USED = Role.OPEN, Role.NOT_USED


def roles(seen):
    return [column.role for column in seen.columns]


@pytest.mark.parametrize(
    "heading",
    [
        "Date;Game;Player;Place;Points",
        "Fecha;Juego;Jugador;Puesto;Puntos",
        "DATA;GIOCO;GIOCATORE;POSTO;PUNTI",
        "Datum;Spiel;Spieler;Platz;Punkte",
        "Jour;Jeu;Joueur;Rang;Points",
        "Data;Jogo;Jogador;Posição;Pontos",
        "Game night;Name of the game;Player's name;Final place;Game points",
        "Match date;Juego:;Nombre;Posición final;Puntuación",
    ],
)
def test_a_column_is_known_by_its_heading(heading):
    seen = look(f"{heading}\n3/9/23;Loba;Pepe;1;40\n3/9/23;Loba;Xavi;2;50\n")

    assert roles(seen) == [DAY, GAME, PLAYER, PLACE, POINTS]
    assert lines(seen) == [(2, 3)]


TWO = "3/9/23;Loba;Ana;{};40\n3/9/23;Loba;Bruno;{};50\n"


@pytest.mark.parametrize(
    ("text", "found"),
    [
        pytest.param(
            "13/9/23;Loba;Ana;1;40\n", [DAY, GAME, PLAYER, PLACE, POINTS], id="no heading"
        ),
        pytest.param(
            "9/13/23;Oh Hell;Ana;2;40\n",
            [MONTH, GAME, PLAYER, POINTS, OPEN],
            id="no first place, so points",
        ),
        pytest.param("2023-09-03;loba;ANA\n", [YEAR, GAME, PLAYER], id="letters alone"),
        pytest.param("2023-09-03;LOBA;Pepe, Ana\n", [YEAR, GAME, PLAYERS], id="people in a cell"),
        pytest.param("3 Sep 2023;Loba;?\n", [DAY, GAME, OPEN], id="a month by name"),
        pytest.param(
            "date;game;Ana;Bruno;total\n1/2/23;Loba;1;;1\n2/2/23;Loba;;3;3\n",
            [DAY, GAME, POINTS_OF, POINTS_OF, OPEN],
            id="a column for each player",
        ),
        pytest.param(
            "date;Pepe;Xavi\n1/2/23;1;-\n", [DAY, OPEN, NOT_USED], id="nothing in a column"
        ),
        pytest.param(
            "date;game;Ana;note\n1/2/23;Loba;1;x\n",
            [DAY, GAME, OPEN, OPEN],
            id="points of one alone",
        ),
        pytest.param(
            "date;game;1st;2nd;3rd\n1/2/23;Loba;Ana;Pepe;\n",
            [DAY, GAME, PLAYERS, PLAYERS, NOT_USED],
            id="a column for each place",
        ),
        pytest.param(
            "date;players;player;place\n1/2/23;3;Ana;1\n",
            [DAY, OPEN, PLAYER, PLACE],
            id="how many players",
        ),
        pytest.param(
            "date;spieler;x\n1/2/23;Ana, Pepe;\n",
            [DAY, PLAYERS, NOT_USED],
            id="one heading for one and many",
        ),
        pytest.param(
            "date;player;x\n1/2/23;Ana, Pepe;\n",
            [DAY, PLAYERS, NOT_USED],
            id="one in the heading, many in the cells",
        ),
        pytest.param(
            "date;jugadores;puesto\n1/2/23;Ana;1\n",
            [DAY, PLAYER, PLACE],
            id="many in the heading, one in the cells",
        ),
        pytest.param(
            "date;partida;player;points\n1/2/23;Loba;Ana;1\n",
            [DAY, GAME, PLAYER, POINTS],
            id="partida is a game",
        ),
        pytest.param(
            "date;game #;juego;player;points\n1/2/23;1;Loba;Ana;1\n",
            [DAY, MATCH, GAME, PLAYER, POINTS],
            id="game 1, 2, 3",
        ),
        pytest.param(
            "date;#;player;points\n1/2/23;a;Ana;1\n",
            [DAY, MATCH, PLAYER, POINTS],
            id="a sign for numbers",
        ),
        pytest.param(
            "date;fecha;player;points\n1/2/23;2/2/23;Ana;1\n",
            [DAY, OPEN, PLAYER, POINTS],
            id="two dates",
        ),
        pytest.param("Partidas\ndate;player\n1/2/23;Ana\n", [DAY, PLAYER], id="below a title"),
    ],
)
def test_what_a_column_is_taken_for(text, found):
    assert roles(look(text)) == found


@pytest.mark.parametrize(
    ("dates", "order"),
    [
        (["1/2/23", "3/4/23"], DAY),
        (["1/2/23", "13/4/23"], DAY),
        (["1/2/23", "3/14/23"], MONTH),
        (["13/2/23", "14/2/23", "3/14/23"], DAY),
        (["2023-02-01", "2023-04-03"], YEAR),
        (["2023-02-01", "4/13/2023"], MONTH),
        (["1 Feb 2023", "2 Feb 2023"], DAY),
        (["1 Feb 2023", "2023-02-02"], YEAR),
    ],
)
def test_dates_that_leave_no_choice_say_what_comes_first(dates, order):
    seen = look("date;x\n" + "".join(f"{date};\n" for date in dates))

    assert roles(seen)[0] is order


def test_a_column_shows_its_heading_and_three_different_cells():
    column = look("date;x\n1/2/23;\n1/2/23;\n2/2/23;\n-;\n3/2/23;\n4/2/23;\n").columns[0]

    assert (column.index, column.title) == (0, "date")
    assert column.examples == ("1/2/23", "2/2/23", "3/2/23")


def test_what_the_person_chooses_goes_before_what_was_guessed():
    seen = look(LONG + TWO.format(2, 1), roles={0: MONTH, 3: NOT_USED})

    assert (seen.columns[0].guess, seen.columns[0].role) == (DAY, MONTH)
    assert results(seen) == [("2023-03-09", "loba", {"Ana": (1, 40), "Bruno": (2, 50)})]


def test_a_column_that_is_open_is_asked_for_and_not_used():
    seen = look("date;game;player;place;points;notes;\n3/9/23;Loba;Ana;1;4;at Edu's;!\n")

    assert seen.problems == ()
    assert sentences(seen.open) == [
        "Choose what “notes” contains, or “Not used” to leave it out.",
        "Choose what column 7 contains, or “Not used” to leave it out.",
    ]


@pytest.mark.parametrize(
    ("chosen", "problems"),
    [
        ({0: OPEN}, ["Choose the column with the date."]),
        ({1: OPEN}, ["Choose the column with the game, or one game for all lines."]),
        (
            {2: OPEN},
            [
                "Choose the column with the player, or with all players in order of place,"
                " or a column of points for each player."
            ],
        ),
        ({3: OPEN, 4: NOT_USED}, ["Choose the column with the place, or with the points."]),
        (
            {2: PLAYERS},
            [
                "Choose one way to say who played: a player in each line with place or"
                " points, or all players in order of place, or a column of points for"
                " each player."
            ],
        ),
        (
            {3: POINTS_OF, 4: POINTS_OF, 1: PLAYER},
            [
                "“game” and “player” cannot both be the same: choose “Not used” for one of them.",
                "Choose the column with the game, or one game for all lines.",
                "Choose one way to say who played: a player in each line with place or points, or"
                " all players in order of place, or a column of points for each player.",
            ],
        ),
        (
            {2: NOT_USED, 3: NOT_USED, 4: POINTS_OF},
            ["A match has at least two players: choose a second column of points."],
        ),
        (
            {3: YEAR},
            ["“date” and “place” cannot both be the same: choose “Not used” for one of them."],
        ),
    ],
)
def test_without_its_columns_no_match_is_read(chosen, problems):
    seen = look(LONG + TWO.format(1, 2), roles=chosen)

    assert sentences(seen.problems) == problems
    assert (seen.matches, seen.bad, seen.names) == ((), (), ())


def test_a_column_of_points_needs_a_player_above_it():
    seen = look("3/9/23;Loba;1;2\n", roles={2: POINTS_OF, 3: POINTS_OF})

    assert sentences(seen.problems) == [
        "There is no player’s name above column 3.",
        "There is no player’s name above column 4.",
    ]


def test_where_no_column_says_the_game_one_can_be_chosen_for_all():
    text = "date;player;points\n3/9/23;Ana;40\n3/9/23;Bruno;50\n"

    assert results(look(text, game="loba")) == [
        ("2023-09-03", "loba", {"Ana": (1, 40), "Bruno": (2, 50)})
    ]
    assert look(text, game="mus").matches == ()


def test_a_column_with_the_game_goes_before_one_game_for_all():
    assert results(look(LONG + TWO.format(1, 2), game="jamon"))[0][1] == "loba"


@pytest.mark.parametrize(("told", "heading"), [(None, [1, 3]), (0, []), (1, [1]), (9, [1, 3, 4])])
def test_the_person_can_say_how_many_lines_are_the_heading(told, heading):
    seen = look("Our matches\n\ndate;game;player;points\n3/9/23;Loba;Ana;40\n", headed=told)

    assert [line.number for line in seen.heading] == heading


def test_a_heading_that_names_no_column_is_found_by_the_figures_below_it():
    assert [line.number for line in look("wann;wer\n3/9/23;Ana\n").heading] == [1]
    assert look("wann;wer\nheute;Ana\n").heading == ()
    assert look("wann;wer\n").heading == ()


def test_a_line_with_a_day_in_it_is_no_heading():
    seen = look("3/9/23;game;Player;1\n3/9/23;Loba;Ana;2\n")

    assert seen.heading == ()
    assert bad(seen)[1] == "There is no game called “game”."
