"""Jaguar's preview of a hand: what is missing, the result, and the points of each player."""

from collections.abc import Iterator, Mapping
from itertools import product
from typing import Any

from scorekeeper.messages import Message, Name, Placeholder, Signed, say
from scorekeeper.rules.common import next_seat
from scorekeeper.rules.display import Preview, ProjectedTotal, QuickAnswer
from scorekeeper.rules.field_values import value_problems
from scorekeeper.rules.fields import YES
from scorekeeper.rules.jaguar.auction import (
    MAX_BID_POINTS,
    MIN_BID_POINTS,
    points_bid,
)
from scorekeeper.rules.jaguar.fields import (
    all_tricks_reason,
    fields,
    impossible_points_reason,
)
from scorekeeper.rules.jaguar.scoring import (
    ALL_CARD_POINTS,
    CARD_POINTS_TO_WIN,
    FRIEND_WEIGHT,
    IMPOSSIBLE_CARD_POINTS,
    active,
    after,
    is_alone,
    is_won,
    parts,
    side_points,
)
from scorekeeper.rules.kernel import Answers, Position
from scorekeeper.rules.live_hints import LiveHints, LiveLine, join_sentences
from scorekeeper.rules.live_totals import LiveContract, LiveTotals
from scorekeeper.rules.partial_answers import partial_answers, shown_sentences

ALL_PASS = QuickAnswer(say("All pass"), {"all_pass": True}, submits=True)

MISSING_ANSWERS = [
    LiveLine(say("the jaguar"), missing="jaguar"),
    LiveLine(say("the friend"), missing="friend"),
    LiveLine(say("the points"), missing="points"),
]
MISSING_LINE = LiveLine(say("Still missing: {what}.", what=MISSING_ANSWERS))


AGAINST = LiveLine(
    say("against {points}", points=Placeholder("left", "points")), complete=("points",)
)
NUMBERS_WITH_BID = ("points", "bid_points")
DETAIL_WITH_BID = (
    AGAINST._replace(complete=NUMBERS_WITH_BID, less_than=("bid_points", 1)),
    LiveLine(
        say(
            "against {points}, bid {bid}",
            points=Placeholder("left", "points"),
            bid=Placeholder("sum", "bid_points"),
        ),
        complete=NUMBERS_WITH_BID,
        at_least=("bid_points", 1),
    ),
)
# The conditions that one side took all the tricks, or that neither did. Lines need them only if all
# tricks count double.
ALL_TRICKS, NOT_ALL_TRICKS = ("all_tricks", (YES,)), ("all_tricks", ("",))
ALL_TRICKS_REFUSAL = LiveLine(
    all_tricks_reason(Placeholder("sum", "points")),
    complete=("jaguar", "friend", "points"),
    one_of=ALL_TRICKS,
    at_least=("points", 1),
    less_than=("points", ALL_CARD_POINTS),
    refuses=True,
)


def preview(position: Position, stage: str, answers: Answers) -> Preview:
    """Return the hand's preview, with each seat's total so far as a note."""
    totals = {seat: say("{total}", total=total) for seat, total in position.totals.items()}
    return hand_preview(position, stage, answers)._replace(notes=totals)


def hand_preview(position: Position, stage: str, deal_answers: Answers) -> Preview:
    """Return a preview with the result, once the points are known.

    Once everything is entered, the preview also has the new totals.
    """
    answers = readable_answers(position, deal_answers)
    if answers.get("all_pass"):
        dealer = next_seat(position.dealer, position.players, position.players)
        note = say("Everyone passed: nobody scores, and {who} deals next.", who=Name(dealer))
        return Preview(save_note=note, quick_answers=(ALL_PASS,))
    # An incomplete `taken` does not replace `points`, so `points` is still required.
    readable = (
        answers
        if has_points(position, answers)
        else {k: v for k, v in answers.items() if k != "taken"}
    )
    partial = partial_answers(fields(position, readable), answers)
    missing = join_sentences(shown_sentences((MISSING_LINE,), partial))
    wrong, mismatch = points_refusal(answers), all_tricks_mismatch(answers)
    bid = deal_answers.get("bid_points")
    has_wrong_bid = bid is not None and bid not in range(MIN_BID_POINTS, MAX_BID_POINTS + 1)
    if not has_points(position, answers) or wrong or has_wrong_bid:
        return Preview(quick_answers=(ALL_PASS,), save_note=wrong or missing)
    points, bid = side_points(answers), points_bid(answers)
    detail = say("against {points}", points=ALL_CARD_POINTS - points)
    if bid:
        detail = say("against {points}, bid {bid}", points=ALL_CARD_POINTS - points, bid=bid)
    return Preview(
        headline=None if mismatch else result_phrase(answers),
        detail=detail,
        save_note=missing or mismatch or outcome_sentence(position, answers),
        totals_after={} if missing or mismatch else projected_totals(position, answers),
        quick_answers=(ALL_PASS,),
    )


def readable_answers(position: Position, answers: Answers) -> Answers:
    """Return the answers with values of the right kind.

    A jaguar or friend who sits out this hand is left out.
    """
    seats = active(position)
    return {
        field.name: answers[field.name]
        for field in fields(position, answers)
        if answers.get(field.name) is not None
        and not any(value_problems(field, answers[field.name]))
        and (field.name not in ("jaguar", "friend") or answers[field.name] in seats)
    }


def live_hints(position: Position, stage: str, answers: Answers) -> LiveHints:
    """Return lines for missing answers, and the hand's result.

    Unless high bids count more, the lines contain the points of each player.
    """
    with_bid, doubles = position.options["point_bids"], position.options["cappotto_double"]
    numbers = NUMBERS_WITH_BID if with_bid else ("points",)
    save_note = [MISSING_LINE]
    if doubles:
        save_note.append(ALL_TRICKS_REFUSAL)
    if not position.options["point_bands"]:
        save_note += live_outcomes(position, numbers)
    return LiveHints(
        save_note=tuple(save_note),
        headline=tuple(
            LiveLine(result_phrase(hand), complete=numbers, **conditions)
            for hand, conditions in possible_results(position)
        ),
        detail=DETAIL_WITH_BID if with_bid else (AGAINST,),
        waiting_totals=waiting_totals(position),
    )


def possible_results(position: Position) -> Iterator[tuple[Answers, dict[str, Any]]]:
    """Yield (hand, conditions) for each possible result.

    `hand` is an example of a hand with this result, and `conditions` are those of a line about the
    result. If all tricks count double, there are two more results, for hands in which one side took
    all tricks. Their conditions require 120 or 0 card points.
    """
    needed: tuple[str, int] | tuple[str, int, str] = ("points", CARD_POINTS_TO_WIN)
    if position.options["point_bids"]:
        needed = (*needed, "bid_points")
    is_usual = {"one_of": NOT_ALL_TRICKS} if position.options["cappotto_double"] else {}
    yield {"points": ALL_CARD_POINTS}, {"at_least": needed, **is_usual}
    yield {"points": 0}, {"less_than": needed, **is_usual}
    if is_usual:
        took_all = {"one_of": ALL_TRICKS}
        yield (
            {"points": ALL_CARD_POINTS, "all_tricks": True},
            {"at_least": ("points", ALL_CARD_POINTS), **took_all},
        )
        yield {"points": 0, "all_tricks": True}, {"less_than": ("points", 1), **took_all}


def waiting_totals(position: Position) -> LiveTotals:
    """Return the data from which the page computes the totals after waiting hands."""
    options = position.options
    contract = LiveContract(
        "jaguar",
        "friend",
        "points",
        needed=CARD_POINTS_TO_WIN,
        bid_field="bid_points",
        partner_weight=FRIEND_WEIGHT,
        bands=tuple(sorted(map(tuple, options["point_bands"] or ()))),
        double_field="all_tricks",
    )
    return LiveTotals({}, position.totals, contract=contract, match_ends_at=options["target"])


def has_points(position: Position, answers: Answers) -> bool:
    """Return whether the points of the jaguar's side were entered, together or for each player."""
    by_seat = {"jaguar", "friend"} <= set(answers) and all(
        seat in answers.get("taken", {}) for seat in active(position)
    )
    return "points" in answers or by_seat


def points_refusal(answers: Answers) -> Message | None:
    """Return why the entered points are impossible, or None if they are possible."""
    points = answers.get("points", 0)
    if points in IMPOSSIBLE_CARD_POINTS:
        return impossible_points_reason(points)
    if not 0 <= points <= ALL_CARD_POINTS:
        return say("The card points must be between 0 and {all}.", all=ALL_CARD_POINTS)
    return None


def all_tricks_mismatch(answers: Answers) -> Message | None:
    """Return why one side cannot have taken all the tricks with these points, or None."""
    points = answers.get("points", 0)
    if answers.get("all_tricks") and points not in (0, ALL_CARD_POINTS):
        return all_tricks_reason(points)
    return None


def result_phrase(answers: Answers) -> Message:
    return say("won") if is_won(answers) else say("lost")


def outcome_sentence(position: Position, answers: Answers) -> Message:
    """Report the points of the jaguar, the friend, and each of the others."""
    points = {part.side: Signed(part.points) for part in parts(position, answers)}
    jaguar, friend = answers["jaguar"], answers["friend"]
    others = [Name(seat) for seat in points if seat not in (jaguar, friend)]
    return sentence_about_points(
        {"jaguar": Name(jaguar), "friend": Name(friend), "others": others},
        points[jaguar],
        None if is_alone(answers) else points[friend],
        points[others[0]],
    )


def sentence_about_points(
    names: Mapping[str, object], jaguar: Signed, friend: Signed | None, each: Signed
) -> Message:
    """Return a sentence with the points of a hand. `friend` is None if the jaguar played alone."""
    if friend is None:
        alone = {key: name for key, name in names.items() if key != "friend"}
        return say("{jaguar} {won}; {others} {each} each.", won=jaguar, each=each, **alone)
    return say(
        "{jaguar} {won}, {friend} {shared}; {others} {each} each.",
        won=jaguar,
        shared=friend,
        each=each,
        **names,
    )


def live_outcomes(position: Position, numbers: tuple[str, ...]) -> list[LiveLine]:
    """Return the lines with the points of a hand, for each result and with or without a friend.

    `numbers` are the fields that must be complete. High bids must not count more.
    """
    seats = active(position)
    names = {
        "jaguar": Placeholder("chosen", "jaguar"),
        "friend": Placeholder("chosen", "friend"),
        "others": Placeholder("others", "jaguar"),
    }
    complete = ("jaguar", "friend", *numbers)
    lines = []
    for (result, conditions), friend in product(possible_results(position), seats[:2]):
        hand = {"jaguar": seats[0], "friend": friend, **result}
        points = {part.side: Signed(part.points) for part in parts(position, hand)}
        shared = None if is_alone(hand) else points[friend]
        sentence = sentence_about_points(names, points[seats[0]], shared, points[seats[-1]])
        same = ("jaguar", "friend", is_alone(hand))
        lines.append(LiveLine(sentence, complete=complete, same=same, **conditions))
    return lines


def projected_totals(position: Position, answers: Answers) -> dict[str, ProjectedTotal]:
    """Return the totals after this hand, with a word for the winners if it ends the match."""
    points = {part.side: part.points for part in parts(position, answers)}
    then = after(position, answers, points)
    return {
        seat: ProjectedTotal(then.totals[seat], say("wins") if seat in then.winners else None)
        for seat in position.players
    }
