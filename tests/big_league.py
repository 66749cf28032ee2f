"""A club of 310 players, with an evening on which sixty of them play."""

from sqlalchemy import insert, update

from scorekeeper.db.tables import Leagues, Players
from scorekeeper.league import season_commands
from scorekeeper.league.seasons import Season
from scorekeeper.match.names import name_key
from scorekeeper.stats.stakes import Stakes
from tests.browser import leagues

FIRST_NAMES = (
    "Álvaro Ana Antonio Beatriz Bruno Carmen Cecília Chus Dina Édouard Elena Fabián Gloria Hugo "
    "Inés João Josefa Łukasz Lola Manuela Mª-José Ñico Núria Olga Øyvind Pepe Quim Rosa Søren "
    "Úrsula Zoë"
)
SURNAMES = "Abellán Bernárdez Çelik Delgado-Ruiz Fernández Gutiérrez Íñiguez Müller O’Brien Vázquez"
NAMES = tuple(f"{first} {last}" for first in FIRST_NAMES.split() for last in SURNAMES.split())
AT_AN_EVENING = 60
STAKES = Stakes("cents", {"jabberwocky": 50})


def add_players(store, names=NAMES):
    """Add these players, with ids that count from 1, and return their keys."""
    rows = [
        {
            "league_id": store.league_id,
            "id": number,
            "name": name,
            "folded": name_key(name),
            "colour": number % 10 + 1,
            "hidden": False,
            "created_at": 0,
        }
        for number, name in enumerate(names, start=1)
    ]
    league = update(Leagues).where(Leagues.id == store.league_id)
    with store.write() as connection:
        connection.execute(insert(Players), rows)
        connection.execute(league.values(last_player=len(rows), changes=Leagues.changes + 1))
    return [str(row["id"]) for row in rows]


def play_in_fives(app, keys, at=0):
    """Play matches of five of these players each, starting five seconds apart."""
    for first in range(0, len(keys), 5):
        leagues.end_a_match(app, tuple(keys[first : first + 5]), at + first)


def club(app, store):
    """Create a season in which everyone plays once, and the first sixty a second time.

    Returns the keys of all players.
    """
    keys = add_players(store)
    season_commands.create_season(store, Season(0, "The club", stakes=STAKES))
    play_in_fives(app, keys)
    play_in_fives(app, keys[:AT_AN_EVENING], at=7 * 24 * 60 * 60)
    return keys
