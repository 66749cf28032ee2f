"""Jaguar's preview of a hand: what is missing, the result, and the points of each player."""

from collections.abc import Mapping
from itertools import product

from scorekeeper.messages import Message, Name, Placeholder, Signed, say
from scorekeeper.rules.common import next_seat
from scorekeeper.rules.display import Preview, ProjectedTotal, QuickAnswer
from scorekeeper.rules.field_values import value_problems
from scorekeeper.rules.jaguar.auction import (
    MAX_BID_POINTS,
    MIN_BID_POINTS,
    points_bid,
)
from scorekeeper.rules.jaguar.fields import (
    all_tricks_are_all_points,
    fields,
    impossible_points_reason,
)
from scorekeeper.rules.jaguar.scoring import (
    ALL_CARD_POINTS,
    CARD_POINTS_TO_WIN,
    IMPOSSIBLE_CARD_POINTS,
    active,
    after,
    is_alone,
    is_won,
    parts,
    side_points,
)
from scorekeeper.rules.kernel import Answers, Position
from scorekeeper.rules.live_hints import (
    LiveHints,
    LiveLine,
    join_sentences,
    partial_answers,
    shown_sentences,
)

ALL_PASS = QuickAnswer(say("All pass"), {"all_pass": True}, submits=True)

MISSING_ANSWERS = [
    LiveLine(say("the jaguar"), missing="jaguar"),
    LiveLine(say("the friend"), missing="friend"),
    LiveLine(say("the points"), missing="points"),
]
MISSING_LINE = LiveLine(say("Still missing: {what}.", what=MISSING_ANSWERS))

# The result of a hand, and the points of the other side, if nothing is bid in points.
RESULT = (
    LiveLine(say("won"), complete=("points",), at_least=("points", CARD_POINTS_TO_WIN)),
    LiveLine(say("lost"), complete=("points",), less_than=("points", CARD_POINTS_TO_WIN)),
)
AGAINST = LiveLine(
    say("against {points}", points=Placeholder("left", "points")), complete=("points",)
)
# The same for bids in points. A bid replaces the 61 points that are needed without one.
NUMBERS, NEEDED = ("points", "bid_points"), ("points", CARD_POINTS_TO_WIN, "bid_points")
RESULT_OF_BID = (
    LiveLine(say("won"), complete=NUMBERS, at_least=NEEDED),
    LiveLine(say("lost"), complete=NUMBERS, less_than=NEEDED),
)
DETAIL_WITH_BID = (
    AGAINST._replace(complete=NUMBERS, less_than=("bid_points", 1)),
    LiveLine(
        say(
            "against {points}, bid {bid}",
            points=Placeholder("left", "points"),
            bid=Placeholder("sum", "bid_points"),
        ),
        complete=NUMBERS,
        at_least=("bid_points", 1),
    ),
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
    wrong = points_refusal(position, answers)
    bid = deal_answers.get("bid_points")
    has_wrong_bid = bid is not None and bid not in range(MIN_BID_POINTS, MAX_BID_POINTS + 1)
    if not has_points(position, answers) or wrong or has_wrong_bid:
        return Preview(quick_answers=(ALL_PASS,), save_note=wrong or missing)
    points, bid = side_points(answers), points_bid(answers)
    detail = say("against {points}", points=ALL_CARD_POINTS - points)
    if bid:
        detail = say("against {points}, bid {bid}", points=ALL_CARD_POINTS - points, bid=bid)
    return Preview(
        headline=say("won") if is_won(answers) else say("lost"),
        detail=detail,
        save_note=missing or outcome_sentence(position, answers),
        totals_after={} if missing else projected_totals(position, answers),
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
    """Return lines for missing answers and, unless tricks can double it, the hand's result.

    If bids cannot multiply the points either, the lines contain the points of each player.
    """
    lines: tuple[LiveLine, ...] = (MISSING_LINE,)
    if position.options["cappotto_double"]:
        return LiveHints(save_note=lines)
    if not position.options["point_bands"]:
        lines += live_outcomes(position)
    if position.options["point_bids"]:
        return LiveHints(save_note=lines, headline=RESULT_OF_BID, detail=DETAIL_WITH_BID)
    return LiveHints(save_note=lines, headline=RESULT, detail=(AGAINST,))


def has_points(position: Position, answers: Answers) -> bool:
    """Return whether the points of the jaguar's side were entered, together or for each player."""
    by_seat = {"jaguar", "friend"} <= set(answers) and all(
        seat in answers.get("taken", {}) for seat in active(position)
    )
    return "points" in answers or by_seat


def points_refusal(position: Position, answers: Answers) -> Message | None:
    """Return why the entered points are impossible, or None if they are possible."""
    points = answers.get("points", 0)
    if points in IMPOSSIBLE_CARD_POINTS:
        return impossible_points_reason(points)
    if not 0 <= points <= ALL_CARD_POINTS:
        return say("The card points must be between 0 and {all}.", all=ALL_CARD_POINTS)
    if answers.get("all_tricks") and "points" in answers:
        return next((p.reason for p in all_tricks_are_all_points(position, answers)), None)
    return None


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


def live_outcomes(position: Position) -> tuple[LiveLine, ...]:
    """Return the lines with the points of a hand, which do not depend on the bid or the tricks."""
    seats, with_bid = active(position), position.options["point_bids"]
    names = {
        "jaguar": Placeholder("chosen", "jaguar"),
        "friend": Placeholder("chosen", "friend"),
        "others": Placeholder("others", "jaguar"),
    }
    complete = ("jaguar", "friend", *(NUMBERS if with_bid else NUMBERS[:1]))
    needed = NEEDED if with_bid else NEEDED[:2]
    lines = []
    for has_won, friend in product((True, False), seats[:2]):
        hand = {"jaguar": seats[0], "friend": friend, "points": ALL_CARD_POINTS if has_won else 0}
        points = {part.side: Signed(part.points) for part in parts(position, hand)}
        shared = None if is_alone(hand) else points[friend]
        sentence = sentence_about_points(names, points[seats[0]], shared, points[seats[-1]])
        line = LiveLine(sentence, complete=complete, same=("jaguar", "friend", is_alone(hand)))
        lines.append(line._replace(at_least=needed) if has_won else line._replace(less_than=needed))
    return tuple(lines)


def projected_totals(position: Position, answers: Answers) -> dict[str, ProjectedTotal]:
    """Return the totals after this hand, with a word for the winners if it ends the match."""
    points = {part.side: part.points for part in parts(position, answers)}
    then = after(position, answers, points)
    return {
        seat: ProjectedTotal(then.totals[seat], say("wins") if seat in then.winners else None)
        for seat in position.players
    }
