"""The memory use of an export and an import does not grow with the league."""

import io
import tracemalloc
from tempfile import TemporaryFile

import pytest

from scorekeeper.runtime.progress import no_progress
from scorekeeper.server import engines
from scorekeeper.transfer.league_json import VERSION
from scorekeeper.transfer.league_json.document import LeagueDocument
from scorekeeper.transfer.league_json.dump import dump_league
from scorekeeper.transfer.league_json.load import load_league
from tests.databases import create_bare_app
from tests.filled_league import fill_league
from tests.transfer.exports import decode_document, encode_document, export_league


def peak_memory(work):
    tracemalloc.start()
    work()
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return most


def longer(text, times, version):
    """Return the document with its last match repeated, so that it occurs `times` times.

    The copies have ids and keys of their own.
    """
    whole = decode_document(text)
    last = whole["log"][-1]["match"]
    match = [row for row in whole["log"] if row["match"] == last]
    whole["log"] += [
        row | {"match": last + n, "key": f"{n} {row['key']}"}
        for n in range(1, times)
        for row in match
    ]
    return encode_document(whole, version)


@pytest.mark.thorough
@pytest.mark.parametrize("version", [2, VERSION])
@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
def test_memory_does_not_grow_with_the_league(app, tmp_path, version):
    fill_league(app, matches=4, seed=1)
    small, large = (longer(export_league(app), times, version) for times in (60, 360))
    used = []
    for size, text in enumerate((small, large)):
        file = tmp_path / f"{size}.sqlite"
        file.write_bytes((tmp_path / "league.sqlite").read_bytes())
        used.append(measure_memory(f"sqlite:///{file}", text))

    (reading, bringing, writing), (more_reading, more_bringing, more_writing) = used
    assert len(large) > 5 * len(small)
    # A factor of 2, because the timing of garbage collection changes the peak by about a third.
    assert more_reading < 2 * reading
    assert more_bringing < 2 * bringing
    assert more_writing < 2 * writing


def read_all(text):
    with TemporaryFile() as copy:
        for _ in LeagueDocument(io.BytesIO(text), copy).rows(no_progress):
            pass


def measure_memory(url, text):
    """Return the peak memory use of three steps: reading, loading and dumping a document."""
    app = create_bare_app(url)
    store = engines.store_of(app)
    peaks = (
        peak_memory(lambda: read_all(text)),
        peak_memory(lambda: load_league(store, io.BytesIO(text))),
        peak_memory(lambda: [None for chunk in dump_league(store) if not chunk]),
    )
    store.engine.dispose()
    return peaks
