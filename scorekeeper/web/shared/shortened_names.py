"""Statistics and logs with players' names in the style that a page may show.

A page that reads only these copies cannot show names in another style. The styles are in
`match/shown_names.py`.
"""

from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import replace

from scorekeeper.league.state import LeagueState, ShownPlayer
from scorekeeper.league.stats_snapshot import StatsSnapshot
from scorekeeper.match.log import Log, TableState
from scorekeeper.match.people import Person, initials, people_of_match
from scorekeeper.match.sheet import Scoresheet
from scorekeeper.match.shown_names import ShownNames, shown_names
from scorekeeper.messages import say
from scorekeeper.web.i18n import translate_sentence


def snapshot_with_names(snapshot: StatsSnapshot, style: ShownNames) -> StatsSnapshot:
    """Return the same statistics with players named in this style.

    Each snapshot caches one copy for each style.
    """
    if style is ShownNames.FULL:
        return snapshot
    return snapshot.cached(
        ("names", style),
        lambda: replace(
            snapshot,
            league_state=state_with_names(snapshot.league_state, style),
            cached_values=OrderedDict(),
            pages=OrderedDict(),
        ),
    )


def state_with_names(league_state: LeagueState, style: ShownNames) -> LeagueState:
    full = {key: player.person.name for key, player in league_state.players.items()}
    names = shown_names(full, style, unnamed_player())
    letters = initials(names)
    players = {
        key: ShownPlayer(
            player.person._replace(name=names[key], initials=letters[key]), hidden=player.hidden
        )
        for key, player in league_state.players.items()
    }
    return replace(league_state, players=players)


def people_with_names(
    people: Mapping[str, Person], shown: Mapping[str, Person]
) -> Mapping[str, Person]:
    """Return the same people by key, named as in `shown`.

    Their initials are unique among them.
    """
    return people_of_match(
        tuple(
            (key, shown[key].name if key in shown else unnamed_player(), person.colour)
            for key, person in people.items()
        )
    )


def unnamed_player() -> str:
    return translate_sentence(say("Player"), {})


class ShortenedNamesLog:
    """The part of a log that public pages read, with the names that a link shows."""

    def __init__(self, log: Log, shown: Mapping[str, Person]) -> None:
        self.log, self.shown = log, shown

    def sheet(self, match: int, known_version: int | None = None) -> Scoresheet:
        return self.log.sheet(match, known_version)

    def table_state(self, match: int) -> TableState:
        """Return the players with the names that the link shows, without submissions."""
        state = self.log.table_state(match)
        return TableState(people_with_names(state.people, self.shown), (), state.version)
