"""Loba: declares `GAME` from the functions in this package and in `elimination`."""

from scorekeeper.messages import say
from scorekeeper.rules.elimination import display as shared
from scorekeeper.rules.elimination import final
from scorekeeper.rules.elimination import scoring as elimination
from scorekeeper.rules.game import Game
from scorekeeper.rules.kernel import Check
from scorekeeper.rules.loba import display, fields, options, scoring, statistics, story

GAME = Game(
    slug="loba",
    name="Loba",
    icon="club",
    net_unit=say("stakes"),
    blurb=say("Low score stays in"),
    seats=range(2, 6),
    options=options.OPTIONS,
    low_wins=True,
    summary=display.summary,
    begin=elimination.begin,
    active=elimination.seats_still_in,
    close=elimination.close,
    stage=fields.stage,
    fields=fields.fields,
    checks=(
        Check((elimination.DEADWOOD,), fields.player_who_went_out_has_nothing_left),
        Check((scoring.CLEAN,), fields.a_player_went_out_all_at_once),
        Check((elimination.DEADWOOD, elimination.REENLIST), fields.only_some_come_back),
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
