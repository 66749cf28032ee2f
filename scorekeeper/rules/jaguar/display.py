"""Wording for Jaguar's pages: titles, previews, notes in the sheet, and the rules summary."""

from scorekeeper.messages import Message, Name, Placeholder, Signed, say, say_n
from scorekeeper.rules.common import next_seat, sides_near_limit
from scorekeeper.rules.display import Cell, CellNote, Preview, ProjectedTotal, QuickAnswer
from scorekeeper.rules.field_values import value_problems
from scorekeeper.rules.jaguar.auction import (
    MAX_BID_POINTS,
    MIN_BID_POINTS,
    bidding_order,
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
    SEATS_PER_HAND,
    active,
    after,
    is_alone,
    is_won,
    parts,
    side_points,
)
from scorekeeper.rules.kernel import Answers, PlayedDeal, Position, Setup
from scorekeeper.rules.live_hints import (
    LiveHints,
    LiveLine,
    join_sentences,
    partial_answers,
    shown_sentences,
)

ALL_PASS = QuickAnswer(say("All pass"), {"all_pass": True}, submits=True)

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


def title(position: Position, stage: str) -> Message:
    return say("Hand {number}", number=position.number)


def deal_subtitle(position: Position) -> Message:
    """Name the dealer and the first bidder, in phrases separated by dots.

    A narrow phone shows only the first phrases.
    """
    dealer, first_bidder = position.dealer, bidding_order(position, active(position))[0]
    if dealer == first_bidder:
        return say("{who} deals · bids first", who=Name(dealer))
    return say(
        "{first} bids first · {who} deals · sits out", first=Name(first_bidder), who=Name(dealer)
    )


def stage_phrase(position: Position, stage: str) -> Message:
    return say("the hand")


def save_label(position: Position, stage: str) -> Message:
    return say("Save the hand")


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
    missing = join_sentences(
        shown_sentences(live_hints(position, stage, deal_answers).save_note, partial)
    )
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
    """Return lines for missing answers and, unless tricks can double it, the hand's result."""
    missing = [
        LiveLine(say("the jaguar"), missing="jaguar"),
        LiveLine(say("the friend"), missing="friend"),
        LiveLine(say("the points"), missing="points"),
    ]
    lines = (LiveLine(say("Still missing: {what}.", what=missing)),)
    if position.options["cappotto_double"]:
        return LiveHints(save_note=lines)
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
    if is_alone(answers):
        return say(
            "{jaguar} {won}; {others} {each} each.",
            jaguar=Name(jaguar),
            won=points[jaguar],
            others=others,
            each=points[others[0]],
        )
    return say(
        "{jaguar} {won}, {friend} {shared}; {others} {each} each.",
        jaguar=Name(jaguar),
        won=points[jaguar],
        friend=Name(friend),
        shared=points[friend],
        others=others,
        each=points[others[0]],
    )


def projected_totals(position: Position, answers: Answers) -> dict[str, ProjectedTotal]:
    """Return the totals after this hand, with a word for the winners if it ends the match."""
    points = {part.side: part.points for part in parts(position, answers)}
    then = after(position, answers, points)
    return {
        seat: ProjectedTotal(then.totals[seat], say("wins") if seat in then.winners else None)
        for seat in position.players
    }


def cells(played: PlayedDeal) -> dict[str, Cell]:
    """Return a note for the jaguar, the friend, players who passed, and the dealer who sat out."""
    position, answers = played.before, played.answers
    seats = active(position)
    if answers.get("all_pass"):
        notes = dict.fromkeys(seats, CellNote(say("passed"), "soft"))
    elif is_alone(answers):
        notes = {answers["jaguar"]: CellNote(say("alone"))}
    else:
        notes = {
            answers["friend"]: CellNote(say("friend")),
            answers["jaguar"]: CellNote(say("jaguar")),
        }
    sits_out = CellNote(say("sits out"), "soft")
    return {
        seat: Cell(note=notes.get(seat) if seat in seats else sits_out) for seat in position.players
    }


def caption(setup: Setup) -> Message:
    return say("Each cell shows the points of this hand and the total so far.")


def sheet_note(position: Position) -> Message | None:
    """Return a reminder that every hand adds up to 0, and the agreed end of the match, if any."""
    target, hands = position.options["target"], position.options["hands"]
    sentences = [say("Every hand adds up to 0.")]
    if target is not None and not position.is_over:
        sentences.append(say("The match ends at {target} points.", target=target))
    if hands is not None and not position.is_over:
        hands_left = hands - position.game_state
        sentences.append(say_n("One hand is left.", "{n} hands are left.", hands_left))
    return join_sentences(sentences)


def near_limit(position: Position) -> dict[str, Message]:
    """Return the seats near the target. The result is empty if the match has no target."""
    target = position.options["target"]
    return {} if target is None else sides_near_limit(target, position.totals)


def summary(setup: Setup) -> Message:
    """Return this match's rules in one sentence."""
    options = setup.options
    rules = [say("the jaguar needs 61 of the 120 card points")]
    if len(setup.players) > SEATS_PER_HAND:
        rules.append(say("the dealer sits out"))
    if options["point_bids"]:
        rules.append(say("after a 2, the bidding continues in points"))
    if options["point_bands"]:
        rules.append(say("high bids count more"))
    if options["cappotto_double"]:
        rules.append(say("winning all eight tricks counts double"))
    if options["target"] is not None:
        rules.append(say("the match ends at {target} points", target=options["target"]))
    if options["hands"] is not None:
        rules.append(say_n("one hand", "{n} hands", options["hands"]))
    if options["target"] is None and options["hands"] is None:
        rules.append(say("no fixed end"))
    return say("{rules}.", rules=rules)
