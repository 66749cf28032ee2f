"""Jaguar's `GAME`, built from the functions in this package."""

from scorekeeper.messages import say
from scorekeeper.rules.common import count_hands
from scorekeeper.rules.game import DealRules, Display, Game, MatchEnd, Story
from scorekeeper.rules.jaguar import (
    display,
    fields,
    options,
    preview,
    scoring,
    simulation,
    statistics,
    story,
)
from scorekeeper.rules.kernel import Check

GAME = Game(
    slug="jaguar",
    name="Jaguar",
    aliases=("Briscola chiamata", "Briscola a cinque"),
    icon="cups",
    blurb=say("A secret friend"),
    seats=range(5, 7),
    options=options.OPTIONS,
    is_open=options.is_open,
    begin=scoring.begin,
    deal=DealRules(
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
    ),
    display=Display(
        summary=display.summary,
        title=display.title,
        save_label=display.save_label,
        preview=preview.preview,
        live_hints=preview.live_hints,
        stage_phrase=display.stage_phrase,
        deal_subtitle=display.deal_subtitle,
        caption=display.caption,
        cells=display.cells,
        sheet_note=display.sheet_note,
        deal_heading=say("Hand"),
        deal_noun=say("hand"),
        deal_count=count_hands,
        near_limit=display.near_limit,
    ),
    end=MatchEnd(net_amounts=scoring.net_amounts),
    statistics=statistics.STATISTICS,
    record_kinds=statistics.RECORD_KINDS,
    story=Story(streak=story.STREAK, sentences=story.story_sentences),
    simulation=simulation.SIMULATION,
)
