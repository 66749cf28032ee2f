"""Public links, which let anyone view a match, an evening, a season or the feed.

Each link has a name and a secret that is shown once, and can be withdrawn separately. A link gives
access to nothing else in the league.
"""

import time
from dataclasses import dataclass

from sqlalchemy import exists, insert, select, update

from scorekeeper.access.devices import bump_access_version, refuse_former_owner
from scorekeeper.db.access_tables import PublicLinkKind, PublicLinks
from scorekeeper.db.ids import next_id
from scorekeeper.db.rows import select_rows
from scorekeeper.db.store import Store
from scorekeeper.db.tables import Leagues
from scorekeeper.match.shown_names import ShownNames
from scorekeeper.runtime.tokens import new_secret, token_hash


class PublicLinkNotFound(Exception):
    """There is no such link."""


class PublicLinkWithdrawn(PublicLinkNotFound):
    """The link was withdrawn."""


@dataclass(frozen=True, slots=True)
class PublicSubject:
    """The subject of a public link, which its page shows.

    `match_id`, `season_id` and `evening` ("2026-11-12") are None unless `kind` needs them.
    """

    kind: PublicLinkKind
    match_id: int | None = None
    season_id: int | None = None
    evening: str | None = None


FEED = PublicSubject(PublicLinkKind.FEED)
CURRENT_SEASON = PublicSubject(PublicLinkKind.CURRENT_SEASON)
LAST_EVENING = PublicSubject(PublicLinkKind.LAST_EVENING)


def one_match(match_id: int) -> PublicSubject:
    return PublicSubject(PublicLinkKind.MATCH, match_id=match_id)


def one_season(season_id: int) -> PublicSubject:
    return PublicSubject(PublicLinkKind.SEASON, season_id=season_id)


def one_evening(evening: str) -> PublicSubject:
    return PublicSubject(PublicLinkKind.EVENING, evening=evening)


@dataclass(frozen=True, slots=True)
class PublicLink:
    """A row of `PublicLinks`, without its secret."""

    id: int
    name: str
    kind: PublicLinkKind
    match_id: int | None
    season_id: int | None
    evening: str | None
    names: ShownNames
    indexed: bool
    created_at: int
    withdrawn_at: int | None

    @property
    def subject(self) -> PublicSubject:
        return PublicSubject(self.kind, self.match_id, self.season_id, self.evening)


PUBLIC_LINKS_QUERY = select_rows(PublicLink, PublicLinks)


def create_public_link(
    store: Store,
    name: str,
    subject: PublicSubject,
    names: ShownNames = ShownNames.FULL,
    *,
    indexed: bool = False,
    by: int | None = None,
) -> str:
    """Create a link and return its secret. `by` is the id of the phone that creates it.

    Raises PermissionLost if that phone no longer owns the league.
    """
    secret = new_secret()
    with store.write() as connection:
        link_id = next_id(connection, store.league_id, Leagues.last_showing)  # locks the league
        refuse_former_owner(connection, store.league_id, by)
        connection.execute(
            insert(PublicLinks).values(
                league_id=store.league_id,
                id=link_id,
                name=name,
                kind=subject.kind,
                match_id=subject.match_id,
                season_id=subject.season_id,
                evening=subject.evening,
                names=names,
                indexed=indexed,
                secret=token_hash(secret),
                created_at=int(time.time()),
                made_by=by,
            )
        )
    return secret


def get_by_secret(store: Store, secret: str) -> PublicLink:
    """Return the link with this secret.

    Raises PublicLinkNotFound if there is no such link, and PublicLinkWithdrawn if it was withdrawn.
    """
    query = PUBLIC_LINKS_QUERY.where(
        PublicLinks.league_id == store.league_id, PublicLinks.secret == token_hash(secret)
    )
    with store.read() as connection:
        row = connection.execute(query).first()
    if row is None:
        raise PublicLinkNotFound
    link = PublicLink(*row)
    if link.withdrawn_at is not None:
        raise PublicLinkWithdrawn
    return link


def is_active_public_link(store: Store, link_id: int) -> bool:
    """Return whether this link exists and is not withdrawn."""
    query = exists().where(
        PublicLinks.league_id == store.league_id,
        PublicLinks.id == link_id,
        PublicLinks.withdrawn_at.is_(None),
    )
    with store.read() as connection:
        return bool(connection.scalar(select(query)))


def active_public_links(store: Store) -> list[PublicLink]:
    """Return the links that are not withdrawn, newest first."""
    query = PUBLIC_LINKS_QUERY.where(
        PublicLinks.league_id == store.league_id, PublicLinks.withdrawn_at.is_(None)
    ).order_by(PublicLinks.id.desc())
    with store.read() as connection:
        return [PublicLink(*row) for row in connection.execute(query)]


def withdraw_public_link(store: Store, link_id: int) -> None:
    """Withdraw a link. Raises PublicLinkNotFound."""
    conditions = (
        PublicLinks.league_id == store.league_id,
        PublicLinks.id == link_id,
        PublicLinks.withdrawn_at.is_(None),
    )
    with store.write() as connection:
        bump_access_version(connection, store.league_id)
        change = update(PublicLinks).where(*conditions).values(withdrawn_at=int(time.time()))
        if connection.execute(change).rowcount != 1:
            raise PublicLinkNotFound
