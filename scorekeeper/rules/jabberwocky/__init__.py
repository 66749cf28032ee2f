"""Jabberwocky, declared: its rules are in scoring, its words in page."""

from scorekeeper.rules.game import Game
from scorekeeper.rules.jabberwocky import figures, page, scoring, story
from scorekeeper.rules.kernel import Check
from scorekeeper.rules.words import say

GAME = Game(
    slug="jabberwocky",
    name="Jabberwocky",
    icon="spade",
    blurb=say("Bids and tricks"),
    seats=range(3, 6),
    options=scoring.OPTIONS,
    setup_problems=scoring.pack_is_enough,
    summary=page.summary,
    stage=scoring.stage,
    fields=scoring.fields,
    checks=(
        Check((scoring.BIDS,), scoring.hook),
        Check((scoring.TRICKS,), scoring.every_trick_is_somebodys),
    ),
    parts=scoring.parts,
    after=scoring.after,
    title=page.title,
    named=page.named,
    about=page.about,
    save=page.save,
    preview=page.preview,
    live=page.live,
    caption=page.caption,
    row=page.row,
    cells=page.cells,
    standing=page.standing,
    extras=scoring.extras,
    deals=scoring.deals,
    figures=figures.FIGURES,
    feats=figures.FEATS,
    streak=story.STREAK,
    tale=story.tale,
)
