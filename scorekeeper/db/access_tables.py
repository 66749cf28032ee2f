"""Tables about phones: access to a league, public links, submissions, passkeys and notifications.

Secrets are stored only as digests, so the database does not reveal them, and no query returns a
digest. Player and match ids in these tables have no foreign key, because the player or match may no
longer exist. Times are seconds since 1970.
"""

from enum import StrEnum
from typing import Any

from sqlalchemy import (
    BigInteger,
    ForeignKey,
    Index,
    LargeBinary,
    UniqueConstraint,
    false,
)
from sqlalchemy.orm import Mapped, mapped_column

from scorekeeper.db import json_shapes
from scorekeeper.db.base import Base
from scorekeeper.db.column_types import Digest, EnumText, evening_column, list_column, object_column
from scorekeeper.db.tables import WITHOUT_ROWID
from scorekeeper.match.shown_names import ShownNames
from scorekeeper.rights import Right

LOWEST_RIGHT = Right.VIEWER  # replaces a permission that cannot be read


class Invitations(Base):
    """A link, optionally with a code, that admits phones with a `right`.

    An invitation is valid until `open_until`, or without a time limit if `open_until` is NULL.
    `most` phones can join, or any number if `most` is NULL. `used` phones have joined. With
    `allows_new_players`, people who join may add themselves as players. A code is unique on the
    whole server, because a person who types a code does not name a league. `ended_at` is set when
    the phone that made the invitation (`made_by`) is removed or may no longer grant the permission,
    or when the recovery code is used.
    """

    __tablename__ = "invitation"

    league_id: Mapped[int] = mapped_column(ForeignKey("league.id"), primary_key=True)
    id: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    name: Mapped[str]
    right: Mapped[Right] = mapped_column(EnumText(Right, LOWEST_RIGHT))
    secret: Mapped[Digest]
    code: Mapped[Digest | None]
    open_until: Mapped[int | None] = mapped_column(BigInteger)
    most: Mapped[int | None]
    used: Mapped[int]
    created_at: Mapped[int] = mapped_column("made_at", BigInteger)
    made_by: Mapped[int | None]
    withdrawn_at: Mapped[int | None] = mapped_column(BigInteger)
    ended_at: Mapped[int | None] = mapped_column(BigInteger)
    allows_new_players: Mapped[bool] = mapped_column(server_default=false())

    __table_args__ = (
        UniqueConstraint("league_id", "secret"),
        Index(None, "code", unique=True),
        WITHOUT_ROWID,
    )


class Devices(Base):
    """A phone that joined a league."""

    __tablename__ = "device"

    league_id: Mapped[int] = mapped_column(ForeignKey("league.id"), primary_key=True)
    id: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    token: Mapped[Digest]  # the hash of the phone's cookie
    name: Mapped[str]
    # The phone's current permission.
    right: Mapped[Right] = mapped_column(EnumText(Right, LOWEST_RIGHT))
    player_id: Mapped[int | None]  # the player that the phone belongs to
    # The invitation of the admission that grants the phone's highest permission. NULL if the phone
    # was admitted with the recovery code or a passkey.
    invitation_id: Mapped[int | None]
    joined_at: Mapped[int] = mapped_column(BigInteger)
    # The time of the phone's last request, to the minute.
    seen_at: Mapped[int] = mapped_column(BigInteger)
    # When the phone was removed, or when it left (`has_left`).
    removed_at: Mapped[int | None] = mapped_column("out_at", BigInteger)
    # The permission that an owner set by hand, NULL if none was set.
    granted: Mapped[Right | None] = mapped_column(EnumText(Right, LOWEST_RIGHT))
    # On an owner's phone, the time up to which the list of new phones and links has been seen. NULL
    # if it has not been seen since the phone joined.
    news_at: Mapped[int | None] = mapped_column(BigInteger)
    # When an owner set the permission, and the id of that owner's phone. Both are NULL if the
    # permission was set before these columns existed.
    granted_at: Mapped[int | None] = mapped_column(BigInteger)
    granted_by: Mapped[int | None]
    has_left: Mapped[bool] = mapped_column(server_default=false())

    __table_args__ = (
        UniqueConstraint("league_id", "token"),
        WITHOUT_ROWID,
    )


class Admissions(Base):
    """A phone's admission to a league with an invitation.

    The invitation's id is 0 if the phone joined with the recovery code or a passkey. `key` is a
    hash of the page's key and of the link or code. It identifies the phone if the same form is sent
    again because the response was lost.
    """

    __tablename__ = "admission"

    league_id: Mapped[int] = mapped_column(ForeignKey("league.id"), primary_key=True)
    device_id: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    invitation_id: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    key: Mapped[Digest | None]
    at: Mapped[int] = mapped_column(BigInteger)

    __table_args__ = (Index(None, "league_id", "key"), WITHOUT_ROWID)


class PublicLinkKind(StrEnum):
    """What a public link shows."""

    MATCH = "match"
    FEED = "feed"  # the latest results, for feed readers
    SEASON = "season"
    CURRENT_SEASON = "current season"  # whichever season is current when the page is opened
    EVENING = "evening"
    LAST_EVENING = "last evening"  # the latest evening on which a match ended
    UNREADABLE = "unreadable"  # the stored kind is damaged, so nothing is shown; never stored


class PublicLinks(Base):
    """A public link, which gives access only to what its `kind` covers.

    Kinds that show a particular match, season or evening identify it by `match_id`, `season_id` or
    `evening` ("2026-11-12"). `names` says whether the page shows full or shortened names. If
    `indexed` is true, search engines may list the page. `made_by` is the phone that made the link.
    It can be NULL, because older versions did not record the phone.
    """

    __tablename__ = "showing"

    league_id: Mapped[int] = mapped_column(ForeignKey("league.id"), primary_key=True)
    id: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    name: Mapped[str]
    match_id: Mapped[int | None]
    secret: Mapped[Digest]
    created_at: Mapped[int] = mapped_column("made_at", BigInteger)
    withdrawn_at: Mapped[int | None] = mapped_column(BigInteger)
    kind: Mapped[PublicLinkKind] = mapped_column(
        EnumText(PublicLinkKind, PublicLinkKind.UNREADABLE),
        server_default=PublicLinkKind.FEED.value,
    )
    season_id: Mapped[int | None]
    evening: Mapped[str | None] = evening_column(None)
    names: Mapped[ShownNames] = mapped_column(
        EnumText(ShownNames, ShownNames.INITIALS), server_default=ShownNames.FULL.value
    )
    indexed: Mapped[bool] = mapped_column(server_default=false())
    made_by: Mapped[int | None]

    __table_args__ = (
        UniqueConstraint("league_id", "secret"),
        WITHOUT_ROWID,
    )


class Submissions(Base):
    """A player's newest submission for a stage of a match (match.log.Submission).

    A submission is not part of the log. It is replaced by the player's next submission and ignored
    once the stage is saved. `serial` increases with every submission in the match.
    """

    __tablename__ = "slip"

    league_id: Mapped[int] = mapped_column(ForeignKey("league.id"), primary_key=True)
    match_id: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    player_id: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    round: Mapped[int]
    stage: Mapped[str]
    answers: Mapped[dict[str, Any]] = object_column(json_shapes.ANY_OBJECT)
    seen: Mapped[int]
    serial: Mapped[int]
    device: Mapped[int | None]
    at: Mapped[int] = mapped_column(BigInteger)

    __table_args__ = (WITHOUT_ROWID,)


class Passkeys(Base):
    """A WebAuthn passkey. `public_key` verifies its signatures.

    The passkey is valid only at `host`. `credential` is its id, which is unique on the whole
    server, because a phone that signs in with a passkey does not name a league. `sign_count` is the
    counter that the authenticator reports. Many authenticators always report 0.
    """

    __tablename__ = "passkey"

    league_id: Mapped[int] = mapped_column(ForeignKey("league.id"), primary_key=True)
    id: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    name: Mapped[str]
    host: Mapped[str]
    credential: Mapped[str]
    public_key: Mapped[bytes] = mapped_column(LargeBinary)
    sign_count: Mapped[int] = mapped_column(BigInteger)
    created_at: Mapped[int] = mapped_column("made_at", BigInteger)

    __table_args__ = (Index(None, "credential", unique=True), WITHOUT_ROWID)


class PasskeyPhones(Base):
    """A phone that added a passkey or signed in with it."""

    __tablename__ = "passkey_phone"

    league_id: Mapped[int] = mapped_column(ForeignKey("league.id"), primary_key=True)
    passkey_id: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    device_id: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)

    __table_args__ = (WITHOUT_ROWID,)


class PushSubscriptions(Base):
    """A phone's address at its browser's push service (Web Push).

    The row is deleted when the phone is removed.

    `p256dh` and `auth` are the keys that encrypt messages to the phone, as base64url. `site` is the
    origin of the page that subscribed. `kinds` are the kinds of notifications that the phone gets
    (notices.subscriptions.NoticeKind). Messages contain names and scores only if `details` is true.
    """

    __tablename__ = "push_subscription"

    league_id: Mapped[int] = mapped_column(ForeignKey("league.id"), primary_key=True)
    device_id: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    endpoint: Mapped[str]
    p256dh: Mapped[str]
    auth: Mapped[str]
    site: Mapped[str]
    kinds: Mapped[list[str]] = list_column(json_shapes.TEXTS)
    details: Mapped[bool]

    __table_args__ = (WITHOUT_ROWID,)


class PushKeys(Base):
    """The private key that signs a league's messages (VAPID), as base64url.

    It is created when the first phone subscribes to notifications.
    """

    __tablename__ = "push_key"

    league_id: Mapped[int] = mapped_column(
        ForeignKey("league.id"), primary_key=True, autoincrement=False
    )
    private_key: Mapped[str]

    __table_args__ = (WITHOUT_ROWID,)


class Challenges(Base):
    """The hash of a WebAuthn challenge, which is valid only once, and only until `open_until`.

    `device_id` is the phone that adds a passkey, or NULL for signing in. `league_id` has no foreign
    key. The response is therefore the same whether or not the league exists, and strangers cannot
    find out which leagues exist.
    """

    __tablename__ = "challenge"

    league_id: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    challenge: Mapped[Digest] = mapped_column(primary_key=True)
    device_id: Mapped[int | None]
    open_until: Mapped[int] = mapped_column(BigInteger)

    __table_args__ = (WITHOUT_ROWID,)
