"""A club night for tests: players, a night, draws, and played tables."""

from scorekeeper.club.draws import DrawMethod, Past
from scorekeeper.league import roster
from scorekeeper.league.club import draws as club_draws
from scorekeeper.league.club import nights as club_nights
from scorekeeper.league.club import rounds as club_rounds
from scorekeeper.league.club.draws import DrawRequest
from scorekeeper.league.club.nights import NightSettings
from scorekeeper.match import commands
from scorekeeper.match.commands import CommandMeta
from tests import one_deal

BEGAN = 1_790_000_000  # seconds since 1970
FIRST_NAMES = (
    *("Ana", "Bruno", "Chus", "Dina", "Edu", "Fátima", "Gari", "Héctor", "Íñigo", "Jone"),
    *("Kemal", "Lola", "Ñuria", "Óscar", "Pau", "Quim", "Rut", "Søren", "Teo", "Úrsula"),
    *("Vera", "Wenceslao", "Ximena", "Yago", "Zoë"),
)


def add_people(store, many):
    """Add this many players and return their keys."""
    return [roster.add_player(store, name, at=0).key for name in FIRST_NAMES[:many]]


def create_night(store, here, game="jabberwocky", options=one_deal.ONE_DEAL, **settings):
    """Create a club night with these players, and return the night's id."""
    values = {"evening": "2026-09-21", "name": "", "size": 5, "method": DrawMethod.FEWEST_MEETINGS}
    known = NightSettings(**{**values, "game": game, "options": options, **settings})
    night = club_nights.create_night(store, known, f"night of {len(here)}", BEGAN)
    club_nights.set_here(store, night, (), here, BEGAN)
    return night


def version_of(store, night, number=1):
    """Return the version of a round, or 0 if it has not been drawn."""
    rounds = club_rounds.night_rounds(store, night).rounds
    return next((each.version for each in rounds if each.number == number), 0)


def draw_round(store, night, number=1, seen=None, seed=1):
    seen = version_of(store, night, number) if seen is None else seen
    club_draws.draw_round(store, night, DrawRequest(number, seen, seed), Past(), BEGAN)


def start_round(store, log, night, number=1, seen=None):
    seen = version_of(store, night, number) if seen is None else seen
    club_draws.start_round(store, log, night, number, seen, CommandMeta("start", BEGAN + number))


def end_night(store, night, at=BEGAN):
    """End a club night that has no table codes."""
    club_nights.end_night(store, night, at, lambda _connection, _invitation: None)


def play_out(log, match, winner=None, at=BEGAN + 100):
    """Play the only deal of a match.

    `winner` takes the trick. If `winner` is None, the first player takes it.
    """
    seats = log.sheet(match).setup.players
    one_deal.finish_match(log, match, winner or seats[0], at)


def end_match(log, match):
    """End a match without a winner."""
    commands.close(log, match, "unfinished", CommandMeta("end", BEGAN + 100))


def round_matches(store, night, number=1):
    """Return the ids of the matches of a round. They are sorted by table."""
    matches = club_rounds.night_rounds(store, night).matches
    return [match.id for (round_, _), match in sorted(matches.items()) if round_ == number]


def present_players(store, night):
    """Return the keys of the players who are marked as present."""
    return [each.key for each in club_nights.night_players(store, night) if each.here]


def draft_of(store, night):
    return club_rounds.night_rounds(store, night).draft
