"""Jamón's `GAME`, built from the functions in this package."""

from scorekeeper.messages import say
from scorekeeper.rules.game import DealRules, Display, Game, Story
from scorekeeper.rules.jamon import (
    checks,
    display,
    fields,
    options,
    preview,
    scoring,
    simulation,
    statistics,
    story,
)
from scorekeeper.rules.kernel import Check

GAME = Game(
    slug="jamon",
    name="Jamón",
    icon="batons",
    blurb=say("Counters change hands"),
    seats=range(2, 11),
    options=options.OPTIONS,
    deals=options.deals,
    is_open=options.is_open,
    deal=DealRules(
        stage=fields.stage,
        fields=fields.fields,
        checks=(
            Check((scoring.CARDS,), checks.pack_holds_the_cards),
            Check((scoring.CALLS,), checks.caller_has_a_counter),
            Check((scoring.COUNTERS,), checks.counters_only_change_hands),
            Check((scoring.CARDS, "went_out"), checks.only_one_has_no_cards),
            Check(("default_by", "went_out"), checks.called_too_late),
        ),
        parts=scoring.parts,
        after=scoring.after,
        other_stages=fields.other_stages,
        merge=fields.merge,
        split_by_stage=fields.split_by_stage,
    ),
    display=Display(
        summary=display.summary,
        title=display.title,
        save_label=display.save_label,
        preview=preview.preview,
        live_hints=preview.live_hints,
        stage_phrase=display.stage_phrase,
        deal_subtitle=display.deal_subtitle,
        step_phrase=display.step_phrase,
        caption=display.caption,
        cells=display.cells,
        sheet_note=display.sheet_note,
        unit=display.unit,
    ),
    statistics=statistics.STATISTICS,
    record_kinds=statistics.RECORD_KINDS,
    story=Story(streak=story.STREAK, sentences=story.story_sentences),
    simulation=simulation.SIMULATION,
)
