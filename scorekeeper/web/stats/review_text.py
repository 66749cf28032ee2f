"""The facts of a season in review as sentences, each with a link to details."""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from flask import url_for

from scorekeeper.league.seasons import Season
from scorekeeper.messages import AndList, Message, Name, say, say_n
from scorekeeper.rules import GAMES
from scorekeeper.stats import review_facts
from scorekeeper.stats.review import CloseMatch, SeasonReview, Upset
from scorekeeper.stats.review_facts import EveningFact, PairFact, StreakFact, StrengthFact
from scorekeeper.stats.strength import displayed_strength
from scorekeeper.web.seasons.lead_chart import leaders_by_evening
from scorekeeper.web.seasons.season_table import SeasonTable, TableLine


class Fact(NamedTuple):
    """A fact: its label, a sentence, its evening, and a link to details.

    `evening` is "" if the fact has none. `players` are the keys of the players whose chips are
    shown.
    """

    label: Message
    text: Message
    url: str
    players: tuple[str, ...] = ()
    evening: str = ""


def season_facts(review: SeasonReview, season: Season, table: SeasonTable) -> Iterator[Fact]:
    """Yield the available facts of a season, the most notable first."""
    yield from leader_facts(season, table)
    if best := review_facts.best_evening_of_all(review):
        yield best_evening_fact(best)
    if streak := review_facts.longest_winning_streak(review):
        yield streak_fact(streak)
    if review.upset:
        yield upset_fact(review.upset)
    if improved := review_facts.most_improved(review):
        yield improved_fact(improved, season)
    if pair := review_facts.most_one_sided_pair(review):
        yield pair_fact(say("Most one-sided pair"), pair, season)
    yield from match_facts(review)
    if changes := count_lead_changes(table):
        text = say_n("The lead changed once", "The lead changed {n} times", changes)
        yield Fact(say("Lead"), text, url_for("seasons.show", season_key=season.id))


def match_facts(review: SeasonReview) -> Iterator[Fact]:
    """Yield facts on the closest match and the evening with the most matches, if any."""
    if review.closest:
        yield closest_fact(review.closest)
    if busiest := review_facts.busiest_evening(review):
        yield Fact(
            say("Evening with the most matches"),
            say_n("one match", "{n} matches", busiest.matches),
            url_for("evenings.show", date=busiest.evening),
            evening=busiest.evening,
        )


def leader_facts(season: Season, table: SeasonTable) -> Iterator[Fact]:
    """Yield a fact on the players who lead an open season, if anyone is ranked."""
    leaders = tuple(line.row.player for line in table.ranked_lines if line.row.place == 1)
    if leaders and season.closed_at is None:
        text = say("{who} with {figure}", who=names(leaders), figure=table.ranked_lines[0].figure)
        yield Fact(say("In the lead"), text, url_for("seasons.show", season_key=season.id), leaders)


def champion_facts(champions: Sequence[TableLine]) -> Iterator[Fact]:
    """Yield a fact on the champions of a closed season, if there are any."""
    if champions:
        winners = tuple(line.row.player for line in champions)
        text = say("{who} with {figure}", who=names(winners), figure=champions[0].figure)
        yield Fact(say_n("Champion", "Champions", len(winners)), text, "", winners)


def count_lead_changes(table: SeasonTable) -> int:
    """Return how many times the leader of the table changed from one evening to the next."""
    ranked = [line.row.player for line in table.ranked_lines]
    leaders = leaders_by_evening(table.aggregate, ranked)
    return sum(
        leader is not None and leader != next_leader for leader, next_leader in pairwise(leaders)
    )


def names(players: Sequence[str]) -> AndList:
    return AndList(Name(player) for player in players)


def best_evening_fact(fact: EveningFact) -> Fact:
    text = say(
        "{who} won {wins} of {n} matches",
        who=Name(fact.player),
        wins=fact.score.wins,
        n=fact.score.matches,
    )
    url = url_for("evenings.show", date=fact.evening)
    return Fact(say("Best evening"), text, url, (fact.player,), fact.evening)


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


def improved_fact(fact: StrengthFact, season: Season) -> Fact:
    before = displayed_strength(fact.review.mean_before)
    text = say(
        "{who}’s strength rose from {before} to {now}",
        who=Name(fact.player),
        before=before,
        now=before + fact.review.change,
    )
    return Fact(say("Most improved"), text, player_url(fact.player, season), (fact.player,))


def pair_fact(label: Message, fact: PairFact, season: Season) -> Fact:
    text = say(
        "{who} finished ahead of {other} in {ahead} of {n} matches",
        who=Name(fact.player),
        other=Name(fact.other),
        ahead=fact.met.ahead,
        n=fact.met.matches,
    )
    url = f"{player_url(fact.player, season)}#rivals"
    return Fact(label, text, url, (fact.player, fact.other))


def player_url(player: str, season: Season) -> str:
    return url_for("player_pages.show", player_id=int(player), season=season.id)
