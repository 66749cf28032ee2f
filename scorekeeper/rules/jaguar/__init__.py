"""Jaguar, declared: its rules are in scoring and auction, its questions in asking."""

from scorekeeper.rules.game import Game
from scorekeeper.rules.jaguar import asking, figures, page, scoring, story
from scorekeeper.rules.kernel import Check
from scorekeeper.rules.words import say

GAME = Game(
    slug="jaguar",
    name="Jaguar",
    icon="cups",
    blurb=say("A secret friend"),
    seats=range(5, 7),
    options=scoring.OPTIONS,
    deal=say("Hand"),
    summary=page.summary,
    begin=scoring.begin,
    active=scoring.active,
    stage=scoring.stage,
    fields=asking.fields,
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
    title=page.title,
    named=page.named,
    about=page.about,
    save=page.save,
    preview=page.preview,
    live=page.live,
    caption=page.caption,
    cells=page.cells,
    standing=page.standing,
    near=page.near,
    net=scoring.net,
    figures=figures.FIGURES,
    feats=figures.FEATS,
    streak=story.STREAK,
    tale=story.tale,
)
