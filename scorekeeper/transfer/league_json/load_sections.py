"""Load the sections of a league document in order, either as a trial or to write them."""

from collections.abc import Iterable, Iterator, Mapping
from itertools import chain

from sqlalchemy import select

from scorekeeper.clock import clock_in
from scorekeeper.db.merged_players import resolve_merge_chains
from scorekeeper.match.names import name_key
from scorekeeper.match.strict_json import InvalidDocuments
from scorekeeper.messages import say
from scorekeeper.runtime.progress import ProgressCallback
from scorekeeper.transfer.league_json.document import LeagueDocument, Row
from scorekeeper.transfer.league_json.incoming_match import PlayerIndex
from scorekeeper.transfer.league_json.league_row import load_league_row, time_zone_after_import
from scorekeeper.transfer.league_json.load_report import LoadReport
from scorekeeper.transfer.league_json.load_results import TrialResults
from scorekeeper.transfer.league_json.load_target import RowsById, Target
from scorekeeper.transfer.league_json.matches import MatchLoader
from scorekeeper.transfer.league_json.row_check import row_conflict
from scorekeeper.transfer.league_json.row_loader import References, RowLoader
from scorekeeper.transfer.league_json.section import Section
from scorekeeper.transfer.league_json.sections import (
    CLUB,
    CLUB_NIGHTS,
    IMPORTS,
    KEPT,
    LOG,
    PAYMENTS,
    PLAYERS,
    SEASONS,
    TERMS,
    UNREADABLE,
)

MAX_NAMED_ROWS = 10_000  # players, seasons or imports; no real league has that many


def load_sections(
    target: Target,
    document: LeagueDocument,
    trial_results: TrialResults,
    progress: ProgressCallback,
) -> LoadReport:
    """Load the document and report what was new. Raises InvalidDocuments or ImportConflict."""
    head, rows = split_named_rows(document.rows(progress))
    players = load_named_rows(target, PLAYERS, head[PLAYERS])
    names = target.column_by_id(PLAYERS, "name", head[PLAYERS])
    into = target.column_by_id(PLAYERS, "merged_into", head[PLAYERS])
    check_merged(head[PLAYERS], into)
    seasons = load_named_rows(target, SEASONS, head[SEASONS])
    closed = target.column_by_id(SEASONS, "closed_at", head[SEASONS])
    imports = load_imports(target, head[IMPORTS])
    matches = MatchLoader(
        target.connection,
        target.league,
        target.change,
        player_index(names, into),
        clock_in(time_zone_after_import(target, document.league)),
        target.column_by_id(IMPORTS, "state", head[IMPORTS]),
        trial_results,
    )
    unreadable = set[int]()
    nights = set(target.column_by_id(CLUB_NIGHTS, "id", {}))
    references = References(names, closed, seasons, nights)
    rest = load_rest(target, rows, references, matches, unreadable)
    others = sum(loader.new for loader in rest.values()) + imports
    if target.change is not None:
        others += load_league_row(target, document.league, highest_ids(head, rest), closed)
    return LoadReport(
        matches.matches,
        matches.entries,
        len(players),
        len(seasons),
        others,
        len(unreadable),
        sum(loader.left_out for loader in rest.values()),
    )


def split_named_rows(rows: Iterator[Row]) -> tuple[Mapping[Section, RowsById], Iterable[Row]]:
    """Return the players, seasons and imports by id, and an iterable of the rows after them.

    The players, seasons and imports are kept in memory. Raises InvalidDocuments if there are too
    many of them.
    """
    head: dict[Section, RowsById] = {PLAYERS: {}, SEASONS: {}, IMPORTS: {}}
    for row in rows:
        if row.section not in head:
            return head, chain([row], rows)
        into = head[row.section]
        into[row.value["id"]] = row.line, row.value
        if len(into) > MAX_NAMED_ROWS:
            reason = say(
                "There are too many {what}: at most {most} are allowed.",
                what=row.section.name,
                most=MAX_NAMED_ROWS,
            )
            raise InvalidDocuments(reason)
    return head, ()


# ---------------------------------------------------------------- sections with names


def load_named_rows(target: Target, section: Section, rows: RowsById) -> set[int]:
    """Load players or seasons, and return the ids that are new in the league.

    Raises ImportConflict if a name is already taken or a row differs from the league's row.
    """
    column = section.table.__table__.c
    query = select(column.folded, column.id).where(column.league_id == target.league)
    taken: dict[str, int] = {row.folded: row.id for row in target.connection.execute(query)}
    batch, new = target.batch(section), set()
    for number, (line, row) in rows.items():
        if target.has_row(section, row, line):
            continue
        folded = name_key(row["name"])
        if taken.setdefault(folded, number) != number:
            raise row_conflict(
                line,
                section.name,
                say(
                    "the name {name} already belongs to the row with id {n}.",
                    n=taken[folded],
                    name=row["name"],
                ),
            )
        batch.add(section.to_store(row, target.league) | {"folded": folded}, line)
        new.add(number)
    batch.write()
    return new


def load_imports(target: Target, rows: RowsById) -> int:
    """Load imports of old results, and return the number of new imports."""
    batch = target.batch(IMPORTS)
    new = [(line, row) for line, row in rows.values() if not target.has_row(IMPORTS, row, line)]
    for line, row in new:
        batch.add(IMPORTS.to_store(row, target.league), line)
    batch.write()
    return len(new)


def check_merged(players: RowsById, into: Mapping[int, int | None]) -> None:
    """Raise ImportConflict if a player is merged into an unknown player or in a cycle."""
    for number, (line, row) in players.items():
        seen = {number}
        target = row["merged_into"]
        while target is not None:
            if target in seen or target not in into:
                raise row_conflict(
                    line,
                    PLAYERS.name,
                    say("player {n} cannot be merged into player {other}.", n=number, other=target),
                )
            seen.add(target)
            target = into[target]


def player_index(names: Mapping[int, str], merged_into: Mapping[int, int | None]) -> PlayerIndex:
    final_targets = resolve_merge_chains(
        {merged: target for merged, target in merged_into.items() if target is not None}
    )
    return PlayerIndex(
        {str(number): name for number, name in names.items()},
        {str(merged): str(target) for merged, target in final_targets.items()},
    )


# ---------------------------------------------------------------- the rows after them


def highest_ids(
    head: Mapping[Section, RowsById], rest: Mapping[Section, RowLoader]
) -> dict[str, int]:
    """Return the highest id of each kind in the document, by the name of the id counter."""
    return {
        "last_player": max(head[PLAYERS], default=0),
        "last_season": max(head[SEASONS], default=0),
        "last_payment": rest[PAYMENTS].last_id,
        "last_import": max(head[IMPORTS], default=0),
        "last_club_night": rest[CLUB_NIGHTS].last_id,
    }


def load_rest(
    target: Target,
    rows: Iterable[Row],
    references: References,
    matches: MatchLoader,
    unreadable: set[int],
) -> Mapping[Section, RowLoader]:
    """Load the rows after players, seasons and imports.

    The ids of unreadable matches are added to `unreadable`.
    """
    loaders = {
        section: RowLoader(target, section, references, matches)
        for section in (KEPT, TERMS, PAYMENTS, *CLUB)
    }
    for line, section, row in rows:
        if section is LOG:
            matches.load(row, line)
        elif section is UNREADABLE:
            unreadable.add(row["match"])
        elif section is not TERMS or row["match"] not in unreadable:
            loaders[section].load(row, line)
    matches.close()
    for loader in loaders.values():
        loader.batch.write()
    return loaders
