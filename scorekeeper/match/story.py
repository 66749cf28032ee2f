"""The story of a finished match: up to five sentences computed from its sheet.

They are about the lead and its changes, the winner's largest deficit, the longest streak, the best
deal, events of this game, and the margin. If there are fewer than four sentences, `story_facts` and
the game add others.
"""

from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

from scorekeeper.match import story_facts
from scorekeeper.match.leads import points_behind, sole_leader, sole_winner
from scorekeeper.match.outcome import final_points, unit
from scorekeeper.match.sheet import Scoresheet, deal_title
from scorekeeper.messages import AndList, Message, Name, say, say_n, times_text
from scorekeeper.rules.display import MIN_STREAK

MAX_SENTENCES = 5
USUAL_SENTENCES = 4  # a shorter story gets further sentences, if there are any
MAX_RUNNERS_UP = 3  # if more runners-up are tied, none is named
FURTHER_PRIORITY = 5  # see `RankedSentence`


class RankedSentence(NamedTuple):
    """A sentence and its priority. Priority 1 is the most important.

    Sentences with `FURTHER_PRIORITY` or more are used only if there are too few other sentences.
    """

    priority: int
    sentence: Message


def story(sheet: Scoresheet) -> list[Message]:
    """Return up to `MAX_SENTENCES` sentences.

    The list is empty for a match without winners or deals.
    """
    ranked = ranked_sentences(sheet)
    usual = sum(each.priority < FURTHER_PRIORITY for each in ranked)
    most = min(max(usual, USUAL_SENTENCES), MAX_SENTENCES)
    chosen = sorted(range(len(ranked)), key=lambda n: ranked[n].priority)[:most]
    return [ranked[n].sentence for n in sorted(chosen)]


def short_story(sheet: Scoresheet, most: int) -> list[Message]:
    """Return up to `most` sentences: the usual ones, and then further ones if there is room."""
    ranked = ranked_sentences(sheet)
    usual = [n for n, each in enumerate(ranked) if each.priority < FURTHER_PRIORITY]
    further = [n for n, each in enumerate(ranked) if each.priority >= FURTHER_PRIORITY]
    chosen = [*usual, *sorted(further, key=lambda n: ranked[n].priority)][:most]
    return [ranked[n].sentence for n in sorted(chosen)]


def ranked_sentences(sheet: Scoresheet) -> list[RankedSentence]:
    """Return all sentences about a match in order, with their priorities."""
    if not sheet.winners or not sheet.played_deals:
        return []
    return [
        *(RankedSentence(1, each) for each in lead_sentences(sheet)),
        *(
            RankedSentence(FURTHER_PRIORITY + 1, each)
            for each in story_facts.first_leader_sentences(sheet)
        ),
        *(RankedSentence(2, each) for each in farthest_behind_sentences(sheet)),
        *(RankedSentence(1 + n, each) for n, each in enumerate(game_sentences(sheet))),
        *(RankedSentence(3, each) for each in longest_streak_sentences(sheet)),
        *(RankedSentence(4, each) for each in best_deal_sentences(sheet)),
        *further_sentences(sheet),
        *(RankedSentence(2, each) for each in margin_sentences(sheet)),
    ]


def further_sentences(sheet: Scoresheet) -> Iterator[RankedSentence]:
    """Yield the further sentences that come between the best deal and the margin."""
    facts = story_facts
    of_the_game = sheet.game.story.further_sentences(sheet.played_deals, sheet.position)
    for less_important, sentences in (
        (5, facts.longest_leader_sentences(sheet)),
        (6, facts.shared_lead_sentences(sheet)),
        (3, facts.most_best_deals(sheet)),
        (7, of_the_game),
        (0, facts.first_out_sentences(sheet)),
        (2, facts.largest_lead_sentences(sheet)),
        (0, facts.before_last_sentences(sheet)),
        (4, facts.last_place_sentences(sheet)),
    ):
        yield from (RankedSentence(FURTHER_PRIORITY + less_important, each) for each in sentences)


def game_sentences(sheet: Scoresheet) -> list[Message]:
    return sheet.game.story.sentences(sheet.played_deals, sheet.position)


# ---------------------------------------------------------------- the lead


def lead_sentences(sheet: Scoresheet) -> Iterator[Message]:
    """Yield sentences about lead changes and the deal in which the winner finally took the lead."""
    noun = sheet.game.display.deal_noun
    leaders = [sole_leader(sheet, played.after) for played in sheet.played_deals]
    winner = sole_winner(sheet)
    if len(leaders) < 2:
        return
    if winner is not None and set(leaders) == {winner}:
        yield say("{who} led from the first {deal} to the last.", who=Name(winner), deal=noun)
        return
    alone = [side for side in leaders if side is not None]
    changes = sum(before != after for before, after in pairwise(alone))
    if changes > 1:
        yield say("The lead changed {times}.", times=times_text(changes))
    if winner is None or leaders[-1] != winner:
        return
    before = max(n for n, side in enumerate(leaders, start=1) if side != winner)
    winner_name, deal = Name(winner), deal_title(sheet, before + 1)
    is_again = winner in leaders[:before]
    if before < len(leaders) - 1 and is_again:
        yield say("{who} took the lead again in {deal} and kept it.", who=winner_name, deal=deal)
    elif before < len(leaders) - 1:
        yield say("{who} took the lead in {deal} and kept it.", who=winner_name, deal=deal)
    elif is_again:
        yield say("{who} took the lead again in the last {deal}.", who=winner_name, deal=noun)
    else:
        yield say("{who} took the lead in the last {deal}.", who=winner_name, deal=noun)


def farthest_behind_sentences(sheet: Scoresheet) -> Iterator[Message]:
    """Yield the sentence about the winner's largest deficit, if there was one."""
    winner = sole_winner(sheet)
    if winner is None:
        return
    behind = {
        number: points_behind(sheet, played.after, winner)
        for number, played in enumerate(sheet.played_deals[:-1], start=1)
    }
    most = max(behind.values(), default=0)
    if most > 0:
        number = next(number for number, n in behind.items() if n == most)
        yield say_n(
            "{who} trailed by one {unit} after {deal}.",
            "{who} trailed by {n} {unit} after {deal}.",
            most,
            who=Name(winner),
            unit=unit(sheet, most),
            deal=deal_title(sheet, number),
        )


# ---------------------------------------------------------------- deals


def longest_streak_sentences(sheet: Scoresheet) -> Iterator[Message]:
    """Yield the sentence about the longest streak, if there is one.

    Of equally long streaks, the earliest is reported, or none if several sides have it in the same
    deals. Streaks shorter than `MIN_STREAK` deals are not mentioned.
    """
    streak = sheet.game.story.streak
    if streak is None:
        return
    running: dict[str, int] = {}
    length, last = MIN_STREAK - 1, 0
    sides: list[str] = []
    for number, played in enumerate(sheet.played_deals, start=1):
        running = {side: running.get(side, 0) + 1 for side in streak.achieved_by(played)}
        if max(running.values(), default=0) > length:
            length, last = max(running.values()), number
            sides = [side for side, n in running.items() if n == length]
    if len(sides) == 1:
        yield streak.sentence(sides[0], length, last - length + 1, last)


def best_deal_sentences(sheet: Scoresheet) -> Iterator[Message]:
    """Yield the sentence about the best score in one deal, unless it occurs twice or is below 2.

    In games in which the lowest score wins, the sentence is about a bad deal. A match of one deal
    has no such sentence.
    """
    scored = [
        (points, side, number)
        for number, played in enumerate(sheet.played_deals, start=1)
        for side, points in played.points.items()
    ]
    top = max(points for points, _, _ in scored)
    best = [(side, number) for points, side, number in scored if points == top]
    if len(sheet.played_deals) < 2 or len(best) > 1 or top < 2:
        return
    side, number = best[0]
    low = say(
        "{who} took the most {unit} in one {noun}: {points} in {deal}.",
        who=Name(side),
        unit=unit(sheet, top),
        points=top,
        noun=sheet.game.display.deal_noun,
        deal=deal_title(sheet, number),
    )
    high = say(
        "{who} scored the most {unit} in one {noun}: {points} in {deal}.",
        who=Name(side),
        unit=unit(sheet, top),
        points=top,
        noun=sheet.game.display.deal_noun,
        deal=deal_title(sheet, number),
    )
    yield low if sheet.game.low_wins else high


# ---------------------------------------------------------------- the end


def margin_sentences(sheet: Scoresheet) -> Iterator[Message]:
    """Yield the sentence about the winner's margin and the runners-up, or about tied winners.

    There is none if a side was eliminated or the winner is not ahead on points, because points did
    not decide the match.
    """
    if sheet.position.eliminated:
        return
    points, winner = final_points(sheet), sole_winner(sheet)
    if winner is None:
        yield from shared_win_sentences(sheet)
        return
    sign = -1 if sheet.game.low_wins else 1
    others = {side: n for side, n in points.items() if side != winner}
    second = max(others.values(), key=lambda n: sign * n)
    ahead = sign * (points[winner] - second)
    closest = [Name(side) for side, n in others.items() if n == second]
    if ahead <= 0:
        return
    ahead_unit = unit(sheet, ahead)
    if len(closest) > MAX_RUNNERS_UP:
        yield say_n(
            "{who} won by one {unit}.",
            "{who} won by {n} {unit}.",
            ahead,
            who=Name(winner),
            unit=ahead_unit,
        )
        return
    yield say_n(
        "{who} won by one {unit}, ahead of {second}.",
        "{who} won by {n} {unit}, ahead of {second}.",
        ahead,
        who=Name(winner),
        unit=ahead_unit,
        second=AndList(closest),
    )


def shared_win_sentences(sheet: Scoresheet) -> Iterator[Message]:
    """Yield the sentence about tied winners, if they have the same points."""
    results = {final_points(sheet)[side] for side in sheet.winners}
    if len(results) == 1:
        (result,) = results
        yield say_n(
            "{who} share the win with one {unit} each.",
            "{who} share the win with {n} {unit} each.",
            result,
            unit=unit(sheet, result),
            who=AndList(Name(side) for side in sheet.winners),
        )
