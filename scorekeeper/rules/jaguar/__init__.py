"""Jaguar: declares `GAME` from the functions in this package."""

from scorekeeper.messages import say
from scorekeeper.rules.game import Game
from scorekeeper.rules.jaguar import display, fields, options, scoring, statistics, story
from scorekeeper.rules.kernel import Check

GAME = Game(
    slug="jaguar",
    name="Jaguar",
    icon="cups",
    blurb=say("A secret friend"),
    seats=range(5, 7),
    options=options.OPTIONS,
    deal=say("Hand"),
    summary=display.summary,
    begin=scoring.begin,
    active=scoring.active,
    stage=fields.stage,
    fields=fields.fields,
    checks=(
        Check((), fields.no_side_has_impossible_points),
        Check((), fields.points_are_bid_by_option),
        Check(("taken",), fields.taken_points_add_up),
        Check(("bids",), fields.auction_was_won_by_the_jaguar),
        Check(("all_tricks",), fields.all_tricks_are_all_points),
    ),
    parts=scoring.parts,
    after=scoring.after,
    is_open=lambda setup: True,
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
    net=scoring.net,
    figures=statistics.STATISTICS,
    feats=statistics.RECORD_KINDS,
    streak=story.STREAK,
    story_sentences=story.story_sentences,
)
