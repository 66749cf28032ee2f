"""The subjects of public links, as choices in a form and as text in the list of links."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from scorekeeper.access import public_links
from scorekeeper.access.public_links import CURRENT_SEASON, FEED, LAST_EVENING, PublicSubject
from scorekeeper.clock import is_evening_date
from scorekeeper.db.access_tables import PublicLinkKind
from scorekeeper.league import match_lists
from scorekeeper.league.evening_list import list_evenings
from scorekeeper.league.match_lists import ListedMatch
from scorekeeper.league.state import LeagueState
from scorekeeper.messages import Message, say
from scorekeeper.rules import game_name
from scorekeeper.runtime.whole_numbers import parse_small_int
from scorekeeper.web import dates
from scorekeeper.web.shared.session import current_store

MAX_EVENINGS, MAX_MATCHES = 8, 8  # choices, latest first
SUBJECT_PATTERN = re.compile("(match|season|evening)-([0-9-]{1,10})")
# The form's values for subjects that always show the latest of their kind.
VALUES = {"season": CURRENT_SEASON, "evening": LAST_EVENING, "feed": FEED}


class SubjectChoice(NamedTuple):
    """The value of an option in the form, such as "season-3", and the option's text."""

    value: str
    text: Message


class ChoiceGroup(NamedTuple):
    title: Message
    choices: list[SubjectChoice]


def parse_subject(value: str) -> PublicSubject | None:
    """Return the subject for a value from the form or the URL, or None if the value is invalid.

    The season or match need not exist.
    """
    if value in VALUES:
        return VALUES[value]
    match = SUBJECT_PATTERN.fullmatch(value)
    if match is None:
        return None
    if match[1] == "evening":
        return public_links.one_evening(match[2]) if is_evening_date(match[2]) else None
    number = parse_small_int(match[2])
    if number is None:
        return None
    return (public_links.one_match if match[1] == "match" else public_links.one_season)(number)


def subject_value(subject: PublicSubject) -> str:
    """Return the form's value for a subject."""
    fixed_value = next((value for value, each in VALUES.items() if each == subject), None)
    return fixed_value or f"{subject.kind.value}-{subject_id(subject)}"


def subject_id(subject: PublicSubject) -> int | str | None:
    return subject.match_id or subject.season_id or subject.evening


def subject_exists(subject: PublicSubject, league_state: LeagueState) -> bool:
    """Return whether the season or match of a subject exists.

    All other subjects always exist, even an evening without matches.
    """
    if subject.kind is PublicLinkKind.SEASON:
        return league_state.season(subject.season_id) is not None
    if subject.kind is PublicLinkKind.MATCH:
        return match_of(subject) is not None
    return True


def match_of(subject: PublicSubject) -> ListedMatch | None:
    if subject.match_id is None:
        return None
    return match_lists.matches_by_id(current_store(), [subject.match_id]).get(subject.match_id)


def subject_text(
    subject: PublicSubject, league_state: LeagueState, match: ListedMatch | None = None
) -> Message:
    """Return a description of what a link to this subject shows.

    `match` is the match that the link shows, or None if the subject is not a match or the match no
    longer exists.
    """
    match subject.kind:
        case PublicLinkKind.CURRENT_SEASON:
            return say("Always the current season")
        case PublicLinkKind.LAST_EVENING:
            return say("Always the latest evening")
        case PublicLinkKind.FEED:
            return say("Results for feed readers")
        case PublicLinkKind.SEASON:
            season = league_state.season(subject.season_id)
            return say("{season}", season=season.name) if season else say("A season")
        case PublicLinkKind.EVENING:
            return dates.medium_date(subject.evening) if subject.evening else say("An evening")
        case PublicLinkKind.MATCH:
            return match_text(match, league_state) if match else say("A match")
        case PublicLinkKind.UNREADABLE:
            return say("Cannot be read, so the link shows nothing")


def link_name(subject: PublicSubject, number: int) -> Message:
    """Return a name for a link without a name, such as "Evening link 2"."""
    match subject.kind:
        case PublicLinkKind.MATCH:
            return say("Match link {n}", n=number)
        case PublicLinkKind.EVENING | PublicLinkKind.LAST_EVENING:
            return say("Evening link {n}", n=number)
        case PublicLinkKind.FEED:
            return say("Feed link {n}", n=number)
        case _:
            return say("Season link {n}", n=number)


def match_text(match: ListedMatch, league_state: LeagueState) -> Message:
    return say(
        "{game}, {day}: {who}",
        game=game_name(match.game),
        who=[person.name for person in match.people.values()],
        day=dates.medium_date(league_state.clock.evening(match.dated_at)),
    )


def choice_groups(chosen: PublicSubject, league_state: LeagueState) -> list[ChoiceGroup]:
    """Return the form's choices, which always include `chosen`."""
    groups = [
        ChoiceGroup(say("Seasons"), list(season_choices(league_state))),
        ChoiceGroup(say("Evenings"), list(evening_choices(league_state))),
        ChoiceGroup(say("Matches"), list(match_choices(league_state))),
        ChoiceGroup(say("Feed"), [choice_of(FEED, league_state)]),
    ]
    if not any(subject_value(chosen) == each.value for _, choices in groups for each in choices):
        choice = SubjectChoice(
            subject_value(chosen), subject_text(chosen, league_state, match_of(chosen))
        )
        groups.insert(0, ChoiceGroup(say("Chosen"), [choice]))
    return groups


def choice_of(subject: PublicSubject, league_state: LeagueState) -> SubjectChoice:
    return SubjectChoice(subject_value(subject), subject_text(subject, league_state))


def season_choices(league_state: LeagueState) -> Iterator[SubjectChoice]:
    yield choice_of(CURRENT_SEASON, league_state)
    for season in league_state.seasons:
        yield choice_of(public_links.one_season(season.id), league_state)


def evening_choices(league_state: LeagueState) -> Iterator[SubjectChoice]:
    yield choice_of(LAST_EVENING, league_state)
    for evening in list_evenings(current_store(), league_state, MAX_EVENINGS):
        yield choice_of(public_links.one_evening(evening.date), league_state)


def match_choices(league_state: LeagueState) -> Iterator[SubjectChoice]:
    store = current_store()
    latest = (*match_lists.running_matches(store, 3), *match_lists.recent_matches(store))
    for match in latest[:MAX_MATCHES]:
        if match.import_id is None:  # an imported result has no score sheet
            text = match_text(match, league_state)
            yield SubjectChoice(subject_value(public_links.one_match(match.id)), text)
