"""The invitation that a club night's table codes use. It ends when the night ends, or earlier."""

from sqlalchemy import update

from scorekeeper.db.club_tables import ClubNights
from scorekeeper.db.match_rows import increment_changes
from scorekeeper.db.store import Store
from scorekeeper.league.club.nights import ReplaceCodes, load_open_night, night_conditions


def set_codes(store: Store, number: int, replace: ReplaceCodes) -> None:
    """Replace the codes of an open night in one transaction, so that earlier codes become invalid.

    Raises NotFound if the night does not exist, and Refused if it has ended.
    """
    league = store.league_id
    with store.write() as connection:
        increment_changes(connection, league)  # locks the league's row
        night = load_open_night(connection, league, number)
        invitation = replace(connection, night.invitation_id)
        change = update(ClubNights).where(*night_conditions(league, number))
        connection.execute(change.values(invitation_id=invitation))
