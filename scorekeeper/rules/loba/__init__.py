"""Loba's `GAME`, built from the functions in this package and in `elimination`."""

from scorekeeper.messages import say
from scorekeeper.rules.elimination import display as shared_display
from scorekeeper.rules.elimination import final
from scorekeeper.rules.elimination import scoring as shared_scoring
from scorekeeper.rules.game import DealRules, Display, Game, MatchEnd, Story
from scorekeeper.rules.kernel import Check
from scorekeeper.rules.loba import display, fields, options, scoring, simulation, statistics, story

GAME = Game(
    slug="loba",
    name="Loba",
    aliases=("Loba de menos",),
    icon="club",
    blurb=say("Low score stays in"),
    seats=range(2, 6),
    low_wins=True,
    options=options.OPTIONS,
    begin=shared_scoring.begin,
    deal=DealRules(
        stage=fields.stage,
        fields=fields.fields,
        checks=(
            Check((shared_scoring.DEADWOOD,), fields.player_who_went_out_has_nothing_left),
            Check((scoring.CLEAN,), fields.a_player_went_out_all_at_once),
            Check((shared_scoring.DEADWOOD, shared_scoring.RETURNING), fields.only_some_return),
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
        deal_note=display.deal_note,
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
