"""The role of a CSV column by its heading, and which lines are headings.

Headings are understood in English, Spanish, Italian, German, French and Portuguese.
"""

from enum import StrEnum

from scorekeeper.transfer.results_csv.csv_file import CsvLine
from scorekeeper.transfer.results_csv.dates import DateOrder, looks_like_date
from scorekeeper.transfer.results_csv.text import text_key

MAX_HEADING_LINES = 5  # lines at the top of a file that are searched for column names


class Role(StrEnum):
    """The role of a column. OPEN: the user must choose one."""

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
    POINTS_OF = "points of"  # of the player named in the heading
    NOT_USED = "not used"


DATE_ROLES = (Role.DAY_FIRST, Role.MONTH_FIRST, Role.YEAR_FIRST)

# In order of priority for a heading of several words. DAY_FIRST stands for any date.
HEADING_WORDS = {
    Role.DAY_FIRST: "date day night fecha dia noche data giorno datum tag abend jour soir noite",
    Role.POINTS: "points point pts score scores puntos puntuacion tantos punti punteggio punkte"
    " punktzahl pontos pontuacao result",
    Role.PLACE: "place rank position pos ranking puesto posicion lugar posto posizione piazzamento"
    " platz rang platzierung place classement posicao colocacao",
    Role.PLAYERS: "players jugadores giocatori spieler joueurs jogadores orden clasificacion"
    " classifica reihenfolge classificacao standings",
    Role.GAME: "game juego gioco spiel jeu jogo",
    Role.PLAYER: "player name jugador jugadora nombre giocatore giocatrice nome spieler spielerin"
    " joueur joueuse nom jogador jogadora",
    Role.MATCH: "match partida partita partie nr no num numero number nummer mano id",
}
ROLE_BY_WORD: dict[str, Role] = {
    word: role for role, words in reversed(HEADING_WORDS.items()) for word in words.split()
}
# Headings of columns with sums, which are not players.
TOTAL_WORDS = {"total", "totals", "sum", "suma", "summe", "gesamt", "totale", "somme", "soma"}
ORDINAL_ENDINGS = ("o", "a", "st", "nd", "rd", "th", "e", "er")
ORDINALS = {f"{n}{ending}" for n in range(1, 11) for ending in ORDINAL_ENDINGS}


def role_of(heading: str) -> Role | None:
    """The role that a heading names; None if it names none."""
    words = text_key(heading)
    if heading.strip() == "#":
        return Role.MATCH
    if words in ORDINALS:
        return Role.PLAYERS
    if words in ROLE_BY_WORD:
        return ROLE_BY_WORD[words]
    found = {ROLE_BY_WORD[word] for word in words.split() if word in ROLE_BY_WORD}
    return next((role for role in HEADING_WORDS if role in found), None)


def is_total(heading: str) -> bool:
    return not TOTAL_WORDS.isdisjoint(text_key(heading).split())


def count_heading_lines(lines: tuple[CsvLine, ...], told: int | None) -> int:
    """The number of heading lines at the top, including a title above the column names.

    `told` is the user's choice, if they made one. Otherwise the column names are in the first of
    five lines with at least two known headings and no date, else in line 1 if it has no digits and
    line 2 has some; else there is no heading.
    """
    if told is not None:
        return min(told, len(lines))
    for number, line in enumerate(lines[:MAX_HEADING_LINES], start=1):
        named = sum(role_of(cell) is not None for cell in line.cells)
        if named > 1 and not any(map(looks_like_date, line.cells)):
            return number
    if len(lines) > 1 and not any(map(has_digits, lines[0].cells)):
        return int(any(map(has_digits, lines[1].cells)))
    return 0


def has_digits(cell: str) -> bool:
    return any(sign.isdecimal() for sign in cell)
