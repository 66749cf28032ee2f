"""The facts of a season in review as sentences, each with a link to details."""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from flask import url_for

from scorekeeper.league.seasons import Season
from scorekeeper.messages import AndList, Message, Name, say, say_n
from scorekeeper.rules import GAMES
from scorekeeper.stats import review_facts
from scorekeeper.stats.deciding_matches import ALL, DecidingMatch, DecidingMatches
from scorekeeper.stats.review import CloseMatch, SeasonReview, Upset
from scorekeeper.stats.review_facts import EveningFact, PairFact, StreakFact, StrengthFact
from scorekeeper.stats.strength import displayed_strength
from scorekeeper.web.seasons.lead_chart import leaders_by_evening
from scorekeeper.web.seasons.season_table import SeasonTable, TableLine
from scorekeeper.web.stats.records_view import MAX_CHIPS


class FactLink(NamedTuple):
    """A link to a match or an evening behind a fact. `evening` is "" if its date is not shown."""

    text: Message
    url: str
    evening: str = ""


class Fact(NamedTuple):
    """A fact: its label, a sentence, its evening, and a link to details.

    `evening` is "" if the fact has none. `players` are the keys of the players whose chips are
    shown. If the link to details does not lead to a match, `links` lead to the matches behind the
    fact.
    """

    label: Message
    text: Message
    url: str
    players: tuple[str, ...] = ()
    evening: str = ""
    links: tuple[FactLink, ...] = ()


def season_facts(review: SeasonReview, season: Season, table: SeasonTable) -> Iterator[Fact]:
    """Yield the available facts of a season, the most notable first."""
    yield from leader_facts(review, season, table)
    if best := review_facts.best_evening_of_all(review):
        yield best_evening_fact(best, review.deciding)
    if streak := review_facts.longest_winning_streak(review):
        yield streak_fact(streak)
    if review.upset:
        yield upset_fact(review.upset)
    if improved := review_facts.most_improved(review):
        yield improved_fact(improved, season, review.deciding)
    if pair := review_facts.most_one_sided_pair(review):
        yield pair_fact(say("Most one-sided pair"), pair, season, review.deciding)
    yield from match_facts(review)
    yield from lead_change_facts(review, season, table)


def match_facts(review: SeasonReview) -> Iterator[Fact]:
    """Yield facts about the closest match and the evening with the most matches, if any."""
    if review.closest:
        yield closest_fact(review.closest)
    if busiest := review_facts.busiest_evening(review):
        yield Fact(
            say("Evening with the most matches"),
            say_n("one match", "{n} matches", busiest.matches),
            url_for("evenings.show", date=busiest.evening),
            evening=busiest.evening,
            links=match_links(
                say("Last match"), review.deciding.last.get(busiest.evening), with_evening=False
            ),
        )


def leader_facts(review: SeasonReview, season: Season, table: SeasonTable) -> Iterator[Fact]:
    """Yield a fact about the players who lead an open season, if anyone is ranked."""
    leaders = tuple(line.row.player for line in table.ranked_lines if line.row.place == 1)
    if leaders and season.closed_at is None:
        text = say("{who} with {figure}", who=names(leaders), figure=table.ranked_lines[0].figure)
        url = url_for("seasons.show", season_key=season.id)
        links = last_win_links(review.deciding, leaders)
        yield Fact(say("In the lead"), text, url, leaders, links=links)


def champion_facts(champions: Sequence[TableLine]) -> Iterator[Fact]:
    """Yield a fact about the champions of a closed season, if there are any."""
    if champions:
        winners = tuple(line.row.player for line in champions)
        text = say("{who} with {figure}", who=names(winners), figure=champions[0].figure)
        yield Fact(say_n("Champion", "Champions", len(winners)), text, "", winners)


def lead_change_facts(review: SeasonReview, season: Season, table: SeasonTable) -> Iterator[Fact]:
    """Yield a fact on how often the lead changed and when it last did, if it changed at all."""
    changes = lead_changes(table)
    if changes:
        text = say_n("The lead changed once", "The lead changed {n} times", len(changes))
        evening, leader = changes[-1]
        deciding = review.deciding
        match = deciding.last_won.get((leader, evening)) or deciding.last.get(evening)
        links = (
            FactLink(say("Latest change"), url_for("evenings.show", date=evening), evening),
            *match_links(say("Deciding match"), match, with_evening=False),
        )
        url = url_for("seasons.show", season_key=season.id)
        yield Fact(say("Lead"), text, url, links=links)


def lead_changes(table: SeasonTable) -> list[tuple[str, str]]:
    """Return the evening and the new leader of each change of the lead, in chronological order."""
    ranked = [line.row.player for line in table.ranked_lines]
    leaders = leaders_by_evening(table.aggregate, ranked)
    return [
        (evening, new)
        for evening, (old, new) in zip(table.aggregate.evenings[1:], pairwise(leaders), strict=True)
        if old is not None and new is not None and old != new
    ]


def last_win_links(deciding: DecidingMatches, players: Sequence[str]) -> tuple[FactLink, ...]:
    """Return links to the last wins of the first players."""
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
) -> tuple[FactLink, ...]:
    """Return a link to this match. The tuple is empty if `match` is None."""
    if match is None:
        return ()
    text = say("{what}: {game}", what=label, game=GAMES[match.game].name)
    url = url_for("matches.show", match_id=match.match)
    return (FactLink(text, url, match.evening if with_evening else ""),)


def names(players: Sequence[str]) -> AndList:
    return AndList(Name(player) for player in players)


def best_evening_fact(fact: EveningFact, deciding: DecidingMatches) -> Fact:
    text = say(
        "{who} won {wins} of {n} matches",
        who=Name(fact.player),
        wins=fact.score.wins,
        n=fact.score.matches,
    )
    url = url_for("evenings.show", date=fact.evening)
    match = deciding.last_won.get((fact.player, fact.evening))
    links = match_links(say("Last win"), match, with_evening=False)
    return Fact(say("Best evening"), text, url, (fact.player,), fact.evening, links)


def streak_fact(fact: StreakFact) -> Fact:
    text = say("{who} won {n} matches in a row", who=Name(fact.player), n=fact.streak.longest)
    url = url_for("matches.show", match_id=fact.streak.last_match)
    return Fact(say("Longest winning streak"), text, url, (fact.player,), fact.streak.last_evening)


def upset_fact(upset: Upset) -> Fact:
    text = say(
        "{winners} (strength {strength}) won {game} against {beaten} (strength {stronger})",
        winners=names(upset.winners),
        strength=upset.strength,
        game=GAMES[upset.game].name,
        beaten=names(upset.beaten),
        stronger=upset.beaten_strength,
    )
    url = url_for("matches.show", match_id=upset.match)
    return Fact(say("Upset of the season"), text, url, upset.winners, upset.evening)


def closest_fact(close: CloseMatch) -> Fact:
    text = say_n(
        "{winners} won {game} by one point, ahead of {seconds}",
        "{winners} won {game} by {n} points, ahead of {seconds}",
        close.margin,
        winners=names(close.winners),
        game=GAMES[close.game].name,
        seconds=names(close.seconds),
    )
    url = url_for("matches.show", match_id=close.match)
    return Fact(say("Closest match"), text, url, close.winners + close.seconds, close.evening)


def improved_fact(fact: StrengthFact, season: Season, deciding: DecidingMatches) -> Fact:
    before = displayed_strength(fact.review.mean_before)
    text = say(
        "{who}’s strength rose from {before} to {now}",
        who=Name(fact.player),
        before=before,
        now=before + fact.review.change,
    )
    _, match = deciding.gains.get(fact.player, (0.0, None))
    links = match_links(say("Largest gain"), match)
    url = player_url(fact.player, season)
    return Fact(say("Most improved"), text, url, (fact.player,), links=links)


def pair_fact(label: Message, fact: PairFact, season: Season, deciding: DecidingMatches) -> Fact:
    text = say(
        "{who} finished ahead of {other} in {ahead} of {n} matches",
        who=Name(fact.player),
        other=Name(fact.other),
        ahead=fact.met.ahead,
        n=fact.met.matches,
    )
    url = f"{player_url(fact.player, season)}#rivals"
    links = match_links(say("Last time"), deciding.last_ahead.get((fact.player, fact.other)))
    return Fact(label, text, url, (fact.player, fact.other), links=links)


def player_url(player: str, season: Season) -> str:
    return url_for("player_pages.show", player_id=int(player), season=season.id)
