"""The players of a league's first match: the known players, and placeholders for the others."""

from collections.abc import Sequence

from scorekeeper.db.store import Store
from scorekeeper.errors import Refused
from scorekeeper.league import match_lists, roster, seasons
from scorekeeper.league.club import night_lists as club_night_lists
from scorekeeper.league.roster import Player
from scorekeeper.match.names import name_key
from scorekeeper.messages import say
from scorekeeper.web.i18n import translate_sentence

PLAYING_CARD_NAMES = (
    say("Ace"),
    say("King"),
    say("Queen"),
    say("Jack"),
    say("Ten"),
    say("Nine"),
    say("Eight"),
    say("Seven"),
    say("Six"),
    say("Five"),
)


def named_players(store: Store) -> list[Player]:
    """Return the players who are not named after a card, including hidden and merged players."""
    cards = {name_key(name) for name in placeholder_names()}
    everyone = roster.players(store, include_hidden=True, include_merged=True)
    return [each for each in everyone if name_key(each.name) not in cards]


def placeholder_names() -> list[str]:
    return [translate_sentence(card, {}) for card in PLAYING_CARD_NAMES]


def has_matches(store: Store) -> bool:
    """Return whether a match is running or has ended."""
    return bool(match_lists.running_matches(store, 1) or match_lists.recent_matches(store, 1))


def is_new_league(store: Store) -> bool:
    """Return whether a league that has no matches gets the form for its first match.

    This function does not check whether there are matches, because its caller has done so.

    This form has room for the players of one table. An organiser who has prepared a season or a
    club night, or added more players, needs the links of the usual home page.
    """
    people = named_players(store)
    return (
        len(people) <= len(PLAYING_CARD_NAMES)
        and not any(each.hidden or each.merged_into for each in people)
        and not seasons.seasons(store)
        and not club_night_lists.nights(store, limit=1)
    )


def first_players(store: Store, seats: int, shown: Sequence[str]) -> tuple[str, ...] | None:
    """Return the keys of the named players, and of Ace, King and so on for the other seats.

    Placeholders who are missing are added. Returns None if the named players are not those that the
    page showed, do not fit, or may have played another match in the meantime.
    """
    named = tuple(each.key for each in named_players(store))
    if list(named) != list(shown) or len(named) > seats or (named and has_matches(store)):
        return None
    placeholders = placeholder_names()[: seats - len(named)]
    return (*named, *(get_or_add_player(store, name).key for name in placeholders))


def get_or_add_player(store: Store, name: str) -> Player:
    """Return the player with this name. If there is none, add the player first.

    If another request adds the player at the same time, return that player.
    """
    player = roster.find_player_by_name(store, name)
    if player is not None:
        return player
    try:
        return roster.add_player(store, name)
    except Refused:
        player = roster.find_player_by_name(store, name)
        if player is None:
            raise
        return player
