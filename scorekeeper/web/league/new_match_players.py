"""The players to choose from on the new-match page.

For a large league, the page shows the players who played most recently and the chosen players. All
other players are in a collapsed section with a search.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from scorekeeper.db.store import Store
from scorekeeper.league.recent_players import recent_player_keys
from scorekeeper.match.people import Person
from scorekeeper.web.shared.player_search import LONG_LIST, PlayerSearch, search_players

MAX_RECENT = 12  # players who are shown because they played recently


@dataclass(frozen=True)
class PlayerChoice:
    """The players to choose from.

    `first` are the keys of the players who are always shown, and `rest` are the players in a
    collapsed section. `recent` are the players among `first` who played recently. The form posts
    `recent` back. The chips therefore keep their places when another match starts.
    """

    is_large: bool
    recent: tuple[str, ...]
    first: tuple[str, ...]
    rest: tuple[Person, ...]
    search: PlayerSearch


def player_choice(
    store: Store,
    people: Mapping[str, Person],
    chosen: Sequence[str],
    form: Mapping[str, str],
) -> PlayerChoice:
    """Return the players to choose from, out of `people`.

    `chosen` are the keys of the seated players, and `form` is the posted form or the query.
    """
    if len(people) <= LONG_LIST:
        return PlayerChoice(False, (), tuple(people), (), PlayerSearch())
    shown = form["recent"].split() if "recent" in form else recent_player_keys(store)
    recent = tuple(key for key in dict.fromkeys(shown) if key in people)[:MAX_RECENT]
    shown_first = tuple(dict.fromkeys((*recent, *chosen)))
    rest = tuple(person for key, person in people.items() if key not in shown_first)
    return PlayerChoice(True, recent, shown_first, rest, search_players(people, form.get("q", "")))


def name_to_add(form: Mapping[str, str]) -> str:
    """Return the name on the button that adds a player who was not found.

    Returns "" if that button was not pressed.
    """
    name = form.get("add", "")
    return "" if name == "1" else name
