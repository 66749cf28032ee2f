"""Players' submissions in the database, with one row per player of a match.

Submissions are not part of the event log.
"""

from collections.abc import Mapping
from typing import Any

from sqlalchemy import Connection, bindparam, delete, func, insert, select

from scorekeeper.db.access_tables import Devices, Submissions
from scorekeeper.db.tables import Matches, MatchPlayers
from scorekeeper.match.log import Submission

MatchIds = Mapping[str, Any]  # the ids of "league" and "match"

# Statements are built only once, because building one takes longer than executing it.
IN_MATCH = (
    Submissions.league_id == bindparam("league"),
    Submissions.match_id == bindparam("match"),
)
# A player's submission, joined to their row in `match_player`. All columns are NULL if there is no
# submission.
SUBMISSION_COLUMNS = (
    Submissions.player_id,
    Submissions.round,
    Submissions.stage,
    Submissions.answers,
    Submissions.seen,
    Submissions.serial,
    Devices.name.label("phone"),
)
SUBMISSION_JOIN = (
    Submissions,
    (Submissions.league_id == MatchPlayers.league_id)
    & (Submissions.match_id == MatchPlayers.match_id)
    & (Submissions.player_id == MatchPlayers.player_id),
)
DEVICE_JOIN = (
    Devices,
    (Devices.league_id == Submissions.league_id) & (Devices.id == Submissions.device),
)
# The serial of a match's newest submission, as a subquery of a query on `match`.
NEWEST_SERIAL = (
    select(func.max(Submissions.serial))
    .where(Submissions.league_id == Matches.league_id, Submissions.match_id == Matches.id)
    .correlate(Matches)
    .scalar_subquery()
)
# On PostgreSQL, two submissions can arrive at once. The lock prevents them from getting the same
# serial.
LOCK_MATCH = (
    select(Matches.id)
    .where(Matches.league_id == bindparam("league"), Matches.id == bindparam("match"))
    .with_for_update()
)
NEXT_SERIAL = select(func.coalesce(func.max(Submissions.serial), 0) + 1).where(*IN_MATCH)
DELETE_SUPERSEDED = delete(Submissions).where(
    *IN_MATCH,
    (Submissions.player_id == bindparam("player"))
    | (Submissions.round != bindparam("asked"))
    | (Submissions.stage != bindparam("now")),
)
DELETE_ALL = delete(Submissions).where(*IN_MATCH)
INSERT_SUBMISSION = insert(Submissions)


def submission_from_row(row: Any) -> Submission:
    """Return the submission in a row with `SUBMISSION_COLUMNS`."""
    return Submission(
        str(row.player_id),
        row.round,
        row.stage,
        row.answers,
        row.seen,
        row.phone or "",
        row.serial,
    )


def save_submission(
    connection: Connection, here: MatchIds, submission: Submission, at: int, device: int | None
) -> None:
    """Store a submission, and replace the player's previous submission.

    Also deletes the match's submissions for any other stage. `at` is seconds since 1970.
    """
    player = int(submission.seat)
    connection.execute(LOCK_MATCH, here)
    serial = connection.execute(NEXT_SERIAL, here).scalar_one()
    stage = {"player": player, "asked": submission.round, "now": submission.stage}
    connection.execute(DELETE_SUPERSEDED, {**here, **stage})
    connection.execute(
        INSERT_SUBMISSION,
        {
            "league_id": here["league"],
            "match_id": here["match"],
            "player_id": player,
            "round": submission.round,
            "stage": submission.stage,
            "answers": dict(submission.answers),
            "seen": submission.seen,
            "serial": serial,
            "device": device,
            "at": at,
        },
    )


def delete_submissions(connection: Connection, here: MatchIds) -> None:
    """Delete all submissions of a match that has no next stage."""
    connection.execute(DELETE_ALL, here)
