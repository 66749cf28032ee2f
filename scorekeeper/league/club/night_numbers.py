"""The numbers that tell apart the club nights without a name on one evening."""

from sqlalchemy import func, select
from sqlalchemy.orm import aliased

from scorekeeper.db.club_tables import ClubNights

SameEvening = aliased(ClubNights)
# The number of nights without a name on a night's evening, from the first to this night. It is a
# column for queries of `ClubNights`.
NUMBER_ON_EVENING = (
    select(func.count())
    .where(
        SameEvening.league_id == ClubNights.league_id,
        SameEvening.evening == ClubNights.evening,
        SameEvening.id <= ClubNights.id,
        SameEvening.name == "",
    )
    .correlate(ClubNights)
    .scalar_subquery()
    .label("number_on_evening")
)
