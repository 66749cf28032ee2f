"""PURE. What a column is for, by the words above it: in English, Spanish, Italian, German, French
and Portuguese.
"""

from enum import StrEnum

from scorekeeper.transfer.results_csv.csv_file import Line
from scorekeeper.transfer.results_csv.dates import Order, looks_like_a_day
from scorekeeper.transfer.results_csv.text import letters

SEARCHED = 5  # lines at the top of a file among which the names of the columns may stand


class Role(StrEnum):
    """What a column is for. OPEN: the person must choose."""

    OPEN = ""
    DAY_FIRST = Order.DAY.value
    MONTH_FIRST = Order.MONTH.value
    YEAR_FIRST = Order.YEAR.value
    GAME = "game"
    MATCH = "match"  # a number or name that all lines of a match share
    PLAYER = "player"
    PLACE = "place"
    POINTS = "points"
    PLAYERS = "players"  # everybody, first place first; may be several columns
    POINTS_OF = "points of"  # the player whose name stands above the column
    NOT_USED = "not used"


DATES = (Role.DAY_FIRST, Role.MONTH_FIRST, Role.YEAR_FIRST)

# In the order in which they are looked for in a heading of several words. DAY_FIRST is any date.
WORDS = {
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
ROLES: dict[str, Role] = {
    word: role for role, words in reversed(WORDS.items()) for word in words.split()
}
# Sums of a line: a number above which no player's name stands.
SUMS = {"total", "totals", "sum", "suma", "summe", "gesamt", "totale", "somme", "soma"}
ENDINGS = ("o", "a", "st", "nd", "rd", "th", "e", "er")
ORDINALS = {f"{n}{ending}" for n in range(1, 11) for ending in ENDINGS}


def role_of(heading: str) -> Role | None:
    """What these words above a column mean; None where that is anybody's guess."""
    words = letters(heading)
    if heading.strip() == "#":
        return Role.MATCH
    if words in ORDINALS:
        return Role.PLAYERS
    if words in ROLES:
        return ROLES[words]
    found = {ROLES[word] for word in words.split() if word in ROLES}
    return next((role for role in WORDS if role in found), None)


def is_a_sum(heading: str) -> bool:
    return not SUMS.isdisjoint(letters(heading).split())


def headed(lines: tuple[Line, ...], told: int | None) -> int:
    """How many lines at the top say what the columns are; there may be a title above the names.

    `told` is the person's word for it. Else the names stand in the first line with two words that
    name a column and no day; or in the very first, if it has no figure and the second has some.
    """
    if told is not None:
        return min(told, len(lines))
    for number, line in enumerate(lines[:SEARCHED], start=1):
        named = sum(role_of(cell) is not None for cell in line.cells)
        if named > 1 and not any(map(looks_like_a_day, line.cells)):
            return number
    if len(lines) > 1 and not any(map(has_figures, lines[0].cells)):
        return int(any(map(has_figures, lines[1].cells)))
    return 0


def has_figures(cell: str) -> bool:
    return any(sign.isdecimal() for sign in cell)
