"""Gin rummy's `GAME`, built from the functions in this package."""

from scorekeeper.messages import say
from scorekeeper.rules.common import count_hands
from scorekeeper.rules.game import DealRules, Display, Game, MatchEnd, Story
from scorekeeper.rules.gin import (
    checks,
    display,
    fields,
    final_score,
    options,
    preview,
    scoring,
    simulation,
    stages,
    statistics,
    story,
)
from scorekeeper.rules.kernel import Check

GAME = Game(
    slug="gin",
    name="Gin rummy",
    aliases=("Gin Rummy", "Gin rami"),
    icon="diamond",
    blurb=say("Knock or gin"),
    seats=range(2, 5),
    usual_seats=2,
    options=options.OPTIONS,
    options_with_defaults=options.options_with_defaults,
    setup_problems=options.setup_problems,
    sides=options.sides,
    begin=scoring.begin,
    deal=DealRules(
        stage=stages.stage,
        fields=fields.fields,
        checks=(
            Check((stages.HANDS,), checks.pairs_meet),
            Check((), checks.variants_allow_the_answers),
            Check((), checks.result_and_deadwood_agree),
        ),
        parts=scoring.parts,
        after=scoring.after,
        far_from_end=scoring.far_from_end,
        merge=stages.merge,
        split_by_stage=stages.split_by_stage,
    ),
    display=Display(
        summary=display.summary,
        title=display.title,
        save_label=display.save_label,
        preview=preview.preview,
        live_hints=preview.live_hints,
        stage_phrase=display.stage_phrase,
        deal_subtitle=display.deal_subtitle,
        caption=display.caption,
        cells=display.cells,
        sheet_note=display.sheet_note,
        deal_heading=say("Hand"),
        deal_noun=say("hand"),
        deal_count=count_hands,
        columns=final_score.columns,
        near_limit=display.near_limit,
    ),
    end=MatchEnd(
        close=scoring.close,
        places=final_score.places,
        parts=final_score.parts,
        additional_results=final_score.additional_results,
        net_amounts=final_score.net_amounts,
        net_note=final_score.settlement_note,
    ),
    statistics=statistics.STATISTICS,
    record_kinds=statistics.RECORD_KINDS,
    story=Story(streak=story.STREAK, sentences=story.story_sentences),
    simulation=simulation.SIMULATION,
)
