"""The TV page of a club night: up to MAX_TABLES tables side by side, and the night's ranking."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from scorekeeper.club.sizes import MAX_TABLES
from scorekeeper.league.club import night_lists as club_night_lists
from scorekeeper.league.club import rounds as club_rounds
from scorekeeper.league.club.nights import ClubNight
from scorekeeper.league.state import LeagueState
from scorekeeper.league.stats_snapshot import StatsSnapshot
from scorekeeper.match.outcome import MatchState
from scorekeeper.match.people import Person
from scorekeeper.web.dates import now
from scorekeeper.web.league.club.night_view import NightView, RoundView, TableView, build_night_view
from scorekeeper.web.shared.player_chips import with_common_initials
from scorekeeper.web.shared.session import current_store

RANKING_ROWS = 10
# Each pair has a number of tables, and the number of columns for up to this many tables. The styles
# allow for 7 columns and 8 rows.
COLUMNS_BY_TABLE_COUNT = ((2, 2), (4, 2), (9, 3), (20, 4), (30, 5), (42, 6), (MAX_TABLES, 7))


class ShownTable(NamedTuple):
    """A table on the screen.

    `late_round` is the number of an earlier round whose match is still running at this table.
    """

    table: TableView
    late_round: int | None = None


@dataclass(frozen=True)
class ClubScreen:
    """The round on the screen, and how the tables are arranged.

    `tables` are sorted by number, and include tables where an earlier round is still being played.
    `hidden_table_count` is the number of tables that do not fit. `most_players` is the number of
    players at the largest table. `is_draft` means that the round has not started, so people are
    looking for their tables. `people` maps every key that the tables or the ranking use to its
    player. A player's chip is the same under each of their keys.
    """

    view: NightView
    round: RoundView
    tables: tuple[ShownTable, ...]
    hidden_table_count: int
    column_count: int
    row_count: int
    most_players: int
    is_draft: bool
    people: Mapping[str, Person]


def night_to_show(snapshot: StatsSnapshot) -> ClubNight | None:
    """Return one of this evening's open club nights for which a round was drawn.

    Returns None if there is no such night.
    """
    store, tonight = current_store(), snapshot.league_state.clock.evening(now())
    for night in club_night_lists.open_nights(store):
        if night.settings.evening == tonight and club_rounds.night_rounds(store, night.id).rounds:
            return night
    return None


def build_screen(night: ClubNight, snapshot: StatsSnapshot) -> ClubScreen:
    """Return the screen for a club night.

    It shows the newest started round. If no match of that round is running, it shows the draft of
    the next round, if there is one.
    """
    view = build_night_view(night, snapshot)
    shown = view.draft if view.draft and not is_playing(view) else None
    chosen = shown or (view.rounds[0] if view.rounds else view.draft)
    if chosen is None:
        raise LookupError(night.id)  # night_to_show has checked that there is a round
    all_tables = [*map(ShownTable, chosen.tables), *late_tables(view, chosen)]
    tables = all_tables[:MAX_TABLES]
    columns = next(columns for most, columns in COLUMNS_BY_TABLE_COUNT if len(tables) <= most)
    return ClubScreen(
        view,
        chosen,
        tuple(sorted(tables, key=lambda each: each.table.number)),
        len(all_tables) - len(tables),
        columns,
        -(-len(tables) // columns),
        max((len(each.table.people) for each in tables), default=0),
        chosen.round.is_draft,
        people_on_screen(view, tables, snapshot.league_state),
    )


def people_on_screen(
    view: NightView, tables: Iterable[ShownTable], state: LeagueState
) -> Mapping[str, Person]:
    keys = [
        *(person.key for each in tables for person, _ in each.table.totals),
        *(line.row.player for line in view.ranking.lines[:RANKING_ROWS]),
    ]
    people = {key: state.people[state.current_keys.get(key, key)] for key in keys}
    return with_common_initials(people, state.current_keys)


def late_tables(view: NightView, chosen: RoundView) -> tuple[ShownTable, ...]:
    """Return the tables at which an earlier round is still being played, the latest round first."""
    return tuple(
        ShownTable(table, each.round.number)
        for each in view.rounds
        if each.round.number < chosen.round.number
        for table in each.tables
        if table.shown_match is not None and table.shown_match.state is MatchState.RUNNING
    )


def is_playing(view: NightView) -> bool:
    return any(
        table.match is not None and table.match.state is MatchState.RUNNING
        for each in view.rounds[:1]
        for table in each.tables
    )
