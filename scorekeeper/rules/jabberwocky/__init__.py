"""Jabberwocky, declared: its rules are in scoring, its words in page."""

from scorekeeper.rules.common import (
    each_alone,
    everybody,
    first_position,
    nobody_pays,
    nothing_else,
    put_together,
)
from scorekeeper.rules.game import Game
from scorekeeper.rules.jabberwocky import page, scoring
from scorekeeper.rules.kernel import Check
from scorekeeper.rules.words import say

GAME = Game(
    slug="jabberwocky",
    name="Jabberwocky",
    icon="spade",
    unit=say("points"),
    net_unit=say("points"),
    blurb=say("Bids and tricks"),
    seats=range(3, 6),
    options=scoring.OPTIONS,
    deal=say("Deal"),
    defaults=scoring.defaults,
    setup_problems=scoring.pack_is_enough,
    summary=page.summary,
    sides=each_alone,
    begin=first_position,
    active=everybody,
    stage=scoring.stage,
    merge=put_together,
    fields=scoring.fields,
    checks=(
        Check((scoring.BIDS,), scoring.hook),
        Check((scoring.TRICKS,), scoring.every_trick_is_somebodys),
    ),
    parts=scoring.parts,
    after=scoring.after,
    is_open=lambda setup: False,
    title=page.title,
    about=page.about,
    save=page.save,
    preview=page.preview,
    others=nothing_else,
    caption=page.caption,
    row=page.row,
    cells=page.cells,
    standing=page.standing,
    extras=scoring.extras,
    net=nobody_pays,
    deals=scoring.deals,
)
