"""The highlights of a season in review as sentences, each with a link to details."""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from flask import url_for

from scorekeeper.league.seasons import Season
from scorekeeper.messages import AndList, Message, Name, say, say_n, times_text
from scorekeeper.rules import GAMES
from scorekeeper.stats import review_highlights
from scorekeeper.stats.deciding_matches import ALL, DecidingMatch, DecidingMatches
from scorekeeper.stats.review import CloseMatch, SeasonReview, Upset
from scorekeeper.stats.review_highlights import (
    EveningHighlight,
    PairHighlight,
    StreakHighlight,
    StrengthHighlight,
)
from scorekeeper.stats.strength import displayed_strength
from scorekeeper.web.seasons.lead_chart import leaders_by_evening
from scorekeeper.web.seasons.season_table import SeasonTable, TableLine
from scorekeeper.web.stats.records_view import MAX_CHIPS


class HighlightLink(NamedTuple):
    """A link to a match or an evening behind a highlight.

    `evening` is "" if its date is not shown.
    """

    text: Message
    url: str
    evening: str = ""


class Highlight(NamedTuple):
    """A highlight: its label, a sentence, its evening, and a link to details.

    `evening` is "" if the highlight has none. `players` are the keys of the players whose chips are
    shown. If the link to details does not lead to a match, `links` lead to the matches behind the
    highlight.
    """

    label: Message
    text: Message
    url: str
    players: tuple[str, ...] = ()
    evening: str = ""
    links: tuple[HighlightLink, ...] = ()


def season_highlights(
    review: SeasonReview, season: Season, table: SeasonTable
) -> Iterator[Highlight]:
    """Yield the available highlights of a season, the most notable first."""
    yield from leader_highlights(review, season, table)
    if best := review_highlights.best_evening_of_all(review):
        yield best_evening_highlight(best, review.deciding)
    if streak := review_highlights.longest_winning_streak(review):
        yield streak_highlight(streak)
    if review.upset:
        yield upset_highlight(review.upset)
    if improved := review_highlights.most_improved(review):
        yield improved_highlight(improved, season, review.deciding)
    if pair := review_highlights.most_one_sided_pair(review):
        yield pair_highlight(say("Most one-sided pair"), pair, season, review.deciding)
    yield from match_highlights(review)
    yield from lead_change_highlights(review, season, table)


def match_highlights(review: SeasonReview) -> Iterator[Highlight]:
    """Yield highlights about the closest match and the evening with the most matches, if any."""
    if review.closest:
        yield closest_highlight(review.closest)
    if busiest := review_highlights.busiest_evening(review):
        yield Highlight(
            say("Evening with the most matches"),
            say_n("one match", "{n} matches", busiest.matches),
            url_for("evenings.show", date=busiest.evening),
            evening=busiest.evening,
            links=match_links(
                say("Last match"), review.deciding.last.get(busiest.evening), with_evening=False
            ),
        )


def leader_highlights(
    review: SeasonReview, season: Season, table: SeasonTable
) -> Iterator[Highlight]:
    """Yield a highlight about the players who lead an open season, if anyone is ranked."""
    leaders = tuple(line.row.player for line in table.leaders)
    if leaders and season.closed_at is None:
        text = say("{who} with {figure}", who=names(leaders), figure=table.leaders[0].figure)
        url = url_for("seasons.show", season_key=season.id)
        links = last_win_links(review.deciding, leaders)
        yield Highlight(say("In the lead"), text, url, leaders, links=links)


def champion_highlights(champions: Sequence[TableLine]) -> Iterator[Highlight]:
    """Yield a highlight about the champions of a closed season, if there are any."""
    if champions:
        winners = tuple(line.row.player for line in champions)
        text = say("{who} with {figure}", who=names(winners), figure=champions[0].figure)
        yield Highlight(say_n("Champion", "Champions", len(winners)), text, "", winners)


def lead_change_highlights(
    review: SeasonReview, season: Season, table: SeasonTable
) -> Iterator[Highlight]:
    """Yield a highlight that says how often the lead changed, and when it last changed.

    Yields nothing if the lead never changed.
    """
    changes = lead_changes(table)
    if changes:
        text = say("The lead changed {times}", times=times_text(len(changes)))
        evening, leader = changes[-1]
        deciding = review.deciding
        match = deciding.last_won.get((leader, evening)) or deciding.last.get(evening)
        links = (
            HighlightLink(say("Latest change"), url_for("evenings.show", date=evening), evening),
            *match_links(say("Deciding match"), match, with_evening=False),
        )
        url = url_for("seasons.show", season_key=season.id)
        yield Highlight(say("Lead"), text, url, links=links)


def lead_changes(table: SeasonTable) -> list[tuple[str, str]]:
    """Return the evening and the new leader of each change of the lead, in chronological order."""
    ranked = [line.row.player for line in table.ranked_lines]
    leaders = leaders_by_evening(table.aggregate, ranked)
    return [
        (evening, new)
        for evening, (old, new) in zip(table.aggregate.evenings[1:], pairwise(leaders), strict=True)
        if old is not None and new is not None and old != new
    ]


def last_win_links(deciding: DecidingMatches, players: Sequence[str]) -> tuple[HighlightLink, ...]:
    """Return a link to the last win of each of the first MAX_CHIPS players."""
    return tuple(
        link
        for player in players[:MAX_CHIPS]
        for link in match_links(
            say("{who}’s last win", who=Name(player)) if len(players) > 1 else say("Last win"),
            deciding.last_won.get((player, ALL)),
        )
    )


def match_links(
    label: Message, match: DecidingMatch | None, *, with_evening: bool = True
) -> tuple[HighlightLink, ...]:
    """Return a link to this match. The tuple is empty if `match` is None."""
    if match is None:
        return ()
    text = say("{what}: {game}", what=label, game=GAMES[match.game].name)
    url = url_for("matches.show", match_id=match.match)
    return (HighlightLink(text, url, match.evening if with_evening else ""),)


def names(players: Sequence[str]) -> AndList:
    return AndList(Name(player) for player in players)


def best_evening_highlight(best: EveningHighlight, deciding: DecidingMatches) -> Highlight:
    text = say(
        "{who} won {wins} of {n} matches",
        who=Name(best.player),
        wins=best.performance.wins,
        n=best.performance.matches,
    )
    url = url_for("evenings.show", date=best.evening)
    match = deciding.last_won.get((best.player, best.evening))
    links = match_links(say("Last win"), match, with_evening=False)
    return Highlight(say("Best evening"), text, url, (best.player,), best.evening, links)


def streak_highlight(best: StreakHighlight) -> Highlight:
    text = say("{who} won {n} matches in a row", who=Name(best.player), n=best.streak.longest)
    url = url_for("matches.show", match_id=best.streak.last_match)
    return Highlight(
        say("Longest winning streak"), text, url, (best.player,), best.streak.last_evening
    )


def upset_highlight(upset: Upset) -> Highlight:
    text = say(
        "{winners} (strength {strength}) won {game} against {beaten} (strength {stronger})",
        winners=names(upset.winners),
        strength=upset.strength,
        game=GAMES[upset.game].name,
        beaten=names(upset.beaten),
        stronger=upset.beaten_strength,
    )
    url = url_for("matches.show", match_id=upset.match)
    return Highlight(say("Upset of the season"), text, url, upset.winners, upset.evening)


def closest_highlight(close: CloseMatch) -> Highlight:
    text = say_n(
        "{winners} won {game} by one point, ahead of {seconds}",
        "{winners} won {game} by {n} points, ahead of {seconds}",
        close.margin,
        winners=names(close.winners),
        game=GAMES[close.game].name,
        seconds=names(close.seconds),
    )
    url = url_for("matches.show", match_id=close.match)
    return Highlight(say("Closest match"), text, url, close.winners + close.seconds, close.evening)


def improved_highlight(
    improved: StrengthHighlight, season: Season, deciding: DecidingMatches
) -> Highlight:
    before = displayed_strength(improved.review.mean_before)
    text = say(
        "{who}’s strength rose from {before} to {now}",
        who=Name(improved.player),
        before=before,
        now=before + improved.review.change,
    )
    _, match = deciding.gains.get(improved.player, (0.0, None))
    links = match_links(say("Largest gain"), match)
    url = player_url(improved.player, season)
    return Highlight(say("Most improved"), text, url, (improved.player,), links=links)


def pair_highlight(
    label: Message, pair: PairHighlight, season: Season, deciding: DecidingMatches
) -> Highlight:
    text = say(
        "{who} finished ahead of {other} in {ahead} of {n} matches",
        who=Name(pair.player),
        other=Name(pair.other),
        ahead=pair.meeting.ahead,
        n=pair.meeting.matches,
    )
    url = f"{player_url(pair.player, season)}#rivals"
    links = match_links(say("Last time"), deciding.last_ahead.get((pair.player, pair.other)))
    return Highlight(label, text, url, (pair.player, pair.other), links=links)


def player_url(player: str, season: Season) -> str:
    return url_for("player_pages.show", player_id=int(player), season=season.id)
