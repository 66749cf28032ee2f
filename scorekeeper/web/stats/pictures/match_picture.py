"""The route for a finished match's share picture."""

from collections.abc import Mapping

from flask import Blueprint, abort
from flask.typing import ResponseReturnValue

from scorekeeper.match import outcome, story
from scorekeeper.match.people import Person
from scorekeeper.messages import Message, say, text_after_name
from scorekeeper.web import dates
from scorekeeper.web.i18n import current_translate, split_at_names, translate_sentence
from scorekeeper.web.match import sheet_view, totals_chart
from scorekeeper.web.match.context import MatchView, match_or_404
from scorekeeper.web.match.page import headline
from scorekeeper.web.stats.pictures import match_image
from scorekeeper.web.stats.pictures.image_text import to_drawable_text, to_symbol_names
from scorekeeper.web.stats.pictures.match_content import MatchPicture, SideRow
from scorekeeper.web.stats.pictures.name_lines import BETWEEN_PARTNERS
from scorekeeper.web.stats.pictures.share_image import png_response, to_chip

bp = Blueprint("match_picture", __name__)
MAX_STORY_SENTENCES = 2  # the picture has room for two lines


@bp.get("/matches/<int:match_id>/picture.png")
def show(match_id: int) -> ResponseReturnValue:
    """Return the picture as PNG.

    Aborts with 404 if the match is deleted or has no winner.
    """
    match = match_or_404(match_id)
    if match.sheet.is_deleted or not match.sheet.winners:
        abort(
            404,
            say("A match has a picture only if someone has won it and it has not been deleted."),
        )
    return png_response(match_image.render_png(build_match_picture(match)))


def build_match_picture(match: MatchView) -> MatchPicture:
    sheet, people = match.sheet, with_drawable_names(match.people)
    names, chart = sheet_view.names_by_key(sheet, people), totals_chart.build_chart(sheet, people)
    sides = outcome.seats_by_side(sheet)

    def text(sentence: Message) -> str:
        return translate_sentence(sentence, names)

    def parts(sentence: Message) -> tuple[str, ...]:
        return name_parts(sentence, sides, people)

    under = say(
        "{game} · {deals} · {day}",
        game=sheet.game.name,
        deals=outcome.deals_text(sheet),
        day=dates.medium_date(dates.current_clock().evening(match.ended_at)),
    )
    return MatchPicture(
        parts(title) if (title := headline(sheet)) else (sheet.game.name,),
        text(under),
        tuple(
            SideRow(
                str(place.place),
                tuple(to_chip(people[seat]) for seat in sides[side]),
                tuple(people[seat].name for seat in sides[side]),
                text(place.description),
                sheet.position.totals[side],
            )
            for place in outcome.current_places(sheet)
            for side in place.seats
        ),
        chart and chart._replace(labels=()),  # the picture does not show labels
        tuple(parts(each) for each in story.short_story(sheet, MAX_STORY_SENTENCES)),
    )


def name_parts(
    sentence: Message, sides: Mapping[str, tuple[str, ...]], people: Mapping[str, Person]
) -> tuple[str, ...]:
    """Return the parts of the sentence. Every second part is one player's name."""
    words, *others = split_at_names(sentence, {**people, **sides}, current_translate())
    parts = [words]
    for key, after in zip(others[::2], others[1::2], strict=True):
        for seat in sides.get(key, (key,)):
            parts += [people[seat].name, BETWEEN_PARTNERS]
        parts[-1] = text_after_name(parts[-2], after)
    return tuple(parts)


def with_drawable_names(people: Mapping[str, Person]) -> dict[str, Person]:
    """Return the same people, with drawable names.

    Emoji that cannot be drawn are replaced by their Unicode names. Other names that cannot be drawn
    are replaced by "Player" and a number.
    """
    return {
        key: person._replace(
            name=to_drawable_text(person.name)
            or to_symbol_names(person.name)
            or translate_sentence(say("Player {n}", n=n), {})
        )
        for n, (key, person) in enumerate(people.items(), start=1)
    }
