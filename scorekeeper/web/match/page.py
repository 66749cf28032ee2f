"""The match page: the current question or the final result, with the score sheet."""

import re
from collections.abc import Sequence
from dataclasses import replace
from functools import partial

from flask import redirect, url_for
from flask.typing import ResponseReturnValue
from markupsafe import Markup

from scorekeeper.match import outcome, story
from scorekeeper.match.sheet import AskedStage, Scoresheet, UndoneAnswers
from scorekeeper.messages import AndList, Message, Name, say, say_n, times_text
from scorekeeper.rules.fields import Field, FieldKind
from scorekeeper.rules.kernel import Problem, ScorePart
from scorekeeper.stats import settlement
from scorekeeper.web import permissions
from scorekeeper.web.match import match_exports, sheet_view, totals_chart
from scorekeeper.web.match.context import (
    PREVIEW_ROWS,
    MatchView,
    match_or_404,
    render_match,
    wants_part,
)
from scorekeeper.web.match.next_step import next_step
from scorekeeper.web.match.podium import (
    MAX_NAMES,
    MAX_WORD_IN_LARGE_LETTERS,
    MAX_WORD_ON_TABLET,
    PODIUM_STEPS,
    has_long_names,
    names_on,
    podium_steps,
)
from scorekeeper.web.match.questions import question_builder
from scorekeeper.web.match.questions.question import QuestionView
from scorekeeper.web.match.saved_entries import SavedEntries, saved_entries
from scorekeeper.web.match.submissions import (
    OwnForm,
    SubmittedTexts,
    merge_submissions,
    own_form,
    own_seat,
    submitted_texts,
)

PART_SEPARATOR = re.compile(r" · (?![^<]*</)")  # not within names, which are in elements


def line_parts(line: Markup) -> list[Markup]:
    """Return the parts of a line of HTML such as "Ana deals · first to 100"."""
    separators = list(PART_SEPARATOR.finditer(line))
    starts = [0, *(each.end() for each in separators)]
    ends = [*(each.start() for each in separators), len(line)]
    return [line[start:end] for start, end in zip(starts, ends, strict=True)]


def last_step_version(match: MatchView) -> int | None:
    """Return the version of the step that undo would revert, or None if there is no such step."""
    return match.sheet.last_step.version if match.sheet.last_step else None


def next_question(sheet: Scoresheet, instead: bool = False) -> QuestionView | None:
    """Return the question for the next stage or, with `instead`, for the first alternative to it.

    Returns None if the match has no question to ask. Answers that were undone are filled in.
    """
    asked_stage = sheet.asked_stage
    if asked_stage is None or sheet.is_deleted:
        return None
    others = sheet.game.deal.other_stages(asked_stage.position, asked_stage.deal_answers)
    if instead and others:
        asked_stage = asked_stage._replace(stage=others[0])
    return question_before_undo(sheet, asked_stage) or question_builder.unposted_question(
        sheet.game, asked_stage
    )


def question_before_undo(sheet: Scoresheet, asked_stage: AskedStage) -> QuestionView | None:
    """Return the question filled in with the answers that were undone.

    Returns None if no answers to this stage were undone, and always for an alternative stage.
    """
    undone = sheet.answers_before_undo(asked_stage)
    if undone is None:
        return None
    answers = undone.answers
    empty = question_builder.unposted_question(sheet.game, asked_stage)
    for quick in empty.buttons.values():
        if quick.answers == answers:
            return replace(empty, quick_answer=quick)
    names = {
        field.name for field in question_builder.stage_fields(sheet.game, asked_stage, answers)
    }
    filled = {name: value for name, value in answers.items() if name in names}
    return without_values_of_new_seats(
        question_builder.unposted_question(sheet.game, asked_stage, filled), undone
    )


def without_values_of_new_seats(question: QuestionView, undone: UndoneAnswers) -> QuestionView:
    """Return the question with yes/no left blank for seats it did not include before the undo.

    The undone answer lists only the seats that answered yes. Without this function, the other
    seats would be shown with "no".
    """
    for box in question.boxes:
        if box.field.kind is FieldKind.SEATS:
            for seat in {*box.typed} - {*undone.seats_by_field.get(box.field.name, ())}:
                box.typed.pop(seat)
    return question


def current_question(
    match: MatchView, instead: bool = False, seat: str = ""
) -> QuestionView | None:
    """Return the question for the match page, with players' submissions filled in.

    If the question asks for one seat, `seat` is chosen in it, and nothing else is filled in.
    """
    field = required_seat_field(match.sheet) if seat and not instead else None
    if match.sheet.asked_stage and field and seat in field.seats:
        return question_builder.unposted_question(
            match.sheet.game, match.sheet.asked_stage, {field.name: seat}
        )
    question = next_question(match.sheet, instead)
    return merge_submissions(match, question) if question else None


def required_seat_field(sheet: Scoresheet) -> Field | None:
    """Return the next question's required field for one seat ("Who went out?"), if any."""
    asked_stage = sheet.asked_stage
    if asked_stage is None or sheet.is_deleted:
        return None
    fields = question_builder.stage_fields(sheet.game, asked_stage, asked_stage.deal_answers)
    return next((each for each in fields if each.kind is FieldKind.SEAT and each.required), None)


def match_page(
    match: MatchView,
    question: QuestionView | None,
    status: int = 200,
    *,
    saved: str = "",
    late: bool = False,
    refusal: Sequence[Problem] = (),
    own: OwnForm | None = None,
) -> ResponseReturnValue:
    """Return the whole match page or, for a POST from htmx, the part that htmx swaps.

    `late` means that the request was too late, and `refusal` lists the problems with a refused
    request. `own` is the form for this phone's player, shown instead of the question. A phone that
    may not save answers gets its player's form, if there is one.
    """
    sheet = match.sheet
    submitted: SubmittedTexts = {}
    entries: list[SavedEntries] = []
    if question and (own or not permissions.may_access("matches.record")):
        seat = own_seat(match)
        own = own or own_form(match, seat)
        submitted = submitted_texts(match, seat if own else None)
        entries = [] if own else saved_entries(sheet, match.people)
    ended = None if question or sheet.is_deleted else ending_data(match)
    return render_match(
        "match/_match.html" if wants_part() else "match/show.html",
        match,
        status,
        question=question,
        saved=saved,
        ended=ended,
        next_step=next_step(match.id) if ended else None,
        late=late,
        refusal=refusal,
        board=sheet_view.build_board(sheet, match.people, PREVIEW_ROWS),
        others=alternative_stages(sheet) if question else (),
        own=own,
        submitted=submitted,
        entries=entries,
    )


def alternative_stages(sheet: Scoresheet) -> tuple[str, ...]:
    """Return the stages that may be answered instead of the next one."""
    return sheet.game.deal.other_stages(sheet.position, sheet.current_answers)


def ending_data(match: MatchView) -> dict[str, object]:
    """Return the template variables for a match that is over, such as places, story and chart."""
    sheet = match.sheet
    steps, end = podium_steps(sheet, match.people), sheet.game.end
    results = end.additional_results(sheet.played_deals, sheet.position)
    on_podium = names_on(steps[:PODIUM_STEPS])
    counts = sheet.ended != "unfinished"
    net = end.net_amounts(sheet.played_deals, sheet.position) if counts else {}
    return {
        "headline": headline(sheet),
        "winner_count": len(outcome.winners(sheet)),
        "deals": outcome.deals_text(sheet),
        "places": outcome.current_places(sheet),
        "steps": steps[:PODIUM_STEPS],
        "has_long_names": has_long_names(match.people),
        "has_wide_steps": has_long_names(on_podium, MAX_WORD_IN_LARGE_LETTERS),
        "has_long_steps": has_long_names(on_podium),
        "has_longest_steps": has_long_names(on_podium, MAX_WORD_ON_TABLET),
        "below": [each for n, each in enumerate(steps) if each.is_crowded or n >= PODIUM_STEPS],
        "payments": settlement.settling_payments(net),
        "stake_note": partial(match_exports.stake_note, sheet),
        "net_note": end.net_note(sheet.position),
        "adds_up": result_parts(sheet),
        "results": results,
        "back": {side: times_text(n) for side, n in results.get("reenlisted", {}).items() if n},
        "story": story.story(sheet),
        "chart": totals_chart.build_chart(sheet, match.people),
    }


def headline(sheet: Scoresheet) -> Message | None:
    """Return the winners as a title, such as "Ana wins", or None if nobody won."""
    if not sheet.winners:
        return None
    won, names = len(outcome.winners(sheet)), AndList(Name(side) for side in sheet.winners)
    if len(names) > MAX_NAMES:
        return say("{n} players share the win", n=won)
    return say_n("{who} wins", "{who} win", won, who=names)


def result_parts(sheet: Scoresheet) -> dict[str, list[ScorePart]]:
    """Return the parts of each side's result.

    The mapping is empty if the game's result is just the total.
    """
    by_side: dict[str, list[ScorePart]] = {}
    for part in (
        sheet.game.end.parts(sheet.played_deals, sheet.position) if sheet.game.end.parts else ()
    ):
        by_side.setdefault(part.side, []).append(part)
    return by_side


def respond_saved(
    match_id: int, *, instead: bool = False, saved: str = "saved", match: MatchView | None = None
) -> ResponseReturnValue:
    """Return the response after a change: the next question or, without htmx, a redirect (303).

    `saved` selects the toast: "saved", "undone", "draft", "same" or "already". If it is "", no
    toast is shown. `match` is the match after the change. If it is None, the match is loaded.
    """
    match = match or match_or_404(match_id)
    if wants_part():
        return match_page(match, current_question(match, instead), saved=saved)
    flag = 1 if instead else None  # url_for leaves out None
    parameter = last_step_version(match) if saved == "saved" else saved or None
    address = url_for("matches.show", match_id=match_id, saved=parameter, instead=flag)
    return redirect(address, code=303)
