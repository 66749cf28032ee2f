"""Chinchón, declared: its rules are in scoring and options, its words in page."""

from scorekeeper.rules import elimination
from scorekeeper.rules import elimination_words as shared
from scorekeeper.rules.chinchon import page, scoring
from scorekeeper.rules.chinchon.options import OPTIONS
from scorekeeper.rules.common import each_alone, nothing_else, put_together
from scorekeeper.rules.game import Game
from scorekeeper.rules.kernel import Check
from scorekeeper.rules.words import say

GAME = Game(
    slug="chinchon",
    name="Chinchón",
    icon="coins",
    unit=say("points"),
    net_unit=say("stakes"),
    blurb=say("Out at 100, buy back"),
    seats=range(2, 9),
    options=OPTIONS,
    deal=say("Deal"),
    low_wins=True,
    defaults=scoring.defaults,
    setup_problems=scoring.figures_go_with_the_pack,
    summary=page.summary,
    sides=each_alone,
    begin=elimination.begin,
    active=elimination.still_in,
    stage=scoring.stage,
    merge=put_together,
    fields=scoring.fields,
    checks=(
        Check((scoring.CLOSER, scoring.DEADWOOD), scoring.full_hand_leaves_nothing),
        Check((scoring.CLOSER, scoring.DEFECTIVE), scoring.closer_has_seven_cards),
        Check(
            (scoring.CLOSER, scoring.DEADWOOD, elimination.REENLIST), scoring.only_some_come_back
        ),
    ),
    parts=scoring.parts,
    after=scoring.after,
    is_open=lambda setup: False,
    title=shared.title,
    about=shared.about,
    save=shared.save,
    preview=page.preview,
    others=nothing_else,
    caption=shared.caption,
    row=shared.row,
    cells=page.cells,
    standing=shared.standing,
    extras=elimination.extras,
    net=elimination.net,
    places=elimination.places,
)
