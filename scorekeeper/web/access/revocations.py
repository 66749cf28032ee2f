"""Confirmations for revoking access, with the phones and links that would be affected."""

from collections.abc import Iterable

from scorekeeper.access import devices, invitations, public_links
from scorekeeper.access.devices import Device, DeviceNotFound
from scorekeeper.access.invitations import InvalidInvitation, Invitation
from scorekeeper.access.public_links import PublicLinkNotFound
from scorekeeper.access.revocation_preview import (
    LostAccess,
    preview_removal,
    preview_withdrawal,
)
from scorekeeper.db.store import Store
from scorekeeper.messages import AndList, Message, say, say_n
from scorekeeper.web.dates import local_date, local_time, weekday_date
from scorekeeper.web.shared.confirmation import Confirmation

A_CODE = say("A code")
NEEDS_INVITATION = say(
    "This phone will no longer be able to open the league. To come back, it needs a new invitation."
)

RECOVERY_ENDS = say("The recovery code on paper stops working. Create a new one afterwards.")


def removal_question(store: Store, device_id: int, back: tuple[str, Message]) -> Confirmation:
    """Return the confirmation for removing a phone.

    Raises DeviceNotFound, or Refused if no owner would be left.
    """
    lost = preview_removal(store, device_id)
    phone = next((each for each in devices.active_devices(store) if each.id == device_id), None)
    if phone is None:
        raise DeviceNotFound
    effects = [say("It will lose access to the league. To come back, it needs a new invitation.")]
    if lost.links:
        effects.append(
            say_n(
                "It created one link or code that will stop working: {names}.",
                "It created {n} links and codes that will stop working: {names}.",
                len(lost.links),
                names=link_names(lost.links),
            )
        )
    effects += effects_on_league(lost)
    return Confirmation(say("Remove {phone}", phone=phone.name), effects, say("Remove"), back)


def withdrawal_question(
    store: Store, invitation_id: int, back: tuple[str, Message]
) -> Confirmation:
    """Return the confirmation for withdrawing an invitation.

    Raises InvalidInvitation, or Refused if no owner would be left.
    """
    lost = preview_withdrawal(store, invitation_id)
    link = next(
        (each for each in invitations.active_invitations(store) if each.id == invitation_id), None
    )
    if link is None:
        raise InvalidInvitation
    effects = [removed_phones(lost.phones)]
    if lost.kept_phones:
        effects.append(
            say_n(
                "One phone keeps its access, because it also joined with another link or code: "
                "{names}.",
                "{n} phones keep their access, because they also joined with another link or code: "
                "{names}.",
                len(lost.kept_phones),
                names=AndList(lost.kept_phones),
            )
        )
    if lost.links:
        effects.append(
            say_n(
                "These phones created one link or code that will stop working: {names}.",
                "These phones created {n} links and codes that will stop working: {names}.",
                len(lost.links),
                names=link_names(lost.links),
            )
        )
    effects += effects_on_league(lost)
    return Confirmation(withdrawal_title(link), effects, say("Withdraw"), back)


def withdrawal_title(link: Invitation) -> Message:
    """Return the title of the confirmation. A code is identified by its time of creation."""
    if link.name:
        return say("Withdraw {link}", link=link.name)
    return say(
        "Withdraw the code from {date} {time}",
        date=weekday_date(local_date(link.created_at)),
        time=local_time(link.created_at),
    )


def removed_phones(names: list[str]) -> Message:
    if not names:
        return say(
            "No phone will be removed. Nobody will be able to join with this link or code any more."
        )
    return say_n(
        "One phone joined with this link or code and will be removed: {names}.",
        "{n} phones joined with this link or code and will be removed: {names}.",
        len(names),
        names=AndList(names),
    )


def effects_on_league(lost: LostAccess) -> list[Message]:
    """Return what the owners should know: the public links that stay open, and a lost code."""
    recovery = [RECOVERY_ENDS] if lost.ends_recovery_code else []
    return [*open_links(lost.public_links), *recovery]


def open_links(names: list[str]) -> list[Message]:
    """Return a list with the sentence about public links that remain open.

    The list is empty if no public link remains open.
    """
    if not names:
        return []
    return [
        say_n(
            "One public link remains valid until an owner withdraws it: {names}.",
            "{n} public links remain valid until an owner withdraws them: {names}.",
            len(names),
            names=AndList(names),
        )
    ]


def link_names(names: Iterable[str]) -> AndList:
    return AndList(name or A_CODE for name in names)


def leaving_question(
    store: Store, phone: Device, league: str, back: tuple[str, Message]
) -> Confirmation:
    """Return the confirmation for leaving a league. Raises Refused if no owner would be left."""
    effects = [NEEDS_INVITATION]
    lost = preview_removal(store, phone.id)
    if lost.links:
        effects.append(
            say_n(
                "One link or code that this phone created remains valid: {names}.",
                "{n} links and codes that this phone created remain valid: {names}.",
                len(lost.links),
                names=link_names(lost.links),
            )
        )
    effects += open_links(lost.public_links)
    return Confirmation(say("Leave {league}", league=league), effects, say("Leave"), back)


def public_withdrawal_question(
    store: Store, link_id: int, back: tuple[str, Message]
) -> Confirmation:
    """Return the confirmation for withdrawing a public link.

    Raises PublicLinkNotFound if no active link has this id.
    """
    links = public_links.active_public_links(store)
    link = next((each for each in links if each.id == link_id), None)
    if link is None:
        raise PublicLinkNotFound
    effects = [
        say(
            "The link will only show that it was withdrawn, even if another site embeds it. You "
            "cannot restore it, but you can create a new one."
        )
    ]
    return Confirmation(say("Withdraw {link}", link=link.name), effects, say("Withdraw"), back)
