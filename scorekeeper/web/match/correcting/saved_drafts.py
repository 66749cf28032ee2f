"""The saved draft that the form of a correction started from.

If a deal is incomplete, the start of later deals is unknown, so a form does not contain them. Their
answers are taken from this draft. The form names the draft by its version. Another phone may have
saved its own draft of the same correction in the meantime, or the correction itself. The other
phone's answers are replaced only if the user has seen them.
"""

from contextlib import suppress
from dataclasses import replace

from scorekeeper.match import correction_commands
from scorekeeper.match.commands import Stale
from scorekeeper.match.correction_commands import DraftReplaced, deals_changed_since
from scorekeeper.match.corrections import position_before
from scorekeeper.match.events import (
    CorrectionDrafted,
    DraftDropped,
    Entry,
    Stages,
    replaced_deals,
)
from scorekeeper.match.sheet import Scoresheet
from scorekeeper.match.stored_answers import is_readable
from scorekeeper.web.match.context import MatchView, command_meta, current_log, form_int
from scorekeeper.web.match.correcting.correction_draft import (
    Correction,
    has_same_answers,
    is_unchanged,
)


def drafted_stages(sheet: Scoresheet, draft: Entry | None) -> dict[int, Stages]:
    """Return the answers in a draft, by deal, for the deals that are still on the sheet."""
    if draft is None or not isinstance(draft.event, CorrectionDrafted):
        return {}
    return {n: stages for n, stages in replaced_deals(draft.event) if n <= len(sheet.deal_answers)}


def draft_of_form(match: MatchView, number: int) -> Entry | None:
    """Return the draft of deal `number` that the posted form started from, if any.

    If the user has gone back in the browser, the form may be older than a draft that the same phone
    has saved since. In this case, the newer draft is returned.
    """
    saved, version = match.sheet.drafts.get(number), form_int("draft")
    if saved and (saved.version == version or is_from_this_phone(saved)):
        return saved
    entries = current_log().entries(match.id) if version else ()
    return next((entry for entry in entries if is_draft(entry, number, version)), None)


def is_draft(entry: Entry, number: int, version: int) -> bool:
    event = entry.event
    return (
        entry.version == version and isinstance(event, CorrectionDrafted) and event.round == number
    )


def is_from_this_phone(draft: Entry) -> bool:
    return draft.device is not None and draft.device == command_meta().device


def check_draft_is_known(match: MatchView, number: int, seen: int) -> None:
    """Raise DraftReplaced if another phone has saved a draft since the form was made.

    `seen` is the version of the sheet that the form was made from.
    """
    saved = match.sheet.drafts.get(number)
    is_known = saved is None or saved.version <= seen or saved == draft_of_form(match, number)
    if not is_known:
        raise DraftReplaced(match.sheet)


def check_answers_are_known(match: MatchView, correction: Correction) -> None:
    """Raise Stale if the correction would replace an answer that the user has not seen.

    If a deal has changed since the form was made, the user knows its new answers only if they equal
    the answers in the form, or those of the draft with which the form was compared.
    """
    sheet, number, seen = match.sheet, correction.number, seen_version(match)
    incomplete = {**dict(correction.incomplete), **dict(correction.postponed_drafts)}
    changed = deals_changed_since(sheet, {*correction.corrected, *incomplete}, seen)
    if not changed:
        return
    compared = drafted_stages(sheet, draft_at(match, number, seen))
    has_unknown = any(
        not any(
            deal in answers and has_same_answers(sheet, deal, answers[deal])
            for answers in (correction.corrected, compared)
        )
        for deal in changed
    )
    # If nothing would change, the correction may have been saved already.
    if has_unknown or is_unchanged(sheet, correction.corrected):
        raise Stale(sheet)


def draft_at(match: MatchView, number: int, version: int) -> Entry | None:
    """Return the draft of deal `number` at this version of the sheet, if any."""
    last = None
    for entry in current_log().entries(match.id):
        event = entry.event
        if entry.version <= version and isinstance(event, CorrectionDrafted | DraftDropped):
            last = entry if event.round == number else last
    return last if last and isinstance(last.event, CorrectionDrafted) else None


def with_drafted_deals(sheet: Scoresheet, draft: Entry) -> Scoresheet:
    """Return the sheet with the draft's answers and positions, to compare it with other answers.

    The points do not change.
    """
    drafted = drafted_stages(sheet, draft)
    answers, played_deals = list(sheet.deal_answers), list(sheet.played_deals)
    for number, stages in drafted.items():
        answers[number - 1] = stages or answers[number - 1]
        earlier = {n: each for n, each in drafted.items() if n < number}
        position = position_before(sheet, earlier, number)
        if position is not None and number <= len(played_deals):
            played_deals[number - 1] = played_deals[number - 1]._replace(before=position)
    return replace(sheet, deal_answers=tuple(answers), played_deals=tuple(played_deals))


def seen_version(match: MatchView) -> int:
    return form_int("seen", match.sheet.version)


def save_draft(match: MatchView, correction: Correction) -> None:
    """Save the valid deals so far as a draft, unless the same draft is already saved.

    The draft also contains the values entered for later deals that are not valid yet, unless the
    draft would then be unreadable. Raises DraftReplaced if another phone has saved a different
    draft in the meantime.
    """
    number = correction.number
    stages, later = correction.corrected[number], {n: each for n, each in correction.later if each}
    entered = {**dict(correction.postponed_drafts), **dict(correction.incomplete), **later}
    event = CorrectionDrafted(number, stages, tuple(sorted(entered.items())))
    if len(entered) > len(later) and not is_readable(match.sheet, event):
        event = replace(event, later=tuple(sorted(later.items())))
    saved = match.sheet.drafts.get(number)
    if saved and saved.event == event:
        return
    check_draft_is_known(match, number, seen_version(match))
    meta = command_meta()
    correction_commands.save_draft(
        current_log(),
        match.id,
        number,
        event.stages,
        meta._replace(key=f"{meta.key}-kept"),
        event.later,
        replaces=[saved],
    )


def drop_known_draft(match: MatchView, number: int) -> None:
    """Drop the draft, unless another phone has saved its own draft in the meantime."""
    with suppress(Stale):  # the draft is another phone's, was dropped, or does not exist
        check_draft_is_known(match, number, seen_version(match))
        meta = command_meta()
        correction_commands.drop_draft(
            current_log(), match.id, number, meta._replace(key=f"{meta.key}-drop")
        )
