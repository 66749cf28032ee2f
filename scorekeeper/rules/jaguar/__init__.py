"""Jaguar: declares `GAME` from the functions in this package."""

from scorekeeper.messages import say
from scorekeeper.rules.game import Game
from scorekeeper.rules.jaguar import display, fields, scoring, statistics, story
from scorekeeper.rules.kernel import Check

GAME = Game(
    slug="jaguar",
    name="Jaguar",
    icon="cups",
    blurb=say("A secret friend"),
    seats=range(5, 7),
    options=scoring.OPTIONS,
    deal=say("Hand"),
    summary=display.summary,
    begin=scoring.begin,
    active=scoring.active,
    stage=scoring.stage,
    fields=fields.fields,
    checks=(
        Check((), scoring.nobody_can_take_one),
        Check((), scoring.points_are_bid_by_option),
        Check(("taken",), scoring.all_points_are_somebodys),
        Check(("bids",), scoring.bids_go_round),
        Check(("all_tricks",), scoring.all_tricks_are_all_points),
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
