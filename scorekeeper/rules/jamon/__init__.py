"""Jamón, declared: its rules are in scoring, its questions in asking, its words in page."""

from scorekeeper.rules.game import Game
from scorekeeper.rules.jamon import asking, figures, page, scoring, story
from scorekeeper.rules.kernel import Check
from scorekeeper.rules.words import say

GAME = Game(
    slug="jamon",
    name="Jamón",
    icon="batons",
    blurb=say("Counters change hands"),
    seats=range(2, 11),
    options=scoring.OPTIONS,
    summary=page.summary,
    stage=scoring.stage,
    merge=scoring.merge,
    fields=asking.fields,
    checks=(
        Check((scoring.CARDS,), scoring.pack_holds_the_cards),
        Check((scoring.CALLS,), scoring.who_calls_has_a_counter),
        Check((scoring.COUNTERS,), scoring.counters_only_change_hands),
        Check((scoring.CARDS, "went_out"), scoring.only_one_has_no_cards),
        Check(("default_by", "went_out"), scoring.called_too_late),
    ),
    parts=scoring.parts,
    after=scoring.after,
    is_open=scoring.is_open,
    title=page.title,
    named=page.named,
    about=page.about,
    save=page.save,
    preview=page.preview,
    live=page.live,
    others=scoring.others,
    caption=page.caption,
    cells=page.cells,
    standing=page.standing,
    apart=scoring.apart,
    deals=scoring.deals,
    step=page.step,
    figures=figures.FIGURES,
    feats=figures.FEATS,
    streak=story.STREAK,
    tale=story.tale,
)
