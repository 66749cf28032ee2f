"""Reviews of random seasons, compared with the results of a slow computation."""

from collections import Counter
from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.stats import review_highlights
from scorekeeper.stats.results import MatchResult, PlayerResult, finish
from scorekeeper.stats.review import Upset, review_season
from tests.sample import examples
from tests.stats.season_on_paper import one_up


@st.composite
def random_results(draw):
    """Draw up to 25 matches, each of two to four out of five players, with places and points."""
    results, day = [], 1
    for number in range(1, draw(st.integers(0, 25)) + 1):
        day += draw(st.integers(0, 1))
        players = draw(st.permutations("ABCDE"))[: draw(st.integers(2, 4))]
        points = [draw(st.integers(0, 6)) for _ in players]
        places = [1 + sum(other > each for other in points) for each in points]
        seats = tuple(
            PlayerResult(
                player, side, finish(place, places.count(place), len(places), place == 1), score
            )
            for side, (player, place, score) in enumerate(zip(players, places, points, strict=True))
        )
        game = draw(st.sampled_from(("gin", "loba")))
        results.append(MatchResult(number, game, number, f"2026-10-{day:02}", False, seats))
    return results


@examples(150, 50)
@given(random_results(), st.sets(st.sampled_from("AB")))
def test_a_random_review_is_what_a_slow_computation_finds(played, known):
    review = review_season(played, dict.fromkeys(known, (26.0, 8.0)), one_up)

    assert review.matches_by_evening == Counter(result.evening for result in played)
    for player, each in review.players.items():
        places = [(result, seat) for result in played for seat in result.seats if seat[0] == player]
        assert each.total[:2] == (len(places), sum(seat.finish.won for _, seat in places))
        assert each.winning_streak.longest == longest_run(seat.finish.won for _, seat in places)
        assert each.winless_streak.longest == longest_run(not seat.finish.won for _, seat in places)
    assert review.upset == slow_upset(played, known)
    assert margin_of(review.closest) == min(map(slow_margin, played), default=NO_MARGIN)
    assert record_of(review_highlights.most_one_sided_pair(review)) == slow_record(played)


def longest_run(holds):
    text = "".join("x" if each else " " for each in holds)
    return max((len(run) for run in text.split(" ")), default=0)


def mean_before(played, number, player, known):
    """Return (mean of a player before a match, number of the player's earlier matches)."""
    earlier = [seat for result in played[:number] for seat in result.seats if seat[0] == player]
    wins = sum(seat.finish.won for seat in earlier)
    return (26 if player in known else 25) + 2 * wins - len(earlier), len(earlier)


def slow_upset(played, known):
    """Return the largest upset, found by comparing all winners and losers of each match.

    If several upsets are equally large, the first counts. Returns None if there is no upset.
    """
    upset = None
    for number, result in enumerate(played):
        means = {
            player: mean
            for player in result.players
            for mean, matches in [mean_before(played, number, player, known)]
            if player in known or matches >= 5
        }
        won = {seat.player: seat.finish.won for seat in result.seats if seat.player in means}
        losers = [player for player in won if not won[player]]
        for winner in (player for player in won if won[player]):
            best = max(losers, key=lambda player: means[player], default=None)
            if best and means[best] - means[winner] > (upset[0] if upset else 0):
                upset = means[best] - means[winner], result, winner, best
    if upset is None:
        return None
    gap, result, winner, best = upset
    strength = 1000 + 30 * (mean_before(played, result.match - 1, winner, known)[0] - 25)
    return Upset(
        result.match,
        result.game,
        result.evening,
        (winner,),
        (best,),
        strength,
        strength + 30 * gap,
    )


NO_MARGIN = Fraction(2)


def slow_margin(result):
    first, second, *_ = sorted((seat.points for seat in result.seats), reverse=True)
    return NO_MARGIN if first == second else Fraction(first - second, first)


def margin_of(closest):
    return closest.share if closest else NO_MARGIN


def slow_record(played):
    """Return (lead per meeting, meetings) of the most one-sided pair.

    Returns None if no pair has met often enough with a lead.
    """
    records = []
    for one in "ABCDE":
        for other in "ABCDE".replace(one, ""):
            met = [
                by_name[other] - by_name[one]
                for result in played
                for by_name in [{seat.player: seat.finish.place for seat in result.seats}]
                if one in by_name and other in by_name
            ]
            lead = sum(each > 0 for each in met) - sum(each < 0 for each in met)
            if len(met) >= 5 and lead > 0:
                records.append((Fraction(lead, len(met)), len(met)))
    return max(records, default=None)


def record_of(pair):
    return pair and review_highlights.one_sidedness(pair.meeting)
