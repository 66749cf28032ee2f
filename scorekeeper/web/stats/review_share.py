"""A review to share, as a few lines of text and as a picture."""

from collections.abc import Sequence

import werkzeug

from scorekeeper.league.seasons import Season
from scorekeeper.league.stats_snapshot import StatsSnapshot
from scorekeeper.match.log import Person
from scorekeeper.messages import Message, say
from scorekeeper.web.dates import medium_date
from scorekeeper.web.i18n import isolate_bidi, translate_sentence
from scorekeeper.web.shared.qr_code import external_base_url
from scorekeeper.web.stats.pictures import review_image
from scorekeeper.web.stats.pictures.image_text import to_drawable_text
from scorekeeper.web.stats.pictures.match_picture import name_parts, with_drawable_names
from scorekeeper.web.stats.pictures.review_image import MAX_FACTS, FactBlock, ReviewPicture
from scorekeeper.web.stats.pictures.share_image import png_response, to_chip
from scorekeeper.web.stats.review_text import Fact

MAX_BLOCK_CHIPS = 2
SEASON_KEY = "season"  # key of the season's name in a title; players' keys are numbers


def share_text(
    snapshot: StatsSnapshot, title: Message, season: Season, facts: Sequence[Fact], address: str
) -> str:
    """Return the review as text: the title, a line for each fact, and the URL of its page."""
    names = {key: isolate_bidi(person.name) for key, person in snapshot.league_state.people.items()}
    names[SEASON_KEY] = isolate_bidi(season.name)
    lines = [title, *(say("{label}: {fact}", label=fact.label, fact=fact.text) for fact in facts)]
    text = "\n".join(translate_sentence(line, names) for line in lines)
    return f"{text}\n{external_base_url()}{address}"


def picture_response(
    snapshot: StatsSnapshot, title: Message, season: Season, facts: Sequence[Fact]
) -> werkzeug.Response:
    """Return the picture of the first facts (PNG)."""
    return png_response(
        review_image.render_png(build_review_picture(snapshot, title, season, facts))
    )


def build_review_picture(
    snapshot: StatsSnapshot, title: Message, season: Season, facts: Sequence[Fact]
) -> ReviewPicture:
    people = with_drawable_names(snapshot.league_state.people)
    return ReviewPicture(
        to_drawable_text(snapshot.league_state.name),
        name_parts(title, {}, {**people, SEASON_KEY: season_as_name(season)}),
        tuple(
            FactBlock(
                translate_sentence(fact.label, {}),
                name_parts(fact.text, {}, people),
                translate_sentence(medium_date(fact.evening), {}) if fact.evening else "",
                tuple(to_chip(people[key]) for key in fact.players[:MAX_BLOCK_CHIPS]),
            )
            for fact in facts[:MAX_FACTS]
        ),
    )


def season_as_name(season: Season) -> Person:
    """Return a `Person` with the season's name, because titles shorten only names of people."""
    name = to_drawable_text(season.name) or translate_sentence(say("Season"), {})
    return Person(SEASON_KEY, name, 1, "")
