"""Random leagues for the tests of exports and backups.

They have rows in every section of an export but `unreadable`, and an unusual value for every
setting of the league.
"""

from random import Random

from sqlalchemy import insert, update

from scorekeeper.club.draws import DrawMethod
from scorekeeper.db.club_tables import ClubNightPlayers, ClubNights, ClubRounds
from scorekeeper.db.import_tables import ImportJobs
from scorekeeper.db.sql_log import SqlLog
from scorekeeper.db.tables import Leagues, Payments, Players
from scorekeeper.league import (
    currency,
    match_terms_commands,
    roster,
    season_commands,
    settings,
    time_zone,
)
from scorekeeper.league.seasons import MatchTerms, Season
from scorekeeper.match import commands
from scorekeeper.match.commands import CommandMeta
from scorekeeper.rules import GAMES
from scorekeeper.server import engines
from scorekeeper.stats.schemes import Scheme
from scorekeeper.stats.stakes import Stakes
from tests.filled_league import copy_league
from tests.match import random_match

BEGAN = 1_760_000_000
NAMES = ("Ana", "Bruno", "Chus", "Dina", 'Edu "the" 7th', "Iñaki", "שרה", "😀")


class StoredRandomMatch(random_match.RandomMatch):
    """A random match in a league's SQL log instead of an in-memory log."""

    def __init__(self, log, number, seed):
        self.rng = Random(f"{seed} {number}")
        self.log, self.taps, self.number = log, 0, number
        game = GAMES[self.rng.choice(list(GAMES))]
        size = self.rng.choice([n for n in game.seats if n < len(NAMES)])
        entered_twice = self.rng.choice(("7", "8"))  # 8 is merged into 7
        players = tuple(self.rng.sample([*"123456", entered_twice], size))
        options = random_match.random_options(game, players, self.rng)
        self.match = commands.start_match(log, game.slug, players, options, self.next_meta())

    @property
    def sheet(self):
        return self.log.sheet(self.match)

    def next_meta(self):
        self.taps += 1
        return CommandMeta(
            f"{self.number} {self.taps}", BEGAN + 90_000 * self.number + 60 * self.taps
        )


def fill_random_league(app, matches, seed=1, steps=40):
    """Fill an empty league with the rows of `play_random_league`.

    With the same arguments, the league is played only once per run and then copied.
    """
    copy_league(app, play_random_league, matches=matches, seed=seed, steps=steps)


def play_random_league(app, matches, seed, steps):
    """Fill the app's league with this many random matches, two seasons, terms and payments."""
    rng = Random(seed)
    log = SqlLog(engines.store_of(app))
    store = engines.store_of(app)
    for name in NAMES:
        roster.add_player(store, name, at=BEGAN)
    first = season_commands.create_season(
        store,
        Season(
            0,
            "Autumn",
            "2025-10-01",
            "2026-03-31",
            scheme=Scheme("wins", per_match=False),
            stakes=Stakes("cents", {"gin": 50, "loba": 100}),
        ),
        at=BEGAN,
    )
    for number in range(matches):
        random_match = StoredRandomMatch(log, number, seed)
        random_match.play(rng.randint(0, 60)).run_random_commands(steps)
        if rng.random() < 0.1:
            match_terms_commands.set_match_terms(
                store, random_match.match, MatchTerms(True, None, Stakes("counters", {}))
            )
        if rng.random() < 0.1 and number <= matches // 2:  # before the season is closed
            match_terms_commands.set_match_terms(
                store, random_match.match, MatchTerms(True, first.id)
            )
        if number == matches // 2:
            season_commands.close_season(store, first.id, at=BEGAN + 90_000 * number)
            season_commands.create_season(store, Season(0, "Winter", "2025-11-01"), at=BEGAN)
    settings.rename_league(store, "Thursday & friends")
    time_zone.set_time_zone(store, "Pacific/Chatham")
    settings.set_all_time_minimum(store, 17)
    currency.set_currency(store, "CHF")
    roster.hide_player(store, 2)
    with engines.engine_of(app).begin() as connection:
        insert_special_rows(connection)


def insert_special_rows(connection):
    """Insert two payments, an undone import, club nights and a merge of two players."""
    paid = {
        "league_id": 1,
        "payer_id": 1,
        "payee_id": 3,
        "unit": "cents",
        "season_id": 1,
        "at": BEGAN,
        "undone_at": None,
    }
    connection.execute(
        insert(Payments),
        [
            paid | {"id": 1, "amount": 250, "key": "one"},
            paid | {"id": 2, "amount": 1, "key": "two", "undone_at": BEGAN + 5},
        ],
    )
    connection.execute(
        insert(ImportJobs).values(
            league_id=1,
            id=1,
            name="partidas.csv",
            key="k",
            state="undone",
            choices={"game": "gin"},
            lines=0,
            bad=2,
            matches=0,
            done=0,
            ranges=[],
            newcomers=[7],
            at=BEGAN,
            undone_at=BEGAN + 1,
        )
    )
    insert_club_nights(connection)
    connection.execute(update(Players).where(Players.id == 8).values(merged_into=7))
    connection.execute(update(Leagues).values(last_payment=2, last_import=1, last_club_night=3))


DRAWN_ROUND = {
    "league_id": 1,
    "night_id": 1,
    "number": 1,
    "game": "loba",
    "options": {"limit": 51},
    "method": DrawMethod.CHANCE,
    "seed": 123_456,
    "drawn_from": {
        "sizes": [3, 3],
        "people": [[str(n), n % 3, 2, 24.7 + n / 3] for n in range(1, 9)],
        "tonight": [["1", "2", 1]],
        "season": [["1", "3", 4], ["2", "8", 1]],
    },
    "edited": True,
    "tables": [["3", "1", "8"], [], ["2", "4", "5"]],
    "sitting_out": ["6"],
    "version": 1,
    "drawn_at": BEGAN + 1,
    "started_at": BEGAN + 2,
}


def insert_club_nights(connection):
    """Insert an ended night with a round, and an open night with a draft, which is not exported."""
    night = {
        "league_id": 1,
        "evening": "2025-10-09",
        "name": "Club “Sól”",
        "game": "loba",
        "options": {"limit": 51},
        "size": 3,
        "method": DrawMethod.BALANCED,
        "created_at": BEGAN,
        "ended_at": BEGAN + 9,
    }
    connection.execute(
        insert(ClubNights),
        [night | {"id": 1, "key": "a"}, night | {"id": 3, "key": "b", "ended_at": None}],
    )
    connection.execute(
        insert(ClubNightPlayers),
        [
            {"league_id": 1, "night_id": 1, "player_id": n, "here": n < 7, "answer": said, "at": n}
            for n, said in enumerate(("yes", "maybe", "no", None, None, None, None, "yes"), 1)
        ],
    )
    draft = {"night_id": 3, "version": 4, "started_at": None}
    connection.execute(insert(ClubRounds), [DRAWN_ROUND, DRAWN_ROUND | draft])
