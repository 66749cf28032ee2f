"""A review to share, as a few lines of text and as a picture."""

from collections.abc import Sequence

import werkzeug

from scorekeeper.league.seasons import Season
from scorekeeper.league.stats_snapshot import StatsSnapshot
from scorekeeper.match.people import Person
from scorekeeper.messages import Message, say
from scorekeeper.web.dates import medium_date
from scorekeeper.web.i18n import isolate_bidi, translate_sentence
from scorekeeper.web.shared.base_url import external_base_url
from scorekeeper.web.stats.pictures import review_image
from scorekeeper.web.stats.pictures.image_text import to_drawable_text
from scorekeeper.web.stats.pictures.match_picture import name_parts, with_drawable_names
from scorekeeper.web.stats.pictures.review_image import (
    MAX_HIGHLIGHTS,
    HighlightBlock,
    ReviewPicture,
)
from scorekeeper.web.stats.pictures.share_image import png_response, to_chip
from scorekeeper.web.stats.review_text import Highlight

MAX_BLOCK_CHIPS = 2
SEASON_KEY = "season"  # key of the season's name in a title; players' keys are numbers


def share_text(
    snapshot: StatsSnapshot,
    title: Message,
    season: Season,
    highlights: Sequence[Highlight],
    address: str,
) -> str:
    """Return the review as text: its title, a line for each highlight, and the page's URL."""
    names = {key: isolate_bidi(person.name) for key, person in snapshot.league_state.people.items()}
    names[SEASON_KEY] = isolate_bidi(season.name)
    lines = [
        title,
        *(
            say("{label}: {highlight}", label=highlight.label, highlight=highlight.text)
            for highlight in highlights
        ),
    ]
    text = "\n".join(translate_sentence(line, names) for line in lines)
    return f"{text}\n{external_base_url()}{address}"


def picture_response(
    snapshot: StatsSnapshot, title: Message, season: Season, highlights: Sequence[Highlight]
) -> werkzeug.Response:
    """Return the picture of the first highlights (PNG)."""
    return png_response(
        review_image.render_png(build_review_picture(snapshot, title, season, highlights))
    )


def build_review_picture(
    snapshot: StatsSnapshot, title: Message, season: Season, highlights: Sequence[Highlight]
) -> ReviewPicture:
    people = with_drawable_names(snapshot.league_state.people)
    return ReviewPicture(
        to_drawable_text(snapshot.league_state.name),
        name_parts(title, {}, {**people, SEASON_KEY: season_as_name(season)}),
        tuple(
            HighlightBlock(
                translate_sentence(highlight.label, {}),
                name_parts(highlight.text, {}, people),
                translate_sentence(medium_date(highlight.evening), {}) if highlight.evening else "",
                tuple(to_chip(people[key]) for key in highlight.players[:MAX_BLOCK_CHIPS]),
            )
            for highlight in highlights[:MAX_HIGHLIGHTS]
        ),
    )


def season_as_name(season: Season) -> Person:
    """Return a `Person` with the season's name, because titles shorten only names of people."""
    name = to_drawable_text(season.name) or translate_sentence(say("Season"), {})
    return Person(SEASON_KEY, name, 1, "")
