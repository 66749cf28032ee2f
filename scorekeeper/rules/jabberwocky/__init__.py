"""Jabberwocky: declares `GAME` from the functions in this package."""

from scorekeeper.messages import say
from scorekeeper.rules.game import Game
from scorekeeper.rules.jabberwocky import display, fields, options, scoring, statistics, story
from scorekeeper.rules.kernel import Check

GAME = Game(
    slug="jabberwocky",
    name="Jabberwocky",
    icon="spade",
    blurb=say("Bids and tricks"),
    seats=range(3, 6),
    options=options.OPTIONS,
    setup_problems=options.pack_is_enough,
    summary=display.summary,
    stage=fields.stage,
    fields=fields.fields,
    checks=(
        Check((scoring.BIDS,), fields.dealer_may_not_even_out_bids),
        Check((scoring.TRICKS,), fields.tricks_add_up),
    ),
    parts=scoring.parts,
    after=scoring.after,
    title=display.title,
    named=display.named,
    about=display.about,
    save=display.save,
    preview=display.preview,
    live=display.live,
    caption=display.caption,
    row=display.row,
    cells=display.cells,
    standing=display.standing,
    extras=scoring.extras,
    deals=options.deals,
    figures=statistics.STATISTICS,
    feats=statistics.RECORD_KINDS,
    streak=story.STREAK,
    story_sentences=story.story_sentences,
)
