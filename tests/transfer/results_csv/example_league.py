"""A small league and helpers for the `results_csv` tests."""

from scorekeeper.messages import render
from scorekeeper.transfer.results_csv import ImportChoices, KnownNames, parse_results, read_file

KNOWN = KnownNames(
    today="2026-10-01",
    names={"1": "Ana", "2": "Bruno", "3": "Chus", "4": "Dina", "5": "Edu", "6": "Fina"},
    games={
        "chinchon": ("Chinchón",),
        "jabberwocky": ("Jabberwocky", "Oh Hell"),
        "loba": ("Loba",),
        "jamon": ("Jamón",),
    },
    low_wins={"chinchon": True, "loba": True, "jabberwocky": False},
)
LONG = "date;game;player;place;points\n"
POINTS = "date;game;player;points\n"
ALONE = (
    "This match has only one player, {}, but needs at least 2. If each "
    "player has a line, keep the lines of a match together."
)


def parse_csv(text, known=KNOWN, **choices):
    """Parse the text of a CSV file. The choices are fields of `ImportChoices`."""
    data = text if isinstance(text, bytes) else text.encode()
    return parse_results(read_file(data), known, ImportChoices(**choices))


def rejected_lines(parsed):
    """Return {line number: reason} of the rejected lines."""
    return {line.number: render(line.reason, {}) for line in parsed.bad_lines}


def match_lines(parsed):
    """Return a list of line numbers for each match."""
    return [match.lines for match in parsed.matches]


def match_results(parsed):
    """Return each match as (evening, game, {name: (place, points)})."""
    return [
        (
            match.evening,
            match.game,
            {seat.name: (seat.place, seat.points) for seat in match.seats},
        )
        for match in parsed.matches
    ]


def rendered_sentences(said):
    return [render(sentence, {}) for sentence in said]
