"""Public links: anyone with the address can view one match, or follow the feed of results.

Each link has a name and a secret that is shown once, and can be withdrawn separately. It gives
access to nothing else in the league.
"""

import time
from dataclasses import dataclass

from sqlalchemy import insert, update

from scorekeeper.access.devices import bump_access_version
from scorekeeper.db.access_tables import PublicLinks
from scorekeeper.db.ids import next_id
from scorekeeper.db.rows import select_rows
from scorekeeper.db.store import Store
from scorekeeper.db.tables import Leagues
from scorekeeper.runtime.tokens import new_secret, token_hash


class PublicLinkNotFound(Exception):
    """There is no such link, or it was withdrawn."""


@dataclass(frozen=True, slots=True)
class PublicLink:
    """A row of `PublicLinks`, without its secret. `match_id` is None for the feed."""

    id: int
    name: str
    match_id: int | None
    made_at: int


PUBLIC_LINKS_QUERY = select_rows(PublicLink, PublicLinks)


def create_public_link(store: Store, name: str, match_id: int | None) -> str:
    """Create a link to this match, or to the feed (None), and return its secret."""
    secret = new_secret()
    with store.write() as connection:
        number = next_id(connection, store.league_id, Leagues.last_showing)
        connection.execute(
            insert(PublicLinks).values(
                league_id=store.league_id,
                id=number,
                name=name,
                match_id=match_id,
                secret=token_hash(secret),
                made_at=int(time.time()),
            )
        )
    return secret


def get_by_secret(store: Store, secret: str) -> PublicLink:
    """Return the link with this secret. Raises PublicLinkNotFound."""
    ask = PUBLIC_LINKS_QUERY.where(
        PublicLinks.league_id == store.league_id,
        PublicLinks.secret == token_hash(secret),
        PublicLinks.withdrawn_at.is_(None),
    )
    with store.read() as connection:
        row = connection.execute(ask).first()
    if row is None:
        raise PublicLinkNotFound
    return PublicLink(*row)


def active_public_links(store: Store) -> list[PublicLink]:
    """Return the links that are not withdrawn, newest first."""
    ask = PUBLIC_LINKS_QUERY.where(
        PublicLinks.league_id == store.league_id, PublicLinks.withdrawn_at.is_(None)
    ).order_by(PublicLinks.id.desc())
    with store.read() as connection:
        return [PublicLink(*row) for row in connection.execute(ask)]


def withdraw_public_link(store: Store, number: int) -> None:
    """Withdraw a link. Raises PublicLinkNotFound."""
    conditions = (
        PublicLinks.league_id == store.league_id,
        PublicLinks.id == number,
        PublicLinks.withdrawn_at.is_(None),
    )
    with store.write() as connection:
        bump_access_version(connection, store.league_id)
        change = update(PublicLinks).where(*conditions).values(withdrawn_at=int(time.time()))
        if connection.execute(change).rowcount != 1:
            raise PublicLinkNotFound
