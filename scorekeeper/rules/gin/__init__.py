"""Gin rummy: declares `GAME` from the functions in this package."""

from scorekeeper.messages import say
from scorekeeper.rules.game import Game
from scorekeeper.rules.gin import display, fields, final_score, options, scoring, statistics, story
from scorekeeper.rules.kernel import Check

GAME = Game(
    slug="gin",
    name="Gin rummy",
    icon="diamond",
    blurb=say("Knock or gin"),
    seats=range(2, 5),
    options=options.OPTIONS,
    deal=say("Hand"),
    defaults=options.defaults,
    setup_problems=options.setup_problems,
    summary=display.summary,
    sides=options.sides,
    begin=scoring.begin,
    active=scoring.active,
    stage=fields.stage,
    merge=fields.merge,
    split_by_stage=fields.split_by_stage,
    fields=fields.fields,
    checks=(
        Check((fields.HANDS,), fields.pairs_meet),
        Check((), fields.variants_allow_the_answers),
        Check((), fields.result_and_deadwood_agree),
    ),
    parts=scoring.parts,
    after=scoring.after,
    close=scoring.close,
    title=display.title,
    named=display.named,
    about=display.about,
    save=display.save,
    preview=display.preview,
    live=display.live,
    caption=display.caption,
    cells=display.cells,
    standing=display.standing,
    near_limit=display.near_limit,
    extras=final_score.extras,
    net=final_score.net,
    columns=final_score.columns,
    places=final_score.places,
    adds_up=final_score.adds_up,
    figures=statistics.STATISTICS,
    feats=statistics.RECORD_KINDS,
    streak=story.STREAK,
    story_sentences=story.story_sentences,
)
