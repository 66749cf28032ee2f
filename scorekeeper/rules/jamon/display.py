"""What Jamón says on the page: who called last, what is left to count, who pays what."""

from collections.abc import Mapping

from scorekeeper.messages import Hole, Name, Say, Signed, say, say_n
from scorekeeper.rules.arithmetic import Line, Live, joined, told, typed
from scorekeeper.rules.common import numbers_in, rest_of
from scorekeeper.rules.display import After, Cell, Note, Preview
from scorekeeper.rules.jamon.fields import fields, out_in, readable
from scorekeeper.rules.jamon.scoring import (
    CALL,
    CALLS,
    CARDS,
    COUNTERS,
    PAYMENT,
    after,
    after_calls,
    called_too_late,
    calls_said,
    counters,
    counters_only_change_hands,
    counts_points,
    only_one_has_no_cards,
    pack_holds_the_cards,
    parts,
    payments,
    pool,
)
from scorekeeper.rules.kernel import Check, Position, Record, Round, Setup

# What Save would refuse once everything is there; calls are checked one by one as they come.
CHECKS = (
    Check((CARDS,), pack_holds_the_cards),
    Check((COUNTERS,), counters_only_change_hands),
    Check((CARDS,), only_one_has_no_cards),
    Check(("default_by",), called_too_late),
)


def title(position: Position, stage: str) -> Say:
    return say("Calls") if stage.startswith(CALL) else say("Counters")


def step(stage: str, answers: Record) -> Say | None:
    """A call says who called whom."""
    if not stage.startswith(CALL):
        return None
    caller, called = answers["calls"][-1]
    return say("{caller} called {called}", caller=Name(caller), called=Name(called))


def about(position: Position) -> Say:
    deals, dealer = position.options["deals"], Name(position.dealer)
    if deals is None:
        return say("{who} deals", who=dealer)
    if deals == 1:
        return say("one deal, {who} deals", who=dealer)
    return say(
        "deal {number} of {deals}, {who} deals", number=position.number, deals=deals, who=dealer
    )


def named(position: Position, stage: str) -> Say:
    return say("a call") if stage.startswith(CALL) else say("the deal")


def save(position: Position, stage: str) -> Say:
    return say("Save the call") if stage.startswith(CALL) else say("Save the deal")


def preview(position: Position, stage: str, record: Record) -> Preview:
    if stage.startswith(CALL):
        return preview_calls(position, record)
    return preview_count(position, stage, record)


def preview_calls(position: Position, record: Record) -> Preview:
    """The last call, and what everybody has left; who cannot call is struck out in the grid."""
    calls = readable(position, calls_said(record))
    held = after_calls(position, calls)
    strip = say("No call yet; {all} counters", all=pool(position))
    if calls:
        caller, called = calls[-1]
        strip = say("Last call: {who} called {whom}", who=Name(caller), whom=Name(called))
    says = say("Whoever calls gives a counter to the player called.")
    notes = {seat: say("{left} left", left=left) for seat, left in held.items()}
    return Preview(strip=strip, says=says, notes=notes)


def preview_count(position: Position, stage: str, record: Record) -> Preview:
    """Counters placed so far; once all is said, who pays what and what everybody has then."""
    said = so_far(position, record)
    at, lines = typed(fields(position, record), said), live(position, stage, record)
    strip = with_rest(position, record, said, *told(lines.strip, at))
    if missing := joined(told(lines.says, at)):
        notes = with_totals(position, paid_so_far(position, said))
        return Preview(strip=strip, says=missing, notes=notes)
    for check in CHECKS:
        if all(said.get(name) is not None for name in check.needs):
            for problem in check.find(position, said):
                return Preview(strip=strip, says=problem.reason, notes=with_totals(position, {}))
    points = dict.fromkeys(position.players, 0)
    for part in parts(position, said):
        points[part.side] += part.points
    then = after(position, said, points)
    return Preview(
        strip=strip,
        says=outcome(position, said, points),
        notes=with_totals(position, reasons(position, said, points)),
        after={seat: After(total) for seat, total in then.totals.items()},
    )


def with_totals(position: Position, words: Mapping[str, Say]) -> dict[str, Say]:
    """Beside each name the total before this deal, and what is already known of it."""
    return {
        seat: say("{total} · {what}", total=total, what=words[seat])
        if seat in words
        else say("{total}", total=total)
        for seat, total in position.totals.items()
    }


def so_far(position: Position, record: Record) -> Record:
    """What can be read of the record, with what follows from it: rest, calls, no cards."""
    seats, out = position.players, out_in(position, record)
    calls = readable(position, calls_said(record))
    held, cards = numbers_in(record, COUNTERS), numbers_in(record, CARDS)
    held = {seat: held[seat] for seat in seats if seat in held}
    cards = {seat: cards[seat] for seat in seats if seat in cards}
    rest = rest_of(pool(position), seats, held)
    held |= {seat: left for seat, left in rest.items() if left >= 0}
    if out is not None:
        cards = {out: 0} | cards
    said = {
        "went_out": out,
        CALLS: calls or None,
        COUNTERS: after_calls(position, calls) if calls else held,
        CARDS: cards if counts_points(position) else None,
        "default_by": next((s for s in seats if s == record.get("default_by")), None),
    }
    return {name: value for name, value in said.items() if value is not None}


def live(position: Position, stage: str, record: Record) -> Live:
    """How many counters are placed, and what Save would miss."""
    if stage.startswith(CALL):
        return Live()
    counters = say_n(
        "the counters of {who}",
        "the counters of {n} players",
        Hole("count", COUNTERS),
        who=Hole("unsaid", COUNTERS),
    )
    cards = say_n(
        "the cards of {who}",
        "the cards of {n} players",
        Hole("count", CARDS),
        who=Hole("unsaid", CARDS),
    )
    missing = [
        Line(say("who went out"), open="went_out"),
        Line(counters, open=COUNTERS),
        Line(cards, open=CARDS),
    ]
    return Live(
        strip=(Line(placed(position, record)),),
        says=(Line(say("Still to say: {what}.", what=missing)),),
    )


def placed(position: Position, record: Record) -> Say:
    """How many of the counters are placed, and by what."""
    if calls := readable(position, calls_said(record)):
        return say_n(
            "Counters as one call left them", "Counters as {n} calls left them", len(calls)
        )
    return say("Counters {there} of {all}", there=Hole("sum", COUNTERS), all=pool(position))


def with_rest(position: Position, record: Record, said: Record, placed: Say) -> Say:
    """The counters placed, and who gets the rest where that was not typed."""
    counted = numbers_in(record, COUNTERS)
    for seat, rest in {} if CALLS in said else said[COUNTERS].items():
        if seat not in counted:
            return say(
                "{placed}; {who} gets the rest: {rest}", placed=placed, who=Name(seat), rest=rest
            )
    return placed


def paid_so_far(position: Position, said: Record) -> dict[str, Say]:
    """What those pay whose counters are known."""
    out = said.get("went_out")
    if out is None or counts_points(position):
        return {}
    return {
        seat: say("pays {paid}", paid=max(0, min(PAYMENT, held)))
        for seat, held in said[COUNTERS].items()
        if seat != out
    }


def reasons(position: Position, said: Record, points: Mapping[str, int]) -> dict[str, Say]:
    """Beside each name: what is paid and got, or the points of this deal."""
    if counts_points(position):
        return {seat: say("{points}", points=Signed(won)) for seat, won in points.items()}
    got = sum(payments(position, said).values())
    return {**paid_so_far(position, said), said["went_out"]: say("gets {got}", got=got)}


def outcome(position: Position, said: Record, points: Mapping[str, int]) -> Say:
    """Who went out, what that brings, and what he has then."""
    out = said["went_out"]
    if counts_points(position):
        return say("{who} went out: {who} {points}.", who=Name(out), points=points[out])
    gifts, paid = [], payments(position, said)
    full = [seat for seat, counters_paid in paid.items() if counters_paid == PAYMENT]
    if len(full) > 1:
        gifts = [say("{paid} from each", paid=PAYMENT)]
        paid = {seat: less for seat, less in paid.items() if less < PAYMENT}
    for seat, given in paid.items():
        gifts.append(say("{paid} from {who}", paid=given or say("nothing"), who=Name(seat)))
    return say(
        "{who} went out and gets {gifts}: {who} {points}.",
        who=Name(out),
        gifts=gifts,
        points=points[out],
    )


def cells(played: Round) -> dict[str, Cell]:
    """Counters before the payment, or counters and cards; who went out, who called too late."""
    position, record = played.before, played.record
    return {
        seat: Cell(*as_counted(position, record, seat, held), note(record, seat))
        for seat, held in counters(position, record).items()
    }


def as_counted(position: Position, record: Record, seat: str, held: int) -> tuple[Say, Say]:
    """What lay before one player, short and read out."""
    lay = say_n("one counter", "{n} counters", held)
    if not counts_points(position):
        return say("{held}", held=held), lay
    cards = record[CARDS][seat]
    return (
        say("{held}/{cards}", held=held, cards=cards),
        say("{held}, {cards}", held=lay, cards=say_n("one card", "{n} cards", cards)),
    )


def note(record: Record, seat: str) -> Note | None:
    if seat == record["went_out"]:
        return Note(say("by default") if record.get("default_by") else say("went out"))
    return Note(say("called too late"), "soft") if seat == record.get("default_by") else None


def caption(setup: Setup) -> Say:
    if setup.options["scoring"] == "points":
        return say("In each box: counters/cards left, points, total.")
    return say("In each box: counters before paying, counters after it, total.")


def standing(position: Position) -> Say | None:
    """How much is left to win."""
    deals = position.options["deals"]
    if deals is None:
        return None if position.over else say("Open until the table stops.")
    left = deals - position.number + 1
    return say_n("One deal is left.", "{n} deals are left.", left) if left > 0 else None


def summary(setup: Setup) -> Say:
    """The rules in force."""
    options = setup.options
    length = say("open until the table stops")
    if options["deals"] is not None:
        length = say_n("one deal", "{n} deals", options["deals"])
    each = say_n("one counter each", "{n} counters each", options["counters"])
    counts = say("whoever goes out gets two from everybody")
    if options["scoring"] == "points":
        counts = say("10 for going out, 2 per counter, −1 per card")
    return say("{length}, {each}, {counts}.", length=length, each=each, counts=counts)
