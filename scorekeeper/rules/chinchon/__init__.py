"""Chinchón: declares `GAME` from the functions in this package and in `elimination`."""

from scorekeeper.messages import say
from scorekeeper.rules.chinchon import display, fields, options, scoring, statistics, story
from scorekeeper.rules.elimination import display as shared
from scorekeeper.rules.elimination import final
from scorekeeper.rules.elimination import scoring as elimination
from scorekeeper.rules.game import Game
from scorekeeper.rules.kernel import Check

GAME = Game(
    slug="chinchon",
    name="Chinchón",
    icon="coins",
    net_unit=say("stakes"),
    blurb=say("Out at 100, buy back"),
    seats=range(2, 9),
    options=options.OPTIONS,
    low_wins=True,
    defaults=options.defaults,
    setup_problems=options.figures_go_with_the_pack,
    summary=display.summary,
    begin=elimination.begin,
    active=elimination.seats_still_in,
    close=elimination.close,
    stage=fields.stage,
    fields=fields.fields,
    checks=(
        Check((scoring.CLOSER, elimination.DEADWOOD), fields.full_hand_leaves_nothing),
        Check((scoring.CLOSER, scoring.DEFECTIVE), fields.closer_has_seven_cards),
        Check(
            (scoring.CLOSER, elimination.DEADWOOD, elimination.REENLIST), fields.only_some_come_back
        ),
    ),
    parts=scoring.parts,
    after=scoring.after,
    title=shared.title,
    about=shared.about,
    named=shared.named,
    save=shared.save,
    step=shared.step,
    preview=display.preview,
    live=display.live,
    caption=shared.caption,
    cells=display.cells,
    standing=shared.standing,
    near_limit=shared.near_limit,
    extras=final.extras,
    net=final.net,
    places=final.places,
    figures=statistics.STATISTICS,
    feats=statistics.RECORD_KINDS,
    streak=story.STREAK,
    story_sentences=story.story_sentences,
)
