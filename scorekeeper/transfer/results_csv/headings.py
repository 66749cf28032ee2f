"""The role of a CSV column according to its heading, and the number of heading lines.

Headings are recognised in English, Spanish and Italian, regardless of accents and capitals.
"""

from enum import StrEnum

from scorekeeper.transfer.results_csv.csv_file import CsvLine
from scorekeeper.transfer.results_csv.date_parsing import DateOrder, looks_like_date
from scorekeeper.transfer.results_csv.text import text_key

MAX_HEADING_LINES = 5  # lines at the top of a file that are searched for column names


class Role(StrEnum):
    """The role of a column. OPEN means that the user must choose a role."""

    OPEN = ""
    DAY_FIRST = DateOrder.DAY.value
    MONTH_FIRST = DateOrder.MONTH.value
    YEAR_FIRST = DateOrder.YEAR.value
    GAME = "game"
    MATCH = "match"  # a number or name that all lines of a match share
    PLAYER = "player"
    PLACE = "place"
    POINTS = "points"
    PLAYERS = "players"  # all players, first place first; may be several columns
    POINTS_OF = "points of"  # points of the player named in the heading
    NOT_USED = "not used"


DATE_ROLES = (Role.DAY_FIRST, Role.MONTH_FIRST, Role.YEAR_FIRST)
ANY_DATE = Role.DAY_FIRST  # a heading does not name the order of its dates

# Roles in order of priority for a heading of several words. Each word is the `text_key` of a
# heading in English, Spanish or Italian.
HEADING_WORDS = (
    (ANY_DATE, "date day night evening fecha dia noche data giorno sera serata"),
    (
        Role.POINTS,
        "points point pts score scores result puntos punto puntuacion tantos resultado"
        " punti punteggio risultato",
    ),
    (
        Role.PLACE,
        "place rank ranking position pos puesto posicion lugar posto posizione piazzamento",
    ),
    (
        Role.PLAYERS,
        "players standings jugadores orden clasificacion giocatori ordine classifica",
    ),
    (Role.MATCH, "number no nr num numero id"),
    (Role.GAME, "game juego gioco"),
    (Role.PLAYER, "player name jugador jugadora nombre giocatore giocatrice nome"),
    (Role.MATCH, "match partida mano partita"),
)
ORDINAL_ENDINGS = ("o", "a", "st", "nd", "rd", "th")
ORDINALS = {f"{n}{ending}" for n in range(1, 11) for ending in ORDINAL_ENDINGS}


def role_of(heading: str) -> Role | None:
    """Return the role that a heading names, or None if it names none."""
    words = set(text_key(heading.replace("#", " number ")).split())
    if len(words) == 1 and words <= ORDINALS:
        return Role.PLAYERS
    named = (role for role, synonyms in HEADING_WORDS if not words.isdisjoint(synonyms.split()))
    return next(named, None)


def count_heading_lines(lines: tuple[CsvLine, ...], chosen: int | None) -> int:
    """Return the number of heading lines at the top, including titles above the column names.

    `chosen` is the number that the user chose. If it is None, the column names are in the first
    line that has at least two cells and a known heading, among the first five lines and above the
    first date. If there is no such line, the number is 0.
    """
    if chosen is not None:
        return min(chosen, len(lines))
    for number, line in enumerate(lines[:MAX_HEADING_LINES], start=1):
        if any(map(looks_like_date, line.cells)):
            break
        if sum(map(bool, line.cells)) > 1 and any(map(role_of, line.cells)):
            return number
    return 0
