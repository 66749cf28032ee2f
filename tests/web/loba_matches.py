"""Short matches of Loba for tests of a league: one deal, with a limit of 10 points.

`play_loba(app, "2026-10-01", {"1": 0, "2": 30, "3": 20})` plays a match that player 1 wins.
"""

from scorekeeper.league import roster, season_commands
from scorekeeper.league.seasons import Season
from scorekeeper.match import commands, correction_commands
from scorekeeper.match.commands import CommandMeta
from scorekeeper.server import engines
from scorekeeper.web.extension_keys import LOG_KEY
from tests import clocks

STAGE = "cards"
FRIENDS = ("Ana", "Bruno", "Chus", "Dina", "Edu")


def add_friends(app, *names):
    """Add players with these names or, without names, with the names in `FRIENDS`.

    In an empty league, their keys are "1", "2", ...
    """
    for name in names or FRIENDS:
        roster.add_player(engines.store_of(app), name)


def play_loba(app, evening, left, minutes=0):
    """Play a match on this evening, and return the match's id.

    `left` is {key: points left}. The player with 0 points wins.
    """
    log = app.extensions[LOG_KEY]
    at = clocks.evening_timestamp(evening) + 60 * minutes
    key = f"{evening} {minutes} {left}"
    match = commands.start_match(
        log, "loba", tuple(left), {"limit": 10, "max_reenlist": 0}, CommandMeta(key, at)
    )
    commands.record_stage(log, match, 1, STAGE, deal_answers(left), CommandMeta("a", at))
    return match


def correct_loba(app, match, left):
    """Correct the points left in the only deal of this match. `left` is {key: points left}."""
    log = app.extensions[LOG_KEY]
    sheet = log.sheet(match)
    stages = ((STAGE, deal_answers(left)),)
    correction_commands.correct_deal(
        log, match, 1, stages, sheet.version, CommandMeta("b", 2_000_000_000)
    )


def deal_answers(left):
    winner = next(seat for seat, points in left.items() if points == 0)
    return {"went_out": winner, "deadwood": dict(left)}


# Four matches on three evenings: Ana wins the first, third and fourth, Bruno the second.
EVENINGS = (
    ("2026-10-01", {"1": 0, "2": 30, "3": 20}),
    ("2026-10-01", {"1": 12, "2": 0, "3": 40}),
    ("2026-10-08", {"1": 0, "2": 15}),
    ("2026-11-05", {"1": 0, "2": 25, "3": 25}),
)


def play_four_matches(app):
    """Add `FRIENDS` and play the four matches of `EVENINGS`, which get the ids 1 to 4."""
    add_friends(app)
    for minutes, (evening, left) in enumerate(EVENINGS):
        play_loba(app, evening, left, minutes)


def create_season(app, name="Autumn", starts=None, **more):
    """Create a season, which becomes the current season, and return its id.

    By default, the first four places in a match give 5, 3, 2 and 1 points.
    """
    return season_commands.create_season(engines.store_of(app), Season(0, name, starts, **more)).id


def table_texts(page, words="Standings"):
    """Return the texts of a table as a screen reader reads them: a list of cells for each row."""
    return row_texts(page.part(words).all("table")[0])


def table_columns(page, *headings, words="Standings"):
    """Return the cells in the columns with these headings from the first table of a section."""
    return columns(page.part(words).all("table")[0], *headings)


def columns(table, *headings):
    """Return the cells in the columns with these headings, row by row.

    A row is a tuple of texts, or a single text if there is only one heading. Rows with fewer cells
    than the table has headings, such as notes about ties, are left out.
    """
    titles = [cell.words for cell in table.all("thead")[0].all("th")]
    at = [titles.index(heading) for heading in headings]
    rows = [row for row in row_texts(table) if len(row) == len(titles)]
    return [row[at[0]] if len(at) == 1 else tuple(row[n] for n in at) for row in rows]


def row_texts(table):
    rows = [row for body in table.all("tbody") for row in body.all("tr")]
    return [[cell.words for cell in row.all("td", "th")] for row in rows]


def fill_large_season(app, many):
    """Create a season in which `many` players (Player 1, Player 2, ...) play in fours."""
    add_friends(app, *(f"Player {n}" for n in range(1, many + 1)))
    create_season(app)
    for first in range(1, many, 4):
        seats = range(first, min(first + 4, many + 1))
        play_loba(app, "2026-10-01", {str(n): (n - first) * 11 for n in seats}, first)
