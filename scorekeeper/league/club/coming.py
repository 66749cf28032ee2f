"""Players' answers to the question of whether they will come to a club night.

Players answer through a secret link. The link is shown only once, and only its digest is stored. It
gives access only to its night.
"""

from sqlalchemy import select, update

from scorekeeper.db.club_tables import ANSWERS, ClubNights
from scorekeeper.db.match_rows import increment_changes
from scorekeeper.db.store import Store
from scorekeeper.db.tables import Players
from scorekeeper.errors import NotFound, Refused
from scorekeeper.league.club.nights import (
    NIGHTS_QUERY,
    ClubNight,
    load_night,
    load_night_players,
    load_open_night,
    night_conditions,
    night_from_row,
    upsert_night_player,
)
from scorekeeper.messages import say
from scorekeeper.rules.kernel import Problem
from scorekeeper.runtime.tokens import new_secret, token_hash

NAME_REQUIRED = say(
    "Choose your name from the list. If it is missing, ask the organiser to add it."
)

LINK_NOT_FOUND = say("This link has been withdrawn, or the club night has ended.")


def create_link(store: Store, night: int) -> str:
    """Create a link to a night and return its secret.

    An earlier link to the night becomes invalid. Raises NotFound if the night does not exist, and
    Refused if it has ended.
    """
    secret = new_secret()
    with store.write() as connection:
        increment_changes(connection, store.league_id)
        load_open_night(connection, store.league_id, night)
        connection.execute(
            update(ClubNights)
            .where(*night_conditions(store.league_id, night))
            .values(secret=token_hash(secret))
        )
    return secret


def withdraw_link(store: Store, night: int) -> None:
    """Withdraw the link to a night, but keep the answers. Raises NotFound."""
    with store.write() as connection:
        increment_changes(connection, store.league_id)
        load_night(connection, store.league_id, night)
        connection.execute(
            update(ClubNights).where(*night_conditions(store.league_id, night)).values(secret=None)
        )


def has_link(store: Store, night: int) -> bool:
    """Return whether the night has a link that has not been withdrawn."""
    query = select(ClubNights.id).where(
        *night_conditions(store.league_id, night), ClubNights.secret.is_not(None)
    )
    with store.read() as connection:
        return connection.scalar(query) is not None


def night_by_secret(store: Store, secret: str) -> ClubNight:
    """Return the open night with this link. Raises NotFound."""
    query = NIGHTS_QUERY.where(
        ClubNights.league_id == store.league_id,
        ClubNights.secret == token_hash(secret),
        ClubNights.ended_at.is_(None),
    )
    with store.read() as connection:
        row = connection.execute(query).first()
    if row is None:
        raise NotFound(LINK_NOT_FOUND)
    return night_from_row(row)


def save_attendance(store: Store, night: int, player: int, answer: str, at: int) -> None:
    """Save whether a player will come.

    Raises NotFound if the night does not exist. Raises Refused if the night has ended, the answer
    is unknown, or the player does not exist. Hidden players and merged entries are also refused,
    because lists do not show them.
    """
    league = store.league_id
    with store.write() as connection:
        increment_changes(connection, league)
        load_open_night(connection, league, night)
        shown = select(Players.id).where(
            Players.league_id == league,
            Players.id == player,
            Players.hidden.is_(False),
            Players.merged_into.is_(None),
        )
        if answer not in ANSWERS:
            reason = say("Choose yes, maybe or no.")
            raise Refused([Problem("bad_answer", reason, "answer")])
        if connection.scalar(shown) is None:
            raise Refused([Problem("nobody", NAME_REQUIRED, "who")])
        upsert_night_player(connection, league, night, player, {"answer": answer, "at": at}, at)


def remove_attendance(store: Store, night: int, player: int, at: int) -> None:
    """Remove a player's answer, if any.

    Raises NotFound if the night does not exist, and Refused if it has ended.
    """
    league = store.league_id
    with store.write() as connection:
        increment_changes(connection, league)
        load_open_night(connection, league, night)
        answered = [each.key for each in load_night_players(connection, league, night)]
        if str(player) in answered:
            upsert_night_player(connection, league, night, player, {"answer": None, "at": at}, at)
