"""A season written as a text table, one match per line, and the standings computed from it.

    evening        | Ana    | Bruno  | Chus
    1 Oct          | 1 (12) | 2 (9)  | 3 (7)
    8 Oct loba low | 2= (8) | 1 (10) | 2= (8)
    9 Oct gin      | 1a     | 1a     | 2b

A cell is a place, "=" if the place is shared, and the points in brackets, or "–" if the player did
not play. Partners have the same letter after the place. After the date comes the game, if it is not
Jabberwocky, and "low" if the lowest points win. Players' keys are their names.
"""

import re

from scorekeeper.messages import render
from scorekeeper.stats import ranking
from scorekeeper.stats.aggregate import DEFAULT_OPTIONS, Aggregate, AggregateOptions
from scorekeeper.stats.results import MatchResult, PlayerResult, finish
from scorekeeper.stats.scheme_text import format_value
from scorekeeper.stats.schemes import Scheme

MONTHS = {"Oct": "2026-10", "Nov": "2026-11", "Dec": "2026-12"}
CELL = re.compile(r"(?P<place>\d+)(?P<side>[a-z]?)(?P<level>=?)(?: \((?P<points>[−-]?\d+)\))?")

THREE_EVENINGS = """
    evening | Ana    | Bruno  | Chus  | Dina
    1 Oct   | 1 (12) | 2 (9)  | 3 (7) | 4 (5)
    8 Oct   | 2= (8) | 1 (10) | –     | 2= (8)
    15 Oct  | 1 (11) | 3 (6)  | 2 (9) | –
"""  # the season of docs/seasons.md


def add_results(results, aggregate):
    """Add these results to the aggregate in order, and return the aggregate."""
    for each in results:
        aggregate.add(each)
    return aggregate


def results(text):
    """Return the results in this text.

    There is one MatchResult for each line after the heading. The results are numbered from 1.
    """
    head, *lines = [line for line in text.strip().splitlines() if line.strip()]
    names = [cell.strip() for cell in head.split("|")[1:]]
    return [result(number, line, names) for number, line in enumerate(lines, start=1)]


def result(number, line, names):
    when, *cells = [cell.strip() for cell in line.split("|")]
    day, month, *more = when.split()
    low = "low" in more
    game = next((word for word in more if word != "low"), "jabberwocky")
    evening = f"{MONTHS[month]}-{int(day):02}"
    return MatchResult(number, game, 1000 * number, evening, low, seats(names, cells))


def seats(names, cells):
    """Return a PlayerResult for each player who took part.

    Players with the same letter are on the same side.
    """
    read = {
        name: CELL.fullmatch(cell) for name, cell in zip(names, cells, strict=True) if cell != "–"
    }
    assert all(read.values()), f"Cannot parse {cells}"
    side_of = {name: cell["side"] or name for name, cell in read.items()}
    places = {side_of[name]: int(cell["place"]) for name, cell in read.items()}
    sides = list(places)
    played = []
    for name, cell in read.items():
        place = int(cell["place"])
        level = list(places.values()).count(place)
        assert bool(cell["level"]) == (level > 1), f"{name} in {cells}: is the place shared?"
        points = cell["points"] and int(cell["points"].replace("−", "-"))
        how = finish(place, level, len(sides), place == 1)
        played.append(PlayerResult(name, sides.index(side_of[name]), how, points))
    return tuple(played)


def aggregate(text, options=DEFAULT_OPTIONS):
    """Return the Aggregate of all results in this text."""
    return add_results(results(text), Aggregate(options))


def rows(scheme, season, hidden=(), rate=None):
    """Return the rows of the standings. Rows with the same place are sorted by name.

    `season` is a text table or an Aggregate. `rate` is passed to schemes that use ratings.
    """
    if isinstance(season, str):
        season = aggregate(season, AggregateOptions(rate if scheme.uses_rating else None))
    all_rows = ranking.build_standings(scheme, season, hidden)
    ranked = [row for row in all_rows if row.place]
    return sorted(ranked, key=lambda row: (row.place, row.player)) + all_rows[len(ranked) :]


def standings(scheme, season, hidden=(), rate=None):
    """Return the standings on one line: "1 Ana 12½ | 2= Bruno 10 | – Dina 3½, needs 1"."""
    lines = rows(scheme, season, hidden, rate)
    low = scheme.measure == "points" and any(row.tally.negated_matches for row in lines)
    return " | ".join(as_text(scheme, row, low) for row in lines)


def as_text(scheme, row, low):
    figure = f"{row.player} {format_value(scheme, row.value, low=low)}"
    if row.place is None:
        return f"– {figure}, needs {row.matches_needed}"
    return f"{row.place}{'=' if row.is_shared else ''} {figure}"


def order(scheme, season, hidden=()):
    """Return the standings without values: "1 Ana | 2= Bruno | 2= Chus | – Dina"."""
    return " | ".join(
        f"{row.place or '–'}{'=' if row.is_shared else ''} {row.player}"
        for row in rows(scheme, season, hidden)
    )


def tie_sentences(scheme, season, hidden=()):
    """Return the tie-break sentences of the standings, from the top row down."""
    return [render(row.tie, {}) for row in rows(scheme, season, hidden) if row.tie]


def added_up(measure, **more):
    """Return a scheme that adds up this measure.

    It has no tie-breaks. `more` can set these and all other fields.
    """
    return Scheme(measure, **{"per_match": False, "tie_breaks": (), **more})


def per_match(measure, **more):
    """Return a scheme like `added_up`, but divide each sum by the number of counted matches."""
    return added_up(measure, per_match=True, **more)


def one_up(sides, places):
    """Return new ratings according to a simple rule, in place of a rating library.

    Each winner's mean rises by 1, which is shown as 30 points, and everyone else's mean falls by 1.
    """
    return [
        [((each or (25.0, 8.0))[0] + (1 if place == 1 else -1), 8.0) for each in side]
        for side, place in zip(sides, places, strict=True)
    ]
