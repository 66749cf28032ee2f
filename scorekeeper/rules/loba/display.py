"""What Loba says on the page: who is missing, who will be out, and the rules agreed."""

from scorekeeper.messages import Hole, Say, Signed, say
from scorekeeper.rules.arithmetic import Line, Live, joined, told, typed
from scorekeeper.rules.display import Cell, Note, Preview
from scorekeeper.rules.elimination import display as shared
from scorekeeper.rules.elimination.display import BACK, DEADWOOD
from scorekeeper.rules.kernel import Position, Record, Round, Setup
from scorekeeper.rules.loba.scoring import (
    CHEAPEST,
    CLEAN,
    STAY,
    WENT_OUT,
    after,
    count,
    fields,
    most_left,
    points_of,
    said_in,
)


def preview(position: Position, stage: str, record: Record) -> Preview:
    said = said_in(position, record)
    points = points_of(position, said.record())
    counted = count(position, points)
    if stage == BACK and counted.returning:
        then = shared.after_answers(position, counted, record)
        return shared.preview_back(position, counted, record, then)
    at = typed(fields(position, record), record)
    sentences = [*told(lines(position), at), *shared.reaching(counted)]
    if said.is_whole(position) and not counted.returning:
        sentences.append(shared.what_follows(after(position, said.record(), points)))
    return Preview(
        says=joined(sentences),
        notes=shared.totals_now(position),
        after=shared.totals_to_be(position, counted, said.deadwood),
    )


def live(position: Position, stage: str, record: Record) -> Live:
    """What is missing, what everybody will have, and who is out with it."""
    if stage == BACK:
        return Live()
    return Live(says=lines(position), totals=shared.live_totals(position, DEADWOOD, STAY))


def lines(position: Position) -> tuple[Line, ...]:
    """What still has to be filled in before the deal can be saved."""
    unsaid, most = Hole("unsaid", DEADWOOD), most_left(position.options)
    count = say("Still to count, {least} to {most}: {who}.", who=unsaid, least=CHEAPEST, most=most)
    return (Line(say("Who went out?"), open=WENT_OUT), Line(count, open=DEADWOOD))


def cells(played: Round) -> dict[str, Cell]:
    """Who went out of the deal and how, who is out of the match, who came back and at what."""
    went = Note(say("all at once")) if played.record.get(CLEAN) else Note(say("went out"))
    went_out = played.record[WENT_OUT]
    notes = shared.cells_note(played, {} if went_out is None else {went_out: went})
    return {seat: Cell(note=note) for seat, note in notes.items()}


def summary(setup: Setup) -> Say:
    options = setup.options
    return say(
        "{limit}, all at once {points}, a joker counts {joker}, {back}.",
        limit=shared.limit_agreed(options),
        points=Signed(-options["clean_bonus"]),
        joker=options["joker_value"],
        back=shared.returns_agreed(options),
    )
