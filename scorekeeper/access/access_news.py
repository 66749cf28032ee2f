"""News for owners: phones, owners and invitations added since the news was last marked as seen."""

from typing import NamedTuple

from sqlalchemy import bindparam, func, or_, select, update
from sqlalchemy.orm import aliased

from scorekeeper.access.devices import Device
from scorekeeper.db.access_tables import Admissions, Devices, Invitations
from scorekeeper.db.store import Store
from scorekeeper.rights import Right


class JoinedDevice(NamedTuple):
    """A phone that joined.

    `invitation_name` is empty for a code. It is None if the phone joined without an invitation.
    `left_at` is the time when the phone left, or None if it has not left. Times are seconds since
    1970.
    """

    id: int
    name: str
    right: Right
    invitation_name: str | None
    at: int
    left_at: int | None


class PromotedDevice(NamedTuple):
    """A phone that became an owner's phone because an owner granted it ownership.

    `granted_by` is the name of the phone that granted ownership, or None if that was not recorded.
    """

    id: int
    name: str
    granted_by: str | None
    at: int


class CreatedInvitation(NamedTuple):
    """A new link or code.

    `made_by` is the name of the phone that made the link or code, or None if it was made in the
    terminal.
    """

    id: int
    name: str
    right: Right
    made_by: str | None
    at: int


class AccessNews(NamedTuple):
    """The news that an owner has not seen, oldest first.

    `until` is the time of the newest item, in seconds since 1970.
    """

    joined: list[JoinedDevice]
    promoted: list[PromotedDevice]
    invitations: list[CreatedInvitation]

    @property
    def until(self) -> int:
        joined = [each.at for each in self.joined]
        promoted = [each.at for each in self.promoted]
        return max(joined + promoted + [each.at for each in self.invitations])

    @property
    def entry_count(self) -> int:
        return len(self.joined) + len(self.promoted) + len(self.invitations)

    @property
    def owner_count(self) -> int:
        """The number of phones that joined as owners or became owners."""
        return len({each.id for each in self.promoted} | {each.id for each in self.joined_owners})

    @property
    def joined_owners(self) -> list[JoinedDevice]:
        return [each for each in self.joined if each.left_at is None and each.right is Right.OWNER]

    @property
    def left_count(self) -> int:
        return sum(each.left_at is not None for each in self.joined)

    @property
    def other_phone_count(self) -> int:
        """The number of phones that joined, except owners' phones and phones that have left."""
        return len(self.joined) - len(self.joined_owners) - self.left_count

    @property
    def owner_invitation_count(self) -> int:
        """The number of links and codes that grant ownership."""
        return sum(each.right is Right.OWNER for each in self.invitations)

    @property
    def other_invitation_count(self) -> int:
        return len(self.invitations) - self.owner_invitation_count


# The statements are built only once, because building them takes longer than executing them.
MAKER = aliased(Devices)
# The other phones that joined after `since`, each with its invitation. Phones that were removed are
# left out. Phones that left by themselves are included, because otherwise no owner would notice
# them.
JOINED_DEVICES_QUERY = (
    select(
        Devices.id,
        Devices.name,
        Devices.right,
        Invitations.name.label("invitation_name"),
        Admissions.at,
        Devices.removed_at.label("left_at"),
    )
    .select_from(Admissions)
    .join(
        Devices, (Devices.league_id == Admissions.league_id) & (Devices.id == Admissions.device_id)
    )
    .outerjoin(
        Invitations,
        (Invitations.league_id == Admissions.league_id)
        & (Invitations.id == Admissions.invitation_id),
    )
    .where(
        Admissions.league_id == bindparam("league"),
        Admissions.at > bindparam("since"),
        Devices.id != bindparam("phone"),
        or_(Devices.removed_at.is_(None), Devices.has_left),
    )
    .order_by(Admissions.at, Devices.id)
)
# The other active phones that became owners' phones after `since`, unless this phone granted them
# ownership.
PROMOTED_DEVICES_QUERY = (
    select(Devices.id, Devices.name, MAKER.name.label("granted_by"), Devices.granted_at.label("at"))
    .outerjoin(MAKER, (MAKER.league_id == Devices.league_id) & (MAKER.id == Devices.granted_by))
    .where(
        Devices.league_id == bindparam("league"),
        Devices.granted_at > bindparam("since"),
        Devices.granted == Right.OWNER,
        Devices.right == Right.OWNER,
        Devices.id != bindparam("phone"),
        func.coalesce(Devices.granted_by, 0) != bindparam("phone"),
        Devices.removed_at.is_(None),
    )
    .order_by(Devices.granted_at, Devices.id)
)
# The invitations that others made after `since`, unless they were ended (`ended_at`), withdrawn or
# used up. The phone that used up an invitation is itself in the news.
CREATED_INVITATIONS_QUERY = (
    select(
        Invitations.id,
        Invitations.name,
        Invitations.right,
        MAKER.name.label("made_by"),
        Invitations.created_at,
    )
    .outerjoin(
        MAKER, (MAKER.league_id == Invitations.league_id) & (MAKER.id == Invitations.made_by)
    )
    .where(
        Invitations.league_id == bindparam("league"),
        Invitations.created_at > bindparam("since"),
        func.coalesce(Invitations.made_by, 0) != bindparam("phone"),
        Invitations.withdrawn_at.is_(None),
        Invitations.ended_at.is_(None),
        or_(Invitations.most.is_(None), Invitations.used < Invitations.most),
    )
    .order_by(Invitations.created_at, Invitations.id)
)
HAS_NEWS_QUERY = select(
    or_(
        JOINED_DEVICES_QUERY.exists(),
        PROMOTED_DEVICES_QUERY.exists(),
        CREATED_INVITATIONS_QUERY.exists(),
    )
)


def unseen_news(store: Store, phone: Device) -> AccessNews | None:
    """Return the news since this owner's phone last marked news as seen.

    If the phone has never marked news as seen, returns the news since the phone joined. Returns
    None if there is no news.
    """
    # Times are whole seconds, so a phone that joined in the same second as this one is news too.
    since = phone.joined_at - 1 if phone.news_at is None else phone.news_at
    parameters = {"league": store.league_id, "phone": phone.id, "since": since}
    with store.read() as connection:
        # Almost every visit to the home page executes only this statement, because there is no
        # news.
        if not connection.scalar(HAS_NEWS_QUERY, parameters):
            return None
        joined = [
            JoinedDevice(*row) for row in connection.execute(JOINED_DEVICES_QUERY, parameters)
        ]
        promoted = [
            PromotedDevice(row.id, row.name, row.granted_by, row.at)
            for row in connection.execute(PROMOTED_DEVICES_QUERY, parameters)
        ]
        invitations = [
            CreatedInvitation(*row)
            for row in connection.execute(CREATED_INVITATIONS_QUERY, parameters)
        ]
    return AccessNews(joined, promoted, invitations) if joined or promoted or invitations else None


def mark_news_seen(store: Store, phone: Device, until: int) -> None:
    """Mark the news up to `until` (seconds since 1970) as seen by this phone.

    News that the phone has already seen remains marked.
    """
    until = max(until, phone.news_at or phone.joined_at)
    with store.write() as connection:
        connection.execute(
            update(Devices)
            .where(Devices.league_id == store.league_id, Devices.id == phone.id)
            .values(news_at=until)
        )
