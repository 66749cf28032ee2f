"""What Chinchón says on the page: who is missing, who will be out, and the rules agreed."""

from scorekeeper.messages import Hole, Say, Signed, say
from scorekeeper.rules.arithmetic import Line, Live, joined, told, typed
from scorekeeper.rules.chinchon.options import CHINCHON, NORMAL, RUN
from scorekeeper.rules.chinchon.scoring import (
    CLOSE,
    CLOSER,
    STAY,
    after,
    count,
    fields,
    points_of,
    said_in,
)
from scorekeeper.rules.display import Cell, Note, Preview
from scorekeeper.rules.elimination import display as shared
from scorekeeper.rules.elimination.display import BACK, DEADWOOD
from scorekeeper.rules.kernel import Position, Record, Round, Setup

# What still has to be filled in before the deal can be saved.
LINES = (
    Line(say("Who closed?"), open=CLOSER),
    Line(say("Still to count: {who}.", who=Hole("unsaid", DEADWOOD)), open=DEADWOOD),
)


def preview(position: Position, stage: str, record: Record) -> Preview:
    said = said_in(position, record)
    counted = count(position, said.record(), points_of(position, said.record()))
    if stage == BACK and counted.returning:
        then = shared.after_answers(position, counted, record)
        return shared.preview_back(position, counted, record, then)
    at = typed(fields(position, record), record)
    sentences = [*told(LINES, at), *shared.reaching(counted)]
    if said.is_whole(position) and not counted.returning:
        then = after(position, said.record(), points_of(position, said.record()))
        sentences.append(shared.what_follows(then))
    return Preview(
        says=joined(sentences),
        notes=shared.totals_now(position),
        after=shared.totals_to_be(position, counted, said.deadwood),
    )


def live(position: Position, stage: str, record: Record) -> Live:
    """What is missing, what everybody will have, and who is out with it."""
    if stage == BACK:
        return Live()
    return Live(says=LINES, totals=shared.live_totals(position, DEADWOOD, STAY))


def cells(played: Round) -> dict[str, Cell]:
    """Who closed and how, who is out, who came back and at what."""
    words = {
        NORMAL: say("closed"),
        CHINCHON: say("chinchón"),
        RUN: say("run"),
    }
    closed = Note(words[played.record.get(CLOSE, NORMAL)])
    notes = shared.cells_note(played, {played.record[CLOSER]: closed})
    return {seat: Cell(note=note) for seat, note in notes.items()}


def summary(setup: Setup) -> Say:
    options = setup.options
    return say(
        "{limit}, {cards} cards, close with {most} or less, chinchón {points}, run of seven {run},"
        " {back}.",
        limit=shared.limit_agreed(options),
        cards=options["deck"],
        most=options["close_max"],
        points=Signed(-options["chinchon_bonus"]),
        run=run_agreed(options["run_rule"]),
        back=shared.returns_agreed(options),
    )


def run_agreed(rule: str) -> Say:
    """What a run of seven is worth: a piece of the summary."""
    return {
        "same": say("the same"),
        "minus25": say("{points}", points=Signed(-25)),
        "minus50": say("{points}", points=Signed(-50)),
        "wins": say("wins the match"),
    }[rule]
