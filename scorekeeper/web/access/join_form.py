"""The form on the join page, which asks whose phone this is and what to call it."""

from collections.abc import Sequence
from dataclasses import dataclass

from flask import request

from scorekeeper.db.store import Store
from scorekeeper.errors import Refused
from scorekeeper.league import roster
from scorekeeper.league.roster import Player
from scorekeeper.match.names import MAX_NAME_LENGTH, validate_name
from scorekeeper.messages import Message, say
from scorekeeper.rules.kernel import Problem
from scorekeeper.web.i18n import translate_sentence

NEW = "new"  # the choice "I’m new" instead of a player's id
NEW_NAME = "new-name"  # the field with the new player's name
NEW_NAME_REQUIRED = say("Enter your name, as the others will see it.")
PHONE_NAME_REQUIRED = say("Enter a name for this phone.")
NEW_NOT_ALLOWED = say(
    "With this link or code, you can no longer add yourself. Choose “None of these”, and ask an "
    "owner to add you."
)
PHONE_HAS_PLAYER = say(
    "This phone already belongs to a player, so it cannot add another one. Ask an owner to add you."
)
NOT_CHOSEN = say("Choose “I’m new” to be added with this name, or clear the name.")


@dataclass(frozen=True)
class JoinForm:
    """The values entered in the join form.

    `who` is a player's id, NEW or an empty string. `key` is the idempotency key.
    """

    who: str = ""
    name: str = ""
    new_name: str = ""
    key: str = ""

    @property
    def is_new(self) -> bool:
        return self.who == NEW

    def player(self, players: Sequence[Player]) -> Player | None:
        """Return the player chosen from `players`, or None if nobody in the list was chosen."""
        return next((player for player in players if str(player.id) == self.who), None)

    def valid_new_name(self, *, is_allowed: bool) -> str:
        """Return the name of the new player, or an empty string if nobody is added.

        Raises Refused if the name is invalid, if new players are not allowed, or if a name was
        entered but nobody was chosen.
        """
        if not self.is_new:
            if is_allowed and not self.who and self.new_name.strip():
                raise Refused([Problem("not_chosen", NOT_CHOSEN, NEW_NAME)])
            return ""
        if not is_allowed:
            raise Refused([Problem("not_allowed", NEW_NOT_ALLOWED, NEW_NAME)])
        try:
            return validate_name(self.new_name, NEW_NAME_REQUIRED)
        except Refused as refusal:
            raise Refused([each._replace(field=NEW_NAME) for each in refusal.problems]) from None

    def valid_phone_name(self, person: str, table: str = "") -> str:
        """Return the entered phone name, or a default with the person's name or the table's number.

        If the person's name is too long for the default, the phone has the same name as the person.
        `table` is the table of a club night whose code the phone has scanned, if any. Raises
        Refused if the name is invalid.
        """
        if person:
            called = say("{who}’s phone", who=person)
        else:
            called = say("A phone at table {n}", n=table) if table else say("A phone")
        default = translate_sentence(called, {})
        if len(default) > MAX_NAME_LENGTH:
            default = person or default[:MAX_NAME_LENGTH]
        return validate_name(self.name.strip() or default, PHONE_NAME_REQUIRED)


def posted_form() -> JoinForm:
    fields = request.form
    return JoinForm(
        fields.get("who", ""),
        fields.get("name", ""),
        fields.get(NEW_NAME, ""),
        fields.get("key", ""),
    )


def taken_name_problem(store: Store, name: str) -> Problem:
    """Return why a person cannot take another player's name, and what they can do instead."""
    return Problem("name_taken", taken_name_reason(store, name), NEW_NAME)


def taken_name_reason(store: Store, name: str) -> Message:
    player = roster.find_player_by_name(store, name)
    if player is None:  # the player was removed or renamed since then
        return say("The name {name} was taken until a moment ago. Try again.", name=name)
    if player.hidden:
        return say(
            "The name {name} belongs to a hidden player. If this is you, ask an owner to show "
            "{who} again. Otherwise, enter another name.",
            name=name,
            who=player.name,
        )
    return say(
        "There is already a player called {name}. If this is you, choose {who} in the list. "
        "Otherwise, enter another name.",
        name=name,
        who=player.name,
    )
