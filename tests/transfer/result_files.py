"""Create and import CSV files with old results."""

from scorekeeper.league.stats_cache import StatsCache
from scorekeeper.server import engines
from scorekeeper.transfer.results_csv import ImportChoices
from scorekeeper.transfer.results_import import import_write, jobs, preview
from scorekeeper.transfer.results_import.import_write import WriteJob

NOW = 1_790_000_000
TODAY = "2026-10-01"
HEADINGS = "date;game;player;place;points\n"
TWO_RESULTS = (
    HEADINGS + "3/9/2023;Chinchon;Ana;1;62\n3/9/2023;Chinchon;Gema;2;109\n"
    "3/9/2023;Loba;Gema;1;\n3/9/2023;Loba;Ana;2;\n"
)


def upload(store, text, key="key", at=None):
    return jobs.store_upload(
        store, "old.csv", text.encode(), key, jobs.time.time() if at is None else at
    )


def preview_results(store, text, **options):
    return preview.build_preview(store, text.encode(), ImportChoices(), TODAY, **options)


def new_write_job(store, text, key="key"):
    seen = preview_results(store, text)
    return WriteJob(
        store, upload(store, text, key), seen.matches, seen.lines, len(seen.bad_lines), NOW
    )


def import_results(store, text, key="key"):
    """Import this CSV file, and return the id of the import."""
    mine = new_write_job(store, text, key)
    import_write.write(mine)
    return mine.import_id


def results_file(matches):
    """Return a CSV file with this many matches, one per line."""
    lines = ["date;game;Ana;Bruno"]
    lines += [
        f"{1 + n % 28}/{1 + n // 28 % 12}/{2000 + n // 336};Loba;{n};7" for n in range(matches)
    ]
    return "\n".join(lines)


def matches_and_wins(app):
    """Return the all-time tallies as {name: (matches, wins)}."""
    snapshot = StatsCache(engines.store_of(app)).wait_until_current()
    names = {key: person.name for key, person in snapshot.league_state.people.items()}
    tallies = snapshot.league_stats.all_time.aggregate.totals.tallies
    return {names[key]: (tally.matches, tally.wins) for key, tally in tallies.items()}
