"""Gin rummy, declared: agreed, asking, scoring and final hold its rules, page its words."""

from scorekeeper.rules.game import Game
from scorekeeper.rules.gin import agreed, asking, figures, final, page, scoring, story
from scorekeeper.rules.kernel import Check
from scorekeeper.rules.words import say

GAME = Game(
    slug="gin",
    name="Gin rummy",
    icon="diamond",
    blurb=say("Knock or gin"),
    seats=range(2, 5),
    options=agreed.OPTIONS,
    deal=say("Hand"),
    defaults=agreed.defaults,
    setup_problems=agreed.setup_problems,
    summary=page.summary,
    sides=agreed.sides,
    begin=scoring.begin,
    active=scoring.active,
    stage=asking.stage,
    merge=asking.merge,
    apart=asking.apart,
    fields=asking.fields,
    checks=(
        Check((asking.HANDS,), asking.pairs_meet),
        Check((), asking.played_here),
        Check((), asking.result_and_deadwood_agree),
    ),
    parts=scoring.parts,
    after=scoring.after,
    close=scoring.close,
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
    extras=final.extras,
    net=final.net,
    columns=final.columns,
    places=final.places,
    adds_up=final.adds_up,
    figures=figures.FIGURES,
    feats=figures.FEATS,
    streak=story.STREAK,
    tale=story.tale,
)
