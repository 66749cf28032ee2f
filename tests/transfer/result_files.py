"""Files of old results, uploaded and imported."""

from scorekeeper.transfer.results_csv import ImportChoices
from scorekeeper.transfer.results_import import import_write, jobs, preview
from scorekeeper.transfer.results_import.import_write import WriteJob

NOW = 1_790_000_000
TODAY = "2026-10-01"
HEAD = "date;game;player;place;points\n"
TWO = (
    HEAD + "3/9/2023;Chinchon;Ana;1;62\n3/9/2023;Chinchon;Gema;2;109\n"
    "3/9/2023;Loba;Gema;1;\n3/9/2023;Loba;Ana;2;\n"
)


def upload(store, text, key="key", at=None):
    return jobs.store_upload(
        store, "old.csv", text.encode(), key, jobs.time.time() if at is None else at
    )


def looked(store, text, **options):
    return preview.build_preview(store, text.encode(), ImportChoices(), TODAY, **options)


def job(store, text, key="key"):
    seen = looked(store, text)
    return WriteJob(store, upload(store, text, key), seen.matches, seen.lines, len(seen.bad), NOW)


def brought(store, text, key="key"):
    """Import this CSV file; return the import's id."""
    mine = job(store, text, key)
    import_write.write(mine)
    return mine.import_id
