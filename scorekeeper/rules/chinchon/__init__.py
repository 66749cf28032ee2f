"""Chinchón's `GAME`, built from the functions in this package and in `elimination`."""

from scorekeeper.messages import say
from scorekeeper.rules.chinchon import (
    display,
    fields,
    options,
    scoring,
    simulation,
    statistics,
    story,
)
from scorekeeper.rules.elimination import display as shared_display
from scorekeeper.rules.elimination import final
from scorekeeper.rules.elimination import scoring as shared_scoring
from scorekeeper.rules.game import DealRules, Display, Game, MatchEnd, Story
from scorekeeper.rules.kernel import Check

GAME = Game(
    slug="chinchon",
    name="Chinchón",
    icon="coins",
    blurb=say("Out at 100, but you can come back"),
    seats=range(2, 9),
    low_wins=True,
    options=options.OPTIONS,
    options_with_defaults=options.options_with_defaults,
    setup_problems=options.court_cards_fit_the_pack,
    begin=shared_scoring.begin,
    deal=DealRules(
        stage=fields.stage,
        fields=fields.fields,
        checks=(
            Check((scoring.CLOSER, shared_scoring.DEADWOOD), fields.full_hand_leaves_nothing),
            Check((scoring.CLOSER, scoring.MISDEALT), fields.closer_has_seven_cards),
            Check(
                (scoring.CLOSER, shared_scoring.DEADWOOD, shared_scoring.RETURNING),
                fields.only_some_return,
            ),
        ),
        parts=scoring.parts,
        after=scoring.after,
    ),
    display=Display(
        summary=display.summary,
        title=shared_display.title,
        save_label=shared_display.save_label,
        preview=display.preview,
        live_hints=display.live_hints,
        stage_phrase=shared_display.stage_phrase,
        deal_subtitle=shared_display.deal_subtitle,
        step_phrase=shared_display.step_phrase,
        caption=shared_display.caption,
        cells=display.cells,
        sheet_note=shared_display.sheet_note,
        near_limit=shared_display.near_limit,
    ),
    end=MatchEnd(
        close=shared_scoring.close,
        places=final.places,
        additional_results=final.additional_results,
        net_amounts=final.net_amounts,
        net_unit=None,
        stake_note=final.stake_note,
    ),
    statistics=statistics.STATISTICS,
    record_kinds=statistics.RECORD_KINDS,
    story=Story(streak=story.STREAK, sentences=story.story_sentences),
    simulation=simulation.SIMULATION,
)
