"""The numbers that tell apart an evening's club nights with the same name, or without a name."""

from sqlalchemy import func, select
from sqlalchemy.orm import aliased

from scorekeeper.db.club_tables import ClubNights

SameEvening = aliased(ClubNights)
# The number of nights with a night's name on its evening, from the first to this night. Nights
# without a name have the name "". It is a column for queries of `ClubNights`.
NUMBER_ON_EVENING = (
    select(func.count())
    .where(
        SameEvening.league_id == ClubNights.league_id,
        SameEvening.evening == ClubNights.evening,
        SameEvening.id <= ClubNights.id,
        SameEvening.name == ClubNights.name,
    )
    .correlate(ClubNights)
    .scalar_subquery()
    .label("number_on_evening")
)
