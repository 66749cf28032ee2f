"""Where the players of a club night go after their match."""

from flask import url_for

from scorekeeper.league.club import nights as club_nights
from scorekeeper.league.club import rounds as club_rounds
from scorekeeper.league.club import table_players as club_table_players
from scorekeeper.match.outcome import MatchState
from scorekeeper.messages import say
from scorekeeper.web.match.next_step import NextStep
from scorekeeper.web.shared.session import current_store


def next_step(match: int) -> NextStep | None:
    """Return the link on the page of a finished match: to the table's newer match, or to the night.

    Returns None if the match was not played at a table of a club night, or if the night has ended.
    """
    store = current_store()
    place = club_table_players.night_and_table(store, match)
    if place is None:
        return None
    number, table = place
    night = club_nights.get_night(store, number)
    if not night.is_open:
        return None
    rounds = club_rounds.night_rounds(store, number)
    newest = rounds.newest_match(table)
    if newest and newest.id > match and newest.state is MatchState.RUNNING:
        label = say("Go to the new match at table {n}", n=table)
        return NextStep(label, url_for("matches.show", match_id=newest.id), allows_rematch=False)
    has_newer_round = any(
        each.id > match for place, each in rounds.matches.items() if place[1] == table
    )
    label = say("Back to the club night")
    return NextStep(label, url_for("club.show", night_id=number), not has_newer_round)
