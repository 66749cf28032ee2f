"""The current season, and sentences about when a season becomes the current one."""

from scorekeeper.clock import is_evening_date
from scorekeeper.league.seasons import Season
from scorekeeper.league.state import LeagueState
from scorekeeper.messages import Message, say
from scorekeeper.web.dates import full_date, now, this_year


def current_season(league_state: LeagueState) -> Season | None:
    return league_state.current_season(now())


def begins_later(league_state: LeagueState, season: Season) -> bool:
    return not season.has_begun(league_state.clock.evening(now()))


def note_of_form(
    league_state: LeagueState, stored: Season, starts: str, ends: str
) -> Message | None:
    """Return a sentence about when the season becomes current if it is saved with these dates.

    `stored` is the season without the changes; a new season has the id 0. Returns None if saving
    does not change which season is current, or if the dates are invalid.
    """
    evening, current = league_state.clock.evening(now()), current_season(league_state)
    if stored.id and (stored.has_begun(evening) or stored.closed_at or stored == current):
        return None
    if not all(not date or is_evening_date(date) for date in (starts, ends)):
        return None
    if starts > evening:
        return future_note(starts, current)
    if stored.id == 0 and ends and ends < evening and current is not None:
        return say(
            "The last evening of this season is over, so {season} stays the current season.",
            season=current.name,
        )
    return say("When you save, this season becomes the current one.")


def note_of_season(league_state: LeagueState, season: Season) -> Message | None:
    """Return a sentence about a season that becomes current on its first evening, or None."""
    current = current_season(league_state)
    if (
        season.starts is None
        or not begins_later(league_state, season)
        or season.closed_at is not None
        or season == current
        or league_state.chosen_season_since is None  # no other season replaces the chosen one
    ):
        return None
    return future_note(season.starts, current)


def future_note(starts: str, current: Season | None) -> Message:
    """Return a sentence that says when a season becomes current, and what pages show until then."""
    first = full_date(starts, this_year())
    if current is None:
        return say("This season becomes the current one on {date}.", date=first)
    return say(
        "This season becomes the current one on {date}. Until then, {season} stays current.",
        date=first,
        season=current.name,
    )
