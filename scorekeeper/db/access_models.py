"""The tables of who belongs to a league: what lets phones in, the phones, what is shown to all,
and what somebody says on his own phone.

Secrets are kept as their SHA-256 alone (runtime/tokens.py): whoever reads the database learns none.
Players and matches are named by their ids and may be gone.
"""

from typing import Any

from sqlalchemy import JSON, BigInteger, ForeignKey, Index, LargeBinary, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column

from scorekeeper.db.engines import Base
from scorekeeper.db.models import WITHOUT_ROWID


class Invitation(Base):
    """A link, perhaps with a code, that lets phones in with a right (access.Right).

    It is good until `open_until` (empty: without end) and for `most` phones (empty: any number);
    `used` came in. A code is unique on the whole server: who types one names no league. `ended_at`
    is when the phone that made it (`made_by`) was removed.
    """

    __tablename__ = "invitation"

    league_id: Mapped[int] = mapped_column(ForeignKey("league.id"), primary_key=True)
    id: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    name: Mapped[str]
    right: Mapped[str]
    secret: Mapped[str]
    code: Mapped[str | None]
    open_until: Mapped[int | None] = mapped_column(BigInteger)
    most: Mapped[int | None]
    used: Mapped[int]
    made_at: Mapped[int] = mapped_column(BigInteger)
    made_by: Mapped[int | None]
    withdrawn_at: Mapped[int | None] = mapped_column(BigInteger)
    ended_at: Mapped[int | None] = mapped_column(BigInteger)

    __table_args__ = (
        UniqueConstraint("league_id", "secret"),
        Index(None, "code", unique=True),
        WITHOUT_ROWID,
    )


class Device(Base):
    """A phone that joined: `token` is in its cookie, `player_id` who said that it is theirs.

    `right` is what it may do now, `granted` what an owner gave it by hand, if one did, and
    `invitation_id` what let it in with the highest right (empty: the code on paper, or a passkey).
    `seen_at` is when it was last here, to the minute, `news_at` until when its owner has seen who
    joined (empty: since it joined itself). A removed phone has `out_at`.
    """

    __tablename__ = "device"

    league_id: Mapped[int] = mapped_column(ForeignKey("league.id"), primary_key=True)
    id: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    token: Mapped[str]
    name: Mapped[str]
    right: Mapped[str]
    player_id: Mapped[int | None]
    invitation_id: Mapped[int | None]
    joined_at: Mapped[int] = mapped_column(BigInteger)
    seen_at: Mapped[int] = mapped_column(BigInteger)
    out_at: Mapped[int | None] = mapped_column(BigInteger)
    granted: Mapped[str | None]
    news_at: Mapped[int | None] = mapped_column(BigInteger)

    __table_args__ = (
        UniqueConstraint("league_id", "token"),
        WITHOUT_ROWID,
    )


class Admission(Base):
    """What let a phone in: an invitation, or number 0 for the code on paper or a passkey.

    `key` is the hash of the page it joined from and of the link or code with it: the answer to a
    page that is sent again, because the first one was lost, goes to the same phone.
    """

    __tablename__ = "admission"

    league_id: Mapped[int] = mapped_column(ForeignKey("league.id"), primary_key=True)
    device_id: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    invitation_id: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    key: Mapped[str | None]
    at: Mapped[int] = mapped_column(BigInteger)

    __table_args__ = (Index(None, "league_id", "key"), WITHOUT_ROWID)


class PublicLink(Base):
    """A link with which the whole world may look at one match, or at the feed of results (then
    `match_id` is empty), and at nothing else.
    """

    __tablename__ = "showing"

    league_id: Mapped[int] = mapped_column(ForeignKey("league.id"), primary_key=True)
    id: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    name: Mapped[str]
    match_id: Mapped[int | None]
    secret: Mapped[str]
    made_at: Mapped[int] = mapped_column(BigInteger)
    withdrawn_at: Mapped[int | None] = mapped_column(BigInteger)

    __table_args__ = (
        UniqueConstraint("league_id", "secret"),
        WITHOUT_ROWID,
    )


class SubmissionRow(Base):
    """The last a player said on his own phone of a stage of a match (log.Slip). No log holds it:
    it is there until another one comes, and counts for nothing once that stage is saved.

    `serial` grows with every slip of the match.
    """

    __tablename__ = "slip"

    league_id: Mapped[int] = mapped_column(ForeignKey("league.id"), primary_key=True)
    match_id: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    player_id: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    round: Mapped[int]
    stage: Mapped[str]
    answers: Mapped[dict[str, Any]] = mapped_column(JSON)
    seen: Mapped[int]
    serial: Mapped[int]
    device: Mapped[int | None]
    at: Mapped[int] = mapped_column(BigInteger)

    __table_args__ = (WITHOUT_ROWID,)


class Passkey(Base):
    """What a phone can prove that it has: `public_key` tells whether an answer was signed with it.

    It is good at `host` alone. `credential` names it on the whole server: who comes with one
    says no league. `sign_count` is how often it was used, as it says itself; often 0 for ever.
    """

    __tablename__ = "passkey"

    league_id: Mapped[int] = mapped_column(ForeignKey("league.id"), primary_key=True)
    id: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    name: Mapped[str]
    host: Mapped[str]
    credential: Mapped[str]
    public_key: Mapped[bytes] = mapped_column(LargeBinary)
    sign_count: Mapped[int] = mapped_column(BigInteger)
    made_at: Mapped[int] = mapped_column(BigInteger)

    __table_args__ = (Index(None, "credential", unique=True), WITHOUT_ROWID)


class PasskeyPhone(Base):
    """A phone that added a passkey or came in with it."""

    __tablename__ = "passkey_phone"

    league_id: Mapped[int] = mapped_column(ForeignKey("league.id"), primary_key=True)
    passkey_id: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    device_id: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)

    __table_args__ = (WITHOUT_ROWID,)


class Challenge(Base):
    """What a passkey is to sign, once and until `open_until`: for the phone that adds one, or
    (then `device_id` is empty) for whoever comes in. The league may be one that is not there:
    strangers are not told.
    """

    __tablename__ = "challenge"

    league_id: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    challenge: Mapped[str] = mapped_column(primary_key=True)
    device_id: Mapped[int | None]
    open_until: Mapped[int] = mapped_column(BigInteger)

    __table_args__ = (WITHOUT_ROWID,)
