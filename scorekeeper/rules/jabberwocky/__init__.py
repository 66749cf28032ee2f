"""Jabberwocky's `GAME`, built from the functions in this package."""

from scorekeeper.messages import say
from scorekeeper.rules.game import DealRules, Display, Game, MatchEnd, Story
from scorekeeper.rules.jabberwocky import (
    display,
    fields,
    options,
    scoring,
    simulation,
    statistics,
    story,
)
from scorekeeper.rules.kernel import Check

GAME = Game(
    slug="jabberwocky",
    name="Jabberwocky",
    aliases=("Oh Hell", "Oh Pshaw", "Pocha", "La pocha", "Podrida"),
    icon="spade",
    blurb=say("Bids and tricks"),
    seats=range(3, 6),
    options=options.OPTIONS,
    setup_problems=options.pack_is_enough,
    deals=options.deals,
    deal=DealRules(
        stage=fields.stage,
        fields=fields.fields,
        checks=(
            Check((scoring.BIDS,), fields.dealer_may_not_even_out_bids),
            Check((scoring.TRICKS,), fields.tricks_add_up),
        ),
        parts=scoring.parts,
        after=scoring.after,
    ),
    display=Display(
        summary=display.summary,
        title=display.title,
        save_label=display.save_label,
        preview=display.preview,
        live_hints=display.live_hints,
        stage_phrase=display.stage_phrase,
        deal_subtitle=display.deal_subtitle,
        caption=display.caption,
        cells=display.cells,
        sheet_note=display.sheet_note,
        deal_label=display.deal_label,
    ),
    end=MatchEnd(additional_results=scoring.additional_results),
    statistics=statistics.STATISTICS,
    record_kinds=statistics.RECORD_KINDS,
    story=Story(
        streak=story.STREAK,
        sentences=story.story_sentences,
        further_sentences=story.further_sentences,
    ),
    simulation=simulation.SIMULATION,
)
