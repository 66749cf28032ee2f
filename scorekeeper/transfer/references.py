"""Find references to rows that do not exist, and repair them for `scorekeeper check --repair`.

A reference is cleared, or the row that contains it is deleted, only if no result, stake or payment
is lost.
"""

from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any, NamedTuple

from sqlalchemy import (
    BindParameter,
    ColumnElement,
    CompoundSelect,
    Connection,
    Integer,
    bindparam,
    delete,
    exists,
    literal_column,
    select,
    union_all,
    update,
)
from sqlalchemy.orm import InstrumentedAttribute, aliased

from scorekeeper.access import passkeys
from scorekeeper.access.admissions import NO_INVITATION_ID
from scorekeeper.access.devices import bump_access_version
from scorekeeper.db import match_rows
from scorekeeper.db.access_tables import (
    Admissions,
    Challenges,
    Devices,
    Invitations,
    PasskeyPhones,
    Passkeys,
    PublicLinks,
    PushSubscriptions,
    Submissions,
)
from scorekeeper.db.club_tables import ClubNights
from scorekeeper.db.connections import lock_log_exclusive
from scorekeeper.db.store import Store
from scorekeeper.db.tables import (
    Leagues,
    Matches,
    MatchEvents,
    Payments,
    Players,
    Seasons,
    SnapshotResults,
    Terms,
)
from scorekeeper.league.player_renames import increment_names_version
from scorekeeper.messages import say
from scorekeeper.transfer.findings import (
    REPAIR_ADVICE,
    RESTORE_ADVICE,
    Finding,
    Repair,
    table_label,
)

ColumnAttribute = InstrumentedAttribute[Any]


class Reference(NamedTuple):
    """A column that holds the id of a row of the same league.

    `repair` fixes a reference to a missing row. If `repair` is None, only restoring a backup helps.
    """

    column: ColumnAttribute
    league: ColumnAttribute
    target: ColumnAttribute
    repair: Repair | None = None

    @property
    def name(self) -> str:
        return f"{self.column.class_.__tablename__}.{self.column.key}"


# All columns with an id that no foreign key enforces, except the columns of the log. Other rows
# refer to the log's matches, and the log of a league from another server contains the ids of phones
# on that server. Players' keys in JSON are not checked here. The keys in results of closed seasons
# and in the tables of started club rounds are checked when an export is restored (`cli/checks.py`).
REFERENCES = (
    Reference(Players.merged_into, Players.league_id, Players.id, Repair.CLEAR),
    Reference(Leagues.current_season, Leagues.id, Seasons.id, Repair.CLEAR),
    Reference(SnapshotResults.season_id, SnapshotResults.league_id, Seasons.id),
    Reference(SnapshotResults.match_id, SnapshotResults.league_id, Matches.id),
    Reference(Terms.match_id, Terms.league_id, Matches.id),
    Reference(Terms.season_id, Terms.league_id, Seasons.id),
    Reference(Payments.season_id, Payments.league_id, Seasons.id),
    Reference(Devices.player_id, Devices.league_id, Players.id, Repair.CLEAR),
    Reference(Devices.invitation_id, Devices.league_id, Invitations.id, Repair.CLEAR),
    Reference(Devices.granted_by, Devices.league_id, Devices.id, Repair.CLEAR),
    Reference(Invitations.made_by, Invitations.league_id, Devices.id, Repair.CLEAR),
    Reference(Admissions.device_id, Admissions.league_id, Devices.id, Repair.DELETE),
    Reference(Admissions.invitation_id, Admissions.league_id, Invitations.id, Repair.DELETE),
    # Without its match or season, a public link has nothing to show, so it is deleted.
    Reference(PublicLinks.match_id, PublicLinks.league_id, Matches.id, Repair.DELETE),
    Reference(PublicLinks.season_id, PublicLinks.league_id, Seasons.id, Repair.DELETE),
    Reference(PublicLinks.made_by, PublicLinks.league_id, Devices.id, Repair.CLEAR),
    Reference(Submissions.match_id, Submissions.league_id, Matches.id, Repair.DELETE),
    Reference(Submissions.player_id, Submissions.league_id, Players.id, Repair.DELETE),
    Reference(Submissions.device, Submissions.league_id, Devices.id, Repair.CLEAR),
    # The passkey is deleted too, because the missing phone may no longer have been an owner's.
    Reference(PasskeyPhones.device_id, PasskeyPhones.league_id, Devices.id, Repair.DELETE),
    Reference(PasskeyPhones.passkey_id, PasskeyPhones.league_id, Passkeys.id, Repair.DELETE),
    Reference(ClubNights.invitation_id, ClubNights.league_id, Invitations.id, Repair.CLEAR),
    Reference(PushSubscriptions.device_id, PushSubscriptions.league_id, Devices.id, Repair.DELETE),
    Reference(Challenges.device_id, Challenges.league_id, Devices.id, Repair.DELETE),
)


def reference_findings(connection: Connection, league: int) -> Iterator[Finding]:
    """Yield one finding for each id of a missing row."""
    for number, value in connection.execute(lost_ids_query(), {"league": league}):
        reference = REFERENCES[number]
        yield Finding(
            say(
                "{column} in the table {table} is {n}, but there is no {what} with this id.",
                column=reference.column.key,
                table=table_label(reference.column.class_.__tablename__),
                n=value,
                what=reference.target.class_.__tablename__,
            ),
            REPAIR_ADVICE if reference.repair else RESTORE_ADVICE,
            reference.repair,
        )


@cache
def lost_ids_query() -> CompoundSelect[int, int]:
    """Return a query for (index in REFERENCES, missing id), with `league` as its parameter."""
    return union_all(
        *(
            select(literal_column(str(number)).label("number"), reference.column.label("lost"))
            .where(*lost_conditions(reference, bindparam("league", type_=Integer)))
            .distinct()
            for number, reference in enumerate(REFERENCES)
        )
    ).order_by("number", "lost")


def lost_conditions(
    reference: Reference, league: int | BindParameter[int]
) -> list[ColumnElement[bool]]:
    """Return SQL conditions for the rows of a league whose reference points to a missing row."""
    column, target = reference.column, aliased(reference.target.class_)
    target_exists = exists().where(
        target.league_id == league, getattr(target, reference.target.key) == column
    )
    conditions = [reference.league == league, column.is_not(None), ~target_exists]
    if column is Admissions.invitation_id:
        conditions.append(column != NO_INVITATION_ID)
    elif column is Payments.season_id:  # older versions kept undone payments of removed seasons
        conditions.append(Payments.undone_at.is_(None))
    return conditions


def repair_references(store: Store) -> None:
    """Clear references to missing rows, or delete the rows that refer to them (see REFERENCES).

    Call this function after a rebuild, which restores missing rows of matches from the log.
    """
    league = store.league_id
    with store.write() as connection:
        lock_log_exclusive(connection)
        match_rows.increment_changes(connection, league)
        increment_names_version(connection, league)
        bump_access_version(connection, league)
        passkeys.delete_passkeys(connection, league, passkeys_of_lost_phones(connection, league))
        for reference in REFERENCES:
            table, conditions = reference.column.class_, lost_conditions(reference, league)
            if reference.target is Matches.id:  # a match in the log may still become readable
                logged = exists().where(
                    MatchEvents.league_id == league, MatchEvents.match_id == reference.column
                )
                conditions.append(~logged)
            if reference.repair is Repair.CLEAR:
                cleared = {reference.column.key: None}
                connection.execute(update(table).where(*conditions).values(cleared))
            elif reference.repair is Repair.DELETE:
                connection.execute(delete(table).where(*conditions))


def passkeys_of_lost_phones(connection: Connection, league: int) -> Sequence[int]:
    """Return the ids of the passkeys that belong to a phone that does not exist."""
    [phones] = (each for each in REFERENCES if each.column is PasskeyPhones.device_id)
    lost = select(PasskeyPhones.passkey_id).where(*lost_conditions(phones, league)).distinct()
    return connection.scalars(lost).all()
