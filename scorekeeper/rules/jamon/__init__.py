"""Jamón: declares `GAME` from the functions in this package."""

from scorekeeper.messages import say
from scorekeeper.rules.game import Game
from scorekeeper.rules.jamon import checks, display, fields, options, scoring, statistics, story
from scorekeeper.rules.kernel import Check

GAME = Game(
    slug="jamon",
    name="Jamón",
    icon="batons",
    blurb=say("Counters change hands"),
    seats=range(2, 11),
    options=options.OPTIONS,
    summary=display.summary,
    stage=fields.stage,
    merge=fields.merge,
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
    is_open=options.is_open,
    title=display.title,
    named=display.named,
    about=display.about,
    save=display.save,
    preview=display.preview,
    live=display.live,
    others=fields.others,
    caption=display.caption,
    cells=display.cells,
    standing=display.standing,
    split_by_stage=fields.split_by_stage,
    deals=options.deals,
    step=display.step,
    figures=statistics.STATISTICS,
    feats=statistics.RECORD_KINDS,
    streak=story.STREAK,
    story_sentences=story.story_sentences,
)
