"""Leagues for tests of league pages: each function fills an app and returns paths to test."""

import time
from threading import Thread

from scorekeeper.access import invitations
from scorekeeper.cli import demo
from scorekeeper.club.draws import DrawMethod, Past
from scorekeeper.db.sql_log import SqlLog
from scorekeeper.league import match_terms_commands, payments, player_merge, roster, season_commands
from scorekeeper.league.club import draws as club_draws
from scorekeeper.league.club import nights as club_nights
from scorekeeper.league.club import rounds as club_rounds
from scorekeeper.league.club.draws import DrawRequest
from scorekeeper.league.club.nights import NightSettings
from scorekeeper.league.seasons import MatchTerms, Season
from scorekeeper.league.stats_snapshot import as_recomputing
from scorekeeper.match import commands
from scorekeeper.match.commands import CommandMeta
from scorekeeper.rights import Right
from scorekeeper.server import engines
from scorekeeper.stats.schemes import Scheme
from scorekeeper.stats.stakes import Stakes
from scorekeeper.transfer.results_csv import Role
from scorekeeper.transfer.results_import import jobs
from tests import clocks
from tests.web import results

EVENING_AT = 1_790_000_000  # seconds since 1970: in September 2026
MANY = 300  # players
STAKES = Stakes("cents", {"chinchon": 50, "jaguar": 10, "jabberwocky": 20})
COINS = Stakes("cents", {"jabberwocky": 50, "loba": 100})
COUNTERS = Stakes("counters", {"loba": 3})
MESSY = """Partidas de los jueves;;;;;
Fecha;Juego;Jugador;Puesto;Puntos;Notas
03/09/2023;Chinchon;Ana;1;62;en casa de Edu
;;BRUNO;2;109;
;;Txus;3;103;
10/09/2023;Oh Hell;Edu;1;9;
;;ana;2;7;
;;Donaudampfschifffahrtsgesellschaftskapit;3;5;
31/10/2023;Mus;Ana;1;40;
;;Edu;2;44;
02/11/2023;Loba;Ana;primera;8;
;;Edu;2;30;
""".encode("cp1252")


def fill_played_league(app):
    """Fill a league with 60 matches, a closed season, and an open season with a running match."""
    demo.fill_league(app, 60, seed=4)
    store = engines.store_of(app)
    season_commands.create_season(store, Season(0, "Spring 2026", ends="2026-06-30", stakes=STAKES))
    season_commands.close_season(store, 1, at=EVENING_AT)
    scheme = Scheme(min_matches=4)
    season_commands.create_season(
        store, Season(0, "Autumn", "2026-07-01", scheme=scheme, stakes=STAKES)
    )
    return (
        "/",
        "/season/1",
        "/season/2",
        "/season/2/games",
        "/season/1/review",
        "/season/2/review",
        "/players/1/review?season=1",
        "/season/1/crosstable",
        "/ratings",
        "/season/2/edit",
        "/league",
        "/nights",
        "/matches",
        "/players/1",
        "/records",
    )


def fill_empty_league(app):
    store = engines.store_of(app)
    for name in demo.PLAYER_NAMES[:5]:
        roster.add_player(store, name)
    season_commands.create_season(store, Season(0, "Winter 2027"))
    return (
        "/season",
        "/season/1/games",
        "/season/1/review",
        "/season/1/crosstable",
        "/ratings",
        "/records",
        "/money",
        "/nights/2026-11-12",
        "/import",
    )


def fill_league_of_one_match(app):
    fill_empty_league(app)
    end_a_match(app, ("1", "2", "3"), 0)
    return ("/season", "/players/1", "/records", f"/nights/{clocks.evening_date(EVENING_AT)}")


def fill_large_league(app):
    """Fill a league with 300 players. All have played, and nobody's balance is zero."""
    store = engines.store_of(app)
    keys = [roster.add_player(store, f"Player {n}").key for n in range(MANY)]
    season_commands.create_season(store, Season(0, "The club", stakes=COINS))
    for first in range(0, MANY, 5):
        end_a_match(app, tuple(keys[first : first + 5]), first)
    return (
        "/season/1?from=251",
        "/players",
        "/players/1/edit",
        "/season/1/crosstable?players=all",
        "/ratings",
        "/records",
        "/money",
        "/matches/new",
    )


def end_a_match(app, seats, number):
    """Play a match with one deal of one card, in which the last of `seats` takes the trick."""
    log = SqlLog(engines.store_of(app))
    at = EVENING_AT + number
    match = commands.start_match(
        log, "jabberwocky", seats, {"schedule": [1]}, CommandMeta(f"m{number}", at)
    )
    bids, tricks = dict.fromkeys(seats, 0), {**dict.fromkeys(seats, 0), seats[-1]: 1}
    commands.record_stage(log, match, 1, "bids", {"bids": bids}, CommandMeta("bids", at))
    commands.record_stage(log, match, 1, "tricks", {"tricks": tricks}, CommandMeta("tricks", at))


# ---------------------------------------------------------------- a league with a past


# The pages of `fill_varied_league`, besides the invitation for new players.
VARIED_PAGES = (
    "/season/1",
    "/money?season=2",
    "/nights/2026-05-07",
    "/nights/2026-09-06",
    "/matches/11/terms?saved=1",
    "/matches/11/confirm/undo",
    "/players?merged=6",
    "/players/1/edit",
    "/restore",
    "/import",
    "/import/2",
    "/import/1/running",
    "/results/14",
    "/in-and-out",
    "/phones",
    "/invite",
    "/phone",
    "/showings?shows=match-11",
    "/join",
    "/club",
    "/club/1",
    "/club/1/rounds/1/check",
    "/club/1/people",
    "/club/1/rounds/2/tables/1",
    "/club/1/edit",
    "/club/1/codes",
)


def fill_varied_league(app):
    """Fill a league with examples of everything that seasons, money and imports can contain.

    It has an open season, and a closed season with a match that was corrected later. There are
    payments, one of which was undone, and imported results. Of the other matches, one is a
    friendly, one is for counters and one is unfinished. One player was entered twice. There is also
    a club night.
    """
    log = SqlLog(engines.store_of(app))
    store = engines.store_of(app)
    ana, bruno, chus, dina, edu = (
        roster.add_player(store, name).key for name in demo.PLAYER_NAMES[:5]
    )
    twice = roster.add_player(store, "Anna")
    season_commands.create_season(store, Season(0, "Spring 2026", ends="2026-06-30", stakes=COINS))
    season_commands.create_season(
        store, Season(0, "Autumn 2026", "2026-07-01", stakes=COINS, scheme=Scheme(min_matches=2))
    )
    wrong = results.jabberwocky(log, ana, bruno, chus, evening="2026-05-07")
    results.loba(log, bruno, ana, dina, evening="2026-05-07")
    season_commands.close_season(store, 1, at=clocks.evening_timestamp("2026-07-01"))
    results.let_win(log, wrong, bruno)
    for day, winner in enumerate((ana, bruno, ana, twice.key), start=3):
        others = [key for key in (bruno, chus, dina, edu, ana) if key != winner][:3]
        results.jabberwocky(log, winner, *others, evening=f"2026-09-{day:02}")
        results.loba(log, chus, dina, edu, evening=f"2026-09-{day:02}")
    player_merge.merge_players(store, twice.id, int(ana))
    play_special_matches(store, log, ana, chus, edu)
    record_payments(store, ana, chus, dina, edu)
    written = jobs.store_upload(store, "jueves-2023.csv", MESSY, "written", int(time.time()))
    write_old_results(app, written)
    later = MESSY.replace(b"2023", b"2024")
    jobs.store_upload(store, "jueves-2024.csv", later, "open", int(time.time()))
    hold_club_night(store, log, (ana, bruno, chus, dina, edu))
    new_people = invitations.invite(store, Right.VIEWER, "Club", allows_new_players=True).link
    return (*VARIED_PAGES, f"/join/{new_people}")


def record_payments(store, ana, chus, dina, edu):
    """Record two payments of the season, and undo the first."""
    paid = payments.record_payment(
        store, payments.NewPayment(int(edu), int(ana), 150, "cents", 2), "first"
    )
    payments.record_payment(
        store, payments.NewPayment(int(dina), int(chus), 100, "cents", 2), "second"
    )
    payments.undo_payment(store, paid)


def hold_club_night(store, log, people):
    """Create a club night: one round, whose match was left unfinished, and the draw of the next."""
    settings = NightSettings("2026-09-12", "", "loba", {}, 3, DrawMethod.CHANCE)
    at = clocks.evening_timestamp("2026-09-12")
    night = club_nights.create_night(store, settings, "club night", at)
    club_nights.set_here(store, night, (), people, at)
    club_draws.draw_round(store, night, DrawRequest(1, 0, 1), Past(), at)
    seen = club_rounds.night_rounds(store, night).draft.version
    club_draws.start_round(store, log, night, 1, seen, CommandMeta("round 1", at))
    for (number, table), match in club_rounds.night_rounds(store, night).matches.items():
        commands.close(log, match.id, "unfinished", CommandMeta(f"{number}-{table}", at + 60))
    club_draws.draw_round(store, night, DrawRequest(2, 0, 2), Past(), at)


def play_special_matches(store, log, *three):
    """Play the last three matches: a friendly, one for counters, and one left unfinished."""
    friendly = results.jabberwocky(log, *three, evening="2026-09-10")
    match_terms_commands.set_match_terms(store, friendly, MatchTerms(True, None))
    counted = results.loba(log, *three, evening="2026-09-10")
    match_terms_commands.set_match_terms(store, counted, MatchTerms(stake=COUNTERS))
    left = commands.start_match(
        log,
        "jaguar",
        ("1", "2", "3", "4", "5"),
        {},
        CommandMeta("left", clocks.evening_timestamp("2026-09-11")),
    )
    commands.close(
        log, left, "unfinished", CommandMeta("up", clocks.evening_timestamp("2026-09-11") + 600)
    )


def write_old_results(app, number):
    """Confirm the import on its page, after marking the notes column as not used."""
    phone = app.test_client()
    here = {"Origin": "http://localhost"}
    form = {"column-5": Role.NOT_USED.value, "write": "1", "seen": "2"}
    assert phone.post(f"/import/{number}", data=form, headers=here).status_code == 303


def fill_recomputing_league(app):
    """Fill a league as `fill_varied_league` does, and keep its statistics marked as recomputing."""
    fill_varied_league(app)
    stats_cache = app.extensions["scorekeeper.stats_cache"]
    stats_cache.snapshot = as_recomputing(
        stats_cache.wait_until_current(), stats_cache.snapshot.league_state
    )
    stats_cache.recompute_thread = Thread(name="someone who counts and is not done")
    return ("/season/2", "/records")


LEAGUES = {
    "played": fill_played_league,
    "empty": fill_empty_league,
    "one match": fill_league_of_one_match,
    "crowded": fill_large_league,
    "settled": fill_varied_league,
    "recounted": fill_recomputing_league,
}
