"""What Jaguar says on the page: who is still to be named, who won, what the hand brings."""

from scorekeeper.messages import Hole, Name, Say, Signed, say, say_n
from scorekeeper.rules.arithmetic import Line, Live, joined, told, typed
from scorekeeper.rules.common import near_to, next_seat
from scorekeeper.rules.display import After, Cell, Note, Preview, Quick
from scorekeeper.rules.jaguar.auction import bidding_order, points_bid
from scorekeeper.rules.jaguar.fields import fields
from scorekeeper.rules.jaguar.scoring import (
    ALL,
    ENOUGH,
    NOT_TAKEN,
    SEATED,
    active,
    after,
    all_tricks_are_all_points,
    is_alone,
    is_won,
    parts,
    side_points,
    why_not,
)
from scorekeeper.rules.kernel import Position, Record, Round, Setup
from scorekeeper.rules.validation import wrong_shape

ALL_PASS = Quick(say("All pass"), {"all_pass": True}, saves=True)


def title(position: Position, stage: str) -> Say:
    return say("Hand {number}", number=position.number)


def about(position: Position) -> Say:
    dealer, first = position.dealer, bidding_order(position, active(position))[0]
    if dealer == first:
        return say("{who} deals and bids first", who=Name(dealer))
    return say("{who} deals and sits out, {first} bids first", who=Name(dealer), first=Name(first))


def named(position: Position, stage: str) -> Say:
    return say("the hand")


def save(position: Position, stage: str) -> Say:
    return say("Save the hand")


def preview(position: Position, stage: str, record: Record) -> Preview:
    """What the hand brings, and beside each name the total so far."""
    totals = {seat: say("{total}", total=total) for seat, total in position.totals.items()}
    return what_it_brings(position, stage, record)._replace(notes=totals)


def what_it_brings(position: Position, stage: str, record: Record) -> Preview:
    """Won or lost as soon as there are points; once all is said, what the hand brings."""
    said = well_formed(position, record)
    if said.get("all_pass"):
        dealer = next_seat(position.dealer, position.players, position.players)
        says = say("Everybody passed: nobody scores, and {who} deals next.", who=Name(dealer))
        return Preview(says=says, quick=(ALL_PASS,))
    # Where only some of what everybody took is known, the points themselves are still asked.
    asked = said if has_points(position, said) else {k: v for k, v in said.items() if k != "taken"}
    at = typed(fields(position, asked), said)
    missing = joined(told(live(position, stage, record).says, at))
    wrong = why_no_points(position, said)
    if not has_points(position, said) or wrong:
        return Preview(quick=(ALL_PASS,), says=wrong or missing)
    points, bid = side_points(said), points_bid(said)
    under = say("against {points}", points=ALL - points)
    if bid:
        under = say("against {points}, {bid} bid", points=ALL - points, bid=bid)
    return Preview(
        headline=say("won") if is_won(said) else say("lost"),
        under=under,
        says=missing or outcome(position, said),
        after={} if missing else totals_to_be(position, said),
        quick=(ALL_PASS,),
    )


def well_formed(position: Position, record: Record) -> Record:
    """What was said so far, without what cannot be read and who cannot be in the hand."""
    seats = active(position)
    return {
        field.name: record[field.name]
        for field in fields(position, record)
        if record.get(field.name) is not None
        and not any(wrong_shape(field, record[field.name]))
        and (field.name not in ("jaguar", "friend") or record[field.name] in seats)
    }


def live(position: Position, stage: str, record: Record) -> Live:
    """What is missing; won or lost, where that needs no more than the points."""
    missing = [
        Line(say("the jaguar"), open="jaguar"),
        Line(say("the friend"), open="friend"),
        Line(say("the points"), open="points"),
    ]
    says = (Line(say("Still to say: {what}.", what=missing)),)
    if position.options["point_bids"] or position.options["cappotto_double"]:
        return Live(says=says)
    return Live(
        says=says,
        headline=(
            Line(say("won"), whole=("points",), least=("points", ENOUGH)),
            Line(say("lost"), whole=("points",), below=("points", ENOUGH)),
        ),
        under=(Line(say("against {points}", points=Hole("left", "points")), whole=("points",)),),
    )


def has_points(position: Position, said: Record) -> bool:
    """Whether the side's card points are known, by themselves or from everybody's."""
    by_seat = {"jaguar", "friend"} <= set(said) and all(
        seat in said.get("taken", {}) for seat in active(position)
    )
    return "points" in said or by_seat


def why_no_points(position: Position, said: Record) -> Say | None:
    """Why the points as typed cannot be, or None."""
    points = said.get("points", 0)
    if points in NOT_TAKEN:
        return why_not(points)
    if not 0 <= points <= ALL:
        return say("The card points lie between 0 and {all}.", all=ALL)
    if said.get("all_tricks") and "points" in said:
        return next((p.reason for p in all_tricks_are_all_points(position, said)), None)
    return None


def outcome(position: Position, said: Record) -> Say:
    """Points of everybody: the jaguar, the friend, and the others, who all get the same."""
    points = {part.side: Signed(part.points) for part in parts(position, said)}
    jaguar, friend = said["jaguar"], said["friend"]
    others = [Name(seat) for seat in points if seat not in (jaguar, friend)]
    if is_alone(said):
        return say(
            "{jaguar} {won}; {others} {each}.",
            jaguar=Name(jaguar),
            won=points[jaguar],
            others=others,
            each=points[others[0]],
        )
    return say(
        "{jaguar} {won}, {friend} {shared}; {others} {each}.",
        jaguar=Name(jaguar),
        won=points[jaguar],
        friend=Name(friend),
        shared=points[friend],
        others=others,
        each=points[others[0]],
    )


def totals_to_be(position: Position, said: Record) -> dict[str, After]:
    """Totals after this hand, and who wins with it."""
    points = {part.side: part.points for part in parts(position, said)}
    then = after(position, said, points)
    return {
        seat: After(then.totals[seat], say("wins") if seat in then.winners else None)
        for seat in position.players
    }


def cells(played: Round) -> dict[str, Cell]:
    """Who was the jaguar and who the friend, who sat out."""
    position, record = played.before, played.record
    seats = active(position)
    if record.get("all_pass"):
        notes = dict.fromkeys(seats, Note(say("passed"), "soft"))
    elif is_alone(record):
        notes = {record["jaguar"]: Note(say("alone"))}
    else:
        notes = {record["friend"]: Note(say("friend")), record["jaguar"]: Note(say("jaguar"))}
    sits_out = Note(say("sits out"), "soft")
    return {
        seat: Cell(note=notes.get(seat) if seat in seats else sits_out) for seat in position.players
    }


def caption(setup: Setup) -> Say:
    return say("In each box: this hand, and the total so far.")


def standing(position: Position) -> Say | None:
    """That the sheet adds up, and when the match ends, if it ends by itself."""
    target, hands = position.options["target"], position.options["hands"]
    balance = say("Every hand adds up to 0.")
    if position.over or (target is None and hands is None):
        return balance
    ends = []
    if target is not None:
        ends.append(say("{target} points win", target=target))
    if hands is not None:
        ends.append(say_n("one hand is left", "{n} hands are left", hands - position.kept))
    return say("{balance} To the end: {ends}.", balance=balance, ends=ends)


def near(position: Position) -> dict[str, Say]:
    """Who is near the target, where there is one."""
    target = position.options["target"]
    return {} if target is None else near_to(target, position.totals)


def summary(setup: Setup) -> Say:
    """The rules in force."""
    options = setup.options
    rules = [say("the jaguar needs 61 of the 120 card points")]
    if len(setup.players) > SEATED:
        rules.append(say("the dealer sits out"))
    if options["point_bids"]:
        rules.append(say("after a 2 the bidding goes on in points"))
    if options["point_bands"]:
        rules.append(say("high bids count more"))
    if options["cappotto_double"]:
        rules.append(say("all eight tricks count double"))
    if options["target"] is not None:
        rules.append(say("{target} points win", target=options["target"]))
    if options["hands"] is not None:
        rules.append(say_n("one hand", "{n} hands", options["hands"]))
    if options["target"] is None and options["hands"] is None:
        rules.append(say("open until the table stops"))
    return say("{rules}.", rules=rules)
