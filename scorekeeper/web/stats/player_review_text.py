"""The highlights of one player's season as sentences, each with a link to details."""

from collections.abc import Iterator

from flask import url_for

from scorekeeper.league.seasons import Season
from scorekeeper.messages import Message, say
from scorekeeper.rules import GAMES
from scorekeeper.stats import review_highlights
from scorekeeper.stats.career import MatchStreak
from scorekeeper.stats.deciding_matches import ALL, DecidingMatches
from scorekeeper.stats.ranking import StandingsRow
from scorekeeper.stats.review import PlayerReview, SeasonReview
from scorekeeper.stats.review_highlights import (
    MIN_STREAK,
    EveningHighlight,
    GameHighlight,
    PairHighlight,
)
from scorekeeper.stats.strength import displayed_strength
from scorekeeper.web.stats.player_pages import place_sentence
from scorekeeper.web.stats.review_text import (
    Highlight,
    HighlightLink,
    match_links,
    pair_highlight,
    player_url,
)


def player_highlights(
    review: SeasonReview, player: str, season: Season, row: StandingsRow | None
) -> Iterator[Highlight]:
    """Yield the highlights of a player's season, good highlights first.

    `row` is the player's row in the standings, or None.
    """
    player_review = review.players[player]
    text = won_of_sentence(player_review.total.wins, player_review.total.matches)
    if row is not None:
        text = say("{place}: {won}", place=place_sentence(row, season.name), won=text)
    deciding = review.deciding
    links = match_links(say("Last win"), deciding.last_won.get((player, ALL)))
    yield Highlight(say("Season"), text, player_url(player, season), links=links)
    best = review_highlights.best_evening(player, player_review)
    if best:
        match = deciding.last_won.get((player, best.evening))
        links = match_links(say("Last win"), match, with_evening=False)
        yield evening_highlight(say("Best evening"), best, links)
    if player_review.winning_streak.longest >= MIN_STREAK:
        yield streak_highlight(say("Longest winning streak"), player_review.winning_streak)
    if favourite := review_highlights.favourite_game(player_review):
        yield game_highlight(favourite, player, season, deciding)
    if pair := review_highlights.favourite_opponent(review, player):
        yield opponent_highlight(say("Favourite opponent"), pair, player, season, deciding)
    yield from strength_highlights(player_review, player, deciding)
    yield from bad_highlights(review, player, season)


def bad_highlights(review: SeasonReview, player: str, season: Season) -> Iterator[Highlight]:
    """Yield the nemesis, the worst evening and the longest winless streak, if there are any."""
    player_review = review.players[player]
    if pair := review_highlights.nemesis(review, player):
        yield opponent_highlight(say("Nemesis"), pair, player, season, review.deciding)
    worst = review_highlights.worst_evening(player, player_review)
    if worst and worst != review_highlights.best_evening(player, player_review):
        match = review.deciding.last_played.get((player, worst.evening))
        links = match_links(say("Last match"), match, with_evening=False)
        yield evening_highlight(say("Worst evening"), worst, links)
    if player_review.winless_streak.longest >= MIN_STREAK:
        yield streak_highlight(say("Longest streak without a win"), player_review.winless_streak)


def won_of_sentence(wins: int, n: int) -> Message:
    if n == 1:
        return say("won the only match") if wins else say("did not win the only match")
    if not wins:
        return say("won none of {n} matches", n=n)
    return say("won {wins} of {n} matches", wins=wins, n=n)


def evening_highlight(
    label: Message, one_evening: EveningHighlight, links: tuple[HighlightLink, ...]
) -> Highlight:
    text = won_of_sentence(one_evening.performance.wins, one_evening.performance.matches)
    url = url_for("evenings.show", date=one_evening.evening)
    return Highlight(label, text, url, evening=one_evening.evening, links=links)


def game_highlight(
    favourite: GameHighlight, player: str, season: Season, deciding: DecidingMatches
) -> Highlight:
    won = won_of_sentence(favourite.performance.wins, favourite.performance.matches)
    text = say("{game}: {won}", game=GAMES[favourite.game].name, won=won)
    part = player, favourite.game
    if part in deciding.last_won:
        links = match_links(say("Last win"), deciding.last_won[part])
    else:
        links = match_links(say("Last match"), deciding.last_played.get(part))
    url = url_for("seasons.by_game", season_key=season.id)
    return Highlight(say("Favourite game"), text, url, links=links)


def streak_highlight(label: Message, streak: MatchStreak) -> Highlight:
    text = say("{n} matches in a row", n=streak.longest)
    url = url_for("matches.show", match_id=streak.last_match)
    return Highlight(label, text, url, evening=streak.last_evening)


def opponent_highlight(
    label: Message, pair: PairHighlight, player: str, season: Season, deciding: DecidingMatches
) -> Highlight:
    """Return a highlight with the opponent's chip and a link to the head-to-head results."""
    opponent = pair.other if pair.player == player else pair.player
    highlight = pair_highlight(label, pair, season, deciding)
    return highlight._replace(url=f"{player_url(player, season)}#rivals", players=(opponent,))


def strength_highlights(
    player_review: PlayerReview, player: str, deciding: DecidingMatches
) -> Iterator[Highlight]:
    """Yield a highlight with the player's strength before and after the season, if it is known."""
    if player_review.strength is None:
        return
    now = displayed_strength(player_review.strength[0])
    text = say("{now} in their first season", now=now)
    if player_review.strength_before is not None:
        before = displayed_strength(player_review.strength_before[0])
        text = say("from {before} to {now}", before=before, now=now)
    url = url_for("player_pages.show", player_id=int(player))
    _, gain = deciding.gains.get(player, (0.0, None))
    _, loss = deciding.losses.get(player, (0.0, None))
    gain_links, loss_links = (
        match_links(say("Largest gain"), gain),
        match_links(say("Largest loss"), loss),
    )
    first, second = (
        (gain_links, loss_links) if player_review.change >= 0 else (loss_links, gain_links)
    )
    yield Highlight(say("Strength"), text, url, links=first or second)
