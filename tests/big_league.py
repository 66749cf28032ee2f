"""A club of 310 players, with an evening on which sixty of them play."""

from random import Random

from sqlalchemy import insert, update

from scorekeeper.cli import simulated_players
from scorekeeper.db.sql_log import SqlLog
from scorekeeper.db.tables import Leagues, Players
from scorekeeper.league import season_commands
from scorekeeper.league.seasons import Season
from scorekeeper.match import commands
from scorekeeper.match.commands import CommandMeta
from scorekeeper.match.names import name_key
from scorekeeper.rules import GAMES
from scorekeeper.server import engines
from scorekeeper.stats.stakes import Stakes
from tests import club_league
from tests.browser import leagues
from tests.filled_league import copy_league

FIRST_NAMES = (
    "Álvaro Ana Antonio Beatriz Bruno Carmen Cecília Chus Dina Édouard Elena Fabián Gloria Hugo "
    "Inés João Josefa Łukasz Lola Manuela Mª-José Ñico Núria Olga Øyvind Pepe Quim Rosa Søren "
    "Úrsula Zoë"
)
SURNAMES = "Abellán Bernárdez Çelik Delgado-Ruiz Fernández Gutiérrez Íñiguez Müller O’Brien Vázquez"
NAMES = tuple(f"{first} {last}" for first in FIRST_NAMES.split() for last in SURNAMES.split())
AT_AN_EVENING = 60
WEEK = 7 * 24 * 60 * 60  # seconds
# Options that end a match after one or a few deals.
SHORTEST = {
    "chinchon": {"limit": 10, "max_reenlist": 0},
    "gin": {"target": 1},
    "jaguar": {"hands": 1},
    "jamon": {"deals": 1},
    "loba": {"limit": 10, "max_reenlist": 0},
}
SHORT_GAMES = (*SHORTEST, "jabberwocky")
STAKES = Stakes("cents", {"jabberwocky": 50})


def add_players(store, names=NAMES):
    """Add these players, with ids from 1 upwards, and return their keys."""
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
    """Divide these players into groups of five, and let each group play one match.

    The matches start five seconds apart.
    """
    for first in range(0, len(keys), 5):
        leagues.end_a_match(app, tuple(keys[first : first + 5]), at + first)


def fill_club(app):
    """Fill an empty league with a season of all games.

    Everyone plays once, and the first sixty play again a week later. Then the first five play every
    game. The first sixty also play at a club night on the first evening. The matches are played
    once per run, and then copied.
    """
    copy_league(app, play_season)


def play_season(app):
    store = engines.store_of(app)
    keys = add_players(store)
    season_commands.create_season(store, Season(0, "The club", stakes=STAKES))
    play_all_games(app, keys)
    play_all_games(app, keys[:AT_AN_EVENING], WEEK)
    play_all_games(app, keys[:5] * len(GAMES), WEEK + AT_AN_EVENING)
    hold_club_night(store, SqlLog(store), keys[:AT_AN_EVENING])


def fill_season(app, many):
    """Fill an empty league with a season of `many` players. Most play on six evenings."""
    copy_league(app, play_six_evenings, many=many)


def play_six_evenings(app, many):
    store = engines.store_of(app)
    keys = add_players(store, NAMES[:many])
    season_commands.create_season(store, Season(0, "The club", stakes=STAKES))
    for week in range(6):
        turned = keys[3 * week :] + keys[: 3 * week]
        play_all_games(app, turned[: many // 5 * 5], week * WEEK)


def hold_club_night(store, log, keys):
    """Hold a club night with one round, in which a match is played at each table."""
    night = club_league.create_night(store, keys)
    club_league.draw_round(store, night)
    club_league.start_round(store, log, night)
    for match in club_league.round_matches(store, night):
        club_league.play_out(log, match)


def play_all_games(app, keys, at=0):
    """Divide these players into groups of five, which play different games in turn.

    Gin takes fewer players: two of the five play one match, and the other three play another.
    """
    for number, first in enumerate(range(0, len(keys), 5)):
        game = SHORT_GAMES[number % len(SHORT_GAMES)]
        seats = tuple(keys[first : first + 5])
        parts = [seats[:2], seats[2:]] if game == "gin" else [seats]
        for part in parts:
            play_match(app, game, part, at + first)


def play_match(app, game, seats, number):
    """Play a short match of this game to its end."""
    if game == "jabberwocky":
        leagues.end_a_match(app, seats, number)
        return
    log, at = SqlLog(engines.store_of(app)), leagues.EVENING_AT + number
    name = f"{game} {number} {seats}"
    rng = Random(name)
    match = commands.start_match(log, game, seats, SHORTEST[game], CommandMeta(name, at))
    sheet = log.sheet(match)
    while not sheet.is_over:
        stage, answers = simulated_players.next_answers(sheet, rng)
        sent = CommandMeta(f"{name} {sheet.version}", at)
        sheet = commands.record_stage(log, match, sheet.position.number, stage, answers, sent)
