"""The data shown on the pages of a club night: people, rounds with tables, and the ranking."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from scorekeeper.clock import LeagueClock
from scorekeeper.club.draws import DrawMethod, count_meetings, repeated_meetings
from scorekeeper.league import match_lists
from scorekeeper.league.club import coming as club_coming
from scorekeeper.league.club import nights as club_nights
from scorekeeper.league.club import rounds as club_rounds
from scorekeeper.league.club.nights import ClubNight, NightPlayer
from scorekeeper.league.club.rounds import ClubRound, NightRounds, TableMatch
from scorekeeper.league.club.table_players import may_replace
from scorekeeper.league.match_lists import ListedMatch
from scorekeeper.league.stats_snapshot import StatsSnapshot
from scorekeeper.match.names import name_sort_key
from scorekeeper.match.outcome import MatchState
from scorekeeper.match.people import Person
from scorekeeper.messages import AndList, Message, say
from scorekeeper.rules import GAMES
from scorekeeper.rules.game import Game
from scorekeeper.web.dates import full_date, now
from scorekeeper.web.league.club.ranking import matches_without_season, night_ranking
from scorekeeper.web.seasons.own_row import ordinal
from scorekeeper.web.seasons.season_table import SeasonTable
from scorekeeper.web.shared.session import current_store

DRAW_METHOD_TITLES: Mapping[DrawMethod, Message] = {
    DrawMethod.FEWEST_MEETINGS: say("New opponents"),
    DrawMethod.CHANCE: say("At random"),
    DrawMethod.BALANCED: say("Equal tables"),
    DrawMethod.LIKE_WITH_LIKE: say("Like with like"),
}
DRAW_METHOD_NOTES: Mapping[DrawMethod, Message] = {
    DrawMethod.FEWEST_MEETINGS: say(
        "Pairs that met tonight are avoided first, then pairs that met this season."
    ),
    DrawMethod.CHANCE: say("The tables are drawn at random."),
    DrawMethod.BALANCED: say("Every table has about the same average strength."),
    DrawMethod.LIKE_WITH_LIKE: say(
        "The strongest players sit at the first table, the next strongest at the second."
    ),
}


@dataclass(frozen=True)
class TableView:
    """A table of a round.

    `match` is the table's match, or None if the match never started. `listed_match` is the same
    match with its players and totals, or None if the match never started or was deleted.
    `other_matches` are further matches at this table that do not count towards the ranking.
    """

    number: int
    people: tuple[Person, ...]
    match: TableMatch | None = None
    listed_match: ListedMatch | None = None
    other_matches: tuple[ListedMatch, ...] = ()

    @property
    def running_rematch(self) -> ListedMatch | None:
        """The rematch in progress. A match that was replaced and then restored does not count."""
        later = (each for each in self.other_matches if self.match and each.id > self.match.id)
        return next((each for each in later if each.state is MatchState.RUNNING), None)

    @property
    def shown_match(self) -> ListedMatch | None:
        """The match on the TV page, which is the rematch in progress or the match that counts."""
        return self.running_rematch or self.listed_match

    @property
    def totals(self) -> list[tuple[Person, Any]]:
        """The people at the table, each with their total in the shown match.

        The total is None if no match is shown. The people come from the match, because after a
        merge it still has their earlier keys. In gin, both players of a pair have the pair's total.
        """
        if self.shown_match is None:
            return [(person, None) for person in self.people]
        by_side = self.shown_match.summary.get("totals") or {}
        by_key = {key: total for side, total in by_side.items() for key in side.split("+")}
        return [(person, by_key.get(key)) for key, person in self.shown_match.people.items()]

    @property
    def is_replaceable(self) -> bool:
        """Whether the match can be replaced with a match of other players."""
        deals = self.listed_match.summary.get("deals", 0) if self.listed_match else 0
        return self.match is not None and may_replace(self.match.state, deals)

    @property
    def is_deleted(self) -> bool:
        return self.match is not None and self.match.state is MatchState.DELETED


@dataclass(frozen=True)
class RoundView:
    """A round of a club night.

    `repeats` is the number of pairs who have already met in an earlier round of the night.
    `changeable` are the tables whose players can still be changed.
    """

    round: ClubRound
    game: Game
    tables: tuple[TableView, ...]
    sitting_out: tuple[Person, ...]
    repeats: int
    changeable: tuple[TableView, ...]

    @property
    def skipped_numbers(self) -> AndList:
        return AndList(str(number) for number in self.round.skipped_numbers)

    @property
    def is_missing_matches(self) -> bool:
        """Whether matches of a started round are missing.

        Matches may be missing because earlier versions started the matches of a round one by one.
        """
        return not self.round.is_draft and any(table.match is None for table in self.tables)


@dataclass(frozen=True)
class NightView:
    """A club night.

    `rounds` are the started rounds, newest first. `present` are the people at the night. Of these,
    `playing` are the people whose match is running, and `undrawn` are the people who are neither
    playing nor in the draft. `replies` maps each answer (yes, maybe, no) to people. `has_link` is
    true if there is a link for answers. `is_between_seasons` is true if no season is open on the
    evening of the night or, while the night is open, tonight if that is later.
    `matches_without_season` is then the number of the night's results that count towards no season.
    """

    night: ClubNight
    game: Game
    present: tuple[Person, ...]
    playing: tuple[Person, ...]
    undrawn: tuple[Person, ...]
    rounds: tuple[RoundView, ...]
    draft: RoundView | None
    next_number: int
    sizes: tuple[int, ...]
    ranking: SeasonTable
    replies: Mapping[str, tuple[Person, ...]]
    has_link: bool
    is_between_seasons: bool
    matches_without_season: int

    @property
    def title(self) -> Message:
        return night_title(self.night)

    @property
    def free(self) -> int:
        """The number of people who can be drawn."""
        return len(self.present) - len(self.playing)

    @property
    def fewest(self) -> int:
        """The number of people that the smallest table needs."""
        return min(self.sizes, default=self.game.seats[0])

    @property
    def draft_version(self) -> int:
        """The version of the draft, or 0 if there is no draft. Forms send it back."""
        return self.draft.round.version if self.draft else 0


def night_title(night: ClubNight) -> Message:
    """Return the night's name or, if it has none, its date.

    The second night with the same name on a date, and further ones, have a number too. The same
    applies to nights without a name.
    """
    name, evening = night.settings.name, full_date(night.settings.evening)
    if night.number_on_evening > 1:
        nth = ordinal(night.number_on_evening)
        if name:
            return say("{name} ({nth})", name=name, nth=nth)
        return say("{evening}, {nth} night", evening=evening, nth=nth)
    return say("{name}", name=name) if name else evening


def build_night_view(night: ClubNight, snapshot: StatsSnapshot) -> NightView:
    store, state = current_store(), snapshot.league_state
    players = club_nights.night_players(store, night.id)
    rounds = club_rounds.night_rounds(store, night.id)
    ids = [match.id for match in rounds.matches.values()]
    other_ids = [match.id for matches in rounds.other_matches.values() for match in matches]
    listed_matches = match_lists.matches_by_id(store, ids + other_ids)
    views = [round_view(each, rounds, listed_matches, state.people) for each in rounds.rounds]
    here = [player.key for player in players if player.here]
    drawn = {*rounds.draft.seated_players, *rounds.draft.sitting_out} if rounds.draft else set()
    is_between = state.calendar.is_between_seasons(season_evening(night, state.clock))
    return NightView(
        night,
        GAMES[night.settings.game],
        sorted_people(state.people, here),
        sorted_people(state.people, (key for key in here if key in rounds.playing_players)),
        sorted_people(
            state.people, (key for key in here if key not in rounds.playing_players | drawn)
        ),
        tuple(view for view in reversed(views) if not view.round.is_draft),
        views[-1] if rounds.draft else None,
        rounds.next_number,
        club_nights.allowed_sizes(GAMES[night.settings.game], night.settings.options),
        night_ranking(snapshot, night.id, ids),
        replies(players, state.people),
        club_coming.has_link(store, night.id),
        is_between,
        matches_without_season(snapshot, night.id, ids) if is_between else 0,
    )


def season_evening(night: ClubNight, clock: LeagueClock) -> str:
    """Return the evening to which the night's next or last matches belong."""
    evening = night.settings.evening
    return max(evening, clock.evening(now())) if night.is_open else evening


def sorted_people(people: Mapping[str, Person], keys: Iterable[str]) -> tuple[Person, ...]:
    """Return the people with these keys, sorted by name.

    Keys of removed players are skipped, because a player who sat out may have been removed since.
    """
    listed = (people[key] for key in keys if key in people)
    return tuple(sorted(listed, key=lambda person: name_sort_key(person.name)))


def replies(
    players: Iterable[NightPlayer], people: Mapping[str, Person]
) -> dict[str, tuple[Person, ...]]:
    by_answer: dict[str, list[str]] = {"yes": [], "maybe": [], "no": []}
    for player in players:
        if player.answer in by_answer:
            by_answer[player.answer].append(player.key)
    return {answer: sorted_people(people, keys) for answer, keys in by_answer.items()}


def round_view(
    club_round: ClubRound,
    rounds: NightRounds,
    listed_matches: Mapping[int, ListedMatch],
    people: Mapping[str, Person],
) -> RoundView:
    before = [
        table
        for other in rounds.started_rounds
        if other.number < club_round.number
        for table in other.tables
    ]
    tables = []
    for number, players in club_round.numbered_tables:
        match = rounds.matches.get((club_round.number, number))
        others_here = rounds.other_matches.get((club_round.number, number), ())
        other_matches = tuple(
            listed_matches[other.id] for other in others_here if other.id in listed_matches
        )
        seats = tuple(people[key] for key in players if key in people)
        tables.append(
            TableView(
                number, seats, match, listed_matches.get(match.id) if match else None, other_matches
            )
        )
    return RoundView(
        club_round,
        GAMES[club_round.game],
        tuple(tables),
        sorted_people(people, club_round.sitting_out),
        repeated_meetings(club_round.tables, count_meetings(before)),
        tuple(
            table
            for table in tables
            if club_round.is_draft
            or (club_round == rounds.started_rounds[-1] and table.is_replaceable)
        ),
    )
